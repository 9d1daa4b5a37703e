import * as z from 'zod';
import { act, repeat, when } from '../../../kit/flow.ts';
import { declareState } from '../../../kit/machine.ts';
import { int } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import type { AnyMachine } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { cardsField, define, levelOf, regimentShape } from '../given.ts';
import { rally as rallyFromDisorder, rallyFromRout } from '../rallying.ts';
import { isSteady, muster, regimentOf, regimentSpec } from '../regiment.ts';
import { onOrder, type Rules } from '../rules.ts';
import { cohesionMeasure } from './measures.ts';

const MOST_TURNS = 20;
const UNIT = ['unit'];

const schema = z.strictObject({
  cards: cardsField,
  unit: z
    .strictObject({
      ...regimentShape('rally'),
      routing: stated.flag('Is it routing? Then it must first rally from rout.'),
      pursued: stated.flag('Is it pursued? Then it cannot rally from rout.'),
    })
    .describe('The regiment that rallies.'),
  turns: stated.whole([1, MOST_TURNS], 1, 'Turns it has, one test or roll each.'),
});
type Situation = z.output<typeof schema>;

const check = ({ unit }: Situation, rules: Rules): Problem[] =>
  refusals(unit, UNIT, [
    [unit.routing && unit.pursued, 'pursued', 'A regiment rallies from rout only when it is not pursued.'],
    [
      !unit.routing && !onOrder(rules, 'rally', unit.order),
      'order',
      `Rallying from disorder needs the order Rally; this brigade is on ${capital(unit.order)}.`,
    ],
  ]);

function machine({ unit: given, turns }: Situation, rules: Rules): AnyMachine {
  const { view, machine: machineOf } = declareState({ unit: regimentSpec(rules, given), turn: int(0, MOST_TURNS) });
  const unit = regimentOf(rules, 'unit', given, view.unit);
  const hasRecovered = () => isSteady(unit) && unit.state.cohesion === 0;
  return machineOf({
    name: 'pike-shot rally',
    start: () => {
      muster(unit);
      if (given.routing) unit.state.status = 'routing';
    },
    play: [
      repeat(
        [when(() => isSteady(unit), [rallyFromDisorder(unit)], [rallyFromRout(unit)]), act(() => view.turn++)],
        () => view.turn < turns && !hasRecovered(),
      ),
    ],
    outcomes: OUTCOMES.rally,
    outcome: () => {
      if (!isSteady(unit)) return 'keeps-routing';
      if (hasRecovered()) return 'fully-recovered';
      if (given.routing) return 'rallied';
      return unit.state.cohesion < levelOf(given) ? 'some-recovered' : 'no-recovery';
    },
    measures: [...cohesionMeasure(unit), { id: 'turns', label: 'turns taken', of: () => view.turn }],
  });
}

export const rally = define({
  ...{ kind: 'rally', title: 'Rallying from disorder or from rout' },
  ...{ sides: ['unit', 'enemy'], schema, check, machine },
  regiments: ({ unit }) => [[unit, ['unit'], 'wavers']],
});
