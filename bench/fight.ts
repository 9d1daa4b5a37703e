import { load } from '../src/index.ts';
import { cellTable, modifierTable } from '../src/rules/book.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { compile } from '../src/sim/compile.ts';
import { exact } from '../src/sim/exact.ts';
import type { FightFigures } from './idiomatic.ts';

const FS_A = 8;
const FS_B = 7;

/** The fight of the bench, through the real rulebook and the real compile. */
export async function theFight() {
  const cell = prepareCell(await load('column-v-line'));
  const { machine } = cell.built;
  const automaton = compile(machine, { measures: ['attacker.hits', 'defender.hits', 'rounds'] });
  const answer = exact(automaton);
  const { book } = cell;
  const value = (row: string) => {
    const found = modifierTable(book, 'melee.infantry').rows.find((r) => r.id === row);
    if (typeof found?.value !== 'number') throw new Error(`melee.infantry has no plain row '${row}'`);
    return found.value;
  };
  const figures: FightFigures = {
    fsA: FS_A,
    fsB: FS_B,
    contact: value('initiating') + value('attack-column'),
    wonLast: value('won-last'),
    hits: hitsByScore(cellTable(book, 'melee.hits').rows.map((r) => [r.id, Object.values(r.cells)] as const)),
  };
  const expected = new Map(
    answer.ends.map((e) => [`${answer.outcomes[e.outcome].id} ${e.values.join(' ')}`, e.weight]),
  );
  return { machine, automaton, answer, figures, expected };
}

/** The printed rows as hits[score][face], read roll-under below 5 as ruled. */
function hitsByScore(rows: readonly (readonly [string, readonly unknown[]])[]): number[][] {
  const table = Array.from({ length: 11 }, () => new Array<number>(11).fill(0));
  for (const [id, cells] of rows) {
    const score = Number.parseInt(id, 10);
    cells.forEach((faces, hits) => {
      for (const face of Array.isArray(faces) ? faces : []) table[score][face as number] = hits + 1;
    });
  }
  for (let score = 1; score < 4; score++) for (let face = 1; face <= score; face++) table[score][face] = 1;
  return table;
}

/** How far counts lie from the exact shares: chi-squared in standard deviations; wrong contestants do not count. */
export function sigmas(counts: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): number {
  const n = [...counts.values()].reduce((a, b) => a + b, 0);
  for (const key of counts.keys()) if (!((expected.get(key) ?? 0) > 0)) return Number.POSITIVE_INFINITY;
  let chi = 0;
  let cells = 0;
  for (const [key, p] of expected) {
    if (p * n < 5) continue;
    chi += ((counts.get(key) ?? 0) - p * n) ** 2 / (p * n);
    cells++;
  }
  const spread = 2 / (9 * (cells - 1));
  return (Math.cbrt(chi / (cells - 1)) - (1 - spread)) / Math.sqrt(spread);
}
