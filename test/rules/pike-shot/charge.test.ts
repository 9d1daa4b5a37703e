import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactly, type Loose, meanOf, measureOf, messagesOf, odds } from './play.ts';
import { chargeOdds } from './second-reading.ts';

const side = (cards: readonly string[]) =>
  fc.record({
    card: fc.constantFrom(...cards),
    cohesion: fc.integer({ min: 0, max: 5 }),
    lost: fc.integer({ min: 0, max: 3 }),
    order: fc.constantFrom('defend', 'march', 'rally'),
  });
const FORMATIONS: Readonly<Record<string, readonly string[]>> = {
  'seasoned-pike-and-shot': ['column', 'hedgehog', 'shot-forward'],
  'levy-foot': ['column', 'shot-forward'],
  'veteran-reiters': ['deep'],
  gendarmes: ['en-haye'],
};

describe('a charge', () => {
  test('comes out as the second reading of the sheet has it', () => {
    const charges = fc
      .tuple(
        side(Object.keys(FORMATIONS)),
        side(Object.keys(FORMATIONS)),
        fc.constantFrom('front', 'flank', 'rear' as const),
        fc.nat(5),
        fc.nat(5),
      )
      .filter(
        ([a, d]) => !(FORMATIONS[a.card].includes('shot-forward') && !FORMATIONS[d.card].includes('shot-forward')),
      );
    fc.assert(
      fc.property(charges, ([a, d, aspect, fa, fd]) => {
        const pick = (card: string, n: number) => FORMATIONS[card][n % FORMATIONS[card].length];
        const attacker = { ...a, order: 'charge', formation: pick(a.card, fa) };
        const defender = { ...d, formation: pick(d.card, fd) };
        const found = odds('charge', { attacker, defender, aspect, pursuitTurns: 0 });
        const expected = chargeOdds(attacker, defender, aspect as 'front');
        expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
        for (const [id, p] of Object.entries(expected)) expect(found[id], id).toBeCloseTo(p, 10);
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test.each([
    [
      'foot on horse',
      { attacker: { card: 'levy-foot' }, defender: { card: 'gendarmes' } },
      'attacker.card: Foot may not charge horse.',
    ],
    [
      'guns',
      { attacker: { card: 'field-battery' }, defender: { card: 'levy-foot' } },
      'attacker.card: Guns do not charge.',
    ],
    [
      'a brigade on Defend',
      { attacker: { card: 'gendarmes', order: 'defend' }, defender: { card: 'levy-foot' } },
      'attacker.order: A charge needs the order Charge, or Harass for an opportunity charge; this brigade is on Defend.',
    ],
    [
      'an opportunity charge at an enemy in good order',
      { attacker: { card: 'gendarmes', order: 'harass' }, defender: { card: 'levy-foot', cohesion: 'disarrayed' } },
      'attacker.order: On Harass only an enemy ragged or mob may be charged; the defender is disarrayed.',
    ],
    [
      'an unknown card',
      { attacker: { card: 'gendarms' }, defender: { card: 'levy-foot' } },
      "attacker.card: The card set has no card 'gendarms'; it has seasoned-pike-and-shot, levy-foot, veteran-reiters, gendarmes, field-battery. Did you mean 'gendarmes'?",
    ],
    [
      'a formation of another card',
      { attacker: { card: 'gendarmes' }, defender: { card: 'levy-foot', formation: 'hedgehog' } },
      "defender.formation: The card 'levy-foot' has no formation 'hedgehog'; it has column, shot-forward.",
    ],
    [
      'a regiment that is no more',
      { attacker: { card: 'gendarmes', lost: 5 }, defender: { card: 'levy-foot' } },
      'attacker.lost: A regiment of 5 companies that has lost 5 is no more.',
    ],
  ] as [string, Loose, string][])('refuses %s', (_name, situation, message) => {
    expect(messagesOf('charge', situation)).toEqual([message]);
  });

  test('is an opportunity charge on Harass when the enemy is ragged or mob', () => {
    for (const cohesion of ['ragged', 'mob']) {
      const situation = { attacker: { card: 'gendarmes', order: 'harass' }, defender: { card: 'levy-foot', cohesion } };
      expect(messagesOf('charge', situation)).toEqual([]);
    }
  });

  test('on the flank makes the target a mob before the melee', () => {
    const tally = exactly('charge', {
      attacker: { card: 'veteran-reiters' },
      defender: { card: 'levy-foot' },
      aspect: 'flank',
    });
    // Untouched only where the charge was refused or the levy ran before contact.
    expect(Object.keys(measureOf(tally, 'defender.cohesion'))).toEqual(['0', '5']);
  });
});

describe('friends near by', () => {
  const attacker = { card: 'gendarmes' };
  const charged = (friend: Loose) => ({
    attacker,
    defender: { card: 'seasoned-pike-and-shot', friends: [{ card: 'levy-foot', ...friend }] },
    pursuitTurns: 0,
  });
  const routs = odds('charge', { attacker, defender: { card: 'seasoned-pike-and-shot' } })['defender-routs'];
  // A levy friend's disaster test: above 8, 10 of 36, it routs; 7 and 8, 11 of 36, it loses a level.
  test.each([
    ['of the same brigade test when it routs', { brigade: 'same', place: 'away' }, routs],
    ['of another brigade far away do not', { brigade: 'other', place: 'away' }, 0],
    ['of a worse grade test when it routs past', { brigade: 'other', place: 'past' }, routs],
    ['of an equal grade do not', { card: 'seasoned-pike-and-shot', brigade: 'other', place: 'past' }, 0],
    ['test when it runs through them, whatever their grade', { brigade: 'other', place: 'through' }, routs],
  ])('%s', (_name, friend, p) => {
    const tally = exactly('charge', charged(friend));
    expect(meanOf(tally, 'defender.friendsRouted')).toBeCloseTo((p * 10) / 36, 12);
    expect(meanOf(tally, 'defender.friendsShaken')).toBeCloseTo((p * 11) / 36, 12);
  });

  test('test when evaders run through them, and not when they merely evade', () => {
    const evading = (place: string) =>
      exactly('charge', {
        attacker: { card: 'gendarmes' },
        defender: { card: 'veteran-reiters', friends: [{ card: 'levy-foot', brigade: 'other', place }] },
      });
    const found = odds('charge', { attacker: { card: 'gendarmes' }, defender: { card: 'veteran-reiters' } });
    expect(found['evaded']).toBeCloseTo((26 / 36) * (4 / 36), 12);
    const ran = found['evaded'] + found['defender-routs'];
    expect(meanOf(evading('through'), 'defender.friendsRouted')).toBeCloseTo((ran * 10) / 36, 12);
    expect(meanOf(evading('past'), 'defender.friendsRouted')).toBeCloseTo((found['defender-routs'] * 10) / 36, 12);
  });
});
