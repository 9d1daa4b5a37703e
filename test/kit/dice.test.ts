import { describe, expect, it } from 'vitest';
import { asDie, share } from '../../src/kit/dice/chances.ts';
import { parseThrow } from '../../src/kit/dice/text.ts';

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
const binomial = (n: number, p: number) => (k: number) => choose(n, k) * p ** k * (1 - p) ** (n - k);

/** Every way that n dice can fall, one at a time: slow, and independent of the fast one. */
function* everyFall(n: number, sides: number): Generator<number[]> {
  if (n === 0) yield [];
  else for (const rest of everyFall(n - 1, sides)) for (let f = 1; f <= sides; f++) yield [...rest, f];
}
function byCounting(n: number, sides: number, value: (fall: number[]) => number): Map<number, number> {
  const found = new Map<number, number>();
  for (const fall of everyFall(n, sides)) found.set(value(fall), (found.get(value(fall)) ?? 0) + 1 / sides ** n);
  return found;
}
const sumOf = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

describe('throws, against every way that the dice can fall', () => {
  const cases: [text: string, n: number, sides: number, value: (fall: number[]) => number][] = [
    ['2D6', 2, 6, sumOf],
    ['3D4+2', 3, 4, (f) => sumOf(f) + 2],
    ['D66', 2, 6, ([a, b]) => 10 * a + b],
    ['4D6 keep highest 3', 4, 6, (f) => sumOf(f) - Math.min(...f)],
    ['3D6 keep highest 3', 3, 6, sumOf],
    ['3D6, keep lowest 1', 3, 6, (f) => Math.min(...f)],
    ['2D6 kl1', 2, 6, (f) => Math.min(...f)],
    ['4D6 >= 4', 4, 6, (f) => f.filter((x) => x >= 4).length],
    ['4D6 5+, +1', 4, 6, (f) => f.filter((x) => x + 1 >= 5).length],
    ['4D6 4+, 6s count twice', 4, 6, (f) => sumOf(f.map((x) => (x === 6 ? 2 : x >= 4 ? 1 : 0)))],
    ['D6 4+, reroll 1s', 2, 6, ([a, b]) => ((a === 1 ? b : a) >= 4 ? 1 : 0)],
    ['D6 4+, reroll failures', 2, 6, ([a, b]) => ((a < 4 ? b : a) >= 4 ? 1 : 0)],
    ['D6 5+, explode 6', 2, 6, ([a, b]) => (a >= 5 ? 1 : 0) + (a === 6 && b >= 5 ? 1 : 0)],
    [
      'D6 5+, explode 6 at most 2',
      3,
      6,
      ([a, b, c]) => Number(a >= 5) + (a === 6 ? Number(b >= 5) + (b === 6 ? Number(c >= 5) : 0) : 0),
    ],
    ['2D6 4+, save 5+', 4, 6, ([a, b, c, d]) => Number(a >= 4 && c < 5) + Number(b >= 4 && d < 5)],
    ['D6 3+, wound 4+, save 5+', 3, 6, ([a, b, c]) => Number(a >= 3 && b >= 4 && c < 5)],
    ['D6 3+, wound 4+, reroll 1s', 3, 6, ([a, b, c]) => Number(a >= 3 && (b === 1 ? c : b) >= 4)],
    ['D4 3+, save D4 4+, damage 2', 2, 4, ([a, b]) => (a >= 3 && b < 4 ? 2 : 0)],
    ['2D6 vs D6+3', 3, 6, ([a, b, c]) => a + b - c - 3],
    ['3D6 vs 2D6 sorted', 5, 6, (f) => pairsLost(f.slice(0, 3), f.slice(3), (a, b) => a <= b)],
    ['2D6 vs 2D6 sorted, ties to first', 4, 6, (f) => pairsLost(f.slice(0, 2), f.slice(2), (a, b) => a < b)],
  ];
  it.each(cases)('%s', (text, n, sides, value) => {
    const counted = byCounting(n, sides, value);
    const { chances } = parseThrow(text);
    expect(new Set([...chances.cases.keys()])).toEqual(new Set(counted.keys()));
    for (const [v, p] of counted) expect(share(chances, v)).toBeCloseTo(p, 12);
  });

  function pairsLost(mine: number[], theirs: number[], loses: (a: number, b: number) => boolean): number {
    const down = (list: number[]) => [...list].sort((x, y) => y - x);
    const [a, b] = [down(mine), down(theirs)];
    return a.filter((x, i) => i < b.length && loses(x, b[i])).length;
  }

  it('faces of one’s own count as often as they are listed', () => {
    const { chances } = parseThrow('D[0,0,1,1,2,3]');
    expect([0, 1, 2, 3].map((v) => share(chances, v))).toEqual([2 / 6, 2 / 6, 1 / 6, 1 / 6]);
  });
});

describe('large pools', () => {
  it.each([
    ['20D6 >= 5', 20, 1 / 3],
    ['40D6 4+', 40, 1 / 2],
    ['100D6 5+, save 4+', 100, 1 / 6],
  ])('%s are binomial', (text, n, p) => {
    const die = asDie(text, parseThrow(text).chances);
    const law = binomial(n, p);
    expect(die.weights.reduce((a, b) => a + b, 0)).toBe(die.total);
    die.faces.forEach((face, i) => {
      expect(Math.abs(die.weights[i] / die.total - law(face))).toBeLessThan(1e-14);
    });
  });

  it('a pool of 20 dice is one die in lowest terms', () => {
    const die = asDie('pool', parseThrow('20D6 4+').chances);
    expect(die.total).toBe(2 ** 20);
    expect(die.faces).toHaveLength(21);
  });
});

describe('how many totals a pool may have', () => {
  // Each of these dice brings up to a thousand or two, so that ten thousand are reached by few of them.
  it.each([
    ['10D6 4+, damage 1000', '10D6 4+, damage 1001'],
    ['5D6 4+, 6s count twice, damage 1000', '5D6 4+, 6s count twice, damage 1001'],
    ['5D6 4+, explode 6, damage 1000', '5D6 4+, explode 6, damage 1001'],
    ['2D6 4+, explode 6 at most 4, damage 1000', '2D6 4+, explode 6 at most 4, damage 1001'],
    ['2D6 4+, wound 4+, explode 6 at most 4, damage 1000', '2D6 4+, wound 4+, explode 6 at most 4, damage 1001'],
    ['10D6 4+, save 5+, 6s count twice, damage 1000', '10D6 4+, save 5+, 6s count twice, damage 1001'],
  ])('%s is answered, %s is refused', (text, more) => {
    expect(Math.max(...parseThrow(text).chances.cases.keys())).toBeLessThanOrEqual(10_000);
    expect(() => parseThrow(more)).toThrow(/more than 10000 totals/);
  });

  it('dice that explode on most of their faces are worked out once for each die that may come', () => {
    const { chances } = parseThrow('D6 4+, explode 2 at most 20');
    expect(share(chances, 21)).toBeCloseTo((1 / 2) ** 21, 15);
    expect(chances.cases.size).toBe(22);
  });
});

describe('what is just a throw', () => {
  it.each<[string, number, number]>([
    ['D1000', 1, 1000],
    ['200D1', 200, 1],
    [`D[${Array(100).fill(1)}]`, 1, 1],
    ['D[1000]', 1000, 1],
    ['D[-1000]', -1000, 1],
    ['D[-1,0,1]+D[-1,0,1]-2', -4, 5],
    ['D%', 1, 100],
    ['10D[0,1000]', 0, 11],
    ['6D[0,1000]-4D[0,1000]', -4000, 11],
    ['6D6 vs 6D6 sorted', 0, 7],
    ['2D6 kh2', 2, 11],
    ['4D6 4+,save 5+,damage 2', 0, 5],
    ['4D6 >= 4, damage 2', 0, 5],
    ['4D6 >= 4, damage D3+1', 0, 16],
  ])('%s has the least of %d, of %d values', (text, least, values) => {
    const { cases } = parseThrow(text).chances;
    expect([Math.min(...cases.keys()), cases.size]).toEqual([least, values]);
  });

  it('faces of a die stand in order, however its values come up', () => {
    const { faces } = asDie('difference', parseThrow('D3 vs D3').chances);
    expect(faces).toEqual([-2, -1, 0, 1, 2]);
  });
});

describe('totals of many dice', () => {
  /** One die after the other, each total the mean of those from which a face leads to it. */
  function dieByDie(n: number, sides: number): number[] {
    let all = [1];
    for (let i = 0; i < n; i++) {
      const next = Array<number>(all.length + sides).fill(0);
      all.forEach((p, total) => {
        for (let face = 1; face <= sides; face++) next[total + face] += p / sides;
      });
      all = next;
    }
    return all;
  }
  it.each([
    ['101D100', 101, 100],
    ['200D6', 200, 6],
  ])('%s come to what they come to die by die', (text, n, sides) => {
    const { cases, total } = parseThrow(text).chances;
    expect([...cases.values()].reduce((a, b) => a + b, 0n)).toBe(total);
    dieByDie(n, sides).forEach((p, value) => {
      expect(Math.abs(share({ cases, total }, value) - p)).toBeLessThan(1e-15);
    });
  });

  it('a difference of many dice is as likely as its opposite', () => {
    const { chances } = parseThrow('60D20 vs 60D20');
    expect(chances.cases.size).toBe(2 * 60 * 19 + 1);
    for (const [value, cases] of chances.cases) expect(chances.cases.get(-value)).toBe(cases);
  });

  it('where faces lie far apart, no total lies between them', () => {
    const { chances } = parseThrow('20D[0,0,1,500]');
    expect(share(chances, 499)).toBe(0);
    expect(share(chances, 10_000)).toBeCloseTo(0.25 ** 20, 20);
    expect(share(chances, 0)).toBeCloseTo(0.5 ** 20, 12);
  });

  it('sorted dice of many sides lose to as many as often as they beat them', () => {
    const lost = parseThrow('6D20 vs 6D20 sorted').chances;
    const beaten = parseThrow('6D20 vs 6D20 sorted, ties to first').chances;
    for (let k = 0; k <= 6; k++) expect(lost.cases.get(k)).toBe(beaten.cases.get(6 - k));
  });
});

describe('what is no throw', () => {
  it.each<[string, number]>([
    ['  2X6', 3],
    ['8D6 >= 4,   svae 5+', 13],
    ['2D6 vs 3X6, ties to nobody', 13],
    ['D[1,2,3], keep highest, nonsense', 25],
  ])('%s: it goes wrong at character %d', (text, character) => {
    expect(() => parseThrow(text)).toThrow(`(character ${character})`);
  });

  it.each([
    ['', /Nothing is thrown/],
    ['6', undefined],
    ['D', /is no throw/],
    ['2X6', /is no throw/],
    ['0D6', /1 to 200/],
    ['999D6', /1 to 200/],
    ['D0', /1 to 1000 sides/],
    ['8D6 >= 4, svae 5+', /Did you mean 'save 5\+'/],
    ['8D6 >= 4, explode 6 at most 99', /at most 20 times/],
    ['2D6 >= 8', /No die of '2D6' can show 8.*For their total throw '2D6' alone/],
    ['3D6 keep highest 5', /5 of 3 dice/],
    ['200D6 keep highest 100', /too many/],
    ['D[1,,2]', /whole numbers/],
    // Ten times a thousand, and the difference of as many: one more is too many.
    ['102D100', /more than 10000 totals/],
    ['10D[0,1000]+D2', /more than 10000 totals/],
    ['6D[0,1000]-4D[0,1000]-D2', /more than 10000 totals/],
    [`D[${Array(101).fill(1)}]`, /up to 100 whole numbers/],
    ['9D6 vs 2D6 sorted', /At most 6/],
    ['2D6 vs 7D6 sorted', /At most 6/],
    ['D1001', /1 to 1000 sides; found D1001/],
    ['D6+D1001', /1 to 1000 sides; found D1001/],
    ['D[1001]', /whole numbers/],
    ['D[1.5]', /whole numbers/],
    ['3D6 keep highest 0', /0 of 3 dice/],
    ['8D6 >= 4, explode 6 at most 21', /at most 20 times/],
  ])('%s', (text, message) => {
    if (message) expect(() => parseThrow(text)).toThrow(message);
    else expect(share(parseThrow(text).chances, 6)).toBe(1);
  });
});
