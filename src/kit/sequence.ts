import { nextTurn } from '../sim/clock.ts';
import { type Flow, type Stepped, when } from './flow.ts';

/**
 * The sequence of play of a book, as data: a turn goes through its slots in order (a phase of one side, say), a slot
 * through its actors, and every actor does its duty.
 */
export interface SequenceOfPlay<S, Slot, Actor> {
  readonly slots: readonly Slot[];
  readonly actors: (slot: Slot) => readonly Actor[];
  readonly duty: (slot: Slot, actor: Actor) => readonly Flow<S>[];
  /** What is done when all actors of a slot have done their duty. */
  readonly afterSlot?: (slot: Slot) => readonly Flow<S>[];
  /** Asked after every duty. */
  readonly isOver: (s: S) => boolean;
}

/** Turn after turn, until the clock of the state has run down or it is over. */
export function sequenceOfPlay<S extends Stepped, Slot, Actor>(
  sequence: SequenceOfPlay<S, Slot, Actor>,
): readonly Flow<S>[] {
  const { slots, actors, duty, afterSlot, isOver } = sequence;
  const end: Flow<S> = { kind: 'end', run: () => {} };
  const body = slots.map(
    (slot, place): Flow<S> => ({
      kind: 'slot',
      place,
      body: [
        ...actors(slot).flatMap((actor) => [...duty(slot, actor), when<S>(isOver, [end])]),
        ...(afterSlot?.(slot) ?? []),
      ],
    }),
  );
  return [{ kind: 'while', test: () => true, body: [...body, when<S>((s) => !nextTurn(s), [end])] }];
}
