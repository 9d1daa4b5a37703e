import type { Assembly } from '../walk/wasm.ts';
import { FROM_AT, ITEM_BYTES, jointModule, NUMBER_BYTES, SHARE_AT, TO_AT } from './joint-wasm-code.ts';

const PAGE_BYTES = 65_536;

/**
 * Loops over items; all places are bytes. An item is where in a row it comes from, where in another it goes to, and its
 * share, which is multiplied by that of all.
 */
export interface JointSweeps {
  readonly buffer: ArrayBuffer;
  /** Leads items on to a row. */
  readonly lead: (first: number, last: number, held: number, to: number, share: number) => void;
  /**
   * And adds to sums: from `amounts` on is what is added to each number of a pair of states, and then what all that have
   * gone this way have come to.
   */
  readonly leadAdding: (first: number, last: number, held: number, to: number, share: number, amounts: number) => void;
}

const modules = new Map<number, object>();

/**
 * Loops over so many bytes for rows with so many numbers for each pair of states; in JavaScript where the surroundings have
 * no WebAssembly, or a policy forbids it.
 */
export function jointSweeps(width: number, bytes: number): JointSweeps {
  const assembly = Reflect.get(globalThis, 'WebAssembly') as Assembly | undefined;
  try {
    if (assembly) return inWasm(assembly, width, bytes);
  } catch {
    // What JavaScript does instead takes longer and comes to the same.
  }
  return inScript(width, new ArrayBuffer(bytes));
}

function inWasm(assembly: Assembly, width: number, bytes: number): JointSweeps {
  const module = modules.get(width) ?? new assembly.Module(jointModule(width));
  modules.set(width, module);
  const memory = new assembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const { exports } = new assembly.Instance(module, { walk: { memory } });
  return { buffer: memory.buffer, ...(exports as Omit<JointSweeps, 'buffer'>) };
}

function inScript(width: number, buffer: ArrayBuffer): JointSweeps {
  const words = new Int32Array(buffer);
  const numbers = new Float64Array(buffer);
  /** Where an item comes from, where it goes to, and its share. */
  const [from, to, share] = [FROM_AT / 4, TO_AT / 4, SHARE_AT / NUMBER_BYTES];
  const led: JointSweeps['leadAdding'] = (first, last, held, row, all, amounts) => {
    const added = amounts / NUMBER_BYTES;
    for (let item = first; item < last; item += ITEM_BYTES) {
      const a = (held + words[item / 4 + from]) / NUMBER_BYTES;
      if (numbers[a] === 0) continue;
      const b = (row + words[item / 4 + to]) / NUMBER_BYTES;
      const s = all * numbers[item / NUMBER_BYTES + share];
      const likely = s * numbers[a];
      for (let k = 0; k < width; k++) {
        const part = s * numbers[a + k];
        numbers[b + k] += amounts === 0 ? part : part + likely * numbers[added + k];
        if (amounts !== 0) numbers[added + width + k] += part;
      }
    }
  };
  return { buffer, leadAdding: led, lead: (first, last, held, row, all) => led(first, last, held, row, all, 0) };
}
