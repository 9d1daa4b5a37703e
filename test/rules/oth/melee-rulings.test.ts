import { describe, expect, test } from 'vitest';
import type { RulingValue } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { applyVariant } from '../../../src/rules/variant.ts';
import { type Odds, odds, ruledBy } from './odds.ts';

const line = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'line', fs, ...more });
const column = (fs: number, more: object = {}) => line(fs, { formation: 'attack-column', ...more });
const horse = (fs: number, more: object = {}) => ({
  arm: 'cavalry',
  formation: 'line',
  cavalryType: 'heavy',
  fs,
  ...more,
});
const guns = (fs: number, more: object = {}) => ({ arm: 'artillery', fs, ...more });
const delivers = (fs: number, more: object = {}) => line(fs, { reaction: 'stand-and-deliver', ...more });
const commander = { commander: { attached: true, control: 5, inspiration: 1 } };
const woods = { woods: 'woods' };

type Set = Readonly<Record<string, RulingValue>>;
/** Ruling, value, attacker, defender, the figure that moves, rulings that stand in both. */
type Row = readonly [key: string, value: RulingValue, attacker: object, defender: object, figure: string, both?: Set];

const oth2Melee: readonly Row[] = [
  ['fsUsed', 'starting', column(8, { hits: 3 }), line(7), 'defender.hits'],
  ['lowScore', 'literal', horse(6), line(8), 'attacker.hits'],
  ['lowScore', 'literal-min-1', horse(6), line(8), 'attacker.hits'],
  ['highScore', 'shift', column(9), line(7), 'defender.hits'],
  ['rounding', 'down', horse(5, { formation: 'column-of-companies' }), horse(5), 'defender.hits'],
  ['rounding', 'nearest-half-up', horse(5, { formation: 'column-of-companies' }), horse(5), 'defender.hits'],
  ['rounding', 'down-min-1', horse(5, { formation: 'column-of-companies' }), horse(5), 'defender.hits'],
  ['percentOrder', 'after-modifiers', horse(8, { formation: 'column-of-companies' }), horse(5), 'defender.hits'],
  ['faceCap', 'after-modifiers', line(9), line(6, { place: 'bua-wood-and-brick' }), 'attacker.hits'],
  ['naturalTen', 'also-close-combat', line(6), line(6), 'attacker.hits'],
  ['loseBy', 'fh-all-rounds', line(8), line(7), 'defender-retreats'],
  ['loseBy', 'score-margin', line(8), line(7), 'defender-retreats'],
  ['simultaneous', 'attacker-first', line(8), line(7), 'attacker.hits'],
  ['simultaneous', 'defender-first', line(8), line(7), 'defender.hits'],
  ['brokenTiming', 'after-result', line(8), guns(4), 'defender-broken'],
  ['maxRounds', 2, line(8), line(7), 'rounds'],
  ['maxRounds', 6, line(8), line(7), 'rounds'],
  ['undecided', 'attacker-falls-back', line(8), line(7), 'attacker-falls-back'],
  ['undecided', 'last-round-loser-retreats', line(8), line(7), 'undecided'],
  ['contactBonus', 'every-round', column(5), line(7), 'defender.hits'],
  ['contactBonus', 'until-not-won', column(5), line(7), 'defender.hits'],
  ['flankLasts', 'first-round', line(4), line(8, { aspect: 'flank' }), 'defender.hits'],
  ['flankLasts', 'whole-combat', line(4), line(8, { aspect: 'flank' }), 'defender.hits'],
  [
    'supportScale',
    'one-flank-plus1-rear-plus2',
    line(6, { combatSupport: 1, supportRear: true }),
    line(7),
    'defender.hits',
  ],
  ['reform', 'unable', column(7), line(7), 'attacker.hits'],
  ['reform', 'ignore', line(8, { formation: 'column-of-companies' }), line(7), 'defender.hits'],
  ['commanderCheck', 'once-per-combat-on-total', line(7, commander), line(7), 'attacker.commanderLost'],
  ['winnerPolicy', 'follow-up', column(8), line(7), 'defender.hits'],
  ['winnerPolicy', 'rally', column(8), line(7), 'attacker.hits'],
  ['winnerPolicy', 'hold', column(8), line(7), 'defender.hits', { winnerPolicy: 'follow-up' }],
  ['followUpTest', 'on', column(8), line(7), 'defender.hits'],
  ['closedColumnCombatPct', 25, line(8), line(8, { formation: 'closed-column' }), 'attacker.hits'],
  ['cavalryOpenCombatPct', 100, horse(6), horse(8, { formation: 'open-order' }), 'attacker.hits'],
  ['woodsStack', 'both', line(8, woods), line(8, woods), 'attacker.hits'],
  ['infantryCounterBonus', 'plus-1', line(6), line(6, { countering: true }), 'attacker.hits'],
  ['routingAt', 3, line(8), line(3), 'defender-broken'],
  ['thresholds', 'half-and-quarter', line(8), line(8, { hits: 6 }), 'defender-broken'],
];

const fled = line(6, { formation: 'skirmish', reaction: 'evade' });
const toSquare = { reaction: 'emergency-square' };
const oth2Charge: readonly Row[] = [
  ['testPass', 'strictly-under', line(8), line(7), 'charge-refused'],
  ['testNaturals', 'ten-always-fails', line(11), line(7), 'charge-refused'],
  ['testNaturals', 'one-passes-ten-fails', line(3, { training: 'militia' }), line(7), 'charge-refused'],
  ['waveringAt', 7, line(5), line(7), 'charge-refused'],
  ['cavalryContactRow', 'with-secure-flanks', horse(7), line(7), 'charge-refused'],
  ['cavalryContactRow', 'cavalry-own-flanks', horse(7, { secureFlanks: true }), line(7), 'charge-refused'],
  ['cavalryContactRow', 'off', horse(7), line(7), 'charge-refused'],
  ['flankAndRear', 'worse', line(9, { enemyToFlank: true, enemyToRear: true }), line(7), 'charge-refused'],
  ['drivenBack', 'single-volley', line(10), delivers(7, { supportingFire: [line(6)] }), 'attacker-driven-back'],
  ['drivenBack', 'off', line(10), delivers(7), 'attacker-driven-back'],
  ['noHitsChoice', 'move', line(10), delivers(4, { fired: true }), 'defender-withdraws'],
  ['naturalTen', 'off', line(10), delivers(6), 'defender.hits'],
  ['naturalTen', 'only-if-missed', line(10), delivers(9), 'defender.hits'],
  ['artilleryNaturalTen', 'ammo-only', line(10), guns(6, { reaction: 'stand-and-deliver' }), 'defender.hits'],
  ['initialVolleyStacks', 'initial-volley-replaces-short-range', line(10), delivers(5), 'attacker.hits'],
  ['ammunition', 'round-shot', line(10), guns(4, { reaction: 'stand-and-deliver' }), 'attacker.hits'],
  ['canisterAuto', 'minimum-1', line(10), guns(4, { reaction: 'stand-and-deliver' }), 'attacker.hits'],
  ['raggedGuns', 'none', line(10), guns(4, { reaction: 'stand-and-deliver' }), 'attacker.hits'],
  ['abScope', 'any-firing-unit', line(10), delivers(4, { skirmishClass: 'A' }), 'attacker.hits'],
  ['deepIsColumn', 'yes', horse(10, { formation: 'deep-formation' }), delivers(4), 'attacker.hits'],
  ['chargerRetest', 'yes', line(8), delivers(7), 'stopped-short'],
  ['evadeDistance', 'd10-plus-1-segments', horse(10), fled, 'evaded'],
  ['chargeReach', 'first-segment', horse(10), fled, 'evaded'],
  ['chargeReach', 'without-F', horse(10), fled, 'evaded'],
  [
    'emergencyMods',
    'plus-general-morale',
    horse(10),
    column(6, { ...toSquare, moraleSupport: true }),
    'defender-destroyed',
  ],
  [
    'emergencySplit',
    'rows',
    line(10),
    column(7, { aspect: 'rear', overStrength: true, reaction: 'emergency-turn' }),
    'attacker.hits',
  ],
  ['cavalryAtEmergencySquare', 'stop', horse(10), column(6, toSquare), 'stopped-short'],
  ['counteredInfantry', 'keeps', column(8), horse(6, { reaction: 'counter' }), 'defender.hits'],
];

const french = line(7, { french: true });
const halfMelee: readonly Row[] = [
  ['row9', 'oth2-row', french, line(6), 'defender.hits'],
  ['openSkirmishCombatPct', 100, line(6), line(8, { formation: 'skirmish' }), 'attacker.hits'],
  ['drawTest', 'attacker-only-on-draw', line(7), line(7), 'both-retreat'],
  ['drawTest', 'off', line(7), line(7), 'attacker-retreats'],
  ['marchColumn', 'classed-as-1-only', line(6), line(8, { formation: 'march-column' }), 'attacker.hits'],
  ['squareKinds', 'emergency-only', horse(9), line(8, { formation: 'square' }), 'defender.hits'],
  ['control5', 'plus-2', line(5, commander), line(7), 'defender.hits'],
  ['buaFoughtIn', 'no-bua-modifiers', line(9), line(6, { place: 'bua-wooden' }), 'defender.hits'],
  ['buaFireDie', 'd10-per-round', line(9), line(9, { place: 'bua-wooden' }), 'building.alight'],
  ['closedColumnCombatPct', 25, line(8), line(8, { formation: 'closed-column' }), 'attacker.hits'],
  ['contactBonus', 'every-round', line(5), line(7), 'defender.hits'],
  ['flankLasts', 'first-round', line(8), line(8, { aspect: 'flank' }), 'defender.hits'],
  ['undecided', 'attacker-falls-back', line(8), line(7), 'attacker-falls-back'],
  ['winnerPolicy', 'follow-up', line(8), line(7), 'defender.hits'],
];
const halfCharge: readonly Row[] = [
  ['drivenBack', 'phase-total', line(10), delivers(7), 'attacker-driven-back'],
  ['initialVolleyScope', 'target', line(10, { formation: 'skirmish' }), delivers(5), 'attacker.hits'],
  ['canisterShortStack', 'canister-only', line(10), guns(4, { reaction: 'stand-and-deliver' }), 'attacker.hits'],
  [
    'enfilade',
    'adds',
    line(10, { enfiladed: true }),
    delivers(3, { supportingFire: [line(2, { into: 'flank' })] }),
    'attacker.hits',
  ],
  ['evadeDistance', 'd10-plus-1-segments', horse(10), fled, 'evaded'],
];

const outcomes = /^(attacker|defender|both)-|^(charge-refused|evaded|stopped-short|undecided)$/;
const figureOf = (o: Odds, figure: string): number => (outcomes.test(figure) ? o.outcome(figure) : o.mean(figure));

describe.each([
  ['oth2', 'melee', oth2, oth2Melee],
  ['oth2', 'charge', oth2, oth2Charge],
  ['oth-half', 'melee', othHalf, halfMelee],
  ['oth-half', 'charge', othHalf, halfCharge],
] as const)('%s %s: each ruling moves a figure', (_id, kind, book, rows) => {
  test.each(rows.map((r) => [`${r[0]}: ${r[1]} moves ${r[4]}`, r] as const))('%s', (_name, row) => {
    const [key, value, attacker, defender, figure, both] = row;
    const before = figureOf(odds(ruledBy(book, both ?? {}), kind, { attacker, defender }), figure);
    const after = figureOf(odds(ruledBy(book, { ...both, [key]: value }), kind, { attacker, defender }), figure);
    expect(Math.abs(after - before)).toBeGreaterThan(1e-6);
  });
});

test.each([
  [0, false, 0],
  [1, false, 1],
  [2, false, 1],
  [1, true, 2],
  [2, true, 2],
])(
  'supportScale by where it stands: %d, behind it %s, is worth as much as %d by count',
  (combatSupport, supportRear, count) => {
    const fought = (book: typeof oth2, more: object) =>
      odds(book, 'melee', { attacker: line(5, more), defender: line(6) }).text;
    const placed = ruledBy(oth2, { supportScale: 'one-flank-plus1-rear-plus2' });
    expect(fought(placed, { combatSupport, supportRear })).toBe(fought(oth2, { combatSupport: count }));
  },
);

test('a round of which a table without its row says nothing goes on, and marks nobody', () => {
  const silent = applyVariant(oth2, { title: 't', base: 'oth2', remove: ['results.infantry-infantry.draw'] });
  // 3 + 1 against 3: nobody is hit in .6 x .7, which is marked on both.
  const unhurt = (book: typeof oth2) =>
    odds(ruledBy(book, { maxRounds: 1 }), 'melee', { attacker: line(3), defender: line(3) }).p('attacker.hits', 0);
  expect(unhurt(oth2)).toBeCloseTo(0.7 - 0.6 * 0.7, 12);
  expect(unhurt(silent)).toBeCloseTo(0.7, 12);
});
