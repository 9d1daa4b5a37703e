import type { Machine } from '../../src/sim/machine.ts';
import { Stepper } from '../../src/sim/stepper.ts';

/** An ending as the oracles below name it: "outcome|measures". */
export const endName = (outcome: string, values: readonly number[]): string => `${outcome}|${values.join('|')}`;

export interface Sequences {
  /** The probability of each ending, by `endName`. */
  readonly ends: ReadonlyMap<string, number>;
  /** The mean and spread of each sum. */
  readonly sums: readonly { readonly mean: number; readonly sd: number }[];
}

/**
 * An encounter worked out the slow way: every sequence of faces is played from the start on the machine itself, and
 * weighed by the product of its shares. No state is kept, packed or merged, so it shares nothing with the engines but
 * the steps.
 */
export function everySequence<S>(machine: Machine<S>): Sequences {
  const stepper = new Stepper(machine);
  const { view } = machine.layout;
  const ends = new Map<string, number>();
  const first = machine.sums.map(() => 0);
  const second = machine.sums.map(() => 0);

  const play = (places: readonly number[], share: number): void => {
    stepper.clearSums();
    let rest = stepper.start();
    for (const place of places) {
      const face = stepper.die().faces[place];
      rest = stepper.apply(stepper.step!, stepper.against(), face);
    }
    if (rest === 'roll') {
      const { weights, total } = stepper.die();
      weights.forEach((w, place) => {
        play([...places, place], (share * w) / total);
      });
      return;
    }
    const name = endName(
      machine.outcome(view),
      machine.measures.map((m) => m.of(view)),
    );
    ends.set(name, (ends.get(name) ?? 0) + share);
    stepper.sums.forEach((x, k) => {
      first[k] += share * x;
      second[k] += share * x * x;
    });
  };
  play([], 1);
  return { ends, sums: first.map((mean, k) => ({ mean, sd: Math.sqrt(Math.max(0, second[k] - mean * mean)) })) };
}
