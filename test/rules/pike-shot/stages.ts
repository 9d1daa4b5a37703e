import { isRoll } from '../../../src/sim/machine.ts';
import { Stepper } from '../../../src/sim/stepper.ts';
import { built, type Loose, type Rulings } from './play.ts';

/** The engagement after these dice (2D6 as their total), in the order in which they are thrown; `next` is the next throw. */
export function after(situation: Loose, dice: readonly number[] = [], rulings?: Rulings) {
  const { machine } = built('engagement', situation, rulings);
  const stepper = new Stepper(machine);
  const { view } = machine.layout;
  const title = () => {
    const { step } = stepper;
    return step && isRoll(step) ? step.title(view) : 'end';
  };
  const thrown: string[] = [];
  let rest = stepper.start();
  for (const face of dice) {
    if (rest !== 'roll') throw new Error(`no die is thrown after ${thrown.join(', ')}: ${rest}`);
    thrown.push(title());
    rest = stepper.apply(stepper.step!, stepper.against(), face);
  }
  return { view, next: title() };
}
