import type { FactType, Vocabulary } from '../encounter.ts';
import { ARMS, ASPECTS, LEVELS, ORDERS, TRAININGS, WAVER_TESTS } from './words.ts';

const flag: FactType = { type: 'flag' };
const number: FactType = { type: 'number' };
const list: FactType = { type: 'list' };
const word = (...values: readonly string[]): FactType => ({ type: 'word', values });

/** gone: a router that has left the table. */
export const STATUSES = ['steady', 'routing', 'destroyed', 'gone'] as const;
export type Status = (typeof STATUSES)[number];

/** What patterns of rows, cards and tactics may ask. */
export const vocabulary: Vocabulary = {
  unit: {
    arm: word(...ARMS),
    training: word(...TRAININGS),
    /** Traits and words of the user's own, and the names of card and formation. */
    traits: list,
    deep: flag,
    skirmishing: flag,
    cohesion: number,
    level: word(...LEVELS),
    lost: number,
    companies: number,
    shotCompanies: number,
    ferocity: number,
    marshalling: number,
    status: word(...STATUSES),
    order: word(...ORDERS),
    moving: flag,
    inCover: flag,
    uphill: flag,
    behindObstacle: flag,
    supportedByShot: flag,
    formationMelee: number,
    formationFire: number,
    cohesionWaver: number,
    cohesionCombat: number,
    cohesionFire: number,
    lossesWaver: number,
    /** Engagements: the brigade of the regiment. */
    strategy: number,
    steadyRegiments: number,
    routingRegiments: number,
    worstCohesion: number,
  },
  now: {
    test: word(...WAVER_TESTS),
    rallyingFromRout: flag,
    /** The range band, a list of one word, since the user names the bands: { has: near }. */
    band: list,
    /** Is `self` the one that charged? */
    charging: flag,
    aspect: word(...ASPECTS),
    round: number,
    firstContact: flag,
    turn: number,
    distance: number,
    inReach: flag,
    inRange: flag,
    inContact: flag,
    veteranRoutRally: number,
    fireTargetDeepColumn: number,
    fireTargetSkirmishing: number,
    fireTargetInCover: number,
    fireFirerMoved: number,
    meleeUphill: number,
    meleeBehindObstacle: number,
    meleeLanceFirstContact: number,
    meleeSupportedByShot: number,
  },
};
