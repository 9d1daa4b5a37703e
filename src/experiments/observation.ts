import { didYouMean } from '../rules/nearest.ts';
import { CONTACT } from '../rules/outcomes.ts';
import { InputError } from '../rules/problem.ts';
import type { Sides } from '../scenarios/prepare.ts';
import type { SumMeasure } from '../sim/machine.ts';
import type { EndTally, Tally } from '../sim/tally.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';
import { measureGoodFor } from './good-for.ts';

/**
 * A result at the table, set against all that could have come up: `defender.hits=5`, `outcome=evaded`, or either with a
 * condition, `defender.hits=5 given outcome=defender-retreats`. Without one, a charge is judged among those that came to
 * contact wherever the result speaks of such a charge; `given anything` takes all.
 */
export interface Observation {
  readonly id: string;
  readonly label: string;
  /** The value as it is told: "5", "defender destroyed". */
  readonly shown: string;
  /** What could have come up, higher being more of it; of outcomes, higher is better for side A. */
  readonly distribution: Distribution;
  readonly observed: number;
  /** The weight of just this: of one outcome, not of all that are as severe. */
  readonly exactly: number;
  /** The weight of all that was possible under the condition. */
  readonly total: number;
  /** Whom a higher value is good for; nobody in particular where it is undefined. */
  readonly goodFor?: 0 | 1;
  /** "of charges that come to contact". */
  readonly given?: string;
  /** The weight of all charges, where those that never met are left out. */
  readonly all?: number;
}

type Shape = Pick<Tally, 'outcomes' | 'measures'>;
interface Read {
  readonly id: string;
  readonly label: string;
  readonly shown: string;
  readonly rank: (end: EndTally) => number;
  readonly observed: number;
  readonly is: (end: EndTally) => boolean;
  /** Undefined for outcomes. */
  readonly measure?: SumMeasure;
}

export function observation(text: string, tally: Shape & Pick<Tally, 'ends'>, sides: Sides): Observation {
  const [what, condition] = text.split(/\s+given\s+/);
  const read = reading(what, tally);
  const { ends, given, all } = condition === undefined ? whenMet(read, tally) : conditioned(condition, tally);
  const weigh = (test: (e: EndTally) => boolean) => ends.reduce((sum, e) => sum + (test(e) ? e.weight : 0), 0);
  const whose = read.measure ? measureGoodFor(read.measure, sides) : 'a';
  return {
    id: read.id,
    label: read.label,
    shown: read.shown,
    distribution: distribution(ends.filter((e) => e.weight > 0).map((e) => [read.rank(e), e.weight] as const)),
    observed: read.observed,
    exactly: weigh(read.is),
    total: weigh(() => true),
    ...(whose === 'none' ? {} : { goodFor: whose === 'a' ? 0 : 1 }),
    ...(given === undefined ? {} : { given }),
    ...(all === undefined ? {} : { all }),
  };
}

/** Refuses an observation that names nothing, before anything is run. */
export function assertObserved(text: string, encounter: Shape, sides: Sides): void {
  observation(text, { ...encounter, ends: [] }, sides);
}

function reading(text: string, { outcomes, measures }: Shape): Read {
  const bare = outcomes.find((o) => [o.id, o.label.toLowerCase()].includes(text.trim().toLowerCase()));
  const [, name, value] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(bare ? `outcome=${bare.id}` : text) ?? [];
  if (name === undefined) {
    const message = `'${text}' is no observation; write MEASURE=NUMBER, such as ${measures[0]?.id ?? 'rounds'}=5, or outcome=ID.${didYouMean(
      text,
      outcomes.map((o) => o.id),
    )}`;
    throw fault(message, text);
  }
  if (name === 'outcome') {
    const at = outcomes.findIndex((o) => o.id === value);
    const ids = outcomes.map((o) => o.id);
    if (at < 0)
      throw fault(`There is no outcome '${value}'; there are ${ids.join(', ')}.${likeOutcomes(value, ids)}`, value);
    const { label, severity } = outcomes[at];
    const rank = (e: EndTally) => outcomes[e.outcome].severity;
    return { id: 'outcome', label: 'outcome', shown: label, rank, observed: severity, is: (e) => e.outcome === at };
  }
  const m = measures.findIndex((x) => x.id === name);
  const ids = ['outcome', ...measures.map((x) => x.id)];
  if (m < 0)
    throw fault(`There is no measure '${name}' to observe; there are ${ids.join(', ')}.${didYouMean(name, ids)}`, name);
  const figure = Number(value);
  if (!Number.isFinite(figure)) throw fault(`The observed ${name} is '${value}'; it must be a number.`, value);
  const measure = measures[m];
  const { id, label } = measure;
  const is = (e: EndTally) => e.values[m] === figure;
  return { id, label, shown: value, rank: (e) => e.values[m], observed: figure, is, measure };
}

/** The nearest outcome; where none is near, those that share a word with it other than whose they are. */
function likeOutcomes(value: string, ids: readonly string[]): string {
  const near = didYouMean(value, ids);
  if (near !== '') return near;
  const wordsOf = (id: string) => id.toLowerCase().split(/[^a-z]+/);
  const wanted = wordsOf(value).filter((w) => !['attacker', 'defender', 'both', 'not', ''].includes(w));
  const sharing = ids.filter((id) => wordsOf(id).some((w) => wanted.includes(w))).slice(0, 3);
  return sharing.length === 0 ? '' : ` Did you mean ${sharing.map((id) => `'${id}'`).join(' or ')}?`;
}

type Among = { readonly ends: readonly EndTally[]; readonly given?: string; readonly all?: number };

/** A result that a charge in contact can have is judged among those: that it came at all is no news. */
function whenMet(read: Read, { measures, ends }: Shape & Pick<Tally, 'ends'>): Among {
  const contact = measures.findIndex((m) => m.id === CONTACT);
  if (contact < 0 || read.id === CONTACT) return { ends };
  const met = ends.filter((e) => e.values[contact] === 1);
  const isAmongThem =
    met.some((e) => e.weight > 0 && read.is(e)) && ends.some((e) => e.weight > 0 && e.values[contact] === 0);
  const all = ends.reduce((sum, e) => sum + e.weight, 0);
  return isAmongThem ? { ends: met, given: 'of charges that come to contact', all } : { ends };
}

function conditioned(text: string, tally: Shape & Pick<Tally, 'ends'>): Among {
  if (text.trim() === 'anything') return { ends: tally.ends };
  const { is, label, shown, id } = reading(text, tally);
  return { ends: tally.ends.filter(is), given: id === 'outcome' ? `given ${shown}` : `given ${label} ${shown}` };
}

const fault = (message: string, found: string) => new InputError([{ path: ['observed'], message, found }]);
