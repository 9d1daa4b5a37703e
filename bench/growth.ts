import { parse } from 'yaml';
import { load } from '../src/index.ts';
import { exampleSource } from '../src/scenarios/examples.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { compile } from '../src/sim/compile.ts';
import { EndTable } from '../src/sim/ends.ts';
import { CompactBatch, GIVEN_UP, StateEnds } from '../src/sim/kernels/compact-batch.ts';
import { KernelBatch } from '../src/sim/kernels/kernel-batch.ts';
import { laidOut } from '../src/sim/kernels/laid-out.ts';
import { BATCH } from '../src/sim/kernels/visit-loop.ts';
import type { Machine } from '../src/sim/machine.ts';
import { KeyedDice, StreamDice } from '../src/sim/play/dice.ts';
import { Player } from '../src/sim/play/player.ts';
import { Walker } from '../src/sim/sample.ts';
import { walkTable } from '../src/sim/walk/table.ts';
import { machineOf } from './engagements.ts';
import { clockMs, median, processorMs } from './measure.ts';

export interface GrowthRow {
  readonly what: string;
  readonly states: number;
  readonly nodes: number;
  readonly rows: number;
  readonly tableMb: number;
  readonly compileMs: number;
  readonly nsPerRoll: number;
}

const SIZES: readonly (readonly [string, string, readonly { path: string; value: unknown }[]])[] = [
  ...[
    [8, 7, 3],
    [8, 7, 20],
    [14, 14, 20],
    [20, 20, 40],
  ].map(
    ([a, b, rounds]) =>
      [
        `close combat, FS ${a} against ${b}, up to ${rounds} rounds`,
        'column-v-line',
        [
          { path: 'attacker.fs', value: a },
          { path: 'defender.fs', value: b },
          { path: 'rulings.maxRounds', value: rounds },
        ],
      ] as const,
  ),
  ...[2, 4, 8].map(
    (turns) => [`one pair over ${turns} turns`, 'two-battalions', [{ path: 'turns', value: turns }]] as const,
  ),
];

export interface UnitsRow {
  readonly pairs: number;
  readonly turns: number;
  readonly localStates: number;
  readonly localUs: number;
  readonly directUs: number;
}

const PLAYED = 2_000;
const WARM_UP = 20_000;

/** How an engagement past compiling grows with the number of pairs and turns, played over local automata. */
export async function unitGrowth(): Promise<UnitsRow[]> {
  const rows: UnitsRow[] = [];
  for (const [pairs, turns] of [
    [1, 6],
    [2, 6],
    [3, 2],
    [3, 4],
    [3, 6],
  ]) {
    const machine = await pairsOf(pairs, turns);
    const local = new Player(machine);
    const direct = new Player(machine, { direct: true });
    local.block(new StreamDice(9, 0), 0, WARM_UP);
    const us = (player: Player<unknown>, k: number) =>
      (processorMs(() => player.block(new StreamDice(1, k), 0, PLAYED)) * 1e3) / PLAYED;
    rows.push({
      pairs,
      turns,
      localUs: median([0, 1, 2].map((k) => us(local, k))),
      directUs: median([0, 1, 2].map((k) => us(direct, k))),
      localStates: local.states,
    });
  }
  return rows;
}

export interface KernelRow {
  readonly pairs: number;
  readonly turns: number;
  readonly fillMs: number;
  /** Of fresh engagements after that, how many meet something that has not come up before. */
  readonly met: number;
  /** An engagement over all that has come up, laid out for play if that can be. */
  readonly us: number;
  readonly isLaidOut: boolean;
}

const FILLING = 16_384;
const ROUNDS = 5;

/** How an engagement over phase kernels grows with the number of pairs and turns: what fills tables apart from playing. */
export async function kernelGrowth(): Promise<KernelRow[]> {
  const rows: KernelRow[] = [];
  for (const pairs of [1, 2, 3, 4, 6, 8])
    for (const turns of [1, 3, 6, 12]) rows.push(kernelRow(await pairsOf(pairs, turns), pairs, turns));
  return rows;
}

export function kernelRow(plain: Machine<unknown>, pairs: number, turns: number): KernelRow {
  const machine = plain.watched!();
  const filling = new KernelBatch(machine, new EndTable(machine));
  const dice = new KeyedDice(1);
  const fill = () =>
    inBatches((first) => {
      filling.begin(
        dice,
        Array.from({ length: BATCH }, (_, i) => first + i),
      );
      filling.playOn();
      filling.finish(BATCH, () => {});
    });
  const fillMs = processorMs(fill);
  // While tables grew, some of what had come up was forgotten again.
  fill();
  const { sequence, ends } = filling;
  const laid = laidOut(sequence, ends, turns);
  const tables = laid && new CompactBatch(laid, new StateEnds(ends, laid));
  const givenUp = (from: number): number => {
    let n = 0;
    inBatches((first) => {
      for (const place of tables!.all(dice, from + first, BATCH)) if (place === GIVEN_UP) n++;
    });
    return n;
  };
  // A pair alone is compiled; its steps run into each other where it is played like this all the same.
  const compact = tables && givenUp(0) < FILLING / 2 ? tables : null;
  const once = compact ? () => inBatches((first) => compact.all(dice, first, BATCH)) : fill;
  const us = (median(Array.from({ length: ROUNDS }, () => processorMs(once))) * 1e3) / FILLING;
  const met = compact ? givenUp(FILLING) : 0;
  return { pairs, turns, fillMs, met: met / FILLING, us, isLaidOut: compact !== null };
}

function inBatches(play: (first: number) => void): void {
  for (let first = 0; first < FILLING; first += BATCH) play(first);
}

/** The built-in three a side with fewer of its pairs, or with some of them again. */
export async function pairsOf(pairs: number, turns: number): Promise<Machine<unknown>> {
  const text = parse(exampleSource('three-a-side')!) as Record<'a' | 'b', { others: unknown[] }>;
  const cut = (side: 'a' | 'b') => {
    const { others } = text[side];
    return { ...text[side], others: Array.from({ length: pairs - 1 }, (_, k) => others[k % others.length]) };
  };
  return prepareCell(await load({ ...text, turns, a: cut('a'), b: cut('b') })).built.machine;
}

/** How compile time, memory and the cost of a roll grow with the encounter. */
export async function growth(): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  for (const [what, scenario, overrides] of SIZES) {
    const machine = await machineOf(scenario, overrides);
    const automaton = compile(machine);
    compile(machine);
    const compileMs = median([0, 1, 2, 3, 4].map(() => clockMs(() => compile(machine))));
    const table = walkTable(automaton);
    const walker = await Walker.on(automaton, table);
    const edges = new Float64Array(automaton.target.length);
    const oneBlock = (k: number): number => {
      edges.fill(0);
      const ms = clockMs(() => walker.block(1, k, 2 ** 20, edges));
      return (ms * 1e6) / edges.reduce((a, b) => a + b, 0);
    };
    // What was compiled just now is still optimised in the background, which processor time would count as walking.
    for (let k = 0; k < 4; k++) oneBlock(k);
    const times = Array.from({ length: 7 }, (_, k) => oneBlock(k));
    rows.push({
      what,
      states: automaton.states,
      nodes: automaton.nodes,
      rows: table.rows,
      tableMb: (table.next.byteLength + table.next.length * 4) / 2 ** 20,
      compileMs,
      nsPerRoll: median(times),
    });
  }
  return rows;
}
