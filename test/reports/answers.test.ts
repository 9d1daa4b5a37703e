import { expect, test } from 'vitest';
import { robustness } from '../../reports/answers.ts';
import { difference } from '../../reports/charts/difference.ts';
import { capital } from '../../reports/text.ts';
import { sampledCompare } from './fixtures.ts';

const check = (key: string, to: string | number, text: string, variant = 'weaker') => ({
  ruling: 'OTH2-R21',
  key,
  question: 'How many rounds of combat?',
  from: 3,
  to,
  variant,
  measure: 'attacker wins',
  difference: -0.05,
  survives: true,
  text,
});

test('a reading of a ruling has one line, with all that it turns', () => {
  const { table } = robustness([
    check('maxRounds', 2, 'How many rounds of combat? 2: attacker wins still less (−5.8 → −2.8 points).'),
    check('maxRounds', 2, 'How many rounds of combat? 2: rounds fought more becomes same (+0.0088 → 0).'),
    check('maxRounds', 4, 'How many rounds of combat? 4: attacker wins still less (−5.8 → −8.4 points).'),
  ]);
  expect(table!.rows.map((r) => r.cells)).toEqual([
    [
      'How many rounds of combat?',
      '2, not 3',
      'attacker wins still less (−5.8 → −2.8 points); rounds fought more becomes same (+0.0088 → 0)',
    ],
    ['How many rounds of combat?', '4, not 3', 'attacker wins still less (−5.8 → −8.4 points)'],
  ]);
});

test('with several variants each reading is told for each', () => {
  const { table } = robustness([
    check('maxRounds', 2, 'How many rounds of combat? 2 with weaker: attacker wins still less.'),
    check('maxRounds', 2, 'How many rounds of combat? 2 with stronger: attacker wins still more.', 'stronger'),
  ]);
  expect(table!.rows.map((r) => r.cells.slice(2))).toEqual([
    ['weaker', 'attacker wins still less'],
    ['stronger', 'attacker wins still more'],
  ]);
});

test('a sentence starts with a capital, in quotes too, but a path stays as it is', () => {
  expect(['the line', '“one unit” at 4', 'attacker.fs=8', ''].map(capital)).toEqual([
    'The line',
    '“One unit” at 4',
    'attacker.fs=8',
    '',
  ]);
});

test('the difference chart gives the error of the differences, and calls none what none is', () => {
  const differences = sampledCompare.differences!.map((d) => ({
    ...d,
    low: d.difference - 0.0123,
    high: d.difference + 0.0123,
    verdict: 'no detectable difference' as const,
  }));
  const spec = difference({ ...sampledCompare, differences });
  expect(spec.usermeta.grognard.caption.join(' ')).toContain('at most ±1.2 percentage points');
  expect(new Set(spec.data.values.map((row) => row['size']))).toEqual(new Set(['no detectable difference']));
});
