import type { Attachment, Family } from '../encounter.ts';
import type { TroopLibrary } from '../troop.ts';
import { checkCards } from './cards/check.ts';
import { documentedCardsYaml } from './cards/documented.ts';
import { illustrative } from './cards/illustrative.ts';
import { type CardSet, cardSetSchema } from './cards/schema.ts';
import { charge } from './encounters/charge.ts';
import { engagement } from './encounters/engagement.ts';
import { fire } from './encounters/fire.ts';
import { melee } from './encounters/melee.ts';
import { morale } from './encounters/morale.ts';
import { pursuit } from './encounters/pursuit.ts';
import { rally } from './encounters/rally.ts';
import { pikeShotDuels, pikeShotSuite } from './suite.ts';
import { vocabulary } from './vocabulary.ts';

/** Every card of the set in use is a troop. */
export const pikeShotTroops: TroopLibrary = {
  unitKey: 'traits',
  of: (_book, { cards }) => {
    const set = cards !== null && typeof cards === 'object' ? (cards as CardSet) : illustrative;
    return Object.entries(set.cards).map(([id, card]) => ({
      name: card.title ?? id.replaceAll('-', ' '),
      id,
      values: { card: id },
    }));
  },
};

/** `cards:` in a scenario: a file of the user's own, or the stand-in set. */
const cards: Attachment = {
  schema: cardSetSchema,
  check: (set) => checkCards(set as CardSet),
  shipped: { illustrative: () => structuredClone(illustrative) },
  words: (set) => {
    const { cards: all, fire: shot } = set as CardSet;
    return {
      card: Object.keys(all),
      formation: [...new Set(Object.values(all).flatMap((card) => Object.keys(card.formations)))],
      range: [...new Set(Object.values(shot.bands).flatMap((bands) => bands.map(({ band }) => band)))],
    };
  },
  documented: documentedCardsYaml,
};

export const pikeShotFamily: Family = {
  id: 'pike-shot',
  encounters: { fire, charge, melee, morale, rally, pursuit, engagement },
  vocabulary,
  suite: pikeShotSuite,
  duels: pikeShotDuels,
  troops: pikeShotTroops,
  attachments: { cards },
};
