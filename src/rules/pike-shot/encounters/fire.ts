import * as z from 'zod';
import { act, type Flow, leave, repeat, type Stepped, set, when } from '../../../kit/flow.ts';
import { int } from '../../../sim/state.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { companiesLost, define, jointLosses, lossMeasures, stage } from '../encounter.ts';
import { cardsField, levelOf, regimentSchema } from '../given.ts';
import { isRouting, isSteady, type Regiment, steadyRegiment } from '../regiment.ts';
import { says } from '../rules.ts';
import { bandAt, bandsOf, fireRefusal, fire as fireRoll, hit, type Volley } from '../shooting.ts';

const MOST_VOLLEYS = 20;

function shotProblems(r: Regiment, range: number | string): Problem[] {
  const refusal = fireRefusal(r, r.order());
  if (refusal) return [{ path: [r.side, 'order'], message: refusal, found: r.given.order }];
  const bands = bandsOf(r);
  if (bandAt(bands, range)) return [];
  const reach = bands.map((b) => `${b.band} to ${b.maxRange}`).join(', ');
  const message = `The ${r.card.shoot} of the ${r.side} has no such range: it has ${reach}.`;
  return [{ path: ['range'], message, found: range, allowed: bands.map((b) => b.band) }];
}

/** A volley answered: by what is left of the target, or at the same time (ruling exchange). */
function exchange(firer: Regiment, target: Regiment, range: number | string, pending: Volley): Flow<Stepped>[] {
  const shot = { firer, target, band: () => bandAt(bandsOf(firer), range)! };
  const back = { firer: target, target: firer, band: () => bandAt(bandsOf(target), range)!, what: ' back' };
  if (says(firer.rules, 'exchange') !== 'simultaneous')
    return [fireRoll(shot), when(() => isSteady(target), [fireRoll(back)])];
  const together = [
    act<Stepped>(() => hit(target, pending)),
    set<Stepped, Volley>(pending, { cohesion: 0, casualties: 0 }),
  ];
  return [fireRoll({ ...shot, then: (hits) => void Object.assign(pending, hits) }), fireRoll(back), ...together];
}

function outcome(firer: Regiment, target: Regiment): string {
  if (!isSteady(firer)) return isSteady(target) ? 'firer-broken' : 'both-broken';
  if (target.state.status === 'destroyed') return 'target-destroyed';
  if (isRouting(target)) return 'target-broken';
  if (target.state.lost > target.given.lost) return 'target-hit';
  return target.state.cohesion > levelOf(target.given) ? 'target-disordered' : 'no-effect';
}

export const fire = define({
  ...{ kind: 'fire', title: 'Fire of one regiment at another, or an exchange of shot', sides: ['firer', 'target'] },
  schema: z.strictObject({
    cards: cardsField,
    firer: regimentSchema('defend').describe('The regiment or battery that fires.'),
    target: regimentSchema('defend').describe('The regiment fired at.'),
    range: z
      .union([z.number().positive(), z.string().min(1)])
      .describe('Distance in the unit of the card set, or the name of a range band.'),
    volleys: stated.whole([1, MOST_VOLLEYS], 1, 'How many times it fires, one after the other.'),
    reply: stated.flag('Does the target fire back each time?'),
  }),
  check: ({ firer, target, range, reply }, rules) => [
    ...shotProblems(steadyRegiment(rules, 'firer', firer), range),
    ...(reply ? shotProblems(steadyRegiment(rules, 'target', target), range) : []),
  ],
  machine: ({ range, volleys, reply, ...given }, rules) => {
    /** `pending`: what the firer's shot does, kept back until the target has fired too. */
    const fields = { volley: int(1, MOST_VOLLEYS), pending: { cohesion: int(0, 10), casualties: int(0, 10) } };
    const { firer, target, own, machine } = stage(rules, 'fire', { firer: given.firer, target: given.target }, fields);
    const volley = reply
      ? exchange(firer, target, range, own.pending)
      : [fireRoll({ firer, target, band: () => bandAt(bandsOf(firer), range)! })];
    const mayGoOn = () => own.volley < volleys && isSteady(firer) && isSteady(target);
    const joint = jointLosses(() => companiesLost(firer) + companiesLost(target));
    return machine({
      play: [repeat([...volley, when(mayGoOn, [act(() => own.volley++)], [leave])]), set(own, { volley: 1 })],
      outcome: () => outcome(firer, target),
      measures: [...lossMeasures(target), ...(reply ? [...lossMeasures(firer), joint] : [])],
    });
  },
});
