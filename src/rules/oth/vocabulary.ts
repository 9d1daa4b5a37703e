import type { Vocabulary } from '../encounter.ts';
import { flag, number, word } from '../fact-types.ts';
import { factTypes } from '../given.ts';
import { REACTIONS } from './charge/reactions.ts';
import { PRINTED_WORDS, shapeWith } from './unit.ts';
import { AMMUNITION, STATUSES } from './words.ts';

export const ROLES = ['firer', 'target', 'attacker', 'defender', 'tester', 'bystander'] as const;
export const TESTS = [
  'command',
  'formation-change',
  'militia-formation-change',
  'leaving-cover',
  'move-after-firing',
  'hold-fire',
  'overhead',
  'natural-ten',
  'first-fire',
  'contact',
  'defensive-fire',
  'no-hits',
  'combat-round',
  'follow-up',
  'engaged-move',
  'rally',
  'self-rally',
  'emergency-turn',
  'emergency-square',
  'emergency-redeploy',
  'terrain',
] as const;
export type TestId = (typeof TESTS)[number];

/** Facts about a unit that no scenario states: they follow what happens to it. */
export const ARISING_FACTS = {
  status: word(STATUSES),
  /** Wavering or worse. */
  wavering: flag,
  routing: flag,
  commanderAttached: flag,
  commanderInRange: flag,
  control: number,
  inspiration: number,
  inBua: flag,
  inWoods: flag,
  evaded: flag,
  wonLast: flag,
  /** Contact bonuses still count (ruling contactBonus). */
  freshContact: flag,
  /** It moved into contact. */
  initiating: flag,
  /** It meets the attacker half way. */
  countering: flag,
  /** Cavalry that charges or counter-charges. */
  charging: flag,
};
const { newTarget: _newTarget, ...given } = shapeWith(PRINTED_WORDS);

/** Every fact that rows and tactics of both books may speak of. */
export const vocabulary: Vocabulary = {
  unit: {
    ...factTypes(given),
    ...ARISING_FACTS,
    startFs: number,
    role: word(ROLES),
    /** Rifled weapon, or the rifle screen fires. */
    rifled: flag,
  },
  now: {
    phase: word(['fire', 'defensive-fire', 'contact', 'combat', 'command', 'move', 'rally', 'end']),
    test: word(TESTS),
    turn: number,
    distance: number,
    /** At or under the weapon's short range, or over it; none for a mortar under ruling mortarBand. */
    range: word(['short', 'over', 'none']),
    ammunition: word(AMMUNITION),
    /** The unit has not fired before. */
    initialVolley: flag,
    /** Guns: first shot at this target. */
    firstShot: flag,
    raggedVolley: flag,
    /** The firer's skirmishers are of a better (worse) class than the target's. */
    skirmishAdvantage: flag,
    skirmishDisadvantage: flag,
    /** The rifle screen fires alone. */
    screenFires: flag,
    round: number,
    firstRound: flag,
    bothInWoods: flag,
    /** oth-half: the attacker has fought his way into the buildings. */
    buaFoughtIn: flag,
    movesToContact: number,
    gap: number,
    reaction: word(REACTIONS),
    hitsThisPhase: number,
  },
};
