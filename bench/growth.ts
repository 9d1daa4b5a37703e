import { compile } from '../src/sim/compile.ts';
import { Walker } from '../src/sim/sample.ts';
import { walkTable } from '../src/sim/walk/table.ts';
import { machineOf } from './engagements.ts';
import { median, processorMs } from './measure.ts';

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
    [20, 20, 20],
    [30, 30, 30],
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

/** How compile time, memory and the cost of a roll grow with the encounter. */
export async function growth(): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  for (const [what, scenario, overrides] of SIZES) {
    const machine = await machineOf(scenario, overrides);
    let automaton = compile(machine);
    const compileMs = median([0, 1, 2].map(() => processorMs(() => (automaton = compile(machine)))));
    const table = walkTable(automaton);
    const walker = await Walker.on(automaton, table);
    const edges = new Float64Array(automaton.target.length);
    const times = Array.from({ length: 7 }, (_, k) => {
      edges.fill(0);
      const ms = processorMs(() => walker.block(1, k, 2 ** 18, edges));
      return (ms * 1e6) / edges.reduce((a, b) => a + b, 0);
    });
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
