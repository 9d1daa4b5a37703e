import { describe, expect, it } from 'vitest';
import { mainDecisions } from '../../src/words/decisions.ts';
import { ownTerms, turnedInterval } from '../../src/words/own-terms.ts';

const SIDES = ['attacker', 'defender'] as const;
const of = (id: string, label: string, goodFor: string, side: string) =>
  ownTerms({ objective: { id, label }, goodFor }, side, SIDES);

describe('advice in the terms of whoever is advised', () => {
  it.each([
    ['winner=a', 'attacker wins', 'attacker', 'attacker', 'attacker wins', 0.3],
    ['winner=a', 'attacker wins', 'attacker', 'defender', 'defender not beaten', 0.7],
    ['winner=b', 'defender wins', 'defender', 'attacker', 'attacker not beaten', 0.7],
    ['defender-routs', 'defender routs', 'attacker', 'defender', 'defender routs', 0.3],
  ])('tells %s (%s, good for the %s) to the %s as %s', (id, label, goodFor, side, told, value) => {
    const own = of(id, label, goodFor, side);
    expect(own.label).toBe(told);
    expect(own.of(0.3)).toBeCloseTo(value, 12);
  });

  it('turns a lead and its interval round for the second side', () => {
    const own = of('advantage', 'how much oftener the attacker wins than the defender', 'attacker', 'defender');
    expect(own).toMatchObject({ label: 'how much oftener the defender wins than the attacker', wantsMuch: true });
    expect(turnedInterval(own, { low: -0.1, high: 0.3 })).toEqual({ low: -0.3, high: 0.1 });
  });

  it('wants much of what it is told, but of what nobody can turn round', () => {
    for (const side of SIDES) expect(of('winner=a', 'attacker wins', 'attacker', side).wantsMuch).toBe(true);
    expect(of('defender.hits', 'hits on the defender', 'attacker', 'defender').wantsMuch).toBe(false);
  });
});

describe('what advice speaks of', () => {
  const decision = (side: string, lost: number, ...values: number[]) => ({
    ...{ side, lost, chance: 1 },
    options: values.map((value) => ({ value })),
  });
  it('is one decision per side, first what the scenario does wrong', () => {
    const [obvious, wrong, other] = [decision('a', 0, 0, 1), decision('a', 0.1, 0.4, 0.5), decision('b', 0, 0.2, 0.5)];
    expect(mainDecisions([obvious, wrong, other])).toEqual([wrong, other]);
  });
  it('is what a wrong choice would cost most where nothing is wrong', () => {
    const [small, large] = [decision('a', 0, 0.4, 0.5), decision('b', 0, 0, 1)];
    expect(mainDecisions([small, large])).toEqual([large, small]);
  });
});
