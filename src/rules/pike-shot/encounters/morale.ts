import * as z from 'zod';
import { act, type Stepped } from '../../../kit/flow.ts';
import { declareState } from '../../../kit/machine.ts';
import { oneOf } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import type { AnyMachine } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { mayCharge } from '../charging.ts';
import { cardOf, cardsField, define, regimentSchema } from '../given.ts';
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
import type { Rules } from '../rules.ts';
import { waver } from '../waver.ts';
import { TRAININGS, WAVER_RESULTS, type WaverResult, type WaverTest } from '../words.ts';
import { cohesionMeasure } from './measures.ts';

const { word } = stated;
/** What calls for a disaster test (lines 75, 89 to 92). */
export const CAUSES = ['commander-lost', 'brigade-rout', 'broken-into', 'routed-past', 'routed-through'] as const;

const schema = z.strictObject({
  cards: cardsField,
  unit: regimentSchema('defend').describe('The regiment that takes the test.'),
  test: word(
    ['to-charge', 'charged', 'disaster'],
    'disaster',
    'Which Waver test: to charge an enemy, being charged by one, or disaster.',
  ),
  enemy: regimentSchema('charge')
    .optional()
    .describe('Whom it charges, or who charges it; needed for those two tests.'),
  cause: word(
    CAUSES,
    'brigade-rout',
    'What the disaster is: commander lost, a rout in its brigade, broken into, a rout past or through it.',
  ),
  routerTraining: word(TRAININGS, 'veteran', 'Grade of the regiment that routs past it.'),
});
type Situation = z.output<typeof schema>;

function check(s: Situation, rules: Rules): Problem[] {
  const { unit, test, enemy, cause, routerTraining } = s;
  const { training, arm } = cardOf(rules, unit);
  const isCharge = test !== 'disaster';
  const other = enemy ? cardOf(rules, enemy).arm : arm;
  const [charger, charged] = test === 'to-charge' ? [arm, other] : [other, arm];
  const isWorse = rankOf(rules, routerTraining) <= rankOf(rules, training);
  return refusals(s, ROOT, [
    [
      !isCharge && cause === 'routed-past' && isWorse,
      'routerTraining',
      `Only a better grade that routs past calls for a test: ${routerTraining} is no better than ${training}.`,
    ],
    [isCharge && !enemy, 'enemy', `The test '${test}' needs an enemy: its ferocity counts.`],
    [
      isCharge && enemy !== undefined && !mayCharge(rules, charger, charged),
      ['enemy', 'card'],
      `${capital(charger)} may not charge ${charged}.`,
    ],
  ]);
}

const OUTCOME: Readonly<Record<WaverResult, string>> = {
  Ch: 'passes',
  Cc: 'counter-charges',
  St: 'passes',
  '-1': 'disordered',
  Ev: 'evades',
  Ro: 'routs',
};

function machine(situation: Situation, rules: Rules): AnyMachine {
  const { view, machine: machineOf } = declareState({
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
  return machineOf({
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
  });
}

function testOf(test: Situation['test'], enemy: Regiment | null): WaverTest {
  if (test === 'disaster') return 'disaster';
  if (test === 'to-charge') return 'toCharge';
  return enemy?.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot';
}

export const morale = define({
  ...{ kind: 'morale', title: 'One Waver test: to charge, charged, or disaster' },
  ...{ sides: ['unit', 'enemy'], schema, check, machine },
  regiments: ({ unit, enemy }) => [[unit, ['unit'], 'wavers'], ...(enemy ? [[enemy, ['enemy']] as const] : [])],
});
