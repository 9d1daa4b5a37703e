import { SimError } from '../error.ts';
import type { Machine } from '../machine.ts';
import { mix32 } from '../random.ts';

/** Layers that a key can tell apart. */
const MOST_LAYERS = 2 ** 21;

/** A word of 32 bits for a name: the same in every machine that has a step of that name. */
export function nameKey(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return mix32(h);
}

/** By step, its key; refuses a machine in which two steps would share their dice. */
export function stepKeys<S>({ name, layout }: Pick<Machine<S>, 'name' | 'layout'>, keyOf = nameKey): Int32Array {
  const steps = new Map<number, string>();
  return Int32Array.from(layout.stepNames, (step) => {
    const key = keyOf(step);
    const other = steps.get(key);
    if (other !== undefined) {
      throw new SimError(`The steps '${other}' and '${step}' of '${name}' would share their dice; rename one of them.`);
    }
    steps.set(key, step);
    return key;
  });
}

/** The layer of a state; refuses what would let two rolls of an encounter share a key. */
export function layerKey(machine: string, layer: number): number {
  if (Number.isInteger(layer) && layer >= 0 && layer < MOST_LAYERS) return layer;
  throw new SimError(`'${machine}' is at layer ${layer}; layers are whole numbers from 0 to ${MOST_LAYERS - 1}.`);
}
