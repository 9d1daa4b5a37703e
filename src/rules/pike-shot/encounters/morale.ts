import * as z from 'zod';
import { act, type Stepped } from '../../../kit/flow.ts';
import { oneOf } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import { stated } from '../../given.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { mayCharge } from '../charging.ts';
import { cohesionMeasure, define, stage } from '../encounter.ts';
import { cardOf, cardsField, regimentSchema } from '../given.ts';
import { rankOf } from '../pursuing.ts';
import { isRouting, loseCohesion, type Regiment, rout, steadyRegiment } from '../regiment.ts';
import { waver } from '../waver.ts';
import { TRAININGS, WAVER_RESULTS, type WaverResult, type WaverTest } from '../words.ts';

const { word } = stated;
/** What calls for a disaster test (lines 75, 89 to 92). */
export const CAUSES = ['commander-lost', 'brigade-rout', 'broken-into', 'routed-past', 'routed-through'] as const;
const TESTS = ['to-charge', 'charged', 'disaster'] as const;

const testOf = (test: (typeof TESTS)[number], enemy: Regiment | null): WaverTest => {
  if (test === 'disaster') return 'disaster';
  if (test === 'to-charge') return 'toCharge';
  return enemy?.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot';
};

const OUTCOME: Readonly<Record<WaverResult, string>> = {
  Ch: 'passes',
  Cc: 'counter-charges',
  St: 'passes',
  '-1': 'disordered',
  Ev: 'evades',
  Ro: 'routs',
};

export const morale = define({
  ...{ kind: 'morale', title: 'One Waver test: to charge, charged, or disaster', sides: ['unit', 'enemy'] },
  wavers: ['unit'],
  schema: z.strictObject({
    cards: cardsField,
    unit: regimentSchema('defend').describe('The regiment that takes the test.'),
    test: word(TESTS, 'disaster', 'Which Waver test: to charge an enemy, being charged by one, or disaster.'),
    enemy: regimentSchema('charge')
      .optional()
      .describe('Whom it charges, or who charges it; needed for those two tests.'),
    cause: word(
      CAUSES,
      'brigade-rout',
      'What the disaster is: commander lost, a rout in its brigade, broken into, a rout past or through it.',
    ),
    routerTraining: word(TRAININGS, 'veteran', 'Grade of the regiment that routs past it.'),
  }),
  check: (s, rules) => {
    const { test, enemy, cause, routerTraining } = s;
    const { training, arm } = cardOf(rules, s.unit);
    const isCharge = test !== 'disaster';
    const other = enemy ? cardOf(rules, enemy).arm : arm;
    const [charger, charged] = test === 'to-charge' ? [arm, other] : [other, arm];
    const mindsNot = cause === 'routed-past' && rankOf(rules, routerTraining) <= rankOf(rules, training);
    const noBetter = `Only a better grade that routs past calls for a test: ${routerTraining} is no better than ${training}.`;
    const mayNot = enemy !== undefined && !mayCharge(rules, charger, charged);
    return refusals(s, ROOT, [
      [!isCharge && mindsNot, 'routerTraining', noBetter],
      [isCharge && !enemy, 'enemy', `The test '${test}' needs an enemy: its ferocity counts.`],
      [isCharge && mayNot, ['enemy', 'card'], `${capital(charger)} may not charge ${charged}.`],
    ]);
  },
  machine: (situation, rules) => {
    const fields = { result: oneOf('none', ...WAVER_RESULTS) };
    const { unit, own, machine } = stage(rules, 'morale', { unit: situation.unit }, fields);
    const enemy = situation.enemy ? steadyRegiment(rules, 'enemy', situation.enemy) : null;
    const test = testOf(situation.test, enemy);
    const comesOf = (result: WaverResult) =>
      act<Stepped>(() => {
        own.result = result;
        if (result === '-1') loseCohesion(unit, 1);
        if (result === 'Ro') rout(unit);
      });
    const results = Object.fromEntries(WAVER_RESULTS.map((result) => [result, [comesOf(result)]]));
    return machine({
      play: [waver({ test, self: unit, enemy: test === 'disaster' ? null : enemy, results })],
      outcome: () => {
        if (isRouting(unit)) return 'routs';
        // Standing is what the charged hope for, and what a charger does not.
        if (test === 'toCharge' && own.result === 'St') return 'halts';
        return OUTCOME[own.result as WaverResult];
      },
      measures: cohesionMeasure(unit),
    });
  },
});
