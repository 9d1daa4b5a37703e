import type { Machine } from './machine.ts';
import { StreamDice } from './play/dice.ts';
import { Stepper } from './stepper.ts';

/** Encounters that are played to see which layers there are. */
const PLAYS = 100;
const SEED = 1;
/** States that are found before the first forecast; after that it is made anew at every doubling. */
export const FIRST_FORECAST = 60_000;

/**
 * Tells early how many states all layers will have. Reached layers are counted in a few plays; the states found so far are
 * then taken to go on growing as a power of the share of layers done, which overestimates nothing that grows evenly or
 * levels off.
 */
export class LayerForecast<S> {
  private readonly layers: readonly number[];
  private readonly found: { readonly share: number; readonly states: number }[] = [];
  private next = FIRST_FORECAST;

  constructor(machine: Machine<S>, layerOf: (s: S) => number) {
    this.layers = reachedLayers(machine, layerOf);
  }

  /** A layer has been worked out; `states` counts all layers up to it. */
  layerDone(layer: number, states: number): void {
    this.found.push({ share: this.share(layer), states });
  }

  /** States of all layers, forecast with `states` found up to `layer`; null while it is not time for a forecast. */
  total(layer: number, states: number): number | null {
    if (states < this.next) return null;
    this.next = states * 2;
    const share = this.share(layer);
    const earlier = this.found.findLast((f) => f.share <= share / 2);
    if (!earlier || share >= 1) return null;
    const power = Math.log(states / earlier.states) / Math.log(share / earlier.share);
    return states * (1 / share) ** power;
  }

  private share(layer: number): number {
    const after = this.layers.findIndex((l) => l > layer);
    return after < 0 ? 1 : Math.max(1, after) / this.layers.length;
  }
}

function reachedLayers<S>(machine: Machine<S>, layerOf: (s: S) => number): number[] {
  const stepper = new Stepper(machine);
  const { view } = machine.layout;
  const dice = new StreamDice(SEED, 0);
  const reached = new Set<number>();
  for (let i = 0; i < PLAYS; i++) {
    dice.begin();
    let rest = stepper.start();
    while (rest === 'roll') {
      const layer = layerOf(view);
      reached.add(layer);
      const die = stepper.die();
      const face = die.faces[dice.roll(die)];
      rest = stepper.apply(stepper.step!, stepper.against(), face);
    }
  }
  return [...reached].sort((a, b) => a - b);
}
