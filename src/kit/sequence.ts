import { nextTurn } from '../sim/clock.ts';
import { act, type Duty, duty, type Flow, note, type Stepped, when } from './flow.ts';

/** What one actor does in a slot; `record` is the group of fields that is the actor's own, if duties are kept apart. */
export type SequenceDuty<S> = Omit<Duty<S>, 'kind' | 'record'> & { readonly record?: string };

/**
 * The sequence of play of a book, as data: a turn goes through its slots in order (a phase of one side, say), and in a
 * slot every actor does its duty.
 */
export interface SequenceOfPlay<S, Slot> {
  readonly slots: readonly Slot[];
  /** In the order of the actors. All of them have a record, or nobody's duties are kept apart. */
  readonly duties: (slot: Slot) => readonly SequenceDuty<S>[];
  readonly beginTurn?: readonly Flow<S>[];
  /** What is done before the actors of a slot do their duty. */
  readonly beforeSlot?: (slot: Slot) => readonly Flow<S>[];
  /** What is done when all actors of a slot have done their duty. */
  readonly afterSlot?: (slot: Slot) => readonly Flow<S>[];
  /** Asked after every duty that was due, after a slot that has something done then, and when a turn begins. */
  readonly isOver?: (s: S) => boolean;
}

/** Turn after turn, until the clock of the state has run down or it is over. */
export function sequenceOfPlay<S extends Stepped, Slot>({
  slots,
  duties,
  beforeSlot,
  afterSlot,
  isOver,
  beginTurn = [],
}: SequenceOfPlay<S, Slot>): readonly Flow<S>[] {
  const end: Flow<S> = { kind: 'end', run: () => {} };
  const over = isOver ? [when<S>(isOver, [end])] : [];
  const inSlots = slots.map(duties);
  const records = new Set(inSlots.flat().flatMap(({ record }) => record ?? []));
  // Where duties are kept apart, what is asked of all actors is a step of its own: it hangs on less than what one does.
  const ofItsOwn = (flows: readonly Flow<S>[] = []) =>
    records.size > 0 && flows.length > 0 ? [note<S>(() => ''), ...flows] : flows;
  const body = slots.map((slot, place): Flow<S> => {
    const first = ofItsOwn(beforeSlot?.(slot));
    const last = ofItsOwn(afterSlot?.(slot));
    const done = inSlots[place].flatMap((one) => dutyFlows(one, ofItsOwn(over)));
    return { kind: 'slot', place, body: [...first, ...done, ...last, ...(last.length > 0 ? over : [])] };
  });
  // Where there are several actors, the last one's turn is over before it is asked of all whether there is another.
  const ended = records.size > 1 ? [note<S>(() => '')] : [];
  const next = [...ended, when<S>((s) => !nextTurn(s), [end]), ...over];
  return [{ kind: 'while', test: () => true, body: [...beginTurn, ...body, ...next] }];
}

/** `over` is asked after a duty that was due. */
function dutyFlows<S extends Stepped>(
  { record, ...one }: SequenceDuty<S>,
  over: readonly Flow<S>[],
): readonly Flow<S>[] {
  const after = [...(one.after ?? []), ...over];
  if (record !== undefined) return [duty({ ...one, record, after })];
  const done = [...(one.hears ? [act(one.hears)] : []), ...one.body, ...after];
  return one.due ? [when(one.due, done)] : done;
}
