import { act, block, branch, branchOn, type Choose, type Flow, type Stepped, set, when } from '../../kit/flow.ts';
import { isPlural } from '../../words/names.ts';
import { compileTactic } from '../tactic.ts';
import { ACTION, ACTIONS } from './actions.ts';
import { approach } from './charge.ts';
import { type Meeting, opposite } from './facing.ts';
import { battleBetween } from './field.ts';
import type { Moves } from './moves.ts';
import type { Body, Post } from './positions.ts';
import { shootsAt } from './shooting.ts';
import { distanceTo } from './sight.ts';
import { count, forgetMelee, strikes } from './strike.ts';
import { fateBy, isGone, test, type Verdict } from './test.ts';
import type { SideKey } from './troops.ts';
import type { Flows, Play } from './turns.ts';

/** A group's player is asked ("what does side A do?"); its tactic answers. */
function decision(
  { field, sight, facts }: Play,
  x: Body,
  decide: ReturnType<typeof compileTactic>,
  question: (does: string) => string,
  options: Choose<Stepped>['options'],
): Flow<Stepped> {
  const { side, group } = x;
  const text = question(`${isPlural(group.title) ? 'do' : 'does'} ${group.title}`);
  return {
    ...{ kind: 'choose', side, unit: group.title, options },
    title: () => `Turn ${field.state.turn}: ${text}? (${distanceTo(sight, x)}cm)`,
    decide: (_, list) => decide(facts(x), list),
  };
}

/** Orders by the tactic. Groups in contact fight on, routers run; there is nothing to order. */
export function orders(play: Play, x: Body): Flows {
  const { sight, go, options } = play;
  const { group, post } = x;
  const recover = act(() => {
    if (options.recover === 'own-turn') for (const unit of group.members) unit.state.disorganised = false;
  });
  const tactic = compileTactic(options.tacticOf(x), 'stand');
  const choices = ACTIONS.map((action) => {
    const fate = action === 'retreat' ? 'retreats' : 'holds';
    const ordered = set<Stepped, Post>(post, { action, orders: ACTION[action].orders, fate });
    return { name: action, allowed: () => go.allowed(action, x, sight.opponent(x)!), body: [ordered] };
  });
  const choice = decision(play, x, tactic, (does) => `what ${does} do`, choices);
  const isFree = () => sight.isIn(x) && !sight.inContact(x);
  return [when(isFree, [recover, when(() => sight.opponent(x) !== undefined, [choice])])];
}

/** The move, and the charge that it may end in; routers run on. */
export function moving(play: Play, x: Body): Flows {
  const { field, sight, go } = play;
  const { group, post } = x;
  const foes = sight.foes(x);
  const forget = set<Stepped, typeof post>(post, { action: 'none' });
  const charges = foes.flatMap((foe) => play.meetings(x, foe).map((way) => [foe, way] as const));
  const ways = charges.map(([foe, way]) => charge(play, x, foe, way));
  const chosen = () => {
    const foe = sight.opponent(x)!;
    const way = play.meetings(x, foe)[sight.strikesFlank(x, foe) ? 1 : 0];
    return charges.findIndex(([y, meeting]) => y === foe && meeting === way);
  };
  return [
    ...(field.several ? [act<Stepped>(() => lookAgain(play, x))] : []),
    { kind: 'note', tell: () => (post.action === 'none' ? '' : `${group.title}: ${post.action}`) },
    act(() => go.move(x)),
    when(() => post.action === 'charge', [forget, branch(chosen, ways)]),
    forget,
  ];
}

/** Routers run on. An action that others of its side have left no room for since the orders is given up. */
function lookAgain({ field, go, sight }: Play, x: Body): void {
  const { group, post } = x;
  if (group.stands > 0 && group.orders === 'rout' && !field.isOff(x)) go.run(x);
  const foe = sight.opponent(x);
  if (post.action !== 'none' && !(foe && go.allowed(post.action, x, foe))) post.action = 'none';
}

/** A test has sent a group back, if it has. */
function goBack(go: Moves, x: Body, verdict: Verdict): void {
  if (isGone(verdict)) x.post.fate = fateBy(verdict);
  if (verdict.orders === 'rout') go.run(x);
  else go.fallBack(x, verdict.fallsBack);
}

/** A group that has lost stands to shooting tests, where the scenario says so. */
function mindLosses({ testAfter }: Play['options'], { post }: Body): void {
  if (testAfter.losses) post.mustTest = true;
}

/** A charge, up to contact or to where it ends before. A group that refuses has been put on Stand by its test. */
function charge({ field, options, go, sight }: Play, by: Body, foe: Body, { touch, fights, live }: Meeting): Flows {
  const battle = battleBetween(field, by, foe);
  const toContact = approach(battle, {
    ...{ by: by.group, fights, live, underArtilleryFire: (group) => sight.isShelled(group === by.group ? by : foe) },
    ...{ gone: (verdict) => goBack(go, foe, verdict), shotDown: () => mindLosses(options, by) },
  });
  const contact = act<Stepped>(() => {
    // Chargers shot away to the last stand reach nobody.
    if (!fights.some(live)) return;
    field.meet(by, foe, touch);
    by.post.fresh = true;
  });
  return [block([...toContact, contact])];
}

/** The group shoots, if it can and its tactic lets it: every unit at the enemy that it has a shot at. */
export function shooting(play: Play, x: Body): Flows {
  const { field, sight, options } = play;
  const { group } = x;
  const volleys = group.members.map((unit) =>
    branchOn<Stepped, Body>(
      sight.foes(x),
      () => sight.targetOf(x, unit),
      (foe) => [
        shootsAt(battleBetween(field, x, foe), unit, () => opposite(x, unit, foe), {
          ...{ distance: () => sight.straight(x, foe), lost: () => mindLosses(options, foe) },
        }),
      ],
    ),
  );
  const choice = decision(play, x, compileTactic(options.fireOf(x), 'shoot'), (does) => `${does} shoot`, [
    { name: 'shoot', body: volleys },
    { name: 'hold', body: [] },
  ]);
  return [
    when(() => group.members.some((unit) => sight.targetOf(x, unit) !== undefined), [choice]),
    set(group.state, { moved: false }),
  ];
}

/** A group of side A fights everybody it is in contact with, whoever's turn it is. */
export function fighting({ field, sight, meetings }: Play, x: Body): Flows {
  return sight.foes(x).flatMap((y) => {
    const battle = battleBetween(field, x, y);
    const charged = () => (x.post.fresh ? 'b' : y.post.fresh ? 'a' : 'none');
    const ways = new Set([...meetings(x, y), ...meetings(y, x)]);
    return [...ways].map(({ touch, ...bouts }) =>
      when<Stepped>(() => field.touch(x, y) === touch, strikes(battle, { ...bouts, charged })),
    );
  });
}

/** The melee phase is over: losses count, and those who fought must test. */
export function endMelee({ field, sight, options }: Play, emit: (sum: string, by: number) => void): void {
  const inIt = field.bodies.filter(sight.inContact);
  const groups = inIt.map(({ group }) => group);
  count(groups, emit);
  for (const { group, post } of inIt) {
    post.fresh = false;
    if (options.testAfter.melee) post.mustTest = true;
    else forgetMelee(group);
  }
  for (const x of inIt) if (x.group.stands === 0) field.part(x);
}

/** A group that must test does so; one that it sends back opens the distance, from contact too. */
export function moraleTest({ field, sight, go, extras }: Play, x: Body): Flows {
  const { group, post } = x;
  const foes = sight.foes(x);
  const testAgainst = (foe: Body) =>
    test(battleBetween(field, x, foe), group, {
      ...extras(x, foe),
      test: 'other',
      then: (verdict) => {
        goBack(go, x, verdict);
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
export function rallying({ field, sight }: Play, x: Body, side: SideKey): Flows {
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
