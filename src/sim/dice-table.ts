import { type Die, sameDie } from './die.ts';
import { SimError } from './error.ts';

/** The dice of a machine, each once. */
export class DiceTable {
  readonly list: Die[] = [];
  private readonly places = new Map<string, number>();
  private readonly machine: string;

  constructor(machine: string) {
    this.machine = machine;
  }

  placeOf(die: Die, step: string): number {
    const known = this.places.get(die.id);
    if (known !== undefined) {
      if (!sameDie(this.list[known], die))
        throw new SimError(`The step '${step}' of '${this.machine}' rolls another die called '${die.id}'.`);
      return known;
    }
    const place = this.list.push(die) - 1;
    this.places.set(die.id, place);
    return place;
  }
}
