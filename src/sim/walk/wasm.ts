import type { Kernel } from './kernel.ts';
import { ENTRY_BYTES, TABLE_AT, walkModule } from './wasm-code.ts';

const PAGE_BYTES = 65_536;
/** Words of 32 bits per entry. */
const STRIDE = ENTRY_BYTES / 4;

interface WalkExports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly walk: (words: number, mask: number) => void;
}
/** As much of WebAssembly as is used here; neither Node's types nor a worker's have all of it. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/** The wide walk in WebAssembly: measured 1.4 to 3 times as fast as the same loop in JavaScript (docs/kernel-notes.md). */
class WasmKernel implements Kernel {
  readonly stride = STRIDE;
  readonly unit = ENTRY_BYTES;
  next = new Int32Array();
  visits = new Int32Array();
  state = new Int32Array();
  private readonly memory: WalkExports['memory'];
  private readonly loop: WalkExports['walk'];

  constructor({ Module, Instance }: Assembly) {
    const { memory, walk } = new Instance(new Module(walkModule())).exports as WalkExports;
    this.memory = memory;
    this.loop = walk;
    this.look();
  }

  load(from: Uint16Array | Int32Array): void {
    const missing = TABLE_AT + from.length * ENTRY_BYTES - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.look();
    const { next, visits } = this;
    for (let e = 0; e < from.length; e++) {
      next[e * STRIDE] = from[e] * ENTRY_BYTES;
      visits[e * STRIDE] = 0;
    }
  }

  readonly walk = (words: number, mask: number): void => {
    this.loop(words, mask * ENTRY_BYTES);
  };

  /** Memory that has grown has another buffer. */
  private look(): void {
    const { buffer } = this.memory;
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
