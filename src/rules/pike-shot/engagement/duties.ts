import { act, type Flow, match, type Stepped, set, when } from '../../../kit/flow.ts';
import { disaster, melee } from '../melee.ts';
import { haltRoll, pursuitAfter } from '../pursuing.ts';
import { rally, rallyFromRout } from '../rallying.ts';
import { isSteady } from '../regiment.ts';
import { bandAt, bandsOf, fire, fireRefusal, hit } from '../shooting.ts';
import {
  clashOf,
  fleeIfRouting,
  goBack,
  type Lane,
  type LaneState,
  other,
  rangeOf,
  ratesOf,
  setDistance,
  sideOf,
} from './lane.ts';
import { allowedOn, byOrder, halting, moving, pursueOn } from './moving.ts';
import type { Ranks } from './ranks.ts';
import { type Phase, SIDES, type SideKey } from './situation.ts';

/** What a regiment does in a phase: which way it takes, if there is anything to do, and what each is. */
export interface Duty {
  readonly way: () => string | undefined;
  readonly ways: Readonly<Record<string, readonly Flow<Stepped>[]>>;
}

/** The duties of both regiments of a lane. */
export function dutiesOf(lane: Lane): Readonly<Record<SideKey, Readonly<Record<Phase, Duty>>>> {
  const melee = meleeDuty(lane);
  const of = (side: SideKey) => {
    const [move, shoot, rally] = [moving, shooting, rallying].map((duty) => duty(lane, side));
    return { move, shoot, melee, rally };
  };
  return { a: of('a'), b: of('b') };
}

function shooting(lane: Lane, side: SideKey): Duty {
  const { state, [side]: self, [other(side)]: enemy } = lane;
  const bands = bandsOf(self);
  const furthest = bands.at(-1)?.maxRange ?? -1;
  const fires = byOrder((order) => fireRefusal(self, order) === undefined);
  // Line 12: foot that changes its frontage does not fire; guns go as foot does.
  const formsWithoutFire = self.card.arm !== 'horse' && self.given.otherFormation !== undefined;
  const shot = fire({
    ...{ firer: self, target: enemy, band: () => bandAt(bands, rangeOf(lane))! },
    then: (volley) => {
      const before = isSteady(enemy);
      hit(enemy, volley);
      if (before) fleeIfRouting(lane, other(side));
    },
  });
  return {
    way: () => {
      const own = state[side];
      if (state.contact !== 'none' || !isSteady(self) || own.pursuing || own.turned) return undefined;
      if (own.drill === 'change-frontage' && formsWithoutFire) return undefined;
      const { status } = state[other(side)];
      if (status === 'destroyed' || status === 'gone') return undefined;
      return rangeOf(lane) <= furthest && fires[own.order] ? 'shoot' : undefined;
    },
    ways: { shoot: [shot] },
  };
}

/** Regiments in contact fight once a turn, whoever's turn it is. */
function meleeDuty(lane: Lane): Duty {
  const { state, ground } = lane;
  const fightBy = (side: SideKey): Flow<Stepped>[] => {
    const struck = state[other(side)];
    const fights = (aspect: 'front' | 'rear') => melee({ ...clashOf(lane, side, aspect), isFresh: () => ground.fresh });
    // Once it has been struck in the rear it fights on facing its enemy.
    const inRear = [...fights('rear'), set<Stepped, typeof struck>(struck, { turned: false })];
    const pursuer = (): SideKey | undefined => {
      const { pursuer: r } = pursuitAfter(clashOf(lane, side));
      return r && sideOf(lane, r);
    };
    return [
      when(() => struck.turned, inRear, fights('front')),
      act(() => endMelee(lane, side)),
      match(pursuer, { a: chase(lane, 'a'), b: chase(lane, 'b') }),
      forgetFight(lane),
    ];
  };
  return {
    way: () => (ground.fought || state.contact === 'none' ? undefined : state.contact),
    ways: { a: fightBy('a'), b: fightBy('b') },
  };
}

const forgetFight = ({ state: { fight } }: Lane): Flow<Stepped> => set(fight, { ended: 'open' });

function endMelee(lane: Lane, side: SideKey): void {
  const { state, ground } = lane;
  const clash = clashOf(lane, side);
  Object.assign(ground, { fresh: false, fought: true });
  if (state.fight.ended === 'locked' && isSteady(clash.charger) && isSteady(clash.target)) return;
  state.contact = 'none';
  const { loser = clash.charger } = pursuitAfter(clash);
  if (isSteady(loser)) goBack(lane, sideOf(lane, loser), ratesOf(loser).march);
  for (const key of [side, other(side)]) fleeIfRouting(lane, key);
}

/** The winner pursues routers; if the beaten enemy still stands, a winner that does not halt is upon it again. */
function chase(lane: Lane, side: SideKey): Flow<Stepped>[] {
  const { state, [side]: self, [other(side)]: enemy } = lane;
  const again = act<Stepped>(() => {
    state.contact = side;
    setDistance(lane, 0, side);
    pursueOn(lane, side);
  });
  const afterRouters = [set<Stepped, LaneState['a']>(state[side], { pursuing: true }), halting(lane, side)];
  return [forgetFight(lane), when(() => isSteady(enemy), [haltRoll(self, [], [again])], afterRouters)];
}

/** Routers rally where nobody pursues them, others by the order Rally (lines 33, 41, 76). */
function rallying(lane: Lane, side: SideKey): Duty {
  const { state, [side]: self } = lane;
  const [own, enemy] = [state[side], state[other(side)]];
  const rallies = allowedOn(self.rules, 'rally');
  const rallied = act<Stepped>(() => {
    if (isSteady(self)) own.isKnownToRout = false;
  });
  return {
    way: () => {
      if (own.status === 'routing') return enemy.pursuing || own.ranThisTurn ? undefined : 'fromRout';
      if (state.contact !== 'none' || own.status !== 'steady' || own.pursuing || own.cohesion === 0) return undefined;
      return rallies[own.order] ? 'fromDisorder' : undefined;
    },
    ways: { fromRout: [rallyFromRout(self), rallied], fromDisorder: [rally(self)] },
  };
}

/** The disaster test of a regiment that the rout of another shakes. */
export const disasterOf = (lane: Lane, side: SideKey): Flow<Stepped> =>
  disaster(lane[side], [
    act(() => {
      lane.state[side].shaken = false;
      fleeIfRouting(lane, side);
    }),
  ]);

/** A new turn: a melee may be fought again, and routers have run. */
export function refresh(ranks: Ranks): void {
  for (const record of ranks.records) record.fought = false;
  for (const side of SIDES) for (const { own } of ranks.of(side)) own.ranThisTurn = false;
}
