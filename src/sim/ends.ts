import { SimError } from './error.ts';
import type { Machine } from './machine.ts';
import type { Stepper } from './stepper.ts';

/** Interns ends by outcome and measures, so that endings which nobody asked to tell apart are one. */
export class EndTable<S> {
  readonly list: { outcome: number; values: number[] }[] = [];
  private readonly places = new Map<string, number>();
  private readonly outcomePlace: ReadonlyMap<string, number>;
  private readonly machine: Machine<S>;
  private readonly asked: Machine<S>['measures'];

  constructor(machine: Machine<S>, asked: Machine<S>['measures'] = machine.measures) {
    this.machine = machine;
    this.asked = asked;
    this.outcomePlace = new Map(machine.outcomes.map((o, i) => [o.id, i]));
  }

  place(view: S): number {
    const id = this.machine.outcome(view);
    const outcome = this.outcomePlace.get(id);
    if (outcome === undefined)
      throw new SimError(`'${this.machine.name}' ended as '${id}', which is none of its outcomes.`);
    return this.placeOf(
      outcome,
      this.asked.map((m) => m.of(view)),
    );
  }

  /** The place of an end that is known by its outcome and measures. */
  placeOf(outcome: number, values: number[]): number {
    const key = `${outcome}|${values.join('|')}`;
    let place = this.places.get(key);
    if (place === undefined) {
      if (values.some((v) => !Number.isFinite(v))) {
        throw new SimError(`'${this.machine.name}' ended with a measure that is no number: ${values.join(', ')}.`);
      }
      place = this.list.push({ outcome, values }) - 1;
      this.places.set(key, place);
    }
    return place;
  }
}

/** Interns what edges add to the sums; place 0 is "nothing". */
export class Emissions {
  readonly list: number[][];
  private readonly places = new Map<string | number, number>();

  constructor(sums: number) {
    this.list = [new Array<number>(sums).fill(0)];
  }

  /** The place of what the stepper has emitted, which is cleared. */
  take<S>(stepper: Stepper<S>): number {
    if (!stepper.emitted) return 0;
    const place = this.placeOf(stepper.sums);
    stepper.clearSums();
    return place;
  }

  /** The place of amounts, given a new one if they were never seen. */
  placeOf(amounts: Float64Array): number {
    const key = emissionKey(amounts);
    // What was emitted and taken back is nothing.
    if (key === 0) return 0;
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.list.push(Array.from(amounts)) - 1;
      this.places.set(key, place);
    }
    return place;
  }
}

/** One to four small whole amounts, which nearly all are, make a number of twelve bits each; anything else a word. */
function emissionKey(sums: Float64Array): string | number {
  let key = 0;
  let amounts = 0;
  for (let k = 0; k < sums.length; k++) {
    const x = sums[k];
    if (x === 0) continue;
    if (++amounts > 4 || k > 255 || !(x > 0 && x < 16) || x !== Math.floor(x)) return sums.join('|');
    key = key * 4096 + k * 16 + x;
  }
  return key;
}
