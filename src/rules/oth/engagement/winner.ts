import { isBroken } from '../combatant.ts';
import { advancesInto, winnerSegments } from '../melee/aftermath.ts';
import { mayFight } from './may-fight.ts';
import { CLOSEST_INCHES, foeOf, goBack, inches, isStanding, leaveGround, type Pair, segmentInches } from './pair.ts';
import { other, type SideKey } from './situation.ts';

/*
 * Where the winner of a close combat goes (lines 538 and 539 of oth2, 345 and 346 of oth-half).
 */

/** It falls back at half speed, or is to come on once all is over. */
export function moveWinner(pair: Pair, side: SideKey): void {
  const { book, contact } = pair;
  const segment = segmentInches(pair, side);
  if (contact.winnerMove === 'fall-back') goBack(pair, side, winnerSegments(book, 'fall-back') * segment);
  if (contact.winnerMove === 'advance' && segment > 0) pair[side].state.advances = 1;
}

const farOn = (pair: Pair, side: SideKey): number => winnerSegments(pair.book, 'advance') * segmentInches(pair, side);

/** The enemy that the winner of `from` comes into contact with, as a place among its pairs: the nearest; -1 for none. */
export function placeToMeet(from: Pair, side: SideKey, pairs: readonly Pair[]): number {
  const whom = advancesInto(from.book);
  if (whom === null || (whom === 'once-a-turn' && from[side].state.advanced === 1)) return -1;
  let found = -1;
  for (const [place, to] of pairs.entries()) {
    if (whom === 'another-enemy' && foeOf(to, side) === foeOf(from, side)) continue;
    if (mayMeet(to, side) && (found < 0 || inches(to) < inches(pairs[found]))) found = place;
  }
  return found;
}

/** It can fight him, he is in no fight yet, and a segment takes it there. */
function mayMeet(to: Pair, side: SideKey): boolean {
  const { among } = to;
  if (!isStanding(to[side]) || !isStanding(foeOf(to, side)) || to.stage !== 'apart') return false;
  if (among && (among.isFighting(other(side)) || !among.mayMeet(side))) return false;
  const far = inches(to);
  return (among?.cost(side, far) ?? far) <= farOn(to, side) && mayFight(to, side)();
}

/** It comes on towards the beaten enemy, or the nearest if he is gone, as near as one may without a charge. */
export function comeNear(from: Pair, side: SideKey, pairs: readonly Pair[]): void {
  let to = from;
  if (isBroken(foeOf(from, side))) {
    const left = pairs.filter((p) => isStanding(foeOf(p, side)));
    if (left.length === 0) return;
    to = left.reduce((nearest, p) => (inches(p) < inches(nearest) ? p : nearest));
  }
  leaveGround(to[side]);
  to.where.set(Math.max(Math.min(CLOSEST_INCHES, inches(to)), inches(to) - farOn(to, side)), side);
}
