import { load } from '../src/index.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import type { Automaton } from '../src/sim/automaton.ts';
import { compile } from '../src/sim/compile.ts';
import { KernelPlayer } from '../src/sim/kernels/kernel-player.ts';
import type { Machine } from '../src/sim/machine.ts';
import { KeyedDice, StreamDice } from '../src/sim/play/dice.ts';
import { Player } from '../src/sim/play/player.ts';
import { Walker } from '../src/sim/sample.ts';
import { clockMs, interleaved, median, processorMs } from './measure.ts';
import { nativeEngagement } from './native-engagement.ts';

export interface PairFindings {
  readonly states: number;
  readonly nodes: number;
  readonly compileMs: number;
  readonly walkUs: number;
  readonly directUs: number;
}
export interface SeveralFindings {
  readonly pairs: number;
  readonly localStates: number;
  readonly localUs: number;
  readonly directUs: number;
  /** Over phase kernels: once tables are filled, and what filling them took. */
  readonly kernelUs: number;
  readonly fillMs: number;
  /** From the first table on until the first engagements are counted, in a process that has played before. */
  readonly firstMs: number;
  /** In a long run: per engagement over all of it, filling included, and of fresh engagements at its end. */
  readonly longPlays: number;
  readonly longUs: number;
  readonly freshUs: number;
  /** The same engagement in straight C, by the faster compiler; null where there is none. */
  readonly straightUs: number | null;
}

const WALKED = 2 ** 18;
const KERNEL_PLAYS = 2 ** 16;
const LONG_PLAYS = 2 ** 22;
/** What is played before anything else, as few as make a figure. */
const FIRST_PLAYS = 14;
const WARM_COMPILES = 15;

export async function machineOf(name: string, overrides: readonly { path: string; value: unknown }[] = []) {
  return prepareCell(await load(name), overrides).built.machine;
}

/** One pair of units over eight turns: the compiled walk against direct stepping of the same steps. */
export async function onePair(): Promise<PairFindings> {
  const machine = await machineOf('two-battalions', [{ path: 'turns', value: 8 }]);
  const automaton: Automaton = compile(machine);
  // Some hundred small functions of the rulebook have to be warm, not the engine alone.
  for (let i = 0; i < WARM_COMPILES; i++) compile(machine);
  const compileMs = median(Array.from({ length: 7 }, () => clockMs(() => compile(machine))));
  const walker = await Walker.on(automaton);
  const edges = new Float64Array(automaton.target.length);
  const direct = new Player(machine, { direct: true });
  let k = 0;
  const us = interleaved(5, {
    walk: () => (processorMs(() => walker.block(1, k++, WALKED, edges)) * 1e3) / WALKED,
    direct: () => (processorMs(() => direct.block(new StreamDice(1, k++), 0, 1_000)) * 1e3) / 1_000,
  });
  return { states: automaton.states, nodes: automaton.nodes, compileMs, walkUs: us['walk'], directUs: us['direct'] };
}

/** Three pairs a side, past compiling: phase kernels and local automata against direct stepping. */
export async function severalPairs(): Promise<SeveralFindings> {
  const machine: Machine<unknown> = await machineOf('three-a-side');
  const local = new Player(machine);
  const direct = new Player(machine, { direct: true });
  const kernels = new KernelPlayer(machine);
  local.block(new StreamDice(9, 0), 0, 20_000);
  const firstMs = processorMs(() => new KernelPlayer(machine).block(new KeyedDice(1), 0, FIRST_PLAYS));
  const fillMs = processorMs(() => kernels.block(new KeyedDice(1), 0, KERNEL_PLAYS));
  let next = KERNEL_PLAYS;
  /** Engagements that have not come up before; what has been filled is laid out on the way. */
  const fresh = () => {
    kernels.block(new KeyedDice(1), next, next + KERNEL_PLAYS);
    next += KERNEL_PLAYS;
  };
  const longMs = processorMs(() => {
    while (next < LONG_PLAYS) fresh();
  });
  let k = 0;
  const n = 2_000;
  const native = await nativeEngagement();
  const us = interleaved(5, {
    ...native,
    local: () => (processorMs(() => local.block(new StreamDice(1, k++), 0, n)) * 1e3) / n,
    direct: () => (processorMs(() => direct.block(new StreamDice(1, k++), 0, n)) * 1e3) / n,
    // The same engagements again: nothing is left to be filled.
    kernels: () => (processorMs(() => kernels.block(new KeyedDice(1), 0, KERNEL_PLAYS)) * 1e3) / KERNEL_PLAYS,
    fresh: () => (processorMs(fresh) * 1e3) / KERNEL_PLAYS,
  });
  const [localUs, directUs, kernelUs, freshUs] = ['local', 'direct', 'kernels', 'fresh'].map((name) => us[name]);
  const straight = Object.keys(native).map((name) => us[name]);
  const straightUs = straight.length > 0 ? Math.min(...straight) : null;
  const longUs = ((fillMs + longMs) * 1e3) / LONG_PLAYS;
  const long = { longPlays: LONG_PLAYS, longUs, freshUs };
  return { pairs: 3, localStates: local.states, localUs, directUs, kernelUs, fillMs, firstMs, straightUs, ...long };
}
