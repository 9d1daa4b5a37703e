import { distanceIn, type LaneInput } from './engagement-shape.ts';
import type { Sighted } from './engagement-sight.ts';

/** A body that has its way forward in its state, in parts of the sheet's unit of length. */
export interface Positioned extends Sighted {
  readonly state: { at: number };
}
export interface PositionsSpec {
  readonly distance: number;
  readonly lanes: readonly LaneInput[];
  readonly spacing: number;
  /** How far behind the first line the edge of the table is. */
  readonly behind: number;
  /** Parts of a unit of length that positions are kept in. */
  readonly grid: number;
}

/** Where the bodies of an engagement are, along their lanes. */
export function positionsOf(spec: PositionsSpec) {
  const { spacing, behind, grid } = spec;
  /** Furthest ahead that anybody comes. */
  const ahead = behind + Math.max(spec.distance, ...spec.lanes.map((l) => l.distance ?? 0));
  const at = ({ state }: Positioned): number => state.at / grid;
  const put = (x: Positioned, to: number): void => {
    x.state.at = Math.round(grid * Math.max(-behind, Math.min(ahead, to)));
  };
  /** Forward distance of two enemies, whatever their lanes; 0 is level. */
  const gap = (x: Positioned, y: Positioned): number => {
    const { lane } = x.side === 'b' ? x : y;
    return distanceIn(spec, lane) - (x.state.at + y.state.at) / grid;
  };
  return {
    ...{ at, put, gap, bounds: [-behind * grid, ahead * grid] as const },
    /** Moves one until it is so far from an enemy: along its lane, and then across to his. */
    comeWithin: (mover: Positioned, foe: Positioned, distance: number): void => {
      const now = gap(mover, foe);
      const to = mover.lane === foe.lane ? distance : (Math.sign(now) || 1) * Math.max(0, distance - spacing);
      put(mover, at(mover) + now - to);
    },
    back: (x: Positioned, by: number): void => put(x, at(x) - by),
    isAtEdge: (x: Positioned): boolean => at(x) <= -behind,
  };
}
