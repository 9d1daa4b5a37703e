import type { Kernel } from './kernel.ts';
import { ENTRY_BYTES, TABLE_AT, walkModule } from './wasm-code.ts';

const PAGE_BYTES = 65_536;
/** Words of 32 bits per entry. */
const STRIDE = ENTRY_BYTES / 4;

type Walk = (words: number, mask: number) => void;
/** As much of WebAssembly as is used here; neither Node's types nor a worker's have all of it. */
export interface Assembly {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

/**
 * The wide walk in WebAssembly, faster than the same loop in JavaScript (docs/kernel-notes.md). A table that does not fit
 * gets another memory: growing one detaches its buffer, after which every loop over typed arrays in the process looks
 * whether its own is still there, and the narrow walk takes half as long again.
 */
class WasmKernel implements Kernel {
  readonly stride = STRIDE;
  readonly unit = ENTRY_BYTES;
  next = new Int32Array();
  visits = new Int32Array();
  state = new Int32Array();
  private readonly assembly: Assembly;
  private readonly module: object;
  private loop: Walk = () => {};

  constructor(assembly: Assembly) {
    this.assembly = assembly;
    this.module = new assembly.Module(walkModule());
    this.makeRoom(1);
  }

  load(from: Uint16Array | Int32Array): void {
    if (from.length * STRIDE > this.next.length) this.makeRoom(from.length);
    const { next, visits } = this;
    for (let e = 0; e < from.length; e++) {
      next[e * STRIDE] = from[e] * ENTRY_BYTES;
      visits[e * STRIDE] = 0;
    }
  }

  readonly walk: Walk = (words, mask) => {
    this.loop(words, mask * ENTRY_BYTES);
  };

  private makeRoom(entries: number): void {
    const { Memory, Instance } = this.assembly;
    const memory = new Memory({ initial: Math.ceil((TABLE_AT + entries * ENTRY_BYTES) / PAGE_BYTES) });
    const { walk } = new Instance(this.module, { walk: { memory } }).exports as { readonly walk: Walk };
    const { buffer } = memory;
    this.loop = walk;
    this.state = new Int32Array(buffer, 0, 8);
    this.next = new Int32Array(buffer, TABLE_AT);
    this.visits = new Int32Array(buffer, TABLE_AT + 4);
  }
}

let kernel: WasmKernel | null | undefined;

/** The kernel of this thread, or null where the surroundings have no WebAssembly, or a policy forbids it. */
export function wasmKernel(): Kernel | null {
  if (kernel !== undefined) return kernel;
  const assembly = Reflect.get(globalThis, 'WebAssembly') as Assembly | undefined;
  try {
    kernel = assembly ? new WasmKernel(assembly) : null;
  } catch {
    kernel = null;
  }
  return kernel;
}
