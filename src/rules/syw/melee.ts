import * as z from 'zod';
import { act, type Flow, type Stepped, when } from '../../kit/flow.ts';
import type { EndMeasure } from '../../sim/machine.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf } from '../encounter.ts';
import { stated } from '../given.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Battle, battleOf, type Contact, type FATES, SIDES } from './battle.ts';
import type { Fight } from './facts.ts';
import type { Group } from './group.ts';
import { fightProblems, groupProblems, mixedProblems } from './refusals.ts';
import {
  aspectSchema,
  type ContactSituation,
  FIGHTER,
  fightInputs,
  fightsSchema,
  groupSchema,
  ordersOr,
  testFields,
} from './situation.ts';
import { forgetMelee, melee as meleePhase } from './strike.ts';
import { isGone, test } from './test.ts';

/** The fights of a scenario: its attacker is side a. */
export const fightsOf = ({ a, b }: Pick<Battle, 'a' | 'b'>, situation: ContactSituation): Fight[] =>
  fightInputs(situation).map((f) => ({
    a: a.members[f.attacker - 1],
    b: b.members[f.defender - 1],
    struckIn: { a: f.attackerAspect, b: f.aspect ?? situation.aspect },
    contact: { a: f.attackerContact, b: f.defenderContact },
    overlap: (side) => (side === 'a' ? f.attackerOverlap : f.defenderOverlap),
  }));

/** A group tests after a melee, if it still has stands. */
export const testAfter = (battle: Battle, group: Group, fights: readonly Fight[]): Flow<Stepped> =>
  when(
    () => group.stands > 0,
    test(battle, group, {
      test: 'other',
      fights: () => fights,
      then: (verdict) => {
        if (isGone(verdict)) group.state.fate = verdict.orders === 'rout' ? 'routs' : 'retreats';
      },
    }),
  );

/** How an encounter of two groups in contact ended: the worse fate tells, then the fight itself. */
export function contactOutcome({ a, b, state }: Contact): string {
  const [own, theirs] = [fateOf(a), fateOf(b)];
  if (own.rank === theirs.rank && own.rank > 0) return own.rank >= RANKS.routs ? 'both-broken' : 'both-retreat';
  if (own.id === 'refuses' && own.rank > theirs.rank) return 'charge-refused';
  if (own.rank > theirs.rank) return `attacker-${own.id === 'falls-back' ? 'retreats' : own.id}`;
  if (theirs.rank > own.rank) return `defender-${theirs.id}`;
  if (state.winner === 'none') return 'undecided';
  return state.winner === 'a' ? 'defender-loses' : 'attacker-loses';
}
const RANKS: Readonly<Record<(typeof FATES)[number], number>> = { holds: 0, refuses: 1, 'falls-back': 3, retreats: 3, routs: 4 }; // biome-ignore format: one line
const fateOf = ({ stands, state: { fate } }: Group) =>
  stands === 0 ? { id: 'destroyed', rank: 5 } : { id: fate, rank: RANKS[fate] };

type Measures = readonly EndMeasure<Stepped>[];

/** Stands left, stands lost and units disordered, of each of the groups given. */
export const standMeasures = (...groups: Group[]): Measures =>
  groups.flatMap((group) => standsTogether(group.name, group.title, [group]));

/** The same of several groups together. */
export function standsTogether(name: string, title: string, groups: readonly Group[]): Measures {
  const left = () => groups.reduce((sum, group) => sum + group.stands, 0);
  const before = groups.flatMap((g) => g.members).reduce((sum, u) => sum + u.before.stands, 0);
  const isDisordered = (u: Group['members'][number]) => u.before.disordered || u.state.disorganised;
  return [
    { id: `${name}.stands`, label: `${title}: stands left`, of: left },
    { id: `${name}.lost`, label: `${title}: stands lost`, of: () => before - left() },
    {
      id: `${name}.disordered`,
      label: `${title}: units disordered`,
      of: () => groups.reduce((sum, g) => sum + g.living().filter(isDisordered).length, 0),
    },
  ];
}

/** 1 when a test has put a group on Stand that was on Advance, so that staying and halting can be told apart. */
export const haltMeasures = (battle: Pick<Battle, 'a' | 'b'>): Measures =>
  SIDES.map((side) => battle[side])
    .filter((group) => group.firstOrders === 'advance')
    .map((group) => ({
      id: `${group.name}.halted`,
      label: `${group.title}: from Advance to Stand by a test`,
      of: () => (group.orders === 'stand' && group.stands > 0 ? 1 : 0),
    }));

export const lossSums = (sides: readonly Pick<Group, 'name' | 'title'>[]) =>
  sides.flatMap(({ name, title }) =>
    ['fire', 'melee'].map((phase) => ({ id: `${name}.lost.${phase}`, label: `${title}: stands lost to ${phase}` })),
  );

const FIELDS = `type stands startingStands ${FIGHTER}`;

type Situation = ContactSituation & { readonly charged: boolean };
const schema = (book: Rulebook): z.ZodType<Situation> =>
  z.strictObject({
    attacker: groupSchema(book, FIELDS, { ...testFields, orders: ordersOr('advance') }, 'unit').describe(
      'The group that came into contact.',
    ),
    defender: groupSchema(book, FIELDS, testFields, 'unit').describe('The group that it met.'),
    aspect: aspectSchema,
    fights: fightsSchema,
    charged: stated.flag('The attacker charged to get here, this phase.', true),
    testAfter: stated.flag('Both groups test morale after the fight.'),
  });

/** A melee phase between two groups, and their morale afterwards if the scenario asks. */
export const melee = encounterOf<Situation>({
  ...{ kind: 'melee', title: 'Melee', sides: ['attacker', 'defender'], schema, machine },
  check: (s, book) => [
    ...groupProblems(book, s.attacker, ['attacker']),
    ...groupProblems(book, s.defender, ['defender']),
    ...fightProblems(s),
    ...(s.testAfter ? mixedProblems(book, s.attacker, ['attacker']) : []),
    ...(s.testAfter ? mixedProblems(book, s.defender, ['defender']) : []),
  ],
});

function machine(situation: Situation, book: Rulebook) {
  const { attacker, defender, charged } = situation;
  const battle = battleOf(book, { a: attacker, b: defender, names: ['attacker', 'defender'] }, {});
  const { a, b } = battle;
  const fights = fightsOf(battle, situation);
  return battle.machine({
    name: 'melee',
    play: [
      ...meleePhase(
        battle,
        fights,
        () => true,
        () => (charged ? 'b' : 'none'),
      ),
      ...(situation.testAfter ? [testAfter(battle, a, fights), testAfter(battle, b, fights)] : []),
      act(() => forgetMelee(a, b)),
    ],
    outcomes: OUTCOMES.melee,
    outcome: () => contactOutcome(battle),
    measures: [...standMeasures(a, b), ...haltMeasures(battle)],
  });
}
