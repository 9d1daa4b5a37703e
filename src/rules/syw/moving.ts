import { act, block, branch, type Flow, type Stepped, when } from '../../kit/flow.ts';
import { isPlural } from '../../words/names.ts';
import { compileTactic } from '../tactic.ts';
import { ACTIONS, ORDERS_OF } from './actions.ts';
import { approach } from './charge.ts';
import type { Meeting } from './facing.ts';
import { battleBetween } from './field.ts';
import type { Body } from './positions.ts';
import { distanceTo } from './tactic-facts.ts';
import type { Flows, Play } from './turns.ts';

/** Orders by the tactic. Groups in contact fight on, routers run; there is nothing to order. */
export function orders({ field, sight, go, options, facts }: Play, x: Body): Flows {
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
    options: ACTIONS.map((action) => ({
      name: action,
      allowed: () => go.allowed[action](x, sight.opponent(x)!),
      body: [
        act(() => {
          post.action = action;
          post.orders = ORDERS_OF[action];
          post.fate = action === 'retreat' ? 'retreats' : 'holds';
        }),
      ],
    })),
  };
  const isFree = () => sight.isIn(x) && !sight.inContact(x);
  return [when(isFree, [recover, when(() => sight.opponent(x) !== undefined, [choice])])];
}

/** The move, and the charge that it may end in; routers run on. */
export function moving(play: Play, x: Body): Flows {
  const { field, sight, go } = play;
  const { group, post } = x;
  const foes = sight.foes(x);
  const forget = (): void => {
    post.action = 'none';
  };
  const charges = foes.flatMap((foe) => play.meetings(x, foe).map((way) => [foe, way] as const));
  const chosen = () => {
    const foe = sight.opponent(x)!;
    const way = play.meetings(x, foe)[sight.strikesFlank(x, foe) ? 1 : 0];
    return charges.findIndex(([y, meeting]) => y === foe && meeting === way);
  };
  return [
    ...(field.several ? [act<Stepped>(() => lookAgain(play, x))] : []),
    { kind: 'note', tell: () => (post.action === 'none' ? '' : `${group.title}: ${post.action}`) },
    act(() => go.move(x)),
    when(
      () => post.action === 'charge',
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

/** Routers run on. An action that others of its side have left no room for since the orders is given up. */
function lookAgain({ field, go, sight }: Play, x: Body): void {
  const { group, post } = x;
  if (group.stands > 0 && group.orders === 'rout' && !field.isOff(x)) go.run(x);
  const foe = sight.opponent(x);
  if (post.action !== 'none' && !(foe && go.allowed[post.action](x, foe))) post.action = 'none';
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
