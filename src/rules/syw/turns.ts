import { act, block, type Flow, type Stepped, when } from '../../kit/flow.ts';
import { sequenceOfPlay } from '../../kit/sequence.ts';
import { isPlural } from '../../words/names.ts';
import { matcher, type When } from '../pattern.ts';
import { compileTactic, type Tactic } from '../tactic.ts';
import { approach } from './approach.ts';
import { type Group, otherSide, SIDES, type Unit } from './battle.ts';
import type { Fight, GroupExtras } from './facts.ts';
import { type Engaged, furtherApart, hasShot, moves, ORDERS_OF, PLANS, type Plan, tacticFacts } from './plan.ts';
import { volley } from './shoot.ts';
import { forgetMelee, melee } from './strike.ts';
import { isGone, test } from './test.ts';
import { bandAt, type SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;
export type Phase = (typeof PHASES)[number];

export interface TurnOptions {
  readonly sequence: readonly Phase[];
  readonly testAfter: { readonly melee: boolean; readonly losses: boolean };
  readonly locked: 'fight-on' | 'attacker-falls-back';
  readonly recover: 'never' | 'own-turn';
  readonly endWhen: When;
  readonly tactics: Readonly<Record<SideKey, Tactic<Plan>>>;
  readonly fire: Readonly<Record<SideKey, Tactic<'shoot' | 'hold'>>>;
}
type Flows = Flow<Stepped>[];

/** An engagement, turn by turn: side A's turn, then side B's, each in the order of `sequence`. */
export function engagementPlay(battle: Engaged, options: TurnOptions): readonly Flow<Stepped>[] {
  const { a, b, state } = battle;
  const pairs = facing(battle);
  const go = moves(battle);
  const extras = { fights: () => pairs.fights.filter(pairs.live), underArtilleryFire: shelled(battle) };
  const facts = { a: tacticFacts(battle, 'a', extras), b: tacticFacts(battle, 'b', extras) };
  const asked = matcher(options.endWhen);
  const fought = fights(battle, options, pairs);
  const tests = [a, b].flatMap((group) => moraleTest(battle, group, extras));
  const duties: Readonly<Record<Phase, (group: Group) => Flows>> = {
    orders: (group) => orders(battle, options, group, facts[group.side], go),
    move: (group) => [
      { kind: 'note', tell: () => (state.plan === 'none' ? '' : `${group.title}: ${state.plan}`) },
      act(() => go.move(group)),
      when(() => state.plan === 'charge', [act(forgetPlan), ...charge(battle, options, group, pairs, extras)]),
      act(forgetPlan),
    ],
    shoot: (group) => shooting(battle, options, group, facts[group.side], pairs),
    melee: () => fought,
    morale: () => tests,
  };
  const forgetPlan = (): void => {
    state.plan = 'none';
  };
  return sequenceOfPlay({
    slots: SIDES.flatMap((side) => options.sequence.map((phase) => ({ side, phase }))),
    actors: ({ side }) => [battle[side]],
    duty: ({ phase }, group) => duties[phase](group),
    afterSlot: ({ side, phase }) =>
      phase === options.sequence.at(-1) ? [act(() => endOfTurn(battle, options, battle[side], go.halt))] : [],
    isOver: () => [a, b].some((group) => group.stands === 0 || group.state.fate === 'routs') || asked(facts.a),
  });
}

/** Orders by the tactic. Units in contact fight on; there is nothing to order. */
function orders(
  { state }: Engaged,
  options: TurnOptions,
  group: Group,
  facts: ReturnType<typeof tacticFacts>,
  { allowed }: ReturnType<typeof moves>,
): Flows {
  const decide = compileTactic(options.tactics[group.side], 'stand');
  const recover = act(() => {
    if (options.recover === 'own-turn') for (const unit of group.members) unit.state.disorganised = false;
  });
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: group.title,
    title: () =>
      `Turn ${state.turn}: what ${isPlural(group.title) ? 'do' : 'does'} ${group.title} do? (${state.distance}cm)`,
    decide: (_, list) => decide(facts, list),
    options: PLANS.map((plan) => ({
      name: plan,
      allowed: () => allowed[plan](group),
      body: [
        act(() => {
          state.plan = plan;
          group.state.orders = ORDERS_OF[plan];
          group.state.fate = plan === 'retreat' ? 'retreats' : 'holds';
        }),
      ],
    })),
  };
  return [when(() => state.distance > 0, [recover, choice])];
}

/** The side shoots, if it can and its tactic lets it. */
function shooting(
  battle: Engaged,
  options: TurnOptions,
  group: Group,
  facts: ReturnType<typeof tacticFacts>,
  pairs: ReturnType<typeof facing>,
): Flows {
  const { state } = battle;
  const decide = compileTactic(options.fire[group.side], 'shoot');
  const target = (unit: Unit) => (hasShot(battle, unit) ? pairs.target(unit) : undefined);
  const lost = () => {
    if (options.testAfter.losses) battle[otherSide(group.side)].state.mustTest = true;
  };
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: group.title,
    title: () =>
      `Turn ${state.turn}: ${isPlural(group.title) ? 'do' : 'does'} ${group.title} shoot? (${state.distance}cm)`,
    decide: (_, list) => decide(facts, list),
    options: [
      { name: 'shoot', body: volley(battle, group, target, { distance: () => state.distance, lost }) },
      { name: 'hold', body: [] },
    ],
  };
  return [
    when(() => group.members.some((unit) => hasShot(battle, unit)), [choice]),
    act(() => {
      group.state.moved = false;
    }),
  ];
}

/** A charge, up to contact or to where it ends before. A group that refuses has been put on Stand by its test. */
function charge(
  battle: Engaged,
  options: TurnOptions,
  by: Group,
  { fights, live }: ReturnType<typeof facing>,
  { underArtilleryFire }: GroupExtras,
): Flows {
  const { state } = battle;
  const foe = battle[otherSide(by.side)];
  const toContact = approach(battle, {
    ...{ by, fights, live, underArtilleryFire },
    gone: ({ orders, fallsBack }) => {
      foe.state.fate = orders === 'rout' ? 'routs' : 'retreats';
      state.distance = furtherApart(state.distance, fallsBack);
    },
    shotDown: () => {
      if (options.testAfter.losses) by.state.mustTest = true;
    },
  });
  const contact = act<Stepped>(() => {
    // Chargers shot away to the last stand reach nobody.
    if (!fights.some(live)) return;
    state.distance = 0;
    state.charging = by.side;
  });
  return [block([...toContact, contact])];
}

/** Both groups fight when they are in contact, whoever's turn it is. */
function fights(battle: Engaged, options: TurnOptions, { fights, live }: ReturnType<typeof facing>): Flows {
  const { a, b, state } = battle;
  const charged = () => (state.charging === 'none' ? 'none' : otherSide(state.charging));
  const done = act<Stepped>(() => {
    for (const group of [a, b]) {
      if (options.testAfter.melee) group.state.mustTest = true;
      else forgetMelee(group);
    }
    state.winner = 'none';
    state.charging = 'none';
  });
  return [when(() => state.distance === 0, [...melee(battle, fights, live, charged), done])];
}

/** A group that must test does so; one that it sends back opens the distance, from contact too. */
function moraleTest(battle: Engaged, group: Group, extras: GroupExtras): Flows {
  const { state } = battle;
  const die = test(battle, group, {
    ...extras,
    test: 'other',
    then: (verdict) => {
      if (isGone(verdict)) group.state.fate = verdict.orders === 'rout' ? 'routs' : 'retreats';
      state.distance = furtherApart(state.distance, verdict.fallsBack);
    },
  });
  const done = act<Stepped>(() => {
    forgetMelee(group);
    group.state.mustTest = false;
  });
  return [when(() => group.state.mustTest && group.stands > 0 && group.orders !== 'rout', die), done];
}

/** Groups still in contact fight on in the next turn, or the side whose turn it was falls back. */
function endOfTurn({ state }: Engaged, { locked }: TurnOptions, group: Group, halt: number): void {
  if (state.distance === 0 && locked === 'attacker-falls-back') {
    state.distance = halt;
    group.state.orders = 'stand';
    state.charging = 'none';
  }
  group.state.moved = false;
}

/**
 * Who faces whom: the first unit left of each group, the second, and so on. Units that the other group has none for
 * overlap its last one; in shooting they join in on it.
 */
function facing(battle: Engaged) {
  const rankOf = (unit: Unit): number => battle[unit.side].living().indexOf(unit);
  const fights: Fight[] = battle.a.members.flatMap((a) =>
    battle.b.members.map((b) => ({
      ...{ a, b, struckIn: { a: 'front', b: 'front' } as const },
      overlap: (side: SideKey) => {
        const theirs = battle[otherSide(side)].units;
        return battle[side].units > theirs && rankOf(side === 'a' ? a : b) === theirs - 1;
      },
    })),
  );
  return {
    fights,
    live: ({ a, b }: Fight) => a.stands > 0 && rankOf(a) === rankOf(b),
    target: (unit: Unit): Unit | undefined => {
      const foes = battle[otherSide(unit.side)].living();
      return foes[Math.min(rankOf(unit), foes.length - 1)];
    },
  };
}

/** Under artillery fire at short range: an enemy battery on Stand has the group within its short range. */
const shelled = (battle: Engaged) => (group: Group) =>
  battle[otherSide(group.side)].members.some(
    (u) => u.arm === 'artillery' && hasShot(battle, u) && bandAt(u, battle.state.distance) === 'short',
  );
