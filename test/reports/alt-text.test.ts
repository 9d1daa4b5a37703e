import { expect, it } from 'vitest';
import { altText } from '../../reports/alt-text.ts';
import { triedBy } from '../../reports/best.ts';
import { charts } from '../../reports/choose.ts';
import type { Best, Results } from '../../src/results/types.ts';
import { cell, results } from './fixtures.ts';

/** The Guard chooses among tactics; the search tried those first that it had tried most. */
const tactic = (label: string, value: number, chosen = false) => ({
  ...{ side: 'Guard', label, value, chosen, trials: 100 },
  interval: { low: value - 0.1, high: value + 0.1 },
});
const tactics = [tactic('charge', 0.4, true), tactic('stand', 0.2), tactic('as written', 0.3), tactic('retreat', 0.1)];
const one = cell({}, [0, 0.4, 0, 0.2, 0.4, 0]);
const sought: Results = {
  ...results({ cells: [{ ...one, sides: ['Guard', 'Levy'] }] }),
  best: {
    ...{ objective: { id: 'winner=a', label: 'Guard wins' }, goodFor: 'Guard', method: 'searched', tactics },
    ...{ text: 'Charge: the Guard wins 40.0%.', decisions: [], choosers: ['Guard'], asWritten: ['Levy'] },
  } as unknown as Best,
};

it('shows the tactic found first, then the others by what they gave', () => {
  expect(triedBy(sought, 'Guard').map((t) => t.label)).toEqual(['charge', 'as written', 'stand', 'retreat']);
  const drawn = charts(sought).find(({ name }) => name === 'best');
  expect(drawn?.spec.data.values.map((row) => row['name'])).toEqual(['charge', 'as written', 'stand', 'retreat']);
});

it('reads names and initials out as they are written', () => {
  const [drawn] = charts(sought).filter(({ name }) => name === 'best');
  expect(altText(drawn.spec)).toContain('; as written, Guard wins 30.0%, 95% interval ');
});
