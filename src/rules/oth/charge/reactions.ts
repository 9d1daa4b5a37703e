import { cell, numberAt, type Rulebook } from '../../book.ts';
import { matcher, type When } from '../../pattern.ts';
import type { Combatant } from '../combatant.ts';
import { theEdition } from '../edition.ts';
import { COLUMNS, LOOSE, SQUARES } from '../words.ts';

/** What a charged unit may do, in the order of the sheet. */
export const REACTIONS = [
  'stand',
  'stand-and-deliver',
  'evade',
  'opportunity',
  'counter',
  'emergency-turn',
  'emergency-square',
  'emergency-redeploy',
] as const;
export type Reaction = (typeof REACTIONS)[number];
/** A reaction, or hundredths for several. */
export type ReactionChoice = Reaction | { readonly [R in Reaction]?: number };

/** What a sheet with no reactions of its own leaves: defensive fire is printed on both. */
const WITHOUT_REACTIONS: readonly Reaction[] = ['stand', 'stand-and-deliver'];

/** What a reaction looks at: a unit's facts as they are when it is charged. */
export type Standing = Pick<Combatant, 'facts'>;

const closeOrder = { not: LOOSE };
const aspectNotFront = { self: { aspect: { not: 'front' } } };

/** Who may not react so to a charge, as the sheet has it: the first row of a reaction that holds refuses it. */
const REFUSED: readonly (readonly [reaction: Reaction, when: When, message: string])[] = [
  [
    'stand-and-deliver',
    { self: { arm: 'artillery', outOfAmmunition: true } },
    'A battery that is out of ammunition may not fire.',
  ],
  [
    'stand-and-deliver',
    [
      { self: { arm: 'artillery', formation: { not: 'unlimbered' } } },
      { self: { arm: 'infantry', formation: { not: ['line', ...LOOSE] } } },
      { self: { arm: 'cavalry' } },
    ],
    'Only unlimbered guns and infantry in line, open order or skirmish may stand and deliver.',
  ],
  [
    'evade',
    [
      { self: { arm: 'infantry', training: { not: 'irregular' }, formation: closeOrder } },
      {
        self: { arm: 'cavalry', training: { not: 'irregular' }, formation: closeOrder },
        enemy: { arm: { not: 'infantry' } },
      },
      { self: { arm: 'artillery', friendlySquareNear: false } },
      { self: { arm: 'artillery', formation: { not: 'unlimbered' } } },
    ],
    'Only cavalry charged by infantry, irregulars, units in skirmish or open order, and guns with a friendly square within WITHIN may evade.',
  ],
  ['opportunity', { self: { arm: { not: 'cavalry' } } }, 'Only cavalry makes an opportunity move to contact.'],
  ['opportunity', { self: { moved: { gt: 0 } } }, 'Cavalry that has moved makes no opportunity move to contact.'],
  // How far off the charger starts does not matter: on its way to contact it moves near enough.
  ['opportunity', aspectNotFront, 'An opportunity move to contact is made against an enemy in front.'],
  ['counter', { self: { arm: 'artillery' } }, 'Only infantry and cavalry may counter.'],
  ['counter', aspectNotFront, 'Only a unit about to be contacted in front may counter.'],
  ['emergency-turn', { self: { arm: 'artillery' } }, 'Guns make no emergency turn to face.'],
  ['emergency-turn', { self: { aspect: 'front' } }, 'A unit about to be contacted in front already faces the enemy.'],
  [
    'emergency-turn',
    { self: { arm: 'infantry', aspect: 'flank', formation: { not: COLUMNS } } },
    'Infantry about to be contacted in the flank turns to face only from a column.',
  ],
  ['emergency-square', { self: { arm: { not: 'infantry' } } }, 'Only infantry forms an emergency square.'],
  ['emergency-square', { self: { formation: SQUARES } }, 'The unit is in square already.'],
  [
    'emergency-redeploy',
    [{ self: { arm: { not: 'infantry' } } }, { self: { formation: { not: SQUARES } } }],
    'Only infantry in square redeploys from square.',
  ],
  [
    'emergency-redeploy',
    { enemy: { arm: { not: 'infantry' } } },
    'A square redeploys only when infantry is about to contact it.',
  ],
];
const ROWS = REFUSED.map(([reaction, when, message]) => ({ reaction, holds: matcher(when), message }));

/** Why a unit may not react so to a charge; null when it may. */
export function refusal(book: Rulebook, reaction: Reaction, unit: Standing, charger: Standing): string | null {
  if (book.rulings['reactions']?.value === 'stand-only' && !WITHOUT_REACTIONS.includes(reaction))
    return `The sheet of ${theEdition(book)} has no reactions of its own (ruling reactions).`;
  const facts = { self: unit.facts, enemy: charger.facts, now: {}, ruling: {} };
  const row = ROWS.find((r) => r.reaction === reaction && r.holds(facts));
  return row?.message.replace('WITHIN', String(cell(book, 'reactions', reaction, 'within'))) ?? null;
}

/** The reactions that the sheet allows, `stand` always among them. */
export const allowedReactions = (book: Rulebook, unit: Standing, charger: Standing): Reaction[] =>
  REACTIONS.filter((r) => refusal(book, r, unit, charger) === null);

/** Friends of a charged unit fire with it from no further off. */
export const supportsWithin = (book: Rulebook): number => numberAt(book, 'reactions', 'stand-and-deliver', 'within');

/** Cavalry interrupts a charge as soon as the enemy moves this near (line 358 of oth2). */
export const opportunityWithin = (book: Rulebook): number =>
  numberAt(book, 'reactions', 'opportunity', 'within', Number.POSITIVE_INFINITY);
