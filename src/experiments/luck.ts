import { estimate } from '../results/assemble.ts';
import type { Luck } from '../results/types.ts';
import { didYouMean } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import type { Tally } from '../sim/tally.ts';
import { type Distribution, distribution } from '../stats/distribution.ts';
import { midPercentile } from '../stats/percentile.ts';
import { weightWhere } from '../stats/tails.ts';
import { oneIn, percent } from './words.ts';

/** How unusual a result at the table was: `defender.hits=5`, or `outcome=defender-routs` in the order of severity. */
export function luck(observed: string, tally: Tally): Luck {
  const { measure, label, figure, shown, d } = observation(observed, tally);
  const of = (test: (v: number) => boolean) => estimate(tally, Math.min(tally.trials ?? 1, weightWhere(d, test)));
  const atLeast = of((v) => v >= figure);
  const atMost = of((v) => v <= figure);
  const exactly = of((v) => v === figure);
  const percentile = midPercentile(d, figure);
  return {
    measure,
    label,
    observed: figure,
    atLeast,
    atMost,
    exactly,
    percentile,
    text: text(label, shown, atLeast.p, atMost.p, percentile, tally.trials),
  };
}

interface Observation {
  readonly measure: string;
  readonly label: string;
  readonly figure: number;
  readonly shown: string;
  readonly d: Distribution;
}

function observation(text: string, tally: Pick<Tally, 'outcomes' | 'measures' | 'ends'>): Observation {
  const [, name, value] = /^\s*(.+?)\s*=\s*(.+?)\s*$/.exec(text) ?? [];
  if (name === undefined) {
    throw fault(
      `'${text}' is no observation; write MEASURE=NUMBER, such as ${tally.measures[0]?.id ?? 'rounds'}=5.`,
      text,
    );
  }
  if (name === 'outcome') {
    const found = tally.outcomes.find((o) => o.id === value);
    const ids = tally.outcomes.map((o) => o.id);
    if (!found)
      throw fault(`There is no outcome '${value}'; there are ${ids.join(', ')}.${didYouMean(value, ids)}`, value);
    const d = distribution(tally.ends.map((e) => [tally.outcomes[e.outcome].severity, e.weight] as const));
    return { measure: 'outcome', label: 'outcome', figure: found.severity, shown: found.label, d };
  }
  const m = tally.measures.findIndex((x) => x.id === name);
  const ids = ['outcome', ...tally.measures.map((x) => x.id)];
  if (m < 0)
    throw fault(`There is no measure '${name}' to observe; there are ${ids.join(', ')}.${didYouMean(name, ids)}`, name);
  const figure = Number(value);
  if (!Number.isFinite(figure)) throw fault(`The observed ${name} is '${value}'; it must be a number.`, value);
  const d = distribution(tally.ends.map((e) => [e.values[m], e.weight] as const));
  return { measure: name, label: tally.measures[m].label, figure, shown: value, d };
}

const fault = (message: string, found: string) => new InputError([{ path: ['observed'], message, found }]);

/** Refuses an observation that names nothing, before anything is run. */
export function assertObserved(observed: string, encounter: Pick<Tally, 'outcomes' | 'measures'>): void {
  observation(observed, { ...encounter, ends: [] });
}

function text(
  label: string,
  shown: string,
  atLeast: number,
  atMost: number,
  percentile: number,
  trials: number | null,
): string {
  const high = atLeast <= atMost;
  const tail = high ? atLeast : atMost;
  const where = `${label} of ${shown} stands at the ${ordinal(percentile)} percentile`;
  const how = `as ${high ? 'high or higher' : 'low or lower'} ${percent(tail)} of the time (${oneIn(tail)})`;
  // A sample can only say that it has not seen a thing.
  if (tail === 0 && trials !== null) return `${where}: it never came up in ${trials.toLocaleString('en')} trials.`;
  if (tail === 0) return `${where}: it cannot happen under these rules.`;
  const unusual =
    tail >= 0.25
      ? 'nothing unusual'
      : tail >= 0.1
        ? 'a bit of luck'
        : tail >= 0.02
          ? 'unusual'
          : tail >= 0.001
            ? 'rare'
            : 'very rare indeed';
  return `${where}: ${how}; ${unusual}.`;
}

function ordinal(percentile: number): string {
  const n = Math.round(percentile);
  const tens = Math.floor(n / 10) % 10;
  const suffix = tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${suffix}`;
}
