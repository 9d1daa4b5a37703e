import type { Rulebook } from '../../book.ts';
import { fileNumber, type Standing } from '../../engagement-shape.ts';
import { isBroken } from '../combatant.ts';
import { commanderRide, mayRallyAfter } from '../movement.ts';
import type { UnitGiven } from '../unit.ts';
import type { LaneBody } from './lanes.ts';
import type { Chief, SideKey } from './situation.ts';

export interface ChiefsSpec {
  readonly book: Rulebook;
  readonly chiefs: Readonly<Record<SideKey, Chief | undefined>>;
  readonly input: Readonly<Record<SideKey, readonly Standing<unknown>[]>>;
  readonly spacing: number;
  /** The place of the unit that each is with, among those of his side. */
  readonly seats: Record<SideKey, number>;
  /** Whether each has ridden so far this turn that he rallies nobody. */
  readonly rode: Record<SideKey, boolean>;
  readonly of: (side: SideKey) => readonly LaneBody[];
  readonly at: (x: LaneBody) => number;
}

/** The commanders of whole sides, who go from one unit to another. */
export function chiefsOver({ book, chiefs, input, spacing, seats, rode, of, at }: ChiefsSpec) {
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
