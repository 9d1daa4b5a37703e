import { type Facts, matcher, type When } from '../pattern.ts';
import { type Battle, standsOf } from './battle.ts';
import type { EngagementState } from './plan.ts';
import type { SideKey } from './troops.ts';

type S = EngagementState;
const SIDES = ['a', 'b'] as const;

/** Whether it is over: a group destroyed or routing, or what the scenario asks for (seen from side A). */
export function ending(battle: Battle<S>, endWhen: When, facts: Facts): (s: S) => boolean {
  const matches = matcher(endWhen);
  return (s) => SIDES.some((side) => standsOf(battle, side, s) === 0 || s[side].fate === 'routs') || matches(facts);
}

/** The worse fate tells; if nobody gave way, the larger share of stands lost. */
export function outcomeOf(battle: Battle<S>, s: S): string {
  const fate = (side: SideKey) =>
    standsOf(battle, side, s) === 0 ? 'destroyed' : s[side].fate === 'holds' ? 'holds' : s[side].fate;
  const order = ['holds', 'retreats', 'routs', 'destroyed'];
  const [a, b] = SIDES.map((side) => order.indexOf(fate(side)));
  if (a > b) return `a-${order[a]}`;
  if (b > a) return `b-${order[b]}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  const share = (side: SideKey) => {
    const before = battle[side].units.reduce((sum, u) => sum + u.stands, 0);
    return (before - standsOf(battle, side, s)) / before;
  };
  const lead = share('a') - share('b');
  return lead > 0 ? 'a-worse' : lead < 0 ? 'b-worse' : 'even';
}
