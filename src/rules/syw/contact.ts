import * as z from 'zod';
import { act, block, type Flow, type Stepped, when } from '../../kit/flow.ts';
import type { EndMeasure } from '../../sim/machine.ts';
import { type Rulebook, ruled } from '../book.ts';
import { encounterOf, notesIf } from '../encounter.ts';
import { stated } from '../given.ts';
import { contactMeasure, OUTCOMES } from '../outcomes.ts';
import { type Refusal, ROOT, refusals } from '../refusal.ts';
import { type Battle, battleOf, type Contact, type FATES, SIDES } from './battle.ts';
import { approach } from './charge.ts';
import type { Fight } from './facts.ts';
import { type Group, musteredIn } from './group.ts';
import { fightProblems, groupProblems, mixedProblems, placedUnits } from './refusals.ts';
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
import { forgetMelee, meleePhase } from './strike.ts';
import { fateBy, isGone, test, type Verdict } from './test.ts';
import { bandAt, labelOf, unitOf } from './troops.ts';

/** The fights of a scenario: its attacker is side a. */
const fightsOf = ({ a, b }: Pick<Battle, 'a' | 'b'>, situation: ContactSituation): Fight[] =>
  fightInputs(situation).map((f) => ({
    a: a.members[f.attacker - 1],
    b: b.members[f.defender - 1],
    struckIn: { a: f.attackerAspect, b: f.aspect ?? situation.aspect },
    contact: { a: f.attackerContact, b: f.defenderContact },
    overlap: (side) => (side === 'a' ? f.attackerOverlap : f.defenderOverlap),
  }));

/** A group tests after a melee, if it still has stands. */
function testAfter(battle: Battle, group: Group, fights: readonly Fight[]): Flow<Stepped> {
  const then = (verdict: Verdict): void => {
    if (isGone(verdict)) group.state.fate = fateBy(verdict);
  };
  return when(() => group.stands > 0, test(battle, group, { test: 'other', fights: () => fights, then }));
}

/** How an encounter of two groups in contact ended: the worse fate tells, then the fight itself. */
function contactOutcome({ a, b, state }: Contact): string {
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

/** Stands left, stands lost and units disordered, of a group. */
export const standMeasures = (group: Group): Measures => standsTogether(group.name, group.title, [group]);

/** The same of several groups together. */
export function standsTogether(name: string, title: string, groups: readonly Group[]): Measures {
  const isDisordered = (u: Group['members'][number]) => u.before.disordered || u.state.disorganised;
  const disordered = () => groups.reduce((sum, g) => sum + g.living().filter(isDisordered).length, 0);
  return [
    { id: `${name}.stands`, label: `${title}: stands left`, of: () => standsLeft(groups) },
    { id: `${name}.lost`, label: `${title}: stands lost`, of: lossesOf(groups) },
    { id: `${name}.disordered`, label: `${title}: units disordered`, of: disordered },
  ];
}

const standsLeft = (groups: readonly Group[]): number => groups.reduce((sum, group) => sum + group.stands, 0);
function lossesOf(groups: readonly Group[]): () => number {
  const before = groups.flatMap((g) => g.members).reduce((sum, u) => sum + u.before.stands, 0);
  return () => before - standsLeft(groups);
}
/** What a fight costs, whoever pays. */
export const jointLosses = (groups: readonly Group[]): Measures => [
  { id: 'both.losses', label: 'stands lost on both sides together', of: lossesOf(groups) },
];

/** 1 when a test has put a group on Stand that was on Advance, so that staying and halting can be told apart. */
const haltMeasures = (battle: Pick<Battle, 'a' | 'b'>): Measures =>
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

const PARTIES = ['attacker', 'defender'] as const;

/** Two groups in contact: what comes of it by `play`, and the morale of both afterwards if the scenario asks. */
function contactMachine(
  kind: 'charge' | 'melee',
  situation: ContactSituation,
  book: Rulebook,
  play: (battle: Contact, fights: readonly Fight[], tests: readonly Flow<Stepped>[]) => readonly Flow<Stepped>[],
) {
  const { attacker, defender, testAfter: tests } = situation;
  const isCharge = kind === 'charge';
  const battle = battleOf(book, { a: attacker, b: defender, names: PARTIES, lossesByPhase: isCharge }, {});
  const both = [battle.a, battle.b];
  const fights = fightsOf(battle, situation);
  const after = tests ? both.map((group) => testAfter(battle, group, fights)) : [];
  return battle.machine({
    name: kind,
    play: [...play(battle, fights, after), act(() => forgetMelee(...both))],
    outcomes: OUTCOMES[kind],
    outcome: () => contactOutcome(battle),
    measures: [
      ...both.flatMap(standMeasures),
      ...jointLosses(both),
      ...haltMeasures(battle),
      ...(isCharge ? [contactMeasure(() => battle.state.met)] : []),
    ],
    sums: isCharge ? lossSums(both) : [],
  });
}

const FIELDS = `type stands startingStands ${FIGHTER}`;

/** A melee phase between two groups, and their morale afterwards if the scenario asks. */
export const melee = encounterOf({
  ...{ kind: 'melee', title: 'Melee', sides: PARTIES },
  schema: (book: Rulebook): z.ZodType<ContactSituation & { readonly charged: boolean }> =>
    z.strictObject({
      attacker: groupSchema(book, FIELDS, { ...testFields, orders: ordersOr('advance') }, 'unit').describe(
        'The group that came into contact.',
      ),
      defender: groupSchema(book, FIELDS, testFields, 'unit').describe('The group that it met.'),
      aspect: aspectSchema,
      fights: fightsSchema,
      charged: stated.flag('The attacker charged to get here, this phase.', true),
      testAfter: stated.flag('Both groups test morale after the fight.'),
    }),
  check: (s, book) => [
    ...PARTIES.flatMap((party) => groupProblems(book, s[party], [party])),
    ...fightProblems(s),
    ...(s.testAfter ? PARTIES.flatMap((party) => mixedProblems(book, s[party], [party])) : []),
  ],
  machine: (situation, book) => {
    const charged = () => (situation.charged ? 'b' : 'none');
    return contactMachine('melee', situation, book, (battle, fights, tests) => [
      ...meleePhase(battle, { fights, live: () => true, charged }),
      ...tests,
    ]);
  },
});

const CHARGER = `type stands startingStands weapon ${FIGHTER}`;

/** A charge from the test to the morale of both groups. */
export const charge = encounterOf({
  ...{ kind: 'charge', title: 'Charge', sides: PARTIES },
  schema: (book: Rulebook): z.ZodType<ContactSituation> =>
    z.strictObject({
      attacker: groupSchema(book, CHARGER, { ...testFields, orders: ordersOr('advance') }).describe(
        'The group that charges, on Advance orders.',
      ),
      defender: groupSchema(book, `${CHARGER} shooters poorShots fired`, testFields).describe(
        'The group that is charged.',
      ),
      aspect: aspectSchema,
      fights: fightsSchema,
      testAfter: stated.flag('Both groups test morale after the melee.', true),
    }),
  // Charges are made on Advance orders, and by cavalry and infantry; routers are not charged.
  check: (s, book) => {
    const { attacker, defender } = s;
    const badOrders = `Only a group on Advance orders may go in with a charge; on ${attacker.orders} orders it may not.`;
    const routing = 'Routers are pursued, not charged: ask for a melee against a group on rout orders.';
    const guns = placedUnits(attacker, ['attacker']).map(({ unit, path }): Refusal => {
      const message = `The charge rules are for cavalry and infantry; ${labelOf(book, unit.type)} does not charge.`;
      return [unitOf(book, unit).arm === 'artillery', [...path, 'type'], message];
    });
    return [
      ...refusals(s, ROOT, [
        [attacker.orders !== 'advance', ['attacker', 'orders'], badOrders],
        ...guns,
        [defender.orders === 'rout', ['defender', 'orders'], routing],
      ]),
      ...PARTIES.flatMap((party) => [
        ...groupProblems(book, s[party], [party]),
        ...mixedProblems(book, s[party], [party]),
      ]),
      ...fightProblems(s),
    ];
  },
  machine: (situation, book) => contactMachine('charge', situation, book, chargeHome),
  notes: ({ defender }, book) => {
    const distance = Number(ruled(book, 'targetShootsAt'));
    const reaches = musteredIn(book, defender).some((u) => bandAt(u, distance) !== undefined);
    const none = `No unit of the defender has a shooting range of ${distance}cm, so none shoots.`;
    return notesIf([[ruled(book, 'targetShoots') === 'yes' && !reaches, 'info', none]]);
  },
});

function chargeHome(battle: Contact, fights: readonly Fight[], tests: readonly Flow<Stepped>[]): Flow<Stepped>[] {
  const { a, b, state } = battle;
  const live = (f: Fight) => f.a.stands > 0 && f.b.stands > 0;
  return [
    block([
      ...approach(battle, {
        ...{ by: a, fights, live },
        refused: () => {
          a.state.fate = 'refuses';
        },
        gone: ({ orders }) => {
          b.state.fate = orders === 'rout' ? 'routs' : 'falls-back';
        },
      }),
      act(() => {
        // Chargers shot away to the last stand have lost without a fight.
        state.met = fights.some(live);
        if (!state.met) state.winner = 'b';
      }),
      when(() => state.met, [...meleePhase(battle, { fights, live, charged: () => 'b' }), ...tests]),
    ]),
  ];
}
