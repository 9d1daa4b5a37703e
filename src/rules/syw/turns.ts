import { act, block, branch, type Flow, type Stepped, when } from '../../kit/flow.ts';
import { sequenceOfPlay } from '../../kit/sequence.ts';
import { isPlural } from '../../words/names.ts';
import { matcher, type When } from '../pattern.ts';
import { compileTactic, type Tactic } from '../tactic.ts';
import { approach } from './approach.ts';
import { otherSide, SIDES } from './battle.ts';
import { type CommanderInput, commanderMoves } from './commander.ts';
import { faceToFace, inFlank, type Meeting, opposite } from './facing.ts';
import type { GroupExtras } from './facts.ts';
import { type Body, battleBetween, type Field } from './field.ts';
import { distanceTo, type Moves, moves, tacticFacts } from './plan.ts';
import { ORDERS_OF, PLANS, type Plan } from './plans.ts';
import { shootsAt } from './shoot.ts';
import { type Sight, sightOf } from './sight.ts';
import { count, forgetMelee, strikes } from './strike.ts';
import { isGone, test } from './test.ts';
import type { SideKey } from './troops.ts';

export const PHASES = ['orders', 'move', 'shoot', 'melee', 'morale'] as const;
export type Phase = (typeof PHASES)[number];

export interface TurnOptions {
  readonly sequence: readonly Phase[];
  readonly testAfter: { readonly melee: boolean; readonly losses: boolean };
  readonly locked: 'fight-on' | 'attacker-falls-back';
  readonly recover: 'never' | 'own-turn';
  readonly endWhen?: When | undefined;
  readonly commanders: Readonly<Record<SideKey, CommanderInput | undefined>>;
  readonly tacticOf: (body: Body) => Tactic<Plan>;
  readonly fireOf: (body: Body) => Tactic<'shoot' | 'hold'>;
}
type Flows = Flow<Stepped>[];

/** What every part of the play needs to know. */
interface Play {
  readonly field: Field;
  readonly sight: Sight;
  readonly go: Moves;
  readonly options: TurnOptions;
  readonly meetings: (x: Body, y: Body) => readonly Meeting[];
  readonly extras: (x: Body, y: Body) => GroupExtras;
  readonly facts: (x: Body) => ReturnType<typeof tacticFacts>;
}

/** An engagement, turn by turn: side A's turn, then side B's, each in the order of `sequence`. */
export function engagementPlay(field: Field, options: TurnOptions): readonly Flow<Stepped>[] {
  const sight = sightOf(field);
  const meetings = meetingsOf(field, sight);
  const extras = (x: Body, y: Body): GroupExtras => ({
    fights: () => {
      const { fights, live } = meetings(x, y)[sight.strikesFlank(x, y) ? 1 : 0];
      return fights.filter(live);
    },
    underArtilleryFire: () => sight.isShelled(x),
  });
  const known = new Map(field.bodies.map((x) => [x, tacticFacts(field, sight, x, extras)]));
  const play: Play = { field, sight, go: moves(field, sight), options, meetings, extras, facts: (x) => known.get(x)! };
  const duties: Readonly<Record<Phase, (x: Body) => Flows>> = {
    orders: (x) => orders(play, x),
    move: (x) => moving(play, x),
    shoot: (x) => shooting(play, x),
    melee: (x) => fighting(play, x),
    morale: (x) => moraleTest(play, x),
  };
  // Melee and morale are for both sides, whoever's turn it is.
  const actors = (side: SideKey, phase: Phase) =>
    phase === 'melee' ? field.of('a') : phase === 'morale' ? field.bodies : field.of(side);
  const isOver = ending(play);
  const [a, b] = SIDES.map((side) => commanderMoves(field, side, options.commanders[side]));
  // Before his side's next turn.
  const goes = { a, b };
  return sequenceOfPlay({
    slots: SIDES.flatMap((side) => options.sequence.map((phase) => ({ side, phase }))),
    actors: ({ side, phase }) => actors(side, phase),
    duty: ({ phase, side }, x) => [...(phase === 'morale' ? rallying(play, x, side) : []), ...duties[phase](x)],
    // One group a side is looked at as a whole; several are worked out lane by lane.
    ...(field.several ? { record: (x: Body) => `l${x.lane}` } : {}),
    // What a phase has done is known when all have acted: then it may be over.
    afterSlot: ({ side, phase }) => [
      ...(phase === 'melee' ? [act<Stepped>((_, emit) => fought(play, emit))] : []),
      when<Stepped>(isOver, [{ kind: 'end', run: () => {} }]),
      ...(phase === options.sequence.at(-1)
        ? [act<Stepped>(() => endOfTurn(play, side)), act(goes[otherSide(side)])]
        : []),
    ],
  });
}

/** The ways in which two groups may meet: face to face, and in flank where they stand in different lanes. */
function meetingsOf(field: Field, sight: Sight) {
  const known = new Map<Body, Map<Body, readonly Meeting[]>>();
  for (const a of field.of('a')) {
    for (const b of sight.foes(a)) {
      const front = faceToFace(sight, field, a, b);
      const across = a.lane !== b.lane;
      const put = (x: Body, y: Body, ways: readonly Meeting[]) =>
        known.set(x, (known.get(x) ?? new Map<Body, readonly Meeting[]>()).set(y, ways));
      put(a, b, across ? [front, inFlank(a, b, 'b')] : [front]);
      put(b, a, across ? [front, inFlank(a, b, 'a')] : [front]);
    }
  }
  /** As `x` would come upon `y`. */
  return (x: Body, y: Body): readonly Meeting[] => known.get(x)!.get(y)!;
}

/** It ends when nobody of a side is left who holds; where the scenario says when, rout and destruction still end it. */
function ending({ field, sight, options, facts }: Play): () => boolean {
  const sides = SIDES.map((side) => field.of(side));
  const asked = options.endWhen === undefined ? undefined : matcher(options.endWhen);
  const holds = (x: Body) => sight.isIn(x) && (asked !== undefined || x.group.orders !== 'retreat');
  return () =>
    sides.some((bodies) => !bodies.some(holds)) ||
    (asked !== undefined && sides[0].some((x) => sight.isIn(x) && sight.opponent(x) !== undefined && asked(facts(x))));
}

/** Orders by the tactic. Groups in contact fight on, routers run; there is nothing to order. */
function orders({ field, sight, go, options, facts }: Play, x: Body): Flows {
  const { group, post } = x;
  const { state } = field;
  const decide = compileTactic(options.tacticOf(x), 'stand');
  const recover = act(() => {
    if (options.recover === 'own-turn') for (const unit of group.members) unit.state.disorganised = false;
  });
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: x.side,
    unit: group.title,
    title: () =>
      `Turn ${state.turn}: what ${isPlural(group.title) ? 'do' : 'does'} ${group.title} do? (${distanceTo(sight, x)}cm)`,
    decide: (_, list) => decide(facts(x), list),
    options: PLANS.map((plan) => ({
      name: plan,
      allowed: () => go.allowed[plan](x, sight.opponent(x)!),
      body: [
        act(() => {
          post.plan = plan;
          post.orders = ORDERS_OF[plan];
          post.fate = plan === 'retreat' ? 'retreats' : 'holds';
        }),
      ],
    })),
  };
  const isFree = () => sight.isIn(x) && !sight.inContact(x);
  return [when(isFree, [recover, when(() => sight.opponent(x) !== undefined, [choice])])];
}

/** The move, and the charge that it may end in; routers run on. */
function moving(play: Play, x: Body): Flows {
  const { field, sight, go } = play;
  const { group, post } = x;
  const foes = sight.foes(x);
  const forget = (): void => {
    post.plan = 'none';
  };
  const charges = foes.flatMap((foe) => play.meetings(x, foe).map((way) => [foe, way] as const));
  const chosen = () => {
    const foe = sight.opponent(x)!;
    const way = play.meetings(x, foe)[sight.strikesFlank(x, foe) ? 1 : 0];
    return charges.findIndex(([y, meeting]) => y === foe && meeting === way);
  };
  return [
    ...(field.several ? [act<Stepped>(() => lookAgain(play, x))] : []),
    { kind: 'note', tell: () => (post.plan === 'none' ? '' : `${group.title}: ${post.plan}`) },
    act(() => go.move(x)),
    when(
      () => post.plan === 'charge',
      [
        act(forget),
        branch(
          chosen,
          charges.map(([foe, way]) => charge(play, x, foe, way)),
        ),
      ],
    ),
    act(forget),
  ];
}
/** Routers run on. A plan that others of its side have left no room for since the orders is given up. */
function lookAgain({ field, go, sight }: Play, x: Body): void {
  const { group, post } = x;
  if (group.stands > 0 && group.orders === 'rout' && !field.isOff(x)) go.run(x);
  const foe = sight.opponent(x);
  if (post.plan !== 'none' && !(foe && go.allowed[post.plan](x, foe))) post.plan = 'none';
}

/** The group shoots, if it can and its tactic lets it: every unit at the enemy that it has a shot at. */
function shooting({ field, sight, options, facts }: Play, x: Body): Flows {
  const { group } = x;
  const decide = compileTactic(options.fireOf(x), 'shoot');
  const foes = sight.foes(x);
  const volleys = group.members.map((unit) =>
    branch<Stepped>(
      () => foes.indexOf(sight.targetOf(x, unit) as Body),
      foes.map((foe) => [
        shootsAt(battleBetween(field, x, foe), unit, () => opposite(x, unit, foe), {
          distance: () => sight.straight(x, foe),
          lost: () => {
            if (options.testAfter.losses) foe.post.mustTest = true;
          },
        }),
      ]),
    ),
  );
  const choice: Flow<Stepped> = {
    kind: 'choose',
    side: x.side,
    unit: group.title,
    title: () =>
      `Turn ${field.state.turn}: ${isPlural(group.title) ? 'do' : 'does'} ${group.title} shoot? (${distanceTo(sight, x)}cm)`,
    decide: (_, list) => decide(facts(x), list),
    options: [
      { name: 'shoot', body: volleys },
      { name: 'hold', body: [] },
    ],
  };
  return [
    when(() => group.members.some((unit) => sight.targetOf(x, unit) !== undefined), [choice]),
    act(() => {
      group.state.moved = false;
    }),
  ];
}

/** A charge, up to contact or to where it ends before. A group that refuses has been put on Stand by its test. */
function charge({ field, options, go, sight }: Play, by: Body, foe: Body, { touch, fights, live }: Meeting): Flows {
  const battle = battleBetween(field, by, foe);
  const toContact = approach(battle, {
    ...{ by: by.group, fights, live, underArtilleryFire: (group) => sight.isShelled(group === by.group ? by : foe) },
    gone: ({ orders, fallsBack }) => {
      foe.post.fate = orders === 'rout' ? 'routs' : 'retreats';
      if (orders === 'rout') go.run(foe);
      else go.fallBack(foe, fallsBack);
    },
    shotDown: () => {
      if (options.testAfter.losses) by.post.mustTest = true;
    },
  });
  const contact = act<Stepped>(() => {
    // Chargers shot away to the last stand reach nobody.
    if (!fights.some(live)) return;
    field.meet(by, foe, touch);
    by.post.fresh = true;
  });
  return [block([...toContact, contact])];
}

/** A group of side A fights everybody it is in contact with, whoever's turn it is. */
function fighting({ field, sight, meetings }: Play, x: Body): Flows {
  return sight.foes(x).flatMap((y) => {
    const battle = battleBetween(field, x, y);
    const charged = () => (x.post.fresh ? 'b' : y.post.fresh ? 'a' : 'none');
    const ways = new Set([...meetings(x, y), ...meetings(y, x)]);
    return [...ways].map(({ touch, fights, live }) =>
      when<Stepped>(() => field.touch(x, y) === touch, strikes(battle, fights, live, charged)),
    );
  });
}

/** The melee phase is over: losses count, and those who fought must test. */
function fought({ field, sight, options }: Play, emit: (sum: string, by: number) => void): void {
  const inIt = field.bodies.filter(sight.inContact);
  count(
    inIt.map((x) => x.group),
    emit,
  );
  for (const { group, post } of inIt) {
    post.fresh = false;
    if (options.testAfter.melee) post.mustTest = true;
    else forgetMelee(group);
  }
  for (const x of inIt) if (x.group.stands === 0) field.part(x);
}

/** A group that must test does so; one that it sends back opens the distance, from contact too. */
function moraleTest({ field, sight, go, extras }: Play, x: Body): Flows {
  const { group, post } = x;
  const foes = sight.foes(x);
  const testAgainst = (foe: Body) =>
    test(battleBetween(field, x, foe), group, {
      ...extras(x, foe),
      test: 'other',
      then: (verdict) => {
        if (isGone(verdict)) post.fate = verdict.orders === 'rout' ? 'routs' : 'retreats';
        if (verdict.orders === 'rout') go.run(x);
        else go.fallBack(x, verdict.fallsBack);
        if (group.stands === 0) field.part(x);
      },
    });
  const done = act<Stepped>(() => {
    forgetMelee(group);
    post.mustTest = false;
  });
  // The enemy of the test is the opponent; a group that has none left tests as against the first that it had.
  const against = () => Math.max(0, foes.indexOf(sight.opponent(x) as Body));
  return [when(() => post.mustTest && sight.isIn(x), [branch(against, foes.map(testAgainst))]), done];
}

/** Routers of the side whose turn it is try to rally, as long as they are on the table. */
function rallying({ field, sight }: Play, x: Body, side: SideKey): Flows {
  if (!field.several || x.side !== side || field.ruling['routersRally'] === 'no') return [];
  const { group, post } = x;
  const [foe] = sight.foes(x);
  if (!foe) return [];
  const die = test(battleBetween(field, x, foe), group, {
    test: 'rally',
    fights: () => [],
    underArtilleryFire: () => sight.isShelled(x),
    then: ({ passed }) => {
      if (!passed) return;
      post.orders = 'stand';
      post.fate = 'holds';
    },
  });
  return [when(() => group.stands > 0 && group.orders === 'rout' && !field.isOff(x), die)];
}

/** Groups still in contact fight on in the next turn, or the side whose turn it was falls back. */
function endOfTurn({ field, sight, go, options }: Play, side: SideKey): void {
  for (const x of field.of(side)) {
    if (options.locked === 'attacker-falls-back' && sight.inContact(x)) {
      field.fallBack(x, go.halt);
      x.post.orders = 'stand';
      for (const y of field.bodies) if (!sight.inContact(y)) y.post.fresh = false;
    }
    x.post.moved = false;
  }
}
