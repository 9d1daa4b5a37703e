import { load } from '../src/index.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { compile } from '../src/sim/compile.ts';
import type { Kernel } from '../src/sim/walk/kernel.ts';
import { narrow } from '../src/sim/walk/narrow.ts';
import { fitsNarrow, type WalkTable, walkTable } from '../src/sim/walk/table.ts';
import { wasmKernel } from '../src/sim/walk/wasm.ts';
import { wide } from '../src/sim/walk/wide.ts';
import { interleaved, processorMs } from './measure.ts';

/** Words of one call, as a run makes them. */
const WORDS = 8_192;
const CALLS = 60;
const ROUNDS = 15;
const SCENARIOS = ['column-v-line', 'stand-and-deliver', 'gendarmes-advance', 'two-battalions', 'lines-engage'];

export interface WalkSize {
  readonly scenario: string;
  readonly rows: number;
  /** Nanoseconds per draw by kernel. */
  readonly ns: Readonly<Record<string, number>>;
}

/** The walk over tables of several sizes, the same draws on each kernel. */
export async function walkSizes(wanted: readonly string[] = ['wide', 'WebAssembly']): Promise<WalkSize[]> {
  const kernels = Object.entries({ narrow, wide, WebAssembly: wasmKernel() }).filter(([name]) => wanted.includes(name));
  const found: WalkSize[] = [];
  for (const scenario of SCENARIOS) {
    const table = walkTable(compile(prepareCell(await load(scenario)).built.machine));
    const fits = fitsNarrow(table.next.length, table.width);
    const able = kernels.flatMap(([name, kernel]) => (kernel && (name !== 'narrow' || fits) ? [{ name, kernel }] : []));
    const walks = able.map(({ name, kernel }) => [name, walking(kernel, table)] as const);
    assertSame(
      scenario,
      table,
      able.map((k) => k.kernel),
    );
    found.push({ scenario, rows: table.rows, ns: interleaved(ROUNDS, Object.fromEntries(walks)) });
  }
  return found;
}

function walking(kernel: Kernel, table: WalkTable): () => number {
  kernel.load(table.next);
  kernel.state.set([0x12345678, 0x1abcdef0, 0x0fedcba9, 1, 0, 0, 0, 0]);
  const walk = (): void => {
    for (let i = 0; i < CALLS; i++) kernel.walk(WORDS, table.width - 1);
  };
  walk();
  return () => (processorMs(walk) * 1e6) / (CALLS * WORDS * 4);
}

/** Kernels that have walked the same words have counted the same. */
function assertSame(scenario: string, table: WalkTable, [first, ...others]: readonly Kernel[]): void {
  for (let e = 0; e < table.next.length; e++)
    for (const other of others)
      if (first.visits[e * first.stride] !== other.visits[e * other.stride])
        throw new Error(`'${scenario}' is counted differently by two kernels`);
}

// `node dist/bench/walk-sizes.js narrow WebAssembly`: nanoseconds per draw of the kernels named.
if (process.argv[1]?.includes('walk-sizes')) {
  const named = process.argv.slice(2);
  for (const { scenario, rows, ns } of await walkSizes(named.length > 0 ? named : undefined)) {
    const shown = Object.entries(ns).map(([name, value]) => `${name} ${value.toFixed(2)}`);
    process.stdout.write(`${scenario}, ${rows.toLocaleString('en')} rows: ${shown.join(', ')}\n`);
  }
}
