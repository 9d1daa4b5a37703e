import * as z from 'zod';
import { act, type Stepped } from '../../../kit/flow.ts';
import { declareState } from '../../../kit/machine.ts';
import { oneOf } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import type { BuiltEncounter } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { define, notesOf } from '../define.ts';
import { cardsField, overflowProblems, regimentProblems, regimentSchema } from '../given.ts';
import { rankOf } from '../pursuing.ts';
import {
  isRouting,
  loseCohesion,
  muster,
  type Regiment,
  regimentOf,
  regimentSpec,
  rout,
  steadyRegiment,
} from '../regiment.ts';
import { allows, type Rules } from '../rules.ts';
import { waver } from '../waver.ts';
import { TRAININGS, WAVER_RESULTS, type WaverResult, type WaverTest } from '../words.ts';
import { cohesionMeasure } from './measures.ts';

/** What calls for a disaster test (lines 75, 89 to 92). */
export const CAUSES = ['commander-lost', 'brigade-rout', 'broken-into', 'routed-past', 'routed-through'] as const;

const schema = z.strictObject({
  cards: cardsField,
  unit: regimentSchema('defend').describe('The regiment that takes the test.'),
  test: z
    .enum(['to-charge', 'charged', 'disaster'])
    .default('disaster')
    .describe('Which Waver test: to charge an enemy, being charged by one, or disaster.'),
  enemy: regimentSchema('charge')
    .optional()
    .describe('Whom it charges, or who charges it; needed for those two tests.'),
  cause: z
    .enum(CAUSES)
    .default('brigade-rout')
    .describe('What the disaster is: commander lost, a rout in its brigade, broken into, a rout past or through it.'),
  routerTraining: z.enum(TRAININGS).default('veteran').describe('Grade of the regiment that routs past it.'),
});
type Situation = z.output<typeof schema>;

function check({ unit, test, enemy, cause, routerTraining, cards }: Situation, rules: Rules): Problem[] {
  const problems = [
    ...regimentProblems(unit, cards, ['unit']),
    ...(enemy ? regimentProblems(enemy, cards, ['enemy']) : []),
  ];
  if (problems.length > 0) return problems;
  const card = cards.cards[unit.card];
  if (test === 'disaster') {
    if (cause === 'routed-past' && rankOf(rules, routerTraining) <= rankOf(rules, card.training)) {
      const message = `Only a better grade that routs past calls for a test: ${routerTraining} is no better than ${card.training}.`;
      problems.push({ path: ['routerTraining'], message, found: routerTraining });
    }
  } else if (!enemy) {
    problems.push({ path: ['enemy'], message: `The test '${test}' needs an enemy: its ferocity counts.` });
  } else {
    const other = cards.cards[enemy.card];
    const [charger, charged] = test === 'to-charge' ? [card, other] : [other, card];
    if (!allows(rules, 'charge.may', charger.arm, charged.arm)) {
      const message = `${capital(charger.arm)} may not charge ${charged.arm}.`;
      problems.push({ path: ['enemy', 'card'], message, found: enemy.card });
    }
  }
  return [...problems, ...overflowProblems(rules, [[unit, ['unit']]])];
}

const OUTCOME: Readonly<Record<WaverResult, string>> = {
  Ch: 'passes',
  Cc: 'counter-charges',
  St: 'passes',
  '-1': 'disordered',
  Ev: 'evades',
  Ro: 'routs',
};

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const { view, machine } = declareState({
    unit: regimentSpec(rules, situation.unit),
    result: oneOf('none', ...WAVER_RESULTS),
  });
  const unit = regimentOf(rules, 'unit', situation.unit, view.unit);
  const enemy = situation.enemy ? steadyRegiment(rules, 'enemy', situation.enemy) : null;
  const test = testOf(situation.test, enemy);
  const results = WAVER_RESULTS.map((result) => [
    result,
    [
      act<Stepped>(() => {
        view.result = result;
        if (result === '-1') loseCohesion(unit, 1);
        if (result === 'Ro') rout(unit);
      }),
    ],
  ]);
  return {
    machine: machine({
      name: 'pike-shot morale',
      start: () => muster(unit),
      play: [
        waver({ test, self: unit, enemy: test === 'disaster' ? null : enemy, results: Object.fromEntries(results) }),
      ],
      outcomes: OUTCOMES.morale,
      outcome: () => {
        if (isRouting(unit)) return 'routs';
        // Standing is what the charged hope for, and what a charger does not.
        if (test === 'toCharge' && view.result === 'St') return 'halts';
        return OUTCOME[view.result as WaverResult];
      },
      measures: cohesionMeasure(unit),
      sums: [],
    }),
    notes: notesOf(rules),
    sides: ['unit', 'enemy'],
  };
}

function testOf(test: Situation['test'], enemy: Regiment | null): WaverTest {
  if (test === 'disaster') return 'disaster';
  if (test === 'to-charge') return 'toCharge';
  return enemy?.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot';
}

export const morale = define({
  kind: 'morale',
  title: 'One Waver test: to charge, charged, or disaster',
  schema,
  check,
  build,
});
