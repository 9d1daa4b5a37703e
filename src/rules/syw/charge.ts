import * as z from 'zod';
import { act, block, type Flow, leave, type Stepped, when } from '../../kit/flow.ts';
import { type Rulebook, ruled } from '../book.ts';
import { encounterOf, type Note, notesIf } from '../encounter.ts';
import { stated } from '../given.ts';
import { contactMeasure, OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { type Refusal, ROOT, refusals } from '../refusal.ts';
import { type Battle, battleOf, type Contact, otherSide } from './battle.ts';
import type { Fight, GroupExtras } from './facts.ts';
import { type Group, musteredIn } from './group.ts';
import { contactOutcome, fightsOf, haltMeasures, lossSums, standMeasures, testAfter } from './melee.ts';
import { fightProblems, groupProblems, mixedProblems, placedUnits } from './refusals.ts';
import { volley } from './shoot.ts';
import {
  aspectSchema,
  type ContactSituation,
  FIGHTER,
  fightsSchema,
  groupSchema,
  ordersOr,
  testFields,
} from './situation.ts';
import { forgetMelee, melee } from './strike.ts';
import { chargedRowApplies, isGone, test, type Verdict } from './test.ts';
import { bandAt, labelOf, unitOf } from './troops.ts';

export interface Charge {
  readonly by: Group;
  /** Fights that may come of it; those that `live` allows at the time are meant. */
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
  readonly refused?: () => void;
  /** The target has gone: by Retreat or Rout orders. */
  readonly gone: (verdict: Verdict) => void;
  readonly shotDown?: () => void;
  readonly underArtilleryFire?: GroupExtras['underArtilleryFire'];
}

/**
 * The charge up to contact, in the order of SYW-R24: the charger tests, the target tests, the target shoots. Stands in a
 * block, which it leaves when no contact comes of it.
 */
export function approach(battle: Battle, charge: Charge): Flow<Stepped>[] {
  const { by, fights, live, underArtilleryFire } = charge;
  const foe = battle[otherSide(by.side)];
  const extras = { fights: () => fights.filter(live), underArtilleryFire };
  const { targetTests } = battle.ruling;
  const mustTest =
    targetTests === 'only-if-a-charged-row-applies'
      ? chargedRowApplies(battle, foe, extras)
      : () => targetTests === 'yes';
  return [
    ...test(battle, by, {
      ...extras,
      test: 'charge',
      then: ({ passed }) => {
        if (!passed) charge.refused?.();
        return passed ? -1 : 0;
      },
      branches: [[leave]],
    }),
    when(
      mustTest,
      test(battle, foe, {
        ...extras,
        test: 'charged',
        then: (verdict) => {
          if (!isGone(verdict)) return -1;
          charge.gone(verdict);
          return 0;
        },
        branches: [[leave]],
      }),
    ),
    ...defensiveFire(battle, charge, foe),
  ];
}

/** Each charged unit on Stand that has the range shoots at the first unit that charges it. */
function defensiveFire(battle: Battle, { by, fights, live, shotDown }: Charge, foe: Group): Flow<Stepped>[] {
  const distance = Number(ruled(battle.book, 'targetShootsAt'));
  if (battle.ruling['targetShoots'] !== 'yes') return [];
  return volley(
    battle,
    foe,
    (unit) => {
      if (unit.orders !== 'stand' || bandAt(unit, distance) === undefined) return undefined;
      return fights.find((f) => f[foe.side] === unit && live(f))?.[by.side];
    },
    { distance: () => distance, lost: shotDown },
  );
}

const FIELDS = `type stands startingStands weapon ${FIGHTER}`;

const schema = (book: Rulebook): z.ZodType<ContactSituation> =>
  z.strictObject({
    attacker: groupSchema(book, FIELDS, { ...testFields, orders: ordersOr('advance') }).describe(
      'The group that charges, on Advance orders.',
    ),
    defender: groupSchema(book, `${FIELDS} shooters poorShots fired`, testFields).describe(
      'The group that is charged.',
    ),
    aspect: aspectSchema,
    fights: fightsSchema,
    testAfter: stated.flag('Both groups test morale after the melee.', true),
  });

/** Charges are made on Advance orders, and by cavalry and infantry; routers are not charged. */
function chargeProblems(book: Rulebook, s: ContactSituation): Problem[] {
  const { attacker, defender } = s;
  const guns = placedUnits(attacker, ['attacker']).map(({ unit, path }): Refusal => {
    const message = `The charge rules are for cavalry and infantry; ${labelOf(book, unit.type)} does not charge.`;
    return [unitOf(book, unit).arm === 'artillery', [...path, 'type'], message];
  });
  return refusals(s, ROOT, [
    [
      attacker.orders !== 'advance',
      ['attacker', 'orders'],
      `Only a group on Advance orders may go in with a charge; on ${attacker.orders} orders it may not.`,
    ],
    ...guns,
    [
      defender.orders === 'rout',
      ['defender', 'orders'],
      'Routers are pursued, not charged: ask for a melee against a group on rout orders.',
    ],
  ]);
}

/** A charge from the test to the morale of both groups. */
export const charge = encounterOf<ContactSituation>({
  ...{ kind: 'charge', title: 'Charge', sides: ['attacker', 'defender'], schema, machine, notes },
  check: (s, book) => [
    ...chargeProblems(book, s),
    ...(['attacker', 'defender'] as const).flatMap((side) => [
      ...groupProblems(book, s[side], [side]),
      ...mixedProblems(book, s[side], [side]),
    ]),
    ...fightProblems(s),
  ],
});

function machine(situation: ContactSituation, book: Rulebook) {
  const { attacker: a, defender: b } = situation;
  const battle = battleOf(book, { a, b, names: ['attacker', 'defender'], lossesByPhase: true }, {});
  return battle.machine({
    name: 'charge',
    play: play(battle, fightsOf(battle, situation), situation.testAfter),
    outcomes: OUTCOMES.charge,
    outcome: () => contactOutcome(battle),
    measures: [...standMeasures(battle.a, battle.b), ...haltMeasures(battle), contactMeasure(() => battle.state.met)],
    sums: lossSums([battle.a, battle.b]),
  });
}

function play(battle: Contact, fights: readonly Fight[], tests: boolean): Flow<Stepped>[] {
  const { a, b, state } = battle;
  const live = (f: Fight) => f.a.stands > 0 && f.b.stands > 0;
  const toContact = approach(battle, {
    ...{ by: a, fights, live },
    refused: () => {
      a.state.fate = 'refuses';
    },
    gone: ({ orders }) => {
      b.state.fate = orders === 'rout' ? 'routs' : 'falls-back';
    },
  });
  return [
    block([
      ...toContact,
      act(() => {
        // Chargers shot away to the last stand have lost without a fight.
        state.met = fights.some(live);
        if (!state.met) state.winner = 'b';
      }),
      when(
        () => state.met,
        [
          ...melee(battle, fights, live, () => 'b'),
          ...(tests ? [testAfter(battle, a, fights), testAfter(battle, b, fights)] : []),
        ],
      ),
    ]),
    act(() => forgetMelee(a, b)),
  ];
}

function notes({ defender }: ContactSituation, book: Rulebook): Note[] {
  const distance = Number(ruled(book, 'targetShootsAt'));
  const reaches = musteredIn(book, defender).some((u) => bandAt(u, distance) !== undefined);
  const none = `No unit of the defender has a shooting range of ${distance}cm, so none shoots.`;
  return notesIf([[ruled(book, 'targetShoots') === 'yes' && !reaches, 'info', none]]);
}
