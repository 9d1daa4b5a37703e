import { act, branch, type Flow, type Stepped, set, when } from '../../kit/flow.ts';
import { isPlural } from '../../words/names.ts';
import { compileTactic } from '../tactic.ts';
import { opposite } from './facing.ts';
import { battleBetween } from './field.ts';
import type { Body } from './positions.ts';
import { shootsAt } from './shoot.ts';
import { count, forgetMelee, strikes } from './strike.ts';
import { distanceTo } from './tactic-facts.ts';
import { isGone, test } from './test.ts';
import type { SideKey } from './troops.ts';
import type { Flows, Play } from './turns.ts';

/** The group shoots, if it can and its tactic lets it: every unit at the enemy that it has a shot at. */
export function shooting({ field, sight, options, facts }: Play, x: Body): Flows {
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
    set(group.state, { moved: false }),
  ];
}

/** A group of side A fights everybody it is in contact with, whoever's turn it is. */
export function fighting({ field, sight, meetings }: Play, x: Body): Flows {
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
export function endMelee({ field, sight, options }: Play, emit: (sum: string, by: number) => void): void {
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
export function moraleTest({ field, sight, go, extras }: Play, x: Body): Flows {
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
