import * as z from 'zod';
import { act, leave, repeat, set } from '../../../kit/flow.ts';
import { flag, int } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import { stated } from '../../given.ts';
import { refusals } from '../../refusal.ts';
import { define, notesOf, pursuitMeasure, stage } from '../encounter.ts';
import { cardOf, cardsField, regimentSchema } from '../given.ts';
import { haltRoll, pursues } from '../pursuing.ts';

const MOST_TURNS = 20;
const HALT_IS_PRINTED =
  'The halt of a pursuit is printed on the sheet; of the illustrative cards only grade and traits count here.';

export const pursuit = define({
  ...{ kind: 'pursuit', title: 'How long a pursuit goes on', sides: ['unit', 'enemy'] },
  schema: z.strictObject({
    cards: cardsField,
    unit: regimentSchema('charge').describe('The horse that pursues.'),
    turns: stated.whole([1, MOST_TURNS], 6, 'Turns of pursuit that are rolled at most.'),
  }),
  check: ({ unit }, rules) => {
    const { arm } = cardOf(rules, unit);
    const message = `Only horse pursues; ${capital(unit.card)} is ${arm}.`;
    return refusals(unit, ['unit'], [[!pursues(rules, arm), 'card', message]]);
  },
  notes: (rules) => (rules.cards.illustrative ? [{ kind: 'info', text: HALT_IS_PRINTED }] : notesOf(rules)),
  machine: ({ unit: given, turns }, rules) => {
    const fields = { turns: int(0, MOST_TURNS), halted: flag() };
    const { unit, own, machine } = stage(rules, 'pursuit', { unit: given }, fields);
    const halts = [set(own, { halted: true }), leave];
    return machine({
      play: [repeat([act(() => own.turns++), haltRoll(unit, halts, [])], () => own.turns < turns)],
      outcome: () => (!own.halted ? 'never-halted' : own.turns === 1 ? 'halted-at-once' : 'halted-later'),
      measures: [pursuitMeasure('turns', () => own.turns)],
    });
  },
});
