import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { answer, differences, questions } from './answers.ts';

describe.each(BOOK_IDS)('random situations of %s', (id) => {
  const asked = questions(id, 25, 7);

  it('are legal, differ from each other, and are of several kinds', () => {
    expect(asked).toHaveLength(25);
    expect(new Set(asked.map((q) => JSON.stringify(q))).size).toBeGreaterThan(20);
    expect(new Set(asked.map((q) => q.encounter)).size).toBeGreaterThan(2);
  });

  it('have answers whose shares add up to 1, and a change of an answer is seen', () => {
    const small = asked.filter((q) => q.encounter !== 'engagement').slice(0, 8);
    const answers = small.flatMap((q) => answer(q) ?? []);
    expect(answers.length).toBeGreaterThan(4);
    for (const a of answers) {
      const shares = Object.entries(a.figures).filter(([name]) => !name.includes(' '));
      expect(shares.reduce((sum, [, p]) => sum + p, 0)).toBeCloseTo(1, 12);
      expect(differences(a, a)).toEqual([]);
      const [[outcome, p]] = shares;
      expect(differences(a, { ...a, figures: { ...a.figures, [outcome]: p + 1e-11 } })).toHaveLength(1);
    }
  });
});
