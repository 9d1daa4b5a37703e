import { type TableReads, unknown } from '../table-reads.ts';

/** Orders are given by the brigade; no row of the sheet sees it. */
const brigade = unknown('strategy steadyRegiments routingRegiments worstCohesion');
const always = 'turn distance inReach inRange inContact';
const fight = 'charging aspect round firstContact';

export const pikeShotReads: TableReads = {
  rows: () => ({}),
  facts: {
    'fire.number': { self: brigade, enemy: brigade, now: unknown(`test rallyingFromRout ${fight} ${always}`) },
    'melee.strength': { self: brigade, enemy: brigade, now: unknown(`test rallyingFromRout band ${always}`) },
    'waver.modifiers': { self: brigade, enemy: brigade, now: unknown(`band ${fight} ${always}`) },
    'pursuit.halt': {
      self: { ...brigade, arm: ['horse'] },
      now: unknown(`test rallyingFromRout band ${fight} ${always}`),
    },
  },
};
