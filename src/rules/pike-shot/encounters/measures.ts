import type { EndMeasure } from '../../../sim/machine.ts';
import type { Regiment } from '../regiment.ts';

type Measures = readonly EndMeasure<unknown>[];

export const cohesionMeasure = ({ side, state }: Regiment): Measures => [
  { id: `${side}.cohesion`, label: `cohesion of the ${side} at the end, 0 sharp to 5 mob`, of: () => state.cohesion },
];
export const lossMeasures = (r: Regiment): Measures => [
  { id: `${r.side}.casualties`, label: `companies the ${r.side} loses`, of: () => r.state.lost - r.given.lost },
  ...cohesionMeasure(r),
];
export const pursuitMeasure = (id: string, turns: () => number): EndMeasure<unknown> => ({
  id,
  label: 'turns of pursuit, the one that halts it included',
  of: turns,
});
