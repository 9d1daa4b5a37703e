import { describe, expect, it } from 'vitest';
import { Stepper } from '../../../src/sim/stepper.ts';
import { exactly, type Loose, machineOf, measureOf, outcomesOf } from './play.ts';

/** What each score does, typed from the sheet by score: -1, 0-1, 2-3, 4-5, 6. Letters: A R S T (retreat) X (rout). */
const ORDERS = { A: 'advance', R: 'reserve', S: 'stand', T: 'retreat', X: 'rout' } as const;
const scores: readonly number[] = [-1, 0, 1, 2, 3, 4, 5, 6, 7];
const printed: Record<string, Record<keyof typeof ORDERS, string>> = {
  'medium-infantry': {
    A: 'XTTSSAAAA',
    R: 'XTTRRRRRR',
    S: 'XTTSSSSSS',
    T: 'XTTTTTTTT',
    X: 'XXXXXXXXX',
  },
  'light-infantry': {
    A: 'XXXTTTTAA',
    R: 'XXXTTRRRR',
    S: 'XXXTTTTSS',
    T: 'XXXTTTTTT',
    X: 'XXXXXXXXX',
  },
};
const cases = Object.entries(printed).flatMap(([type, rows]) =>
  Object.entries(rows).flatMap(([from, results]) =>
    scores.map((score, i) => ({
      type,
      from: ORDERS[from as keyof typeof ORDERS],
      score,
      to: ORDERS[results[i] as keyof typeof ORDERS],
    })),
  ),
);

/** The orders after a test with that score: a lost melee takes 2 off the die, a won one adds 1 (003:118, 003:119). */
function after(situation: Loose, score: number): string {
  const stepper = new Stepper(
    machineOf('morale', { ...situation, meleesLost: score < 1 ? 1 : 0, meleesWon: score > 6 ? 1 : 0 }),
  );
  stepper.start();
  stepper.apply(stepper.step!, stepper.against(), score < 1 ? score + 2 : score > 6 ? score - 1 : score);
  return stepper.machine.layout.view.a.orders;
}

describe('morale in other circumstances', () => {
  it.each(cases)('$type on $from scoring $score ends on $to', ({ type, from, score, to }) => {
    expect(after({ tester: { type, stands: 4, orders: from } }, score)).toBe(to);
  });

  it('kills the artillery of a massed group at 0 and 1, and sends the others back 20cm', () => {
    const tally = exactly('morale', {
      tester: { type: 'medium-infantry', stands: 4, others: [{ type: 'howitzers', stands: 2 }] },
      meleesLost: 1,
    });
    // D6-2: -1 routs; 0 and 1 fall back without the guns; 2 to 4 stay.
    expect(measureOf(tally, 'tester.stands')[4]).toBeCloseTo(2 / 6, 12);
    expect(measureOf(tally, 'tester.fallsBack')[20]).toBeCloseTo(2 / 6, 12);
  });

  it('does not send back again a group that is retreating already', () => {
    const tally = exactly('morale', {
      tester: { type: 'medium-infantry', stands: 4, orders: 'retreat' },
      meleesLost: 1,
    });
    expect(outcomesOf(tally)['passes']).toBeCloseTo(5 / 6, 12);
    expect(measureOf(tally, 'tester.fallsBack')).toEqual({ 0: expect.closeTo(1, 12) });
  });
});

describe('testing to charge', () => {
  const chance = (tester: Loose, more: Loose = {}, rulings = {}) =>
    outcomesOf(
      exactly(
        'morale',
        { tester: { stands: 4, orders: 'advance', ...tester }, circumstance: 'charge', ...more },
        rulings,
      ),
    )['passes'] ?? 0;
  const foot = { enemy: { type: 'medium-infantry' } };
  it.each([
    ['medium infantry needs a 6', { type: 'medium-infantry' }, foot, 1 / 6],
    ['heavy infantry a 5', { type: 'heavy-infantry' }, foot, 2 / 6],
    ['heavy infantry at half casualties a 6', { type: 'heavy-infantry', startingStands: 8 }, foot, 1 / 6],
    [
      'medium infantry at defences a 5',
      { type: 'medium-infantry' },
      { enemy: { type: 'militia', place: 'defences' } },
      2 / 6,
    ],
    [
      'medium infantry at soft cover a 5',
      { type: 'medium-infantry' },
      { enemy: { type: 'militia', cover: 'soft' } },
      2 / 6,
    ],
    [
      'medium infantry at hard cover a 6',
      { type: 'medium-infantry' },
      { enemy: { type: 'militia', cover: 'hard' } },
      1 / 6,
    ],
    ['high morale does not help the bare die', { type: 'medium-infantry', morale: 'high' }, foot, 1 / 6],
    ['into a flank infantry tests as others do', { type: 'medium-infantry' }, { ...foot, aspect: 'flank' }, 4 / 6],
    ['spearmen test as others do', { type: 'medium-infantry', weapon: 'spear' }, foot, 4 / 6],
    ['riflemen test as others do, and as lights', { type: 'riflemen' }, { enemy: { type: 'riflemen' } }, 4 / 6],
    ['lights need 5 where massed need 3', { type: 'light-cavalry' }, { enemy: { type: 'militia' } }, 2 / 6],
    ['cavalry needs 3', { type: 'medium-cavalry' }, foot, 4 / 6],
    ['cavalry at half strength 8', { type: 'medium-cavalry', startingStands: 8 }, foot, 0],
  ] as const)('%s', (_, tester, more, p) => {
    expect(chance(tester, more)).toBeCloseTo(p, 12);
  });
});
