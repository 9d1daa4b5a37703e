import { describe, expect, it, test } from 'vitest';
import {
  asShown,
  decimalsOf,
  figureChange,
  leadChange,
  percent,
  percentPair,
  shareChange,
} from '../../src/words/figures.ts';

const number = (shown: string): number => Number(shown.replace('%', '').replace('\u2212', '-'));

describe('a difference is what the eye takes from the figures as they are shown', () => {
  it.each([
    [0.4384, 0.5966, '43.8%', '59.7%', '+15.9'],
    [0.0071, 0.0016, '0.7%', '0.2%', '−0.5'],
    [0, 0.0756, '0%', '7.6%', '+7.6'],
    [0.0071, 0.153, '0.7%', '15.3%', '+14.6'],
    [0.44521, 0.44498, '44.52%', '44.50%', '−0.02'],
    [0.4, 0.4, '40.0%', '40.0%', '0'],
  ])('shares %d and %d', (before, after, x, y, difference) => {
    expect(shareChange(before, after)).toEqual({ before: x, after: y, difference });
  });

  test('a share that ends in a five is rounded one way, whatever its sum has lost on the way', () => {
    for (let i = 11; i < 2000; i += 2) {
      const shares = [i / 2000, (i / 2000) * (1 - 2e-16), (i / 2000) * (1 + 4e-16)];
      expect(new Set(shares.map(percent)).size, `${i} in 2,000`).toBe(1);
      expect(new Set(shares.map(asShown)).size, `${i} in 2,000`).toBe(1);
    }
    expect([0.8674999999999998, 0.0085, 0.0005].map(percent)).toEqual(['86.8%', '0.9%', '0.1%']);
  });

  test('for any two shares', () => {
    for (let i = 0; i < 2000; i++) {
      const [p, q] = [((i * 7919) % 10007) / 10007, ((i * 104729) % 10009) / 10009];
      const { before, after, difference } = shareChange(p, q);
      if (/[<>]/.test(before + after)) continue;
      expect(number(after) - number(before)).toBeCloseTo(number(difference), 8);
    }
  });

  it.each([
    [2.2354, 1.8512, '2.24', '1.85', '−0.39'],
    [0.0212, 0.0214, '0.0212', '0.0214', '+0.0002'],
    [3, 4, '3', '4', '+1'],
  ])('means %d and %d', (before, after, x, y, difference) => {
    expect(figureChange(before, after)).toEqual({ before: x, after: y, difference });
  });

  it('leads carry their sign', () => {
    expect(leadChange(0.3126, 0.2953)).toEqual({ before: '+31.3', after: '+29.5', difference: '−1.8' });
  });

  it('a table of changes has one precision: one decimal, or what its largest change needs', () => {
    expect(decimalsOf([0.051, -0.0001])).toBe(1);
    expect(decimalsOf([0.0002, -0.0001])).toBe(2);
    expect(decimalsOf([0])).toBe(1);
    expect(shareChange(0.00006, 0.0071, 1)).toEqual({ before: '<0.1%', after: '0.7%', difference: '+0.7' });
    expect(shareChange(0.44521, 0.44498, 2)).toEqual({ before: '44.52%', after: '44.50%', difference: '−0.02' });
  });

  it('two shares that would look alike are told apart', () => {
    expect(percentPair(0.44521, 0.44498)).toEqual(['44.52%', '44.50%']);
    expect(percentPair(0.4, 0.4)).toEqual(['40.0%', '40.0%']);
  });
});
