import { illustrative } from '../../../src/rules/pike-shot/cards/illustrative.ts';
import { oth2ByHand, othHalfByHand } from './by-hand-oth.ts';
import type { Drawn } from './random-situation.ts';

/** Horse with pistols that are called something else than reiters, or nothing at all: the stand-in set has none. */
const horseOf = (traits: readonly string[]) => ({
  ...illustrative,
  cards: { ...illustrative.cards, 'veteran-reiters': { ...illustrative.cards['veteran-reiters'], traits } },
});

/** Foot and horse of two formations, which the dice tell to change them. */
const drilled: Drawn = {
  kind: 'engagement',
  situation: {
    cards: cardsOfTwoFormations(),
    a: { brigades: [{ regiments: [{ card: 'seasoned-pike-and-shot', otherFormation: 'hedgehog' }] }] },
    b: { brigades: [{ regiments: [{ card: 'veteran-reiters', otherFormation: 'shallow' }] }] },
    turns: 6,
  },
  rulings: {},
};
function cardsOfTwoFormations() {
  const set = structuredClone(illustrative);
  const { formations } = set.cards['veteran-reiters'];
  formations['shallow'] = { ...formations['deep'], deep: false };
  return set;
}

/** Situations that read figures which random ones come upon too seldom, each made for its figures. */
export const BY_HAND: Readonly<Record<string, readonly Drawn[]>> = {
  // Light troops on Advance orders that do as well as can be in a test of their morale.
  syw: [
    {
      kind: 'morale',
      situation: { tester: { type: 'light-cavalry', stands: 4, orders: 'advance', morale: 'high' }, meleesWon: 2 },
      rulings: {},
    },
  ],
  oth2: oth2ByHand,
  'oth-half': othHalfByHand,
  'pike-shot': [
    ...[['petronel'], []].map((traits): Drawn => {
      const situation = {
        cards: horseOf(traits),
        attacker: { card: 'gendarmes' },
        defender: { card: 'veteran-reiters' },
      };
      return { kind: 'charge', situation, rulings: {} };
    }),
    drilled,
  ],
};
