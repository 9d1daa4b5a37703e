import type { TroopLibrary } from '../troop.ts';
import { illustrative } from './cards/illustrative.ts';
import type { CardSet } from './cards/schema.ts';

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
