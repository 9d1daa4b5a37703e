import * as z from 'zod';
import { act, leave, repeat, set } from '../../../kit/flow.ts';
import { declareState } from '../../../kit/machine.ts';
import { flag, int } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import type { AnyMachine, Note } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { cardOf, cardsField, define, notesOf, regimentSchema } from '../given.ts';
import { haltRoll, pursues } from '../pursuing.ts';
import { muster, regimentOf, regimentSpec } from '../regiment.ts';
import type { Rules } from '../rules.ts';
import { pursuitMeasure } from './measures.ts';

const MOST_TURNS = 20;

const schema = z.strictObject({
  cards: cardsField,
  unit: regimentSchema('charge').describe('The horse that pursues.'),
  turns: stated.whole([1, MOST_TURNS], 6, 'Turns of pursuit that are rolled at most.'),
});
type Situation = z.output<typeof schema>;

const HALT_IS_PRINTED: Note = {
  kind: 'info',
  text: 'The halt of a pursuit is printed on the sheet; of the illustrative cards only grade and traits count here.',
};

function check({ unit }: Situation, rules: Rules): Problem[] {
  const { arm } = cardOf(rules, unit);
  const message = `Only horse pursues; ${capital(unit.card)} is ${arm}.`;
  return refusals(unit, ['unit'], [[!pursues(rules, arm), 'card', message]]);
}

function machine(situation: Situation, rules: Rules): AnyMachine {
  const { view, machine: machineOf } = declareState({
    unit: regimentSpec(rules, situation.unit),
    turns: int(0, MOST_TURNS),
    halted: flag(),
  });
  const unit = regimentOf(rules, 'unit', situation.unit, view.unit);
  const halts = set(view, { halted: true });
  return machineOf({
    name: 'pike-shot pursuit',
    start: () => muster(unit),
    play: [repeat([act(() => view.turns++), haltRoll(unit, [halts, leave], [])], () => view.turns < situation.turns)],
    outcomes: OUTCOMES.pursuit,
    outcome: () => (!view.halted ? 'never-halted' : view.turns === 1 ? 'halted-at-once' : 'halted-later'),
    measures: [pursuitMeasure('turns', () => view.turns)],
  });
}

export const pursuit = define({
  ...{ kind: 'pursuit', title: 'How long a pursuit goes on', sides: ['unit', 'enemy'], schema, check, machine },
  regiments: ({ unit }) => [[unit, ['unit']]],
  notes: (rules) => (rules.cards.illustrative ? [HALT_IS_PRINTED] : notesOf(rules)),
});
