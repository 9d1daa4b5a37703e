import type { RollStep } from '../../../src/sim/machine.ts';
import { Stepper } from '../../../src/sim/stepper.ts';
import { type Loose, machineOf, type Rulings } from './play.ts';

/** The distance when an engagement is over in which nobody rolls a die. */
export function distanceAfter(situation: Loose, rulings?: Rulings): number {
  const machine = machineOf('engagement', situation, rulings);
  const rest = new Stepper(machine).start();
  if (rest !== 'end') throw new Error(`something is rolled: ${rest}`);
  return machine.layout.view.distance;
}

/** The engagement after these dice, in the order in which they are thrown, and what is rolled next. */
export function after(situation: Loose, dice: readonly number[], rulings?: Rulings) {
  const machine = machineOf('engagement', situation, rulings);
  const stepper = new Stepper(machine);
  const { view } = machine.layout;
  const titleNow = () => (stepper.step as RollStep<unknown>).title(view);
  const thrown: string[] = [];
  let rest = stepper.start();
  for (const face of dice) {
    if (rest !== 'roll') throw new Error(`no die is thrown after ${thrown.join(', ')}: ${rest}`);
    thrown.push(titleNow());
    rest = stepper.apply(stepper.step!, stepper.against(), face);
  }
  return { view, next: rest === 'roll' ? titleNow() : rest };
}
