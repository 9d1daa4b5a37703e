import { describe, expect, it } from 'vitest';
import { leadWords, misleads } from '../../reports/comparison.ts';
import { contactFinding } from '../../reports/fights.ts';
import { fullSections } from '../../reports/full.ts';
import { headline } from '../../reports/headline.ts';
import { run } from '../../src/index.ts';
import type { Contact, Difference } from '../../src/results/types.ts';
import { BASE, cell, results } from './fixtures.ts';

type Without = readonly [id: string, winner: 'a' | 'b' | 'none', p: number];
/** Shares of all charges: fights that each side wins, fights without a winner, and what never came to one. */
function charged(a: number, b: number, none: number, ...without: readonly Without[]): Contact {
  const met = a + b + none;
  const by = (whole: number) => ({ a: { p: a / whole }, b: { p: b / whole }, none: { p: none / whole } });
  return {
    met: { p: met },
    won: by(1),
    ...(met > 0 ? { whenMet: by(met) } : {}),
    without: without.map(([id, winner, p]) => ({ id, winner, p })),
  };
}
const refused = (p: number): Without => ['charge-refused', 'none', p];
const drivenOff = (p: number): Without => ['attacker-driven-back', 'b', p];

describe('a charge that never comes to contact is not a fight won', () => {
  it('nor in the means given how it ends', async () => {
    const conditions = async (scenario: string) => {
      const all = fullSections(await run(scenario)).flatMap((s) => s.table ?? []);
      const { rows } = all.find((t) => t.title.startsWith('Means given'))!;
      return [...new Set(rows.map((r) => r.cells[1]))];
    };
    expect(await conditions('stand-and-deliver')).toEqual([
      'the attacker comes off better',
      'the defender comes off better',
      'neither side comes off better',
    ]);
    expect(await conditions('column-v-line')).toEqual(['the attacker wins', 'the defender wins', 'neither side wins']);
  });

  it.each<[contact: Contact, sides: [string, string], sentence: string | undefined]>([
    [
      charged(0.435, 0.05, 0.015, refused(0.5)),
      ['cavalry', 'line'],
      'Half the charges never go in; when the two meet, the cavalry wins 87.0%, the line 10.0%',
    ],
    [charged(0, 0, 0, refused(1)), ['cavalry', 'line'], 'All charges never go in: none comes to contact'],
    [
      charged(0, 0, 0, refused(0.75), drivenOff(0.25)),
      ['cavalry', 'line'],
      '75.0% of charges never go in and 25.0% are driven off before contact: none comes to contact',
    ],
    [charged(0.6, 0.3, 0.1), ['cavalry', 'line'], undefined],
    [
      charged(0.598, 0.3, 0.1, refused(0.002)),
      ['cavalry', 'line'],
      'The cavalry wins 59.9%, the line 30.1% of the charges that come to contact',
    ],
    [
      charged(0.3, 0.3, 0.1, drivenOff(0.3)),
      ['cuirassiers', 'my battalion'],
      '30.0% of charges are driven off before contact; when the two meet, it is even: each wins 42.9%',
    ],
    [
      charged(0.2, 0, 0, ['defender-routs', 'a', 0.8]),
      ['cuirassiers', 'my battalion'],
      '80.0% of charges drive my battalion off before contact; when the two meet, the cuirassiers win every time',
    ],
    [
      charged(0.1, 0.05, 0.35, ['evaded', 'none', 0.5]),
      ['attacker', 'defender'],
      'Half the charges are evaded; when the two meet, 70.0% end without a winner: the attacker wins 20.0%, the defender 10.0%',
    ],
  ])('%#', (contact, sides, sentence) => {
    const found = contactFinding(cell({}, BASE, null, { contact, sides }));
    expect(found?.replaceAll('\u202f', ' ')).toBe(sentence);
  });
});

describe('where both sides win more often', () => {
  const difference = (id: string, base: number, value: number, extra: Partial<Difference> = {}): Difference => ({
    cell: 1,
    variant: 'first edition',
    kind: 'outcome',
    id,
    label: id,
    base,
    value,
    difference: value - base,
    verdict: value > base ? 'more' : 'less',
    size: '',
    ...extra,
  });
  const compared = (differences: readonly Difference[], extra = {}) =>
    headline(
      results({
        kind: 'compare',
        scenario: { source: '', encounter: 'melee', rules: 'oth2', situation: {}, variants: [] },
        cells: [cell({ variant: 'base' }, BASE), cell({ variant: 'first edition' }, BASE)],
        differences,
        ...extra,
      }),
    ).replaceAll('\u202f', ' ');

  it.each<[string, readonly Difference[], string]>([
    [
      'the headline is about decided fights and the lead',
      [
        difference('winner=a', 0.445, 0.598),
        difference('winner=b', 0.132, 0.303),
        difference('advantage', 0.313, 0.295),
      ],
      'With first edition, 90.1% of fights are decided instead of 57.7%; the attacker’s lead falls from 31.3 to 29.5 percentage points',
    ],
    [
      'a lead that trials cannot tell from the old one is not claimed to have moved',
      [
        difference('winner=a', 0.445, 0.598),
        difference('winner=b', 0.132, 0.303),
        difference('advantage', 0.313, 0.295, { verdict: 'no detectable difference' }),
      ],
      'With first edition, 90.1% of fights are decided instead of 57.7%; no change in the lead that these trials can detect',
    ],
    [
      'but not where the other side hardly moves',
      [difference('winner=a', 0.3, 0.5), difference('winner=b', 0.2, 0.21), difference('advantage', 0.1, 0.29)],
      'With first edition the attacker wins 50.0% of fights instead of 30.0%',
    ],
    [
      'nor where only the defender moves',
      [difference('winner=b', 0.2, 0.4), difference('advantage', 0.1, -0.1)],
      'With first edition the defender wins 40.0% of fights instead of 20.0%',
    ],
  ])('%s', (_, differences, sentence) => expect(compared(differences)).toBe(sentence));

  it.each([
    [0.313, 0.295, 'the attacker’s lead falls from 31.3 to 29.5 percentage points'],
    [0.1, 0.2, 'the attacker’s lead grows from 10.0 to 20.0 percentage points'],
    [-0.1, -0.05, 'the cuirassiers’ lead falls from 10.0 to 5.0 percentage points'],
    [0.05, -0.03, 'the lead passes from the attacker (5.0 percentage points) to the cuirassiers (3.0)'],
    [0.05, 0.05, 'the attacker’s lead stays at 5.0 percentage points'],
    [0.05, 0, 'the attacker’s lead of 5.0 percentage points is gone'],
    [0, -0.05, 'the cuirassiers now lead by 5.0 percentage points'],
    [0, 0, 'neither side leads, as before'],
  ])('a lead from %s to %s', (before, after, words) =>
    expect(leadWords(['attacker', 'cuirassiers'], before, after)).toBe(words),
  );

  it.each([
    [0.15, 0.17, true],
    [-0.15, -0.17, true],
    [0.2, 0.01, false],
    [0.15, -0.1, false],
    [0, 0.1, false],
  ])('wins that move by %s and %s mislead alone: %s', (a, b, so) =>
    expect(misleads({ difference: a }, { difference: b })).toBe(so),
  );
});
