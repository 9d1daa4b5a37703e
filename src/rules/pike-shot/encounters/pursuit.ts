import * as z from 'zod';
import { flag, int } from '../../../sim/state.ts';
import type { BuiltEncounter, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { haltStep } from '../aftermath.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import { bind, cardsField, liveSpec, muster, regimentProblems, regimentSchema } from '../regiment.ts';
import { allows, type Rules } from '../rules.ts';
import { capital } from '../shooting.ts';

const MOST_TURNS = 20;

const schema = z.strictObject({
  cards: cardsField,
  unit: regimentSchema('charge').describe('The horse that pursues.'),
  turns: z.int().min(1).max(MOST_TURNS).default(6).describe('Turns of pursuit that are rolled at most.'),
});
type Situation = z.output<typeof schema>;

const HALT_IS_PRINTED: Note = {
  kind: 'info',
  text: 'The halt of a pursuit is printed on the sheet; of the illustrative cards only grade and traits count here.',
};

function check({ unit, cards }: Situation, rules: Rules): Problem[] {
  const problems = regimentProblems(unit, cards, ['unit']);
  if (problems.length > 0) return problems;
  const { arm } = cards.cards[unit.card];
  if (allows(rules, 'pursuit.rule', 'pursues', arm)) return [];
  return [
    { path: ['unit', 'card'], message: `Only horse pursues; ${capital(unit.card)} is ${arm}.`, found: unit.card },
  ];
}

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const spec = {
    unit: liveSpec(rules.cards.cards[situation.unit.card].companies),
    turns: int(0, MOST_TURNS),
    halted: flag(),
  };
  const machine = assemble(spec, (s) => {
    type S = typeof s;
    const unit = bind(rules, 'unit', situation.unit, s.unit);
    return {
      name: 'pike-shot pursuit',
      start: (st) => {
        muster(unit);
        st.step = 'halt';
      },
      steps: {
        halt: haltStep<S>(rules, unit, (st, halts) => {
          st.turns++;
          st.halted = halts;
          if (halts || st.turns === situation.turns) st.step = 'end';
        }),
      },
      outcomes: OUTCOMES.pursuit,
      outcome: (st) => (!st.halted ? 'never-halted' : st.turns === 1 ? 'halted-at-once' : 'halted-later'),
      measures: [{ id: 'turns', label: 'turns of pursuit, the one that halts it included', of: (st) => st.turns }],
      sums: [],
    };
  });
  return { machine, notes: rules.cards.illustrative ? [HALT_IS_PRINTED] : notesOf(rules), sides: ['unit', 'enemy'] };
}

export const pursuit = define({ kind: 'pursuit', title: 'How long a pursuit goes on', schema, check, build });
