import { Stepper } from '../../../src/sim/stepper.ts';
import { type Loose, machineOf, type Rulings } from './play.ts';

/** The distance when an engagement is over in which nobody rolls a die. */
export function distanceAfter(situation: Loose, rulings?: Rulings): number {
  const machine = machineOf('engagement', situation, rulings);
  const rest = new Stepper(machine).start();
  if (rest !== 'end') throw new Error(`something is rolled: ${rest}`);
  return machine.layout.view.distance;
}

/** The engagement after these dice, in the order in which they are thrown. */
export function after(situation: Loose, dice: readonly number[], rulings?: Rulings) {
  const machine = machineOf('engagement', situation, rulings);
  const stepper = new Stepper(machine);
  const steps: string[] = [];
  let rest = stepper.start();
  for (const face of dice) {
    if (rest !== 'roll') throw new Error(`no die is thrown after ${steps.join(', ')}: ${rest}`);
    steps.push(stepper.stepName);
    rest = stepper.apply(stepper.step!, stepper.given(), face);
  }
  return { view: machine.layout.view, steps, next: rest === 'roll' ? stepper.stepName : rest };
}
