import { SIDES } from './battle.ts';
import { jointLosses, standsTogether } from './contact.ts';
import type { Field } from './field.ts';
import type { Body } from './positions.ts';
import type { SideKey } from './troops.ts';

const total = (bodies: readonly Body[], of: (x: Body) => number): number => bodies.reduce((sum, x) => sum + of(x), 0);

export const titleOf = (bodies: readonly Body[], side: SideKey): string =>
  bodies.length === 1 ? bodies[0].group.title : `side ${side.toUpperCase()}`;

const isOut = ({ group }: Body): boolean => group.stands === 0 || group.orders === 'rout';

/** Stands of a side, over all its groups, and where there are several how many of them are out of it; and joint losses. */
export function sideMeasures(field: Field) {
  const groupsOf = (side: SideKey) => field.of(side).map((x) => x.group);
  const each = SIDES.flatMap((side) => {
    const bodies = field.of(side);
    const title = titleOf(bodies, side);
    const stands = standsTogether(side, title, groupsOf(side));
    if (bodies.length === 1) return stands;
    const out = { id: `${side}.out`, label: `${title}: groups destroyed or routing`, of: () => total(bodies, (x) => (isOut(x) ? 1 : 0)) }; // biome-ignore format: one line
    return [...stands, out];
  });
  return [...each, ...jointLosses(SIDES.flatMap(groupsOf))];
}

/**
 * A side that has nobody left who holds has lost, by the best fate among its groups. If both hold, the side with the
 * larger share of its groups out is worse off; then the one that has lost the larger share of its stands.
 */
export function outcomeOf(field: Field): string {
  const order = ['holds', 'retreats', 'routs', 'destroyed'];
  const rankOf = ({ group }: Body) => order.indexOf(group.stands === 0 ? 'destroyed' : group.state.fate);
  const sides = SIDES.map((side) => field.of(side));
  const [a, b] = sides.map((bodies) => Math.min(...bodies.map(rankOf)));
  if (a > b) return `a-${order[a]}`;
  if (b > a) return `b-${order[b]}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  const shares = sides.map((bodies) => {
    const before = total(bodies, ({ group }) => group.members.reduce((sum, u) => sum + u.before.stands, 0));
    const left = total(bodies, ({ group }) => group.stands);
    return { out: total(bodies, (x) => (isOut(x) ? 1 : 0)) / bodies.length, lost: (before - left) / before };
  });
  const worse = shares[0].out - shares[1].out || shares[0].lost - shares[1].lost;
  return worse > 0 ? 'a-worse' : worse < 0 ? 'b-worse' : 'even';
}
