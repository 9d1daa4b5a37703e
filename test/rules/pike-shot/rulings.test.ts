import { describe, expect, test } from 'vitest';
import { pikeShot } from '../../../src/rules/pike-shot/book.ts';
import { cardsWith, exactly, type Loose, meanOf, measureOf, messagesOf, odds, type Rulings } from './play.ts';

const pike = { card: 'seasoned-pike-and-shot' };
const levy = { card: 'levy-foot' };
const reiters = { card: 'veteran-reiters' };
const gendarmes = { card: 'gendarmes' };

/** For every switch a case worked by hand under its other readings: what is looked at, and what it must be. */
interface Switch {
  readonly key: string;
  readonly what: string;
  readonly of: (rulings: Rulings) => number;
  readonly expected: Readonly<Record<string | number, number>>;
}
const p = (kind: 'charge' | 'melee' | 'rally' | 'fire', situation: Loose, outcome: string) => (rulings: Rulings) =>
  odds(kind, situation, rulings)[outcome] ?? 0;

const even = { attacker: { ...pike, order: 'charge' }, defender: pike, pursuitTurns: 0 };

const SWITCHES: readonly Switch[] = [
  {
    key: 'ferocityInMelee',
    what: 'gendarmes (2) on pike: 7 against 4, or 9 against 4; the pike routs outright on 11 or, of an advantage, 10',
    of: (rulings) => measureOf(exactly('melee', { attacker: gendarmes, defender: pike }, rulings), 'pursuit.turns')[0],
    // Not won: driven back or locked. US +1: 2..5 is 10/36. A +1: 4 or less is 2, 3: 3/36.
    expected: { none: 10 / 36, 'add-to-strength': 3 / 36 },
  },
  {
    key: 'beyondMob',
    what: 'a mob of levy fought to a standstill by reiters',
    // 4 against 0: advantage. +1: 2..3 locks (3/36), 6 gives ground (12/36), 9 breaks in (15/36), else rout (6/36).
    of: p('melee', { attacker: reiters, defender: { ...levy, cohesion: 'mob' } }, 'undecided'),
    expected: { ignore: 3 / 36, rout: 0 },
  },
  {
    key: 'tieStronger',
    what: 'pike on pike, 4 each: who is driven back on 4 or less',
    of: p('melee', even, 'attacker-driven-back'),
    // The charger stronger: 4 or less. The charged stronger: 9 to 11 makes the charger give ground.
    expected: { charger: 6 / 36, charged: 9 / 36, neither: 0 },
  },
  {
    key: 'mobTiming',
    what: 'levy charged in the flank by reiters: Waver at sharp or at mob',
    // Charger passes 26/36. Ferocity 1: it runs above 7 (15/36); as a mob, +3 more, above 4 (30/36).
    of: (rulings) => {
      const tally = exactly('charge', { attacker: reiters, defender: levy, aspect: 'flank', pursuitTurns: 0 }, rulings);
      return meanOf(tally, 'attacker.cohesion');
    },
    // Only chargers that make contact lose cohesion: 1 for the charge, 1 for the melee; 1 of 36 tests gives -1.
    expected: {
      'before-melee': (26 / 36) * (21 / 36) * 2 + 1 / 36,
      'before-waver': (26 / 36) * (6 / 36) * 2 + 1 / 36,
    },
  },
  {
    key: 'flankFire',
    what: 'companies shot out of gendarmes that charge pike in the flank',
    of: (rulings) => exactly('charge', { attacker: gendarmes, defender: pike, aspect: 'flank' }, rulings).sums[0].mean,
    expected: { no: 0, yes: (30 / 36) * (10 / 36) * (1 / 6) },
  },
  {
    key: 'veteranRoutRally',
    what: 'veteran reiters rally from rout at ragged: St on 9 less 2',
    of: p('rally', { unit: { ...reiters, cohesion: 'ragged', routing: true } }, 'rallied'),
    expected: { 0: 21 / 36, [-1]: 26 / 36, [-2]: 30 / 36 },
  },
  {
    key: 'enemiesColumn',
    what: 'reiters charge a pike column that is stronger: 4 - 1 disarrayed against 4, column inf-cav or cav-inf',
    of: p('melee', { attacker: { ...reiters, cohesion: 'disarrayed' }, defender: pike }, 'defender-falls-back'),
    // The stronger gives ground on 4 or less; with the shift of cav-inf on 3 or less.
    expected: { 'stronger-first': 6 / 36, 'charger-first': 3 / 36 },
  },
  {
    key: 'meleeRounds',
    what: 'reiters and levy stay locked',
    // Without lances or losses that count every round is the same: 18/36 each.
    of: p('melee', { attacker: reiters, defender: levy, pursuitTurns: 0 }, 'undecided'),
    expected: { 1: 1 / 2, 2: 1 / 4, 3: 1 / 8 },
  },
  {
    key: 'pursueAfter',
    what: 'no pursuit by reiters that have fought levy',
    of: (rulings) => measureOf(exactly('melee', { attacker: reiters, defender: levy }, rulings), 'pursuit.turns')[0],
    expected: { 'any-win': 21 / 36, rout: 1 - (3 / 36) * ((5 / 6) * (10 / 36) + (1 / 6) * (15 / 36)) },
  },
  {
    key: 'companyLosses',
    what: 'levy that has lost 3 of 8 companies fires its 3 shot companies, or none',
    of: p('fire', { firer: { ...levy, lost: 3 }, target: pike, range: 2 }, 'no-effect'),
    // 3 - 1 + 1 = 3 shifts to 1..5: nothing on a 1 only.
    expected: { 'others-first': 1 / 6, 'shot-first': 1 },
  },
  {
    key: 'chargedFireBand',
    what: 'levels that pike shoots off gendarmes at point-blank or near range',
    of: (rulings) => exactly('charge', { attacker: gendarmes, defender: pike }, rulings).sums[1].mean,
    // 2 shifts to 0..4: a level on 3 to 6. 1 shifts to -1..3: a level on 5 and 6.
    expected: { nearest: (30 / 36) * (10 / 36) * (4 / 6), 'second-nearest': (30 / 36) * (10 / 36) * (2 / 6) },
  },
  {
    key: 'rallyingFireIfCharged',
    what: 'companies that pike on Rally shoots out of gendarmes',
    of: (rulings) =>
      exactly('charge', { attacker: gendarmes, defender: { ...pike, order: 'rally' } }, rulings).sums[0].mean,
    expected: { no: 0, yes: (30 / 36) * (10 / 36) * (1 / 6) },
  },
];

describe('every switch does what it says', () => {
  test.each(SWITCHES)('$key: $what', ({ key, of, expected }) => {
    expect(pikeShot.rulings[key]).toBeDefined();
    for (const [word, value] of Object.entries(expected)) {
      const ruling = /^-?\d+$/.test(word) ? Number(word) : word;
      expect(of({ [key]: ruling }), word).toBeCloseTo(value, 12);
    }
  });

  test('exchange: a firer that is first need not fear the reply of what it has destroyed', () => {
    const situation = {
      firer: { ...pike, formation: 'shot-forward' },
      target: { card: 'field-battery', lost: 1 },
      range: 2,
      reply: true,
    };
    const lost = (exchange: string) => meanOf(exactly('fire', situation, { exchange }), 'firer.casualties');
    // The pike hits on 3 shifted to 4 or 5: 5 and 6. The battery's 4 shifts to 2..6: a company on 3 to 6.
    expect(lost('simultaneous')).toBeCloseTo(4 / 6, 12);
    expect(lost('firer-first')).toBeCloseTo((4 / 6) * (4 / 6), 12);
  });

  test('waverOverflow: a row that ends below the worst total is used to its last result, or refused', () => {
    const endingAt = (last: number) => {
      const cards = cardsWith((s) => {
        s.cards['levy-foot'].waver.disaster[2][0] = last;
      });
      return { cards, unit: { ...levy, cohesion: 'mob' } };
    };
    const situation = endingAt(12);
    expect(messagesOf('morale', situation)).toEqual([]);
    expect([18, 19].map((last) => messagesOf('morale', endingAt(last), { waverOverflow: 'error' }).length)).toEqual([
      1, 0,
    ]);
    expect(messagesOf('morale', situation, { waverOverflow: 'error' })).toEqual([
      "unit.card: Its Waver row 'disaster' ends at 12, but a total of 19 can come up, and the ruling waverOverflow forbids that.",
    ]);
  });

  test('tieStronger of a card set counts while the ruling is at its default', () => {
    const cards = cardsWith((s) => {
      s.meleeType.tieStronger = 'charged';
    });
    const driven = (rulings?: Rulings) => odds('melee', { ...even, cards }, rulings)['attacker-driven-back'];
    expect(driven()).toBeCloseTo(9 / 36, 12);
    expect(driven({ tieStronger: 'neither' })).toBeUndefined();
  });

  test('no switch goes untested', () => {
    const switches = Object.values(pikeShot.rulings)
      .filter((r) => r.allowed.integer || (r.allowed.words?.length ?? 0) > 1)
      .map((r) => r.key);
    // These are seen in engagements.
    const engaged = [
      'sequence',
      'closeness',
      'runnersDisorder',
      'rallySameTurn',
      'obstacleDisorder',
      'changeOpponent',
      'fireAcross',
      'flankCharge',
      'pushing',
    ];
    const tested = [...SWITCHES.map((s) => s.key), 'exchange', 'waverOverflow', ...engaged];
    expect(switches.sort()).toEqual(tested.sort());
  });
});
