import * as z from 'zod';
import { int } from '../../../sim/state.ts';
import type { BuiltEncounter } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { assemble, notesOf } from '../assemble.ts';
import { define } from '../define.ts';
import { rallyStep, routRallyStep } from '../rallying.ts';
import { bind, cardsField, levelOf, liveSpec, muster, regimentProblems, regimentShape, stands } from '../regiment.ts';
import { allows, type Rules } from '../rules.ts';
import { capital } from '../shooting.ts';
import { overflowProblems } from '../waver.ts';

const MOST_TURNS = 20;

const schema = z.strictObject({
  cards: cardsField,
  unit: z
    .strictObject({
      ...regimentShape('rally'),
      routing: z.boolean().default(false).describe('Is it routing? Then it must first rally from rout.'),
      pursued: z.boolean().default(false).describe('Is it pursued? Then it cannot rally from rout.'),
    })
    .describe('The regiment that rallies.'),
  turns: z.int().min(1).max(MOST_TURNS).default(1).describe('Turns it has, one test or roll each.'),
});
type Situation = z.output<typeof schema>;

function check({ unit, cards }: Situation, rules: Rules): Problem[] {
  const problems = regimentProblems(unit, cards, ['unit']);
  if (problems.length > 0) return problems;
  if (unit.routing && unit.pursued) {
    problems.push({
      path: ['unit', 'pursued'],
      message: 'A regiment rallies from rout only when it is not pursued.',
      found: true,
    });
  }
  if (!unit.routing && !allows(rules, 'orders', 'rally', unit.order)) {
    const message = `Rallying from disorder needs the order Rally; this brigade is on ${capital(unit.order)}.`;
    problems.push({ path: ['unit', 'order'], message, found: unit.order, allowed: ['rally'] });
  }
  return [...problems, ...overflowProblems(rules, [[cards.cards[unit.card], ['unit']]])];
}

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const { turns } = situation;
  const { routing } = situation.unit;
  const spec = { unit: liveSpec(rules.cards.cards[situation.unit.card].companies), turn: int(0, MOST_TURNS) };
  const machine = assemble(spec, (s) => {
    type S = typeof s;
    const unit = bind(rules, 'unit', situation.unit, s.unit);
    const next = (st: S) => {
      st.turn++;
      st.step = 'turn';
    };
    return {
      name: 'pike-shot rally',
      start: (st) => {
        muster(unit);
        if (routing) unit.live.status = 'routing';
        st.step = 'turn';
      },
      steps: {
        turn: {
          then: (st) => {
            const done = st.turn === turns || (stands(unit) && unit.live.cohesion === 0);
            st.step = done ? 'end' : stands(unit) ? 'disorder' : 'rout';
          },
        },
        disorder: rallyStep<S>(unit, next),
        rout: routRallyStep<S>(rules, unit, next),
      },
      outcomes: OUTCOMES.rally,
      outcome: () => {
        if (!stands(unit)) return 'keeps-routing';
        if (unit.live.cohesion === 0) return 'fully-recovered';
        if (routing) return 'rallied';
        return unit.live.cohesion < levelOf(situation.unit) ? 'some-recovered' : 'no-recovery';
      },
      measures: [
        {
          id: 'unit.cohesion',
          label: 'cohesion of the unit at the end, 0 sharp to 5 mob',
          of: () => unit.live.cohesion,
        },
        { id: 'turns', label: 'turns taken', of: (st) => st.turn },
      ],
      sums: [],
    };
  });
  return { machine, notes: notesOf(rules), sides: ['unit', 'enemy'] };
}

export const rally = define({ kind: 'rally', title: 'Rallying from disorder or from rout', schema, check, build });
