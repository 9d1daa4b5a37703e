import { type Emit, isChoice, isRoll, type Step, type SumMeasure } from '../../../sim/machine.ts';
import type { Pair } from './pair.ts';
import { SIDES, type SideKey } from './situation.ts';

/** What hits are put down to. */
export const CAUSES = ['fire', 'defensive-fire', 'reaction', 'combat', 'tests'] as const;
export type Cause = (typeof CAUSES)[number];

const sumOf = (side: SideKey, cause: Cause): string => `${side}.hits.${cause}`;
const shedOf = (side: SideKey): string => `${side}.shed`;

/** Hits by phase and hits shed, summed along the way. */
export const hitSums = (): SumMeasure[] =>
  SIDES.flatMap((side) => [
    ...CAUSES.map((cause) => ({
      id: sumOf(side, cause),
      label: `fatigue hits on side ${side.toUpperCase()}, ${cause.replaceAll('-', ' ')}`,
    })),
    { id: shedOf(side), label: `fatigue hits that side ${side.toUpperCase()} sheds` },
  ]);

/** Puts the steps of a pair into its scope, and what they cost either unit down to a cause. */
export function tracked<S>(
  pair: Pair,
  steps: Readonly<Record<string, Step<S>>>,
  causeOf: (step: string) => Cause,
): Record<string, Step<S>> {
  const { a, b } = pair.live;
  const watched = (step: Step<S>, cause: Cause): Step<S> => {
    const [onA, onB, shedByA, shedByB] = [sumOf('a', cause), sumOf('b', cause), shedOf('a'), shedOf('b')];
    const after = (hitsOfA: number, hitsOfB: number, emit: Emit): void => {
      if (a.hits > hitsOfA) emit(onA, a.hits - hitsOfA);
      else if (a.hits < hitsOfA) emit(shedByA, hitsOfA - a.hits);
      if (b.hits > hitsOfB) emit(onB, b.hits - hitsOfB);
      else if (b.hits < hitsOfB) emit(shedByB, hitsOfB - b.hits);
    };
    if (isRoll(step)) {
      const { apply } = step;
      return {
        ...step,
        apply: (s, given, face, emit) => {
          const [hitsOfA, hitsOfB] = [a.hits, b.hits];
          apply(s, given, face, emit);
          after(hitsOfA, hitsOfB, emit);
        },
      };
    }
    if (isChoice(step)) {
      const { choose } = step;
      return {
        ...step,
        choose: (s, option, emit) => {
          const [hitsOfA, hitsOfB] = [a.hits, b.hits];
          choose(s, option, emit);
          after(hitsOfA, hitsOfB, emit);
        },
      };
    }
    const { then } = step;
    return {
      ...step,
      then: (s, emit) => {
        const [hitsOfA, hitsOfB] = [a.hits, b.hits];
        then(s, emit);
        after(hitsOfA, hitsOfB, emit);
      },
    };
  };
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { ...watched(step, causeOf(name)), scope: pair.name }]),
  );
}
