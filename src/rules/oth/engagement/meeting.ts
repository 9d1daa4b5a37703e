import { tabled } from '../../../kit/tabled.ts';
import { isBroken } from '../combatant.ts';
import { advancesInto, winnerSegments } from '../melee/aftermath.ts';
import { combatShare } from '../melee/score.ts';
import type { Arm } from '../words.ts';
import { CLOSEST_INCHES, type Facing, goBack, turned } from './pair.ts';
import { isStanding, leaveGround, segmentInches } from './troop.ts';

/*
 * Who may fight whom, and where the winner of a close combat goes (lines 538 and 539 of oth2, 345 and 346 of oth-half).
 */

/** Whether a unit could fight its enemy in close combat as both stand; what the book says is looked up once. */
export function mayFight({ book, unit, foe }: Facing): () => boolean {
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

/** The winner falls back at half speed, or is to come on once all is over. */
export function moveWinner(x: Facing): void {
  const { winnerMove } = x.pair.contact;
  const segment = segmentInches(x.unit);
  if (winnerMove === 'fall-back') goBack(x, winnerSegments(x.book, 'fall-back') * segment);
  if (winnerMove === 'advance' && segment > 0) x.unit.state.advances = 1;
}

const farOn = ({ book, unit }: Facing): number => winnerSegments(book, 'advance') * segmentInches(unit);

/** The enemy that the winner over `beaten` comes into contact with, as a place among those it faces: the nearest; -1 for none. */
export function placeToMeet({ book, unit, foe: beaten }: Facing, faced: readonly Facing[]): number {
  const whom = advancesInto(book);
  if (whom === null || (whom === 'once-a-turn' && unit.state.advanced === 1)) return -1;
  let found = -1;
  for (const [place, to] of faced.entries()) {
    if (whom === 'another-enemy' && to.foe === beaten) continue;
    if (mayMeet(to) && (found < 0 || to.inches() < faced[found].inches())) found = place;
  }
  return found;
}

/** It can fight him, he is in no fight yet, and a segment takes it there. */
function mayMeet(to: Facing): boolean {
  const { among, unit, foe } = to;
  if (!isStanding(unit) || !isStanding(foe) || to.pair.stage !== 'apart') return false;
  if (among && (turned(to).among!.isFighting() || !among.mayMeet())) return false;
  const far = to.inches();
  return (among?.cost(far) ?? far) <= farOn(to) && mayFight(to)();
}

/** It comes on towards the beaten enemy, or the nearest if he is gone, as near as one may without a charge. */
export function comeNear(from: Facing, faced: readonly Facing[]): void {
  let to = from;
  if (isBroken(from.foe)) {
    const left = faced.filter(({ foe }) => isStanding(foe));
    if (left.length === 0) return;
    to = left.reduce((nearest, x) => (x.inches() < nearest.inches() ? x : nearest));
  }
  leaveGround(to.unit);
  to.come(Math.max(Math.min(CLOSEST_INCHES, to.inches()), to.inches() - farOn(to)));
}
