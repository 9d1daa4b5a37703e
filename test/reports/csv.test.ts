import { expect, test } from 'vitest';
import { csv } from '../../reports/csv.ts';
import { exactCompare, exactRun, matrixGame, sampledCompare, sampledRun, tuning } from './fixtures.ts';
import { readCsv } from './read-csv.ts';

test('only figures that hang on a seed have one', () => {
  expect(new Set(readCsv(csv(exactRun)).map((r) => r.seed))).toEqual(new Set(['']));
  expect(new Set(readCsv(csv(sampledRun)).map((r) => r.seed))).toEqual(new Set(['7']));
  for (const [results, seed] of [
    [exactCompare, ''],
    [sampledCompare, '7'],
  ] as const) {
    const ruling = readCsv(csv(results)).find((r) => r.row === 'ruling');
    expect(ruling).toMatchObject({ cell: '1', seed, rulebook: 'oth2' });
  }
});

test('a cell of the matrix says which, how, and under what', () => {
  const rows = readCsv(csv(matrixGame)).filter((r) => r.row === 'matrix');
  expect(rows.map((r) => r.cell)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(rows[4]).toMatchObject({
    id: 'charge at once / counter-charge',
    engine: 'exact',
    rulebook: 'oth2',
    'axis:attacker.tactic': 'charge at once',
    'axis:defender.reaction': 'counter-charge',
  });
});

test('a share of the best mix has its own axis only, and what all cells agree on', () => {
  const rows = readCsv(csv(matrixGame));
  const mix = rows.filter((r) => r.row === 'best mix');
  expect(mix).toHaveLength(5);
  expect(mix[0]).toMatchObject({
    cell: '',
    engine: 'exact',
    'axis:attacker.tactic': 'fire then charge',
    'axis:defender.reaction': '',
  });
  expect(mix[4]).toMatchObject({ 'axis:attacker.tactic': '', 'axis:defender.reaction': 'square' });
  expect(rows.at(-1)).toMatchObject({ row: 'value of the game', engine: 'exact', rulebook: 'oth2' });
  const [first, ...others] = matrixGame.cells;
  const mixed = { ...matrixGame, cells: [{ ...first, engine: 'sample' as const, trials: 100 }, ...others] };
  expect(readCsv(csv(mixed)).at(-1)).toMatchObject({ engine: '', trials: '', rulebook: 'oth2', seed: '7' });
});

test('tuning sets every value against the base and gives the target a row of its own', () => {
  const rows = readCsv(csv(tuning));
  const tried = rows.filter((r) => r.row === 'tuning');
  // The printed value is 2, which was tried.
  expect(new Set(tried.map((r) => r.base))).toEqual(new Set([tried[2].value]));
  expect(Number(tried[5].difference)).toBeCloseTo(0.15, 12);
  expect(rows.find((r) => r.row === 'tuning target')).toMatchObject({
    id: 'attacker-wins',
    value: '0.5',
    verdict: 'not reached',
  });
  const wins = { ...tuning, tuning: { ...tuning.tuning!, objective: { id: 'winner=a', label: 'attacker wins' } } };
  const won = tuning.cells[0].outcomes.reduce((sum, o) => sum + (o.winner === 'a' ? o.p : 0), 0);
  expect(Number(readCsv(csv(wins)).find((r) => r.row === 'tuning')?.base)).toBeCloseTo(won, 12);
});
