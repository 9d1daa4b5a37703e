import { afterAll, describe, expect, test } from 'vitest';
import { close, impact, load, loadSuite, luck, points } from '../../src/index.ts';

afterAll(close);

describe('the library over suites', () => {
  test('knows the built-in suite of a book', async () => {
    const suite = await loadSuite('pike-shot');
    expect(suite.groups.length).toBeGreaterThan(3);
  });

  test('tells what a figure changes over a suite', async () => {
    const whole = await loadSuite('oth2');
    const few = whole.groups.filter((g) => g.id === 'cavalry-fights' || g.id === 'rallies');
    const { impact: found } = await impact({ ...whole, groups: few }, { variants: ['rulings.lowScore=literal'] });
    expect(found?.suite.played).toBe(few.reduce((n, g) => n + g.situations.length, 0));
  });

  test('prices troops and tells luck', async () => {
    const { points: worth } = await points('pike-shot');
    expect(worth?.troops).toHaveLength(5);
    const { log } = await luck([
      { loaded: await load('volley'), observed: 'target.hits=3', players: ['Anna', 'Bert'] },
    ]);
    expect(log?.players.map((p) => p.name)).toEqual(['Anna', 'Bert']);
  });
});
