import { describe, expect, test } from 'vitest';
import { cardsWith, exactly, type Loose, meanOf, measureOf, odds, outcomesOf, type Rulings } from './play.ts';

/**
 * Cases worked by hand on the stand-in set. 2D6 at most n: 2 1, 3 3, 4 6, 5 10, 6 15, 7 21, 8 26, 9 30, 10 33, 11 35 of 36.
 */
interface Case {
  readonly name: string;
  readonly kind: 'fire' | 'charge' | 'melee' | 'morale' | 'rally' | 'pursuit';
  readonly situation: Loose;
  readonly rulings?: Rulings;
  /** By outcome; these and no others. */
  readonly expected: Readonly<Record<string, number>>;
}

const pike = { card: 'seasoned-pike-and-shot' };
const levy = { card: 'levy-foot' };
const reiters = { card: 'veteran-reiters' };
const gendarmes = { card: 'gendarmes' };

// Gendarmes on pike in column: the charger passes on 9 (30/36). The charged has +2 from ferocity: St on 5, -1 on 8.
// 7 with lances against 4: uneven; cav-inf +1: 2 drives back, 5 locks, 8 gives ground, 10 breaks in, then rout.
const met = (30 / 36) * (26 / 36);
// Broken into: no step of losses at 2 of 10 companies, no waver modifier at cohesion 1 or 2; it routs above 10.
const brokenAndRouts = (7 / 36) * (3 / 36);

const CASES: readonly Case[] = [
  {
    // 2 near - 1 column + 1 deep target = 2; shifts to 0, 1, 2, 2, 3, 4 on the row of five companies.
    name: 'pike column fires at a levy column at 3',
    kind: 'fire',
    situation: { firer: pike, target: levy, range: 3 },
    expected: { 'no-effect': 2 / 6, 'target-disordered': 3 / 6, 'target-hit': 1 / 6 },
  },
  {
    // 0 far - 2 hedgehog: the best shift only reaches 0, which does nothing.
    name: 'a hedgehog at far range cannot hurt',
    kind: 'fire',
    situation: { firer: { ...pike, formation: 'hedgehog' }, target: gendarmes, range: 6 },
    expected: { 'no-effect': 1 },
  },
  {
    // 3 point-blank + 1 deep = 4: shifts to 2, 3, 4, 4, 5, 6; casualties from 4 up.
    name: 'levy shot forward at point-blank range at reiters',
    kind: 'fire',
    situation: { firer: { ...levy, formation: 'shot-forward' }, target: reiters, range: 'point-blank' },
    expected: { 'target-disordered': 2 / 6, 'target-hit': 4 / 6 },
  },
  {
    // +1 from the ferocity of the reiters: Ch on 8, St on 10, then -1.
    name: 'gendarmes test to charge reiters',
    kind: 'morale',
    situation: { unit: gendarmes, test: 'to-charge', enemy: reiters },
    expected: { passes: 26 / 36, halts: 7 / 36, disordered: 3 / 36 },
  },
  {
    // Ragged +2, a quarter lost +1, ferocity +2: St on 0, -1 on 3, else rout.
    name: 'ragged levy with losses charged by gendarmes',
    kind: 'morale',
    situation: { unit: { ...levy, cohesion: 'ragged', lost: 2 }, test: 'charged', enemy: gendarmes },
    expected: { disordered: 3 / 36, routs: 33 / 36 },
  },
  {
    // No ferocity in a disaster test: St on 9, -1 on 11, else rout.
    name: 'reiters take a disaster test',
    kind: 'morale',
    situation: { unit: reiters },
    expected: { passes: 30 / 36, disordered: 5 / 36, routs: 1 / 36 },
  },
  {
    // +1 for the ferocity of other reiters: Cc on 5, St on 8, -1 on 9, Ev on 10, Ro.
    name: 'reiters charged by reiters',
    kind: 'morale',
    situation: { unit: reiters, test: 'charged', enemy: reiters },
    expected: { 'counter-charges': 10 / 36, passes: 16 / 36, disordered: 4 / 36, evades: 3 / 36, routs: 3 / 36 },
  },
  {
    // 4 against 3: even, reiters stronger, cav-inf +1: 3 drives back, 7 locks, 10 gives ground, else broken into.
    // The disaster test of the levy: St and -1 on 8, a point worse if two of eight companies fell (one in six).
    name: 'reiters fight levy',
    kind: 'melee',
    situation: { attacker: reiters, defender: levy },
    expected: {
      'attacker-driven-back': 3 / 36,
      undecided: 18 / 36,
      'defender-falls-back': 12 / 36,
      'defender-broken-into': (3 / 36) * ((5 / 6) * (26 / 36) + (1 / 6) * (21 / 36)),
      'defender-routs': (3 / 36) * ((5 / 6) * (10 / 36) + (1 / 6) * (15 / 36)),
    },
  },
  {
    name: 'gendarmes charge pike and shot',
    kind: 'charge',
    situation: { attacker: gendarmes, defender: pike },
    expected: {
      'charge-refused': 6 / 36,
      'attacker-driven-back': met * (1 / 36),
      undecided: met * (9 / 36),
      'defender-falls-back': met * (16 / 36),
      'defender-broken-into': met * (7 / 36) * (33 / 36),
      'defender-routs': (30 / 36) * (10 / 36) + met * (3 / 36 + brokenAndRouts),
    },
  },
  {
    // Overwhelmed: cav-inf +1: 3 gives ground, 6 breaks in, else rout. The disaster test on 10: 33/36 hold.
    // Ferocity +1 for the pike: St and -1 on 9.
    name: 'reiters charge pike in the rear',
    kind: 'charge',
    situation: { attacker: reiters, defender: pike, aspect: 'rear' },
    expected: {
      'charge-refused': 10 / 36,
      'defender-falls-back': (26 / 36) * (30 / 36) * (3 / 36),
      'defender-broken-into': (26 / 36) * (30 / 36) * (12 / 36) * (33 / 36),
      'defender-routs': (26 / 36) * (6 / 36 + (30 / 36) * (21 / 36 + (12 / 36) * (3 / 36))),
    },
  },
  {
    // Rally table 0, 0, 1, 1, 1, 2 from ragged.
    name: 'ragged levy rallies from disorder',
    kind: 'rally',
    situation: { unit: { ...levy, cohesion: 'ragged' } },
    expected: { 'no-recovery': 2 / 6, 'some-recovered': 4 / 6 },
  },
  {
    // From trim one level is enough.
    name: 'trim levy rallies from disorder',
    kind: 'rally',
    situation: { unit: { ...levy, cohesion: 1 } },
    expected: { 'no-recovery': 2 / 6, 'fully-recovered': 4 / 6 },
  },
  {
    // Mob +3: St on 5 rallies; -1 on 7 and Ro run on.
    name: 'a mob of pikemen rallies from rout',
    kind: 'rally',
    situation: { unit: { ...pike, cohesion: 'mob', routing: true } },
    expected: { rallied: 10 / 36, 'keeps-routing': 26 / 36 },
  },
];

describe('cases worked by hand', () => {
  test.each(CASES)('$name', ({ kind, situation, rulings, expected }) => {
    const found = odds(kind, situation, rulings);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [id, p] of Object.entries(expected)) expect(found[id], id).toBeCloseTo(p, 12);
  });
});

describe('a pursuit halts', () => {
  test.each([
    ['horse that is neither veteran nor reiter', 'seasoned', [], 1 / 6],
    ['veterans', 'veteran', [], 1 / 3],
    ['reiters', 'seasoned', ['reiter'], 1 / 3],
    ['veteran reiters', 'veteran', ['reiter'], 1 / 2],
  ] as const)('%s', (_name, training, traits, p) => {
    const cards = cardsWith((set) => {
      Object.assign(set.cards['gendarmes'], { training, traits });
    });
    const tally = exactly('pursuit', { cards, unit: gendarmes, turns: 3 });
    const found = outcomesOf(tally);
    expect(found['halted-at-once']).toBeCloseTo(p, 12);
    expect(found['never-halted']).toBeCloseTo((1 - p) ** 3, 12);
    expect(measureOf(tally, 'turns')[2]).toBeCloseTo((1 - p) * p, 12);
  });
});

test('what the charged regiment shoots away is counted by itself', () => {
  const tally = exactly('charge', { attacker: gendarmes, defender: pike });
  // Fires on St only (10/36), 3 point-blank - 1 column = 2: a company on a 6, a level on 3 to 6.
  const fired = (30 / 36) * (10 / 36);
  expect(tally.sums.find((s) => s.id === 'defensiveFire.casualties')!.mean).toBeCloseTo(fired / 6, 12);
  expect(tally.sums.find((s) => s.id === 'defensiveFire.cohesion')!.mean).toBeCloseTo((fired * 4) / 6, 12);
});

test('casualty dice of both sides are rolled on the line of the result', () => {
  const tally = exactly('melee', { attacker: reiters, defender: levy });
  // The stronger loses a company on a 6 whatever the result here; the weaker 1/6, 1/6, 2/6 and 5/6 on average.
  expect(meanOf(tally, 'attacker.casualties')).toBeCloseTo(1 / 6, 12);
  const weaker = (21 / 36) * (1 / 6) + (12 / 36) * (2 / 6) + (3 / 36) * (5 / 6);
  expect(meanOf(tally, 'defender.casualties')).toBeCloseTo(weaker, 12);
  // Each has a die of its own.
  expect(meanOf(tally, 'both.losses')).toBeCloseTo(1 / 6 + weaker, 12);
  const spared = measureOf(tally, 'defender.casualties')[0];
  expect(measureOf(tally, 'both.losses')[0]).toBeCloseTo((5 / 6) * spared, 12);
});

test('both lose cohesion by a melee, and a winner on horse pursues', () => {
  const tally = exactly('melee', { attacker: reiters, defender: levy, pursuitTurns: 2 });
  expect(measureOf(tally, 'attacker.cohesion')).toEqual({ 1: expect.closeTo(1, 12) });
  const won = 15 / 36;
  const turns = measureOf(tally, 'pursuit.turns');
  expect(turns[0]).toBeCloseTo(1 - won, 12);
  expect(turns[1]).toBeCloseTo(won / 2, 12);
  expect(turns[2]).toBeCloseTo(won / 2, 12);
});
