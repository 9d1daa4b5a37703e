import type { Assembly } from '../walk/wasm.ts';
import { compactModule } from './compact-wasm-code.ts';

const PAGE_BYTES = 65_536;

/** The sweeps of `compact-wasm-code.ts`, over a memory of their own. */
export interface CompactSweeps {
  readonly buffer: ArrayBuffer;
  readonly find: (...parameters: readonly number[]) => number;
  readonly draw: (last: number, columns: number, layer: number) => void;
  readonly lead: (
    at: number,
    last: number,
    nodes: number,
    targets: number,
    word: number,
    otherBits: number,
    lists: number,
    sums: number,
    amounts: number,
    ...asks: Asks
  ) => void;
  readonly passAll: (after: number, last: number, nodes: number, ...asks: Asks) => void;
}

/** Where the table of answers begins; of its bits word, shift, mask and count less two; where its first forks are, and all. */
export type Asks = readonly [
  table: number,
  word: number,
  shift: number,
  mask: number,
  bits: number,
  firstForks: number,
  forks: number,
];

/** By how many lanes engagements have for sums. */
const modules = new Map<number, object>();
let isForbidden = false;

/** Sweeps over so many bytes; null where the surroundings have no WebAssembly, or a policy forbids it. */
export function compactSweeps(bytes: number, lanes: number): CompactSweeps | null {
  const assembly = Reflect.get(globalThis, 'WebAssembly') as Assembly | undefined;
  if (!assembly || isForbidden) return null;
  try {
    const module = modules.get(lanes) ?? new assembly.Module(compactModule(lanes));
    modules.set(lanes, module);
    const memory = new assembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { exports } = new assembly.Instance(module, { walk: { memory } });
    return { buffer: memory.buffer, ...(exports as Omit<CompactSweeps, 'buffer'>) };
  } catch {
    isForbidden = true;
    return null;
  }
}
