import { tabled } from '../../../kit/tabled.ts';
import { combatShare } from '../melee/score.ts';
import type { Arm } from '../words.ts';
import { foeOf, type Pair } from './pair.ts';
import type { SideKey } from './situation.ts';

/** Whether a unit could fight its enemy in close combat as both stand; what the book says is looked up once. */
export function mayFight(pair: Pair, side: SideKey): () => boolean {
  const { book } = pair;
  const [unit, foe] = [pair[side], foeOf(pair, side)];
  if (unit.given.arm === 'artillery') return () => false;
  const noSquare =
    book.rulings['cavalryVSquare']?.value === 'may-not-contact' &&
    unit.given.arm === 'cavalry' &&
    foe.given.arm === 'infantry';
  const fights = (arm: Arm, inBua: boolean) =>
    tabled((formation: string) => combatShare(book, { arm, formation, inBua }, 1) !== null);
  const unitFights = fights(unit.given.arm, false);
  const [foeFights, foeFightsInBua] = [false, true].map((inBua) => fights(foe.given.arm, inBua));
  return () => {
    const foeCan = foe.facts['inBua'] === true ? foeFightsInBua : foeFights;
    if (!unitFights(unit.state.formation) || !foeCan(foe.state.formation)) return false;
    return !(noSquare && foe.state.formation === 'square');
  };
}
