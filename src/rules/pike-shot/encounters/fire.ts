import * as z from 'zod';
import { int } from '../../../sim/state.ts';
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
  loseCompanies,
  muster,
  type Regiment,
  regimentProblems,
  regimentSchema,
  stands,
} from '../regiment.ts';
import { type Rules, says } from '../rules.ts';
import { bandAt, bandsOf, fireRefusal, fireStep, type Volley } from '../shooting.ts';

const MOST_VOLLEYS = 20;

const schema = z.strictObject({
  cards: cardsField,
  firer: regimentSchema('defend').describe('The regiment or battery that fires.'),
  target: regimentSchema('defend').describe('The regiment fired at.'),
  range: z
    .union([z.number().positive(), z.string().min(1)])
    .describe('Distance in the unit of the card set, or the name of a range band.'),
  volleys: z.int().min(1).max(MOST_VOLLEYS).default(1).describe('How many times it fires, one after the other.'),
  reply: z.boolean().default(false).describe('Does the target fire back each time?'),
});
type Situation = z.output<typeof schema>;

/** Bound to no machine: enough to ask who may fire at whom. */
const asGiven = (rules: Rules, side: string, given: Situation['firer']): Regiment =>
  bind(rules, side, given, { cohesion: levelOf(given), lost: given.lost, status: 'steady' });

function shotProblems(rules: Rules, r: Regiment, range: Situation['range']): Problem[] {
  const refusal = fireRefusal(rules, r);
  if (refusal) return [{ path: [r.side, 'order'], message: refusal, found: r.given.order }];
  const bands = bandsOf(rules, r);
  if (bandAt(bands, range)) return [];
  const reach = bands.map((b) => `${b.band} to ${b.maxRange}`).join(', ');
  const message = `The ${r.card.shoot} of the ${r.side} has no such range: it has ${reach}.`;
  return [{ path: ['range'], message, found: range, allowed: bands.map((b) => b.band) }];
}

function check(situation: Situation, rules: Rules): Problem[] {
  const { firer, target, range, reply, cards } = situation;
  const problems = [...regimentProblems(firer, cards, ['firer']), ...regimentProblems(target, cards, ['target'])];
  if (problems.length > 0) return problems;
  return [
    ...shotProblems(rules, asGiven(rules, 'firer', firer), range),
    ...(reply ? shotProblems(rules, asGiven(rules, 'target', target), range) : []),
  ];
}

function build(situation: Situation, rules: Rules): BuiltEncounter {
  const { range, volleys, reply } = situation;
  const cards = rules.cards.cards;
  const spec = {
    firer: liveSpec(cards[situation.firer.card].companies),
    target: liveSpec(cards[situation.target.card].companies),
    volley: int(1, MOST_VOLLEYS),
    /** What the firer's shot does, kept back until the target has fired too. */
    pending: { cohesion: int(0, 10), casualties: int(0, 10) },
  };
  const together = reply && says(rules, 'exchange') === 'simultaneous';
  const machine = assemble(spec, (s) => {
    const firer = bind(rules, 'firer', situation.firer, s.firer);
    const target = bind(rules, 'target', situation.target, s.target);
    const hit = (r: Regiment, v: Volley) => {
      loseCohesion(rules, r, v.cohesion);
      loseCompanies(r, v.casualties);
    };
    const bandOf = (r: Regiment) => bandAt(bandsOf(rules, r), range)!;
    type S = typeof s;
    return {
      name: 'pike-shot fire',
      start: (st) => {
        muster(firer);
        muster(target);
        st.step = 'fire';
      },
      steps: {
        fire: fireStep<S>(rules, {
          self: firer,
          enemy: target,
          band: () => bandOf(firer),
          what: '',
          after: (st, v) => {
            if (together) Object.assign(st.pending, v);
            else hit(target, v);
            st.step = together || (reply && stands(target)) ? 'reply' : 'next';
          },
        }),
        reply: fireStep<S>(rules, {
          self: target,
          enemy: firer,
          band: () => bandOf(target),
          what: ' back',
          after: (st, v) => {
            hit(firer, v);
            hit(target, st.pending);
            Object.assign(st.pending, { cohesion: 0, casualties: 0 });
            st.step = 'next';
          },
        }),
        next: {
          then: (st) => {
            const more = st.volley < volleys && stands(firer) && stands(target);
            st.step = more ? 'fire' : 'end';
            st.volley = more ? st.volley + 1 : 1;
          },
        },
      },
      outcomes: OUTCOMES.fire,
      outcome: () => outcome(firer, target),
      measures: [...lossMeasures(target), ...(reply ? lossMeasures(firer) : [])],
      sums: [],
    };
  });
  return { machine, notes: notesOf(rules), sides: ['firer', 'target'] };
}

export const lossMeasures = (r: Regiment) => [
  { id: `${r.side}.casualties`, label: `companies the ${r.side} loses`, of: () => r.live.lost - r.given.lost },
  {
    id: `${r.side}.cohesion`,
    label: `cohesion of the ${r.side} at the end, 0 sharp to 5 mob`,
    of: () => r.live.cohesion,
  },
];

function outcome(firer: Regiment, target: Regiment): string {
  if (!stands(firer)) return stands(target) ? 'firer-broken' : 'both-broken';
  if (target.live.status === 'destroyed') return 'target-destroyed';
  if (target.live.status === 'routing') return 'target-broken';
  if (target.live.lost > target.given.lost) return 'target-hit';
  return target.live.cohesion > levelOf(target.given) ? 'target-disordered' : 'no-effect';
}

export const fire = define({
  kind: 'fire',
  title: 'Fire of one regiment at another, or an exchange of shot',
  schema,
  check,
  build,
});
