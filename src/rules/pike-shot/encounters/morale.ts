import * as z from 'zod';
import { oneOf } from '../../../sim/state.ts';
import type { BuiltEncounter } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import {
  bind,
  cardsField,
  levelOf,
  liveSpec,
  loseCohesion,
  muster,
  regimentProblems,
  regimentSchema,
  rout,
} from '../regiment.ts';
import { allows, at, type Rules } from '../rules.ts';
import { capital } from '../shooting.ts';
import { overflowProblems, waverStep } from '../waver.ts';
import { TRAININGS, WAVER_RESULTS, type WaverResult, type WaverTest } from '../words.ts';
import { lossMeasures } from './fire.ts';

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
    const rank = (t: string) => at(rules, 'waver.grades', t, 'rank') as number;
    if (cause === 'routed-past' && rank(routerTraining) <= rank(card.training)) {
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
  return [...problems, ...overflowProblems(rules, [[card, ['unit']]])];
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
  const spec = {
    unit: liveSpec(rules.cards.cards[situation.unit.card].companies),
    result: oneOf('none', ...WAVER_RESULTS),
  };
  const machine = assemble(spec, (s) => {
    type S = typeof s;
    const unit = bind(rules, 'unit', situation.unit, s.unit);
    const { enemy } = situation;
    const other = enemy
      ? bind(rules, 'enemy', enemy, { cohesion: levelOf(enemy), lost: enemy.lost, status: 'steady' })
      : null;
    const test: WaverTest =
      situation.test === 'disaster'
        ? 'disaster'
        : situation.test === 'to-charge'
          ? 'toCharge'
          : other?.card.arm === 'horse'
            ? 'chargedByHorse'
            : 'chargedByFoot';
    return {
      name: 'pike-shot morale',
      start: (st) => {
        muster(unit);
        st.step = 'test';
      },
      steps: {
        test: waverStep<S>(rules, {
          test,
          self: unit,
          enemy: test === 'disaster' ? null : other,
          after: (st, result) => {
            st.result = result;
            if (result === '-1') loseCohesion(rules, unit, 1);
            if (result === 'Ro') rout(unit);
            st.step = 'end';
          },
        }),
      },
      outcomes: OUTCOMES.morale,
      outcome: (st) => {
        if (unit.live.status === 'routing') return 'routs';
        // Standing is what the charged hope for, and what a charger does not.
        if (test === 'toCharge' && st.result === 'St') return 'halts';
        return OUTCOME[st.result as WaverResult];
      },
      measures: lossMeasures(unit).filter((m) => m.id.endsWith('.cohesion')),
      sums: [],
    };
  });
  return { machine, notes: notesOf(rules), sides: ['unit', 'enemy'] };
}

export const morale = define({
  kind: 'morale',
  title: 'One Waver test: to charge, charged, or disaster',
  schema,
  check,
  build,
});
