import { describe, expect, it } from 'vitest';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { product } from '../../src/sim/product.ts';
import { toyFight } from './toy.ts';
import { toyDice } from './toy-dice.ts';
import { toyEngagement } from './toy-engagement.ts';

describe('the product of two automata', () => {
  it.each([
    ['fights', compile(toyFight()), compile(toyFight({ a: 5, b: 6 }))],
    ['engagements', compile(toyEngagement({ turns: 2, fs: 4 })), compile(toyEngagement({ turns: 2, fs: 3 }))],
    ['an encounter that emits before its first roll, and itself', compile(toyDice()), compile(toyDice())],
  ])("carries every sum's difference, b less a, and a's own: %s", (_name, a, b) => {
    const { sums } = exact(product(a, b).automaton);
    const [alone, other] = [exact(a).sums, exact(b).sums];
    expect(sums.length).toBe(2 * alone.length);
    alone.forEach((sum, k) => {
      expect(sums[k].mean).toBeCloseTo(other[k].mean - sum.mean, 12);
      expect(sums[alone.length + k].mean).toBeCloseTo(sum.mean, 12);
    });
  });
});
