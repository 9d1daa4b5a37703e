import { cellIfAny, numberAt, type Rulebook, ruled } from '../../book.ts';
import type { Supporter } from '../charge/charge.ts';
import { supportsWithin } from '../charge/reactions.ts';
import { fireOf } from '../shot.ts';
import type { LaneBody, Lines } from './lanes.ts';
import { CLOSEST_INCHES, goBack } from './pair.ts';
import { segmentInches } from './troop.ts';

/** Of two friends: to the side or ahead, whichever is further; units are broad and deep. */
export const inchesBetween = ({ input, at }: Lines, x: LaneBody, y: LaneBody): number =>
  Math.max(input.spacing * Math.abs(x.lane - y.lane), Math.abs(at(x) - at(y)));

/** How near a friend must be to support a unit. */
export const supportInches = (book: Rulebook): number => numberAt(book, 'morale.distances', 'support', 'inches');

/** Friends near enough who neither waver nor rout; in oth-half not those who have just shot. */
export function supports(lines: Lines, x: LaneBody): readonly LaneBody[] {
  const within = supportInches(lines.book);
  const shootersDo = lines.book.rulings['supportCondition'] === undefined;
  const may = (y: LaneBody) => y.unit.status() === 'steady' && (shootersDo || !y.state.shot);
  return lines.friends(x).filter((y) => may(y) && inchesBetween(lines, x, y) <= within);
}

/** How near an enemy on the flank counts (line 66 of oth2); oth-half prints no figure of its own for it. */
const flankInches = (book: Rulebook): number =>
  Number(cellIfAny(book, 'morale.distances', 'enemy-to-flank', 'inches') ?? supportInches(book));

/** An enemy of the next lane who has come level, where nobody of ours holds him (ruling enemyOnFlank). */
export function isFlanked(lines: Lines, x: LaneBody): boolean {
  if (ruled(lines.book, 'enemyOnFlank') === 'no') return false;
  const within = flankInches(lines.book);
  return lines.foes(x).some((y) => {
    if (y.lane === x.lane || !lines.isIn(y) || lines.front(x.side, y.lane)) return false;
    return lines.gap(x, y) <= 0 && lines.straight(x, y) <= within;
  });
}

/** Units near by that fire with a charged one, as far as nobody stands in their way (ruling supportingFire). */
export function supportersOf(lines: Lines, charged: LaneBody): Supporter[] {
  const { book } = lines;
  if (ruled(book, 'supportingFire') === 'no') return [];
  const within = supportsWithin(book);
  const supporter = (x: LaneBody): Supporter => {
    const fire = fireOf(book, x.unit);
    return {
      ...{ unit: x.unit, into: 'front' },
      may: () =>
        lines.isIn(x) &&
        lines.isFree(x) &&
        !x.state.noFire &&
        lines.front(x.side, x.lane) === x &&
        inchesBetween(lines, x, charged) <= within &&
        fire.mayFire(fire.shotAt(CLOSEST_INCHES)),
      fired: () => {
        x.state.noFire = true;
        if (x.state.withdrawn) goBack(x.pairs[0][x.side], segmentInches(x.unit));
        x.state.withdrawn = false;
      },
    };
  };
  return lines.friends(charged).filter((x) => x.lane !== charged.lane).map(supporter); // biome-ignore format: one line
}
