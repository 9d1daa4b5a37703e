import type { Vocabulary } from '../encounter.ts';
import { all, flag, list, number, word } from '../fact-types.ts';
import { ARMS, ASPECTS, LEVELS, ORDERS, TRAININGS, WAVER_TESTS } from './words.ts';

/** gone: a router that has left the table. */
export const STATUSES = ['steady', 'routing', 'destroyed', 'gone'] as const;
export type Status = (typeof STATUSES)[number];

/** What patterns of rows, cards and tactics may ask. */
export const vocabulary: Vocabulary = {
  unit: {
    arm: word(ARMS),
    training: word(TRAININGS),
    /** Traits and words of the user's own, and the names of card and formation. */
    traits: list,
    ...all(flag, 'deep skirmishing'),
    cohesion: number,
    level: word(LEVELS),
    ...all(number, 'lost companies shotCompanies ferocity marshalling'),
    status: word(STATUSES),
    order: word(ORDERS),
    ...all(flag, 'moving inCover uphill behindObstacle supportedByShot'),
    ...all(number, 'formationMelee formationFire cohesionWaver cohesionCombat cohesionFire lossesWaver'),
    /** Engagements: the brigade of the regiment. */
    ...all(number, 'strategy steadyRegiments routingRegiments worstCohesion'),
  },
  now: {
    test: word(WAVER_TESTS),
    rallyingFromRout: flag,
    /** The range band, a list of one word, since the user names the bands: { has: near }. */
    band: list,
    /** Is `self` the one that charged? */
    charging: flag,
    aspect: word(ASPECTS),
    round: number,
    firstContact: flag,
    ...all(number, 'turn distance'),
    ...all(flag, 'inReach inRange inContact'),
    ...all(number, 'veteranRoutRally fireTargetDeepColumn fireTargetSkirmishing fireTargetInCover fireFirerMoved'),
    ...all(number, 'meleeUphill meleeBehindObstacle meleeLanceFirstContact meleeSupportedByShot'),
  },
};
