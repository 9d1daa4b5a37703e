import { type Fields, flag, int } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import { fileNumber, MOST_BODIES } from '../../engagement-shape.ts';
import { isBroken } from '../combatant.ts';
import { commanderRide, mayRallyAfter } from '../movement.ts';
import type { UnitGiven } from '../unit.ts';
import type { LaneBody, LanesInput } from './lanes.ts';
import { SIDES, type SideKey } from './situation.ts';

/**
 * Where each is: the place of the unit that he is with, among those of his side, and whether he has ridden so far this
 * turn that he rallies nobody.
 */
export const chiefFields = ({ chiefs }: LanesInput) => {
  const seat = () => int(0, SIDES.some((side) => chiefs[side]) ? MOST_BODIES - 1 : 0);
  return { a: seat(), b: seat(), rode: { a: flag(), b: flag() } };
};

/** The commanders of whole sides, who go from one unit to another. */
export function chiefsOver(
  book: Rulebook,
  input: LanesInput,
  seats: Fields<ReturnType<typeof chiefFields>>,
  at: (x: LaneBody) => number,
  of: (side: SideKey) => readonly LaneBody[],
) {
  const { chiefs, spacing } = input;
  const { rode } = seats;
  /** None where units have commanders of their own. */
  const away = (x: LaneBody): number | undefined => {
    if (!chiefs[x.side]) return undefined;
    const host = of(x.side)[seats[x.side]];
    return host === x ? 0 : Math.max(0.5, Math.abs(at(host) - at(x)) + spacing * Math.abs(host.lane - x.lane));
  };
  return {
    away,
    start: (side: SideKey): void => {
      const chief = chiefs[side];
      if (chief) seats[side] = input[side].findIndex((x) => fileNumber(x) === chief.with);
    },
    /** What follows for a unit from where he is. */
    facts: (side: SideKey, body: () => LaneBody, given: UnitGiven): Readonly<Record<string, () => unknown>> => {
      const chief = chiefs[side];
      if (!chief) return {};
      const commands = () => !body().state.commanderLost && given.commander !== undefined;
      return {
        commanderAttached: () => commands() && chief.attached && away(body()) === 0,
        commanderInRange: () => commands() && away(body())! <= chief.range,
      };
    },
    mayRally: (side: SideKey): boolean => !rode[side],
    /** To whoever has lost most, as far as he rides (ruling chiefGoes). */
    goes: (side: SideKey): void => {
      const chief = chiefs[side];
      if (!chief) return;
      const own = of(side);
      const host = own[seats[side]];
      const isLost = isBroken(host.unit);
      const [far, farthest] = [commanderRide(book), commanderRide(book, chief.rides)];
      const reach = own.filter((x) => !isBroken(x.unit) && (isLost || away(x)! <= farthest));
      if (chief.rides > 1) rode[side] = false;
      if (reach.length === 0 || (!isLost && chief.goes === 'stays')) return;
      let found = isLost ? reach[0] : host;
      if (chief.goes === 'to-the-shaken') for (const x of reach) if (x.state.hits > found.state.hits) found = x;
      if (chief.rides > 1 && !isLost && away(found)! > far) rode[side] = !mayRallyAfter(book, 2);
      seats[side] = own.indexOf(found);
    },
  };
}
