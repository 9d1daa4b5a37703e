import * as z from 'zod';
import { act, repeat, when } from '../../../kit/flow.ts';
import { int } from '../../../sim/state.ts';
import { capital } from '../../../words/names.ts';
import { stated } from '../../given.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { cohesionMeasure, define, stage } from '../encounter.ts';
import { cardsField, levelOf, regimentShape } from '../given.ts';
import { rally as rallyFromDisorder, rallyFromRout } from '../rallying.ts';
import { isSteady } from '../regiment.ts';
import { onOrder } from '../rules.ts';

const MOST_TURNS = 20;

export const rally = define({
  ...{ kind: 'rally', title: 'Rallying from disorder or from rout', sides: ['unit', 'enemy'], wavers: ['unit'] },
  schema: z.strictObject({
    cards: cardsField,
    unit: z
      .strictObject({
        ...regimentShape('rally'),
        routing: stated.flag('Is it routing? Then it must first rally from rout.'),
        pursued: stated.flag('Is it pursued? Then it cannot rally from rout.'),
      })
      .describe('The regiment that rallies.'),
    turns: stated.whole([1, MOST_TURNS], 1, 'Turns it has, one test or roll each.'),
  }),
  check: (s, rules) => {
    const { unit } = s;
    const cannot = `Rallying from disorder needs the order Rally; this brigade is on ${capital(unit.order)}.`;
    const pursued = 'A regiment rallies from rout only when it is not pursued.';
    return refusals(s, ROOT, [
      [unit.routing && unit.pursued, ['unit', 'pursued'], pursued],
      [!unit.routing && !onOrder(rules, 'rally', unit.order), ['unit', 'order'], cannot],
    ]);
  },
  machine: ({ unit: given, turns }, rules) => {
    const { unit, own, machine } = stage(rules, 'rally', { unit: given }, { turn: int(0, MOST_TURNS) });
    const hasRecovered = () => isSteady(unit) && unit.state.cohesion === 0;
    const attempt = when(() => isSteady(unit), [rallyFromDisorder(unit)], [rallyFromRout(unit)]);
    return machine({
      start: () => {
        if (given.routing) unit.state.status = 'routing';
      },
      play: [repeat([attempt, act(() => own.turn++)], () => own.turn < turns && !hasRecovered())],
      outcome: () => {
        if (!isSteady(unit)) return 'keeps-routing';
        if (hasRecovered()) return 'fully-recovered';
        if (given.routing) return 'rallied';
        return unit.state.cohesion < levelOf(given) ? 'some-recovered' : 'no-recovery';
      },
      measures: [...cohesionMeasure(unit), { id: 'turns', label: 'turns taken', of: () => own.turn }],
    });
  },
});
