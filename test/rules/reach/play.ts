import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { isChoice, isRoll } from '../../../src/sim/machine.ts';
import { Sfc32 } from '../../../src/sim/random.ts';
import { Stepper } from '../../../src/sim/stepper.ts';

const PLAYS = 24;

export interface Played {
  /** Every end of every play, so that two rulebooks that play alike have the same. */
  readonly digest: string;
  /** The modifier rows that counted. */
  readonly rows: ReadonlySet<string>;
}

/** Plays an encounter a few times; players decide by the dice too, so that every order is given some time. */
export function play(machine: AnyMachine, withRows = false): Played {
  const stepper = new Stepper(machine, true);
  const random = new Sfc32(7, 1);
  const rows = new Set<string>();
  const ends: string[] = [];
  const view = machine.layout.view;
  for (let i = 0; i < PLAYS; i++) {
    let rest = stepper.start();
    while (rest !== 'end') {
      const step = stepper.step!;
      if (isChoice(step)) {
        rest = stepper.apply(step, undefined, random.below(step.options(view).length));
        continue;
      }
      const against = stepper.against();
      if (withRows && isRoll(step)) for (const r of step.reasons?.(view, against).rows ?? []) rows.add(r.id);
      const { faces, weights, total } = stepper.die();
      let left = random.below(total);
      let face = 0;
      while (left >= weights[face]) left -= weights[face++];
      rest = stepper.apply(step, against, faces[face]);
    }
    ends.push([machine.outcome(view), ...machine.measures.map((m) => m.of(view)), ...stepper.sums].join('|'));
    stepper.clearSums();
  }
  return { digest: ends.join('\n'), rows };
}
