import * as z from 'zod';
import type { Step } from '../../sim/machine.ts';
import { type Rulebook, ruled } from '../book.ts';
import type { EncounterDef, Note } from '../encounter.ts';
import { contactMeasure, OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { approachSteps } from './approach.ts';
import { type Battle, type BattleState, battleOf, muster, put, unitAt } from './battle.ts';
import type { Fight } from './facts.ts';
import { fightsFrom, over, testsAfter } from './melee.ts';
import { contactOutcome, haltMeasures, lossSums, standMeasures } from './outcome.ts';
import { fightProblems, groupProblems, labelOf, mixedProblems, unitsIn } from './refusals.ts';
import {
  aspectSchema,
  type FightInput,
  fightsSchema,
  groupSchema,
  ordersOr,
  testFields,
  type UnitField,
} from './situation.ts';
import { meleeSteps } from './strike.ts';
import { type Aspect, bandAt, type GroupInput, groupOf } from './troops.ts';

export interface ChargeSituation {
  readonly attacker: GroupInput;
  readonly defender: GroupInput;
  readonly aspect: Aspect;
  readonly fights?: readonly FightInput[];
  readonly testAfter: boolean;
}

const ATTACKER: readonly UnitField[] = [
  'type',
  'stands',
  'startingStands',
  'weapon',
  'formation',
  'orders',
  'morale',
  'disordered',
  'cover',
  'place',
  'uphill',
  'terrain',
  'disorderingTerrain',
];
const DEFENDER: readonly UnitField[] = [...ATTACKER, 'shooters', 'poorShots', 'fired'];

const schema = (book: Rulebook): z.ZodType<ChargeSituation> =>
  z.strictObject({
    attacker: groupSchema(book, ATTACKER, { ...testFields, orders: ordersOr('advance') }).describe(
      'The group that charges, on Advance orders.',
    ),
    defender: groupSchema(book, DEFENDER, testFields).describe('The group that is charged.'),
    aspect: aspectSchema,
    fights: fightsSchema,
    testAfter: z.boolean().default(true).describe('Both groups test morale after the melee.'),
  });

/** Charges are made on Advance orders, and by cavalry and infantry. */
export function chargeProblems(book: Rulebook, attacker: GroupInput): Problem[] {
  const problems: Problem[] = [];
  if (attacker.orders !== 'advance') {
    problems.push({
      path: ['attacker', 'orders'],
      message: `Only a group on Advance orders may go in with a charge; on ${attacker.orders} orders it may not.`,
      found: attacker.orders,
      allowed: ['advance'],
    });
  }
  for (const { unit, path } of unitsIn(attacker, ['attacker'])) {
    if (groupOf(book, 'a', '', { ...unit }).units[0].arm !== 'artillery') continue;
    problems.push({
      path: [...path, 'type'],
      message: `The charge rules are for cavalry and infantry; ${labelOf(book, unit.type)} does not charge.`,
      found: unit.type,
    });
  }
  return problems;
}

/** A charge from the test to the morale of both groups. */
export const charge: EncounterDef<ChargeSituation> = {
  kind: 'charge',
  title: 'Charge',
  schema,
  check: (s, book) => [
    ...chargeProblems(book, s.attacker),
    ...groupProblems(book, s.attacker, ['attacker']),
    ...groupProblems(book, s.defender, ['defender']),
    ...mixedProblems(book, s.attacker, ['attacker']),
    ...mixedProblems(book, s.defender, ['defender']),
    ...fightProblems(s.fights, s.attacker, s.defender),
    ...(s.defender.orders === 'rout'
      ? [
          {
            path: ['defender', 'orders'],
            message: 'Routers are pursued, not charged: ask for a melee against a group on rout orders.',
            found: 'rout',
          },
        ]
      : []),
  ],
  build: (situation, book) => {
    const { attacker, defender, aspect, testAfter } = situation;
    const battle = battleOf<BattleState>(
      book,
      groupOf(book, 'a', 'attacker', attacker),
      groupOf(book, 'b', 'defender', defender),
    );
    const fights = fightsFrom(situation.fights, attacker, defender, aspect);
    const bothThere = (f: Fight) =>
      unitAt(battle.view.a, f.place.a).stands > 0 && unitAt(battle.view.b, f.place.b).stands > 0;
    const steps: Record<string, Step<BattleState>> = {
      ...approachSteps(battle, {
        by: 'a',
        fights,
        live: bothThere,
        refused: (s) => {
          s.a.fate = 'refuses';
        },
        gone: (s, { orders }) => {
          s.b.fate = orders === 'rout' ? 'routs' : 'falls-back';
        },
        noContact: 'over',
        contact: 'contact',
      }),
      contact: {
        then: (s) => {
          // Chargers shot away to the last stand have lost without a fight.
          s.met = fights.some(bothThere);
          if (!s.met) s.winner = 'b';
          s.step = s.met ? 'melee' : 'over';
        },
      },
      ...meleeSteps(battle, {
        fights,
        live: bothThere,
        charged: () => 'b',
        then: (s) => {
          s.step = testAfter ? 'after' : 'over';
        },
      }),
      ...testsAfter(battle, fights),
      over: over(),
    };
    return {
      machine: {
        name: 'charge',
        layout: put(battle, steps),
        steps,
        start: (s: BattleState) => {
          muster(battle, s);
          s.step = 'a.charge';
        },
        outcomes: OUTCOMES.charge,
        outcome: (s: BattleState) => contactOutcome(battle, s),
        measures: [...standMeasures(battle), ...haltMeasures(battle), contactMeasure((s: BattleState) => s.met)],
        sums: lossSums(battle, ['fire', 'melee']),
      },
      notes: rangeNotes(battle),
      sides: ['attacker', 'defender'],
    };
  },
};

function rangeNotes(battle: Battle): Note[] {
  const distance = Number(ruled(battle.book, 'targetShootsAt'));
  if (battle.ruling['targetShoots'] !== 'yes' || battle.b.units.some((u) => bandAt(u, distance) !== undefined))
    return [];
  return [{ kind: 'info', text: `No unit of the defender has a shooting range of ${distance}cm, so none shoots.` }];
}
