import { FORMATIONS } from './troops.ts';

export const DRILLS = ['well', 'normal', 'badly'] as const;
export type Drill = (typeof DRILLS)[number];
type Formation = (typeof FORMATIONS)[number];

/** Actions that change the formation of a group: on the spot, or on the move. */
export const FORMING = FORMATIONS.map((f) => `form-${f}` as const);
export const FORMING_AND_MOVING = FORMATIONS.map((f) => `form-${f}-and-approach` as const);
export type FormingAction = (typeof FORMING)[number] | (typeof FORMING_AND_MOVING)[number];

/** The formation that an action forms; undefined for other actions. */
export const formationOf = (action: string): Formation | undefined =>
  FORMATIONS.find((f) => action === `form-${f}` || action === `form-${f}-and-approach`);
export const movesAsWell = (action: string): boolean => action.endsWith('-and-approach');

/**
 * Whether a group may form so, and move as well, on Reserve orders (003:16-20): the well drilled always; normal troops
 * from line to column and back; the badly drilled change or move. A square may be formed on Stand by all (003:26).
 */
export function mayForm(drill: Drill | undefined, from: Formation, to: Formation, isMoving: boolean): boolean {
  if (drill === undefined || from === to) return false;
  if (!isMoving || drill === 'well') return true;
  const turns = (f: Formation) => f === 'line' || f === 'column';
  return drill === 'normal' && turns(from) && turns(to);
}
