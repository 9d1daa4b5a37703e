import type { Rulebook } from '../../book.ts';
import { namedIn } from './actions.ts';
import type { Field } from './driver.ts';

/**
 * How long it is kept how far a unit moved: cavalry may be asked until it moves again (opportunity contact), tactics ask
 * at any time, fire in oth-half asks in the enemy's next shooting; others are asked only when they rally.
 */
export function forgetting(book: Rulebook, always: boolean): Field['forgetsMove'] {
  const fireAsks = ['fire.small-arms', 'fire.artillery'].some((id) => {
    const table = book.tables[id];
    return table?.kind === 'modifiers' && table.rows.some((r) => namedIn(r.when).has('moved'));
  });
  return (pair, side, slot) => {
    const enemyTurn = slot.side !== side;
    if (always || pair[side].given.arm === 'cavalry') return enemyTurn && slot.phase === 'combats';
    if (fireAsks) return enemyTurn && slot.phase === 'shoots';
    return !enemyTurn && slot.phase === 'rallies';
  };
}
