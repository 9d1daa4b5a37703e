import * as z from 'zod';
import { act, type Flow, leave, repeat, type Stepped, set, when } from '../../../kit/flow.ts';
import { declareState } from '../../../kit/machine.ts';
import { int } from '../../../sim/state.ts';
import type { AnyMachine } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { cardsField, define, levelOf, regimentSchema } from '../given.ts';
import { isRouting, isSteady, muster, type Regiment, regimentOf, regimentSpec, steadyRegiment } from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { bandAt, bandsOf, fireRefusal, fire as fireRoll, hit } from '../shooting.ts';
import { lossMeasures } from './measures.ts';

const MOST_VOLLEYS = 20;

const schema = z.strictObject({
  cards: cardsField,
  firer: regimentSchema('defend').describe('The regiment or battery that fires.'),
  target: regimentSchema('defend').describe('The regiment fired at.'),
  range: z
    .union([z.number().positive(), z.string().min(1)])
    .describe('Distance in the unit of the card set, or the name of a range band.'),
  volleys: stated.whole([1, MOST_VOLLEYS], 1, 'How many times it fires, one after the other.'),
  reply: stated.flag('Does the target fire back each time?'),
});
type Situation = z.output<typeof schema>;

function shotProblems(r: Regiment, range: Situation['range']): Problem[] {
  const refusal = fireRefusal(r, r.order());
  if (refusal) return [{ path: [r.side, 'order'], message: refusal, found: r.given.order }];
  const bands = bandsOf(r);
  if (bandAt(bands, range)) return [];
  const reach = bands.map((b) => `${b.band} to ${b.maxRange}`).join(', ');
  const message = `The ${r.card.shoot} of the ${r.side} has no such range: it has ${reach}.`;
  return [{ path: ['range'], message, found: range, allowed: bands.map((b) => b.band) }];
}

const check = ({ firer, target, range, reply }: Situation, rules: Rules): Problem[] => [
  ...shotProblems(steadyRegiment(rules, 'firer', firer), range),
  ...(reply ? shotProblems(steadyRegiment(rules, 'target', target), range) : []),
];

function machine(situation: Situation, rules: Rules): AnyMachine {
  const { view, machine: machineOf } = declareState({
    firer: regimentSpec(rules, situation.firer),
    target: regimentSpec(rules, situation.target),
    volley: int(1, MOST_VOLLEYS),
    /** What the firer's shot does, kept back until the target has fired too. */
    pending: { cohesion: int(0, 10), casualties: int(0, 10) },
  });
  const firer = regimentOf(rules, 'firer', situation.firer, view.firer);
  const target = regimentOf(rules, 'target', situation.target, view.target);
  const mayGoOn = () => view.volley < situation.volleys && isSteady(firer) && isSteady(target);
  return machineOf({
    name: 'pike-shot fire',
    start: () => {
      muster(firer);
      muster(target);
    },
    play: [
      repeat([...volley(situation, firer, target, view.pending), when(mayGoOn, [act(() => view.volley++)], [leave])]),
      set(view, { volley: 1 }),
    ],
    outcomes: OUTCOMES.fire,
    outcome: () => outcome(firer, target),
    measures: [...lossMeasures(target), ...(situation.reply ? lossMeasures(firer) : [])],
  });
}

/** One volley, and the reply: of what is left of the target, or at the same time (ruling exchange). */
function volley(
  { range, reply }: Situation,
  firer: Regiment,
  target: Regiment,
  pending: { cohesion: number; casualties: number },
): Flow<Stepped>[] {
  const shot = { firer, target, band: () => bandAt(bandsOf(firer), range)! };
  if (!reply) return [fireRoll(shot)];
  const back = { firer: target, target: firer, band: () => bandAt(bandsOf(target), range)!, what: ' back' };
  if (says(firer.rules, 'exchange') !== 'simultaneous') {
    return [fireRoll(shot), when(() => isSteady(target), [fireRoll(back)])];
  }
  const together = act<Stepped>(() => {
    hit(target, pending);
    Object.assign(pending, { cohesion: 0, casualties: 0 });
  });
  return [fireRoll({ ...shot, then: (hits) => void Object.assign(pending, hits) }), fireRoll(back), together];
}

function outcome(firer: Regiment, target: Regiment): string {
  if (!isSteady(firer)) return isSteady(target) ? 'firer-broken' : 'both-broken';
  if (target.state.status === 'destroyed') return 'target-destroyed';
  if (isRouting(target)) return 'target-broken';
  if (target.state.lost > target.given.lost) return 'target-hit';
  return target.state.cohesion > levelOf(target.given) ? 'target-disordered' : 'no-effect';
}

export const fire = define({
  ...{ kind: 'fire', title: 'Fire of one regiment at another, or an exchange of shot' },
  ...{ sides: ['firer', 'target'], schema, check, machine },
  regiments: ({ firer, target }) => [
    [firer, ['firer']],
    [target, ['target']],
  ],
});
