import { describe, expect, test } from 'vitest';
import { logOnScreen } from '../../reports/luck-log.ts';
import { type LogEntry, luckLog } from '../../src/experiments/luck-log.ts';
import { load, run } from '../../src/index.ts';
import { InputError } from '../../src/rules/problem.ts';
import { sumOfScores } from '../../src/stats/standing.ts';

const volley = await load('volley');
const melee = await load('column-v-line');
const hits = (await run(volley)).cells[0].measures.find((m) => m.id === 'target.hits')!.distribution;
const [fewest, most] = [hits[0], hits.at(-1)!];
const log = async (entries: readonly LogEntry[]) => (await luckLog(entries)).log!;
const entry = (value: number, players: readonly [string, string] = ['Anna', 'Bert']): LogEntry => ({
  loaded: volley,
  observed: `target.hits=${value}`,
  players,
});

describe('the luck of an evening', () => {
  test('the chance of a streak is that of all its parts together', async () => {
    const { players } = await log([entry(most.value), entry(most.value), entry(most.value)]);
    const [anna, bert] = players;
    expect(anna).toMatchObject({ name: 'Anna', counted: 3 });
    expect(anna.asGood).toBeCloseTo(most.p ** 3, 9);
    expect(bert.asBad).toBeCloseTo(most.p ** 3, 9);
    expect(anna.percentile + bert.percentile).toBeCloseTo(100, 6);
    expect(anna.sum).toBeCloseTo(-bert.sum, 6);
  });

  test('nobody is at the 100th percentile, however rare the streak', async () => {
    const [{ table }] = logOnScreen(await log(Array.from({ length: 6 }, () => entry(most.value))));
    expect(table!.rows.map((r) => r.cells.at(-1))).toEqual(['> 99', '< 1']);
  });

  test('whose side it was counts, not which', async () => {
    const { players } = await log([entry(most.value, ['Anna', 'Bert']), entry(fewest.value, ['Bert', 'Anna'])]);
    expect(players[0].name).toBe('Anna');
    expect(players[0].asGood).toBeCloseTo(most.p * fewest.p, 9);
  });

  test('each of several players is judged by the results of that player alone', async () => {
    const { players } = await log([entry(most.value, ['Anna', 'Bert']), entry(fewest.value, ['Carl', 'Bert'])]);
    const of = (name: string) => players.find((p) => p.name === name)!;
    expect(of('Anna').asGood).toBeCloseTo(most.p, 9);
    expect(of('Carl').asBad).toBeCloseTo(fewest.p, 9);
    expect(of('Bert').counted).toBe(2);
  });

  test('the luckiest moments are the rarest, three at most', async () => {
    const { moments, results } = await log([entry(1), entry(most.value), entry(1), entry(most.value), entry(1)]);
    expect(moments).toHaveLength(3);
    expect(moments.slice(0, 2)).toEqual([1, 3]);
    expect(results[1]).toMatchObject({ favours: 'Anna' });
    expect(results[1].tail).toBeCloseTo(most.p, 9);
  });

  test('the distribution of the sum is one, and holds what came up', async () => {
    const { players } = await log([
      entry(most.value),
      entry(1),
      { loaded: melee, observed: 'attacker-retreats', players: ['Anna', 'Bert'] },
    ]);
    for (const p of players) {
      expect(p.distribution.reduce((sum, d) => sum + d.p, 0)).toBeCloseTo(1, 4);
      const width = p.distribution[1].value - p.distribution[0].value;
      expect(p.distribution.some((d) => d.p > 0 && Math.abs(d.value - p.sum) <= width / 2 + 1e-9)).toBe(true);
    }
  });

  test('what is good for nobody, or cannot happen, does not count, and that is said', async () => {
    const { players, text, results } = await log([
      entry(most.value),
      { loaded: melee, observed: 'rounds=2', players: ['Anna', 'Bert'] },
      { ...entry(99), at: { file: 'log.csv', line: 7 } },
    ]);
    expect(players[0].counted).toBe(1);
    expect(text).toMatch(/1 of 3 could not be counted/);
    expect(text).toMatch(
      /^One of 3 results cannot happen under these rules \(.* 99\); of the rest, (nobody was|Anna had) /,
    );
    expect(text).toContain('What cannot happen does not count (line 7).');
    expect(results[2].surprise).toBeNull();
  });

  test('without players, the sides of the encounter are judged', async () => {
    const { players } = await log([{ loaded: volley, observed: 'target.hits=1' }]);
    expect(players.map((p) => p.name)).toEqual(['firer', 'target']);
  });

  test('every line with a mistake is told', async () => {
    const wrong = (observed: string, line: number): LogEntry => ({
      loaded: volley,
      observed,
      at: { file: 'log.csv', line },
    });
    const told = await luckLog([wrong('target.hitz=2', 2), entry(1), wrong('vanishes', 4)]).catch((e) => e);
    expect(told).toBeInstanceOf(InputError);
    expect((told as InputError).problems.map((p) => p.at?.line)).toEqual([2, 4]);
  });

  test('very many results are laid on a coarser grid and still add up', () => {
    const coin = {
      distribution: [
        { value: 0, weight: 1 },
        { value: 1, weight: 1 },
      ],
      observed: 1,
    };
    const { probabilities, steps } = sumOfScores(new Array(500).fill(coin));
    expect(probabilities.length).toBeLessThan(2 ** 18 + 1_000);
    expect(steps).toBeLessThan(4096);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  });
});
