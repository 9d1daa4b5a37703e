import type { FactType, Vocabulary } from '../encounter.ts';
import {
  AMMUNITION,
  ARMS,
  ASPECTS,
  CAVALRY_TYPES,
  FORMATIONS,
  GUNS,
  PIECES,
  PLACES,
  SKIRMISH_CLASSES,
  STATUSES,
  TRAININGS,
  WEAPONS,
  WOODS,
} from './words.ts';

const flag: FactType = { type: 'flag' };
const number: FactType = { type: 'number' };
const word = (values: readonly string[]): FactType => ({ type: 'word', values });

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

/** Every fact that rows and tactics of both books may speak of. */
export const vocabulary: Vocabulary = {
  unit: {
    // As the scenario gives them.
    arm: word(ARMS),
    training: word(TRAININGS),
    elite: flag,
    overStrength: flag,
    underStrength: flag,
    impetuous: flag,
    goodShot: flag,
    poorShot: flag,
    french: flag,
    traits: { type: 'list' },
    weapon: word(WEAPONS),
    skirmishClass: word(SKIRMISH_CLASSES),
    rifleScreen: flag,
    throughScreen: flag,
    visiblePercent: number,
    cavalryType: word(CAVALRY_TYPES),
    lancer: flag,
    gun: word(GUNS),
    piece: word(PIECES),
    horseArtillery: flag,
    grandBattery: flag,
    wheeled: flag,
    moraleSupport: flag,
    combatSupport: number,
    supportRear: flag,
    enemyToFlank: flag,
    enemyToRear: flag,
    enemyDistance: number,
    engaged: flag,
    moved: number,
    enfiladed: flag,
    secureFlanks: flag,
    higher: flag,
    place: word(PLACES),
    cover: flag,
    obscured: flag,
    woods: word(WOODS),
    goneToGround: flag,
    cannotReform: flag,
    friendlySquareNear: flag,

    // Live: they follow the encounter.
    formation: word(FORMATIONS),
    fs: number,
    startFs: number,
    hits: number,
    status: word(STATUSES),
    /** Wavering or worse. */
    wavering: flag,
    routing: flag,
    /** The side on which it is struck; a unit that wins a round turns to face. */
    aspect: word(ASPECTS),
    role: word(ROLES),
    fired: flag,
    outOfAmmunition: flag,
    inContact: flag,
    commanderInRange: flag,
    commanderAttached: flag,
    control: number,
    inspiration: number,
    /** It moved into contact. */
    initiating: flag,
    /** It meets the attacker half way. */
    countering: flag,
    /** Cavalry that charges or counter-charges. */
    charging: flag,
    /** Contact bonuses still count (ruling contactBonus). */
    freshContact: flag,
    wonLast: flag,
    evaded: flag,

    // Derived from the unit alone.
    /** Rifled weapon, or the rifle screen fires. */
    rifled: flag,
    inWoods: flag,
    inBua: flag,
    /** Skirmishers by trade, also when they stand in an emergency square. */
    skirmishUnit: flag,
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
    reaction: word([
      'stand',
      'stand-and-deliver',
      'evade',
      'opportunity',
      'counter',
      'emergency-turn',
      'emergency-square',
      'emergency-redeploy',
    ]),
    hitsThisPhase: number,
  },
};
