import { cell, type Rulebook } from '../../book.ts';
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

/** Why a unit may not react so to a charge, as the sheet has it; null when it may. */
export function refusal(book: Rulebook, reaction: Reaction, unit: Standing, charger: Standing): string | null {
  if (book.rulings['reactions']?.value === 'stand-only' && !WITHOUT_REACTIONS.includes(reaction))
    return `The sheet of ${theEdition(book)} has no reactions of its own (ruling reactions).`;
  const { arm, aspect } = unit.facts;
  const formation = String(unit.facts['formation']);
  const among = (list: readonly string[]) => list.includes(formation);
  const within = cell(book, 'reactions', reaction, 'within');
  switch (reaction) {
    case 'stand':
      return null;
    case 'stand-and-deliver':
      if (arm === 'artillery' && unit.facts['outOfAmmunition'] === true)
        return 'A battery that is out of ammunition may not fire.';
      if (arm === 'artillery' ? formation === 'unlimbered' : arm === 'infantry' && among(['line', ...LOOSE]))
        return null;
      return 'Only unlimbered guns and infantry in line, open order or skirmish may stand and deliver.';
    case 'evade':
      return evadeRefusal(unit, charger, within);
    case 'opportunity':
      if (arm !== 'cavalry') return 'Only cavalry makes an opportunity move to contact.';
      if (Number(unit.facts['moved']) > 0) return 'Cavalry that has moved makes no opportunity move to contact.';
      // How far off the charger starts does not matter: on its way to contact it moves near enough.
      return aspect === 'front' ? null : 'An opportunity move to contact is made against an enemy in front.';
    case 'counter':
      if (arm === 'artillery') return 'Only infantry and cavalry may counter.';
      if (aspect !== 'front') return 'Only a unit about to be contacted in front may counter.';
      return null;
    case 'emergency-turn':
      if (arm === 'artillery') return 'Guns make no emergency turn to face.';
      if (aspect === 'front') return 'A unit about to be contacted in front already faces the enemy.';
      return aspect === 'rear' || arm === 'cavalry' || among(COLUMNS)
        ? null
        : 'Infantry about to be contacted in the flank turns to face only from a column.';
    case 'emergency-square':
      if (arm !== 'infantry') return 'Only infantry forms an emergency square.';
      return among(SQUARES) ? 'The unit is in square already.' : null;
    case 'emergency-redeploy':
      if (arm !== 'infantry' || !among(SQUARES)) return 'Only infantry in square redeploys from square.';
      return charger.facts['arm'] === 'infantry'
        ? null
        : 'A square redeploys only when infantry is about to contact it.';
  }
}

function evadeRefusal(unit: Standing, charger: Standing, within: unknown): string | null {
  const { arm, training, formation } = unit.facts;
  const guns = arm === 'artillery' && unit.facts['friendlySquareNear'] === true && formation === 'unlimbered';
  const may =
    (arm === 'cavalry' && charger.facts['arm'] === 'infantry') ||
    (arm !== 'artillery' && training === 'irregular') ||
    (LOOSE as readonly string[]).includes(String(formation)) ||
    guns;
  if (may) return null;
  return (
    'Only cavalry charged by infantry, irregulars, units in skirmish or open order, ' +
    `and guns with a friendly square within ${String(within)} may evade.`
  );
}

/** The reactions that the sheet allows, `stand` always among them. */
export const allowedReactions = (book: Rulebook, unit: Standing, charger: Standing): Reaction[] =>
  REACTIONS.filter((r) => refusal(book, r, unit, charger) === null);

/** Cavalry interrupts a charge as soon as the enemy moves this near (line 358 of oth2). */
export function opportunityWithin(book: Rulebook): number {
  const within = cell(book, 'reactions', 'opportunity', 'within');
  return typeof within === 'number' ? within : Number.POSITIVE_INFINITY;
}
