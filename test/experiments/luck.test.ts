import { describe, expect, test } from 'vitest';
import { degree, ORDINARY } from '../../src/experiments/luck.ts';
import { load, run } from '../../src/index.ts';
import { distribution } from '../../src/stats/distribution.ts';
import { eitherWay, midScore, orHigher, standing, togetherStanding } from '../../src/stats/standing.ts';

describe('luck at the table', () => {
  test.each([
    // observed, side, what the shares are shares of, words
    ['outcome=defender-destroyed', 'attacker', 'of charges that come to contact', /^Nothing unusual: /],
    [
      'outcome=undecided',
      'attacker',
      'of charges that come to contact',
      /undecided, the worst there is for the attacker, [\d.]+% \([^()]+\) of charges that come to contact \([\d.]+% of all charges\)\./,
    ],
    [
      'outcome=undecided',
      'defender',
      'of charges that come to contact',
      /undecided, the best there is for the defender, /,
    ],
    ['outcome=undecided', 'b', 'of charges that come to contact', /for the defender/],
    ['outcome=charge-refused', 'attacker', undefined, /exactly that 50\.0% of the time/],
    ['outcome=evaded', 'attacker', undefined, /^defender evades cannot happen under these rules\.$/],
    ['defender.hits=99', 'attacker', undefined, /cannot happen under these rules\.$/],
    ['defender.hits=2.5', 'attacker', undefined, /cannot happen/],
    [
      'defender.hits=2 given outcome=defender-destroyed',
      'attacker',
      'given defender destroyed',
      /the \w+ there is for the attacker, 29\.5% given/,
    ],
    ['outcome=defender-destroyed given anything', 'attacker', undefined, /exactly that 36\.0% of the time/],
  ])('%s, asked by %s', async (observed, side, given, words) => {
    const { luck } = await run(await load('cavalry-v-line'), { observed, side });
    expect(luck!.given).toBe(given);
    expect(luck!.text).toMatch(words);
  });

  test('an outcome has its own probability, not that of all that are as severe', async () => {
    const { luck, cells } = await run(await load('cavalry-v-line'), { observed: 'outcome=defender-destroyed' });
    const own = cells[0].outcomes.find((o) => o.id === 'defender-destroyed')!.p;
    expect(luck!.exactly.p).toBeCloseTo(own / cells[0].contact!.met.p, 12);
    // Charts count all charges: their figure is told beside the one among those that met.
    expect(luck!.text).toContain(`of charges that come to contact (${(100 * own).toFixed(1)}% of all charges)`);
  });

  test('a side that is none is refused', async () => {
    const asked = load('cavalry-v-line').then((s) => run(s, { observed: 'rounds=1', side: 'umpire' }));
    await expect(asked).rejects.toThrow(/'umpire' is no side/);
  });

  test('two rare results are rarer together, and two opposite ones are nothing', async () => {
    const volley = await load('volley');
    const both = (...observed: string[]) => run(volley, { observed }).then((r) => r.evening!);
    const { cells } = await run(volley);
    const hits = cells[0].measures.find((m) => m.id === 'target.hits')!.distribution;
    const [fewest, most] = [hits[0], hits.at(-1)!];
    const lucky = await both(`target.hits=${most.value}`, `target.hits=${most.value}`);
    expect(lucky.asGood).toBeCloseTo(most.p ** 2, 9);
    const unlucky = await both(`target.hits=${fewest.value}`, `target.hits=${fewest.value}`);
    expect(unlucky.asBad).toBeCloseTo(fewest.p ** 2, 9);
    expect((await both(`target.hits=${most.value}`, `target.hits=${fewest.value}`)).text).toMatch(/^Nothing unusual: /);
  });

  test('a result that is good for nobody is left out of the verdict, and that is said', async () => {
    const { evening } = await run(await load('column-v-line'), { observed: ['rounds=2', 'outcome=attacker-retreats'] });
    expect(evening).toMatchObject({ counted: 1 });
    expect(evening!.text).toContain('1 of 2 could not be counted as good or bad.');
  });

  test('what cannot have happened is said before the verdict on the rest', async () => {
    const loaded = await load('column-v-line');
    const of = async (...observed: string[]) => (await run(loaded, { observed })).evening!.text;
    const first =
      /^One of 2 results cannot happen under these rules \(.* 99\); of the rest, nothing unusual: one result/;
    expect(await of('outcome=attacker-retreats', 'defender.hits=99')).toMatch(first);
    expect(await of('defender.hits=99', 'attacker.hits=99')).toBe('2 of 2 results cannot happen under these rules.');
    expect(await of('outcome=attacker-retreats', 'outcome=attacker-retreats')).not.toContain('cannot happen');
  });
});

describe('words for luck are calibrated', () => {
  const dice = distribution(Array.from({ length: 36 }, (_, i) => [Math.floor(i / 6) + (i % 6) + 2, 1] as const));
  const skewed = distribution([1, 2, 3, 4, 5].map((v) => [v, 2 ** -v] as const));
  const even = distribution([0, 1].map((v) => [v, 0.5] as const));
  test.each([
    ['two dice', dice],
    ['a skewed distribution', skewed],
    ['a coin', even],
  ])('%s: what is more than ordinary comes up at most one time in five', (_, d) => {
    const total = d.reduce((sum, e) => sum + e.weight, 0);
    const beyond = (limit: number) =>
      d.filter((e) => eitherWay(standing(d, e.value)) <= limit).reduce((sum, e) => sum + e.weight, 0) / total;
    for (const limit of [0.001, 0.01, 0.05, 0.2]) expect(beyond(limit)).toBeLessThanOrEqual(limit + 1e-12);
    const luckyShare = d.filter((e) => degree(standing(d, e.value), true) !== ORDINARY);
    expect(luckyShare.reduce((sum, e) => sum + e.weight, 0) / total).toBeLessThanOrEqual(0.2);
    // A score is one half on average, whatever the distribution.
    const mean = d.reduce((sum, e) => sum + midScore(standing(d, e.value)) * e.weight, 0) / total;
    expect(mean).toBeCloseTo(0.5, 12);
  });

  test('several results are judged by the exact distribution of their sum', () => {
    const coin = (observed: number) => ({ distribution: even, observed });
    // Four heads of five or more: 6 in 32.
    expect(orHigher(togetherStanding([1, 1, 1, 1, 0].map(coin)))).toBeCloseTo(6 / 32, 12);
  });
});
