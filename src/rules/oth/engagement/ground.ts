import type * as z from 'zod';
import { tabled } from '../../../kit/tabled.ts';
import type { Rulebook } from '../../book.ts';
import { distanceIn, type LaneInput } from '../../engagement-shape.ts';
import { stated } from '../../given.ts';
import { barredFrom, GROUNDS, terrainRow } from '../terrain.ts';
import { PLACES, WOODS } from '../words.ts';
import type { SideKey } from './situation.ts';
import { GRID, type Troop } from './troop.ts';

const { flag, word } = stated;

/** What a strip of ground says of the units in it. */
export const stripFields = {
  terrain: word(
    GROUNDS,
    'clear',
    'What it is to move through: units whom it would cost hits go at half speed, others as ever.',
  ),
  place: word(PLACES, 'open', 'Works, obstacle or built-up area that a unit in it holds.'),
  woods: word(WOODS, 'none', 'Woods it puts units into.'),
  cover: flag('It gives cover.'),
  obscured: flag('It hides units from fire.'),
  higher: flag('It is higher than the ground around.'),
};
type Strip = z.output<z.ZodObject<typeof stripFields>>;
export type Strips = readonly LaneInput<Strip>[];

interface Mover {
  readonly side: SideKey;
  readonly lane: number;
  readonly unit: Troop;
  readonly state: { readonly at: number };
}

/** The ground between the lines: what it makes of units, and what it costs to cross. */
export function groundOf(book: Rulebook, input: { readonly distance: number; readonly lanes: Strips }) {
  const stripsOf = (lane: number) => input.lanes.find((l) => l.lane === lane)?.ground ?? [];
  /** From side A's first line. */
  const placeOf = (side: SideKey, lane: number, at: number): number =>
    side === 'a' ? at / GRID : distanceIn(input, lane) - at / GRID;
  const rowFor = tabled((terrain: Strip['terrain']) =>
    tabled((words: string) => {
      const [arm, formation, training] = words.split(' ');
      const unit = { arm, formation, training };
      if (barredFrom(book, terrain, unit)) return Number.POSITIVE_INFINITY;
      return Number(terrainRow(book, terrain, unit)?.cells['hits'] ?? 0) > 0 ? 1 : 0;
    }),
  );
  return {
    /** The strip that a unit stands in; none to be asked for where its lane has no ground. */
    strip: ({ side, lane, state }: Omit<Mover, 'unit'>): (() => Strip | undefined) | undefined => {
      const strips = stripsOf(lane);
      if (strips.length === 0) return undefined;
      return () => {
        const place = placeOf(side, lane, state.at);
        return strips.find(({ from, to }) => from <= place && place <= to);
      };
    },
    /** Inches of its move that a unit spends on so many inches ahead: twice where ground slows it, no end where it bars it. */
    cost: ({ side, lane, unit, state }: Mover, distance: number): number => {
      const strips = stripsOf(lane);
      if (strips.length === 0 || distance <= 0) return distance;
      const { arm, training } = unit.given;
      const ends = [placeOf(side, lane, state.at), placeOf(side, lane, state.at + distance * GRID)];
      const [low, high] = [Math.min(...ends), Math.max(...ends)];
      let cost = distance;
      for (const { from, to, terrain } of strips) {
        const within = Math.min(high, to) - Math.max(low, from);
        if (within > 0) cost += within * rowFor(terrain)(`${arm} ${unit.state.formation} ${training}`);
      }
      return cost;
    },
  };
}
