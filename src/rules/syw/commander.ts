import * as z from 'zod';
import { MOST_BODIES } from '../engagement-shape.ts';
import { stated } from '../given.ts';
import { SIDES } from './battle.ts';
import type { Field } from './field.ts';
import type { Body } from './positions.ts';
import type { SideKey } from './troops.ts';

const { word, whole } = stated;
/** The commander in chief of a side: whom he is with, and where he goes. */
export const commanderField = z
  .strictObject({
    with: whole([1, MOST_BODIES], 1, 'The group he starts with: 1 is the first, 2 the first of `groups`.'),
    goes: word(
      ['stays', 'to-the-shaken'],
      'stays',
      'Before each turn of his side: stays with his group, or goes to-the-shaken: to routers, else to the group that has ' +
        'lost the largest share of its stands.',
    ),
  })
  .optional()
  .describe('The commander in chief. He is with one group, which has him within reach; others may be near enough.');
export type Commanders = Readonly<Record<SideKey, z.output<typeof commanderField>>>;

/** The commander of a side goes where he is wanted (SYW-R41). */
export function commanderMoves(field: Field, side: SideKey, { [side]: input }: Commanders): () => void {
  if (!input || !field.several) return () => {};
  const bodies = field.of(side);
  const { chief } = field.state;
  const isThere = (x: Body) => x.group.stands > 0 && !field.isOff(x);
  const need = (x: Body): number => (x.group.orders === 'rout' ? 1000 : x.group.lossPercent);
  return () => {
    const there = bodies.filter(isThere);
    const now = bodies[chief[side]];
    if (there.length === 0 || (isThere(now) && input.goes === 'stays')) return;
    let found = isThere(now) ? now : there[0];
    if (input.goes === 'to-the-shaken') for (const x of there) if (need(x) > need(found)) found = x;
    chief[side] = bodies.indexOf(found);
  };
}
export const hasCommander = (input: Commanders): boolean => SIDES.some((side) => input[side] !== undefined);
