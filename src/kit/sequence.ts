import { nextTurn } from '../sim/clock.ts';
import { duty, type Flow, note, type Stepped, when } from './flow.ts';

/**
 * The sequence of play of a book, as data: a turn goes through its slots in order (a phase of one side, say), a slot
 * through its actors, and every actor does its duty.
 */
export interface SequenceOfPlay<S, Slot, Actor> {
  readonly slots: readonly Slot[];
  readonly actors: (slot: Slot) => readonly Actor[];
  readonly duty: (slot: Slot, actor: Actor) => readonly Flow<S>[];
  /** The group of fields that is the actor's own, by its path. Left out, nobody's duties are kept apart. */
  readonly record?: (actor: Actor) => string;
  /** Whether the actor has anything to do in the slot; what is due always, if left out. */
  readonly due?: (slot: Slot, actor: Actor) => (s: S) => boolean;
  /** What the actor is told of others before it acts, put into fields of its own record. */
  readonly hears?: (slot: Slot, actor: Actor) => (s: S) => void;
  readonly beginTurn?: readonly Flow<S>[];
  /** What is done before the actors of a slot do their duty. */
  readonly beforeSlot?: (slot: Slot) => readonly Flow<S>[];
  /** What is done after every duty that was due. */
  readonly afterDuty?: (slot: Slot, actor: Actor) => readonly Flow<S>[];
  /** What is done when all actors of a slot have done their duty. */
  readonly afterSlot?: (slot: Slot) => readonly Flow<S>[];
  /** Asked after every duty that was due, after a slot that has something done then, and when a turn begins. */
  readonly isOver?: (s: S) => boolean;
}

/** Turn after turn, until the clock of the state has run down or it is over. */
export function sequenceOfPlay<S extends Stepped, Slot, Actor>(
  sequence: SequenceOfPlay<S, Slot, Actor>,
): readonly Flow<S>[] {
  const { slots, actors, beforeSlot, afterSlot, isOver, beginTurn = [] } = sequence;
  const end: Flow<S> = { kind: 'end', run: () => {} };
  const over = isOver ? [when<S>(isOver, [end])] : [];
  const body = slots.map((slot, place): Flow<S> => {
    const first = ofItsOwn(sequence, beforeSlot?.(slot) ?? []);
    const last = ofItsOwn(sequence, afterSlot?.(slot) ?? []);
    const duties = actors(slot).flatMap((actor) => dutyOf(sequence, slot, actor, over));
    return {
      kind: 'slot',
      place,
      body: [...first, ...duties, ...last, ...(last.length > 0 ? over : [])],
    };
  });
  const next = [...atEndOfTurn(sequence), when<S>((s) => !nextTurn(s), [end]), ...over];
  return [{ kind: 'while', test: () => true, body: [...beginTurn, ...body, ...next] }];
}

/** Where duties are kept apart, what is asked of all actors is a step of its own: it hangs on less than what one does. */
const ofItsOwn = <S>({ record }: { readonly record?: unknown }, flows: readonly Flow<S>[]): readonly Flow<S>[] =>
  record && flows.length > 0 ? [note<S>(() => ''), ...flows] : flows;

/** Where there are several actors, the last one's turn is over before it is asked of all whether there is another. */
function atEndOfTurn<S, Slot, Actor>({ record, slots, actors }: SequenceOfPlay<S, Slot, Actor>): readonly Flow<S>[] {
  const records = new Set(record ? slots.flatMap((slot) => actors(slot).map(record)) : []);
  return records.size > 1 ? [note<S>(() => '')] : [];
}

function dutyOf<S extends Stepped, Slot, Actor>(
  { record, due, hears, afterDuty, duty: bodyOf }: SequenceOfPlay<S, Slot, Actor>,
  slot: Slot,
  actor: Actor,
  over: readonly Flow<S>[],
): readonly Flow<S>[] {
  const body = bodyOf(slot, actor);
  const after = [...(afterDuty?.(slot, actor) ?? []), ...ofItsOwn({ record }, over)];
  const spec = { ...(due ? { due: due(slot, actor) } : {}), ...(hears ? { hears: hears(slot, actor) } : {}) };
  if (record) return [duty({ record: record(actor), ...spec, body, after })];
  const hearing: Flow<S>[] = spec.hears ? [{ kind: 'act', run: spec.hears }] : [];
  const done = [...hearing, ...body, ...after];
  return spec.due ? [when(spec.due, done)] : done;
}
