import { Stepper } from '../../../src/sim/stepper.ts';
import { built, type Loose, type Rulings } from './play.ts';

/** The engagement after these dice (2D6 as their total), in the order in which they are thrown. */
export function after(situation: Loose, dice: readonly number[] = [], rulings?: Rulings) {
  const { machine } = built('engagement', situation, rulings);
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
