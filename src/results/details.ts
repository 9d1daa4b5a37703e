import type { EndTally, Tally } from '../sim/tally.ts';
import { correlation, correlationInterval } from '../stats/correlation.ts';
import { type Distribution, distribution, moments, totalWeight } from '../stats/distribution.ts';
import { meanInterval } from '../stats/mean-interval.ts';
import { estimate } from './assemble.ts';
import type { CellDetails } from './types.ts';

/** What is worth knowing of a cell beyond its outcomes and averages: conditional means, correlations, survival. */
export function cellDetails(tally: Tally): CellDetails {
  const ends = tally.ends.filter((e) => e.weight > 0);
  const varying = tally.measures.flatMap(({ id }, m) =>
    new Set(ends.map((e) => e.values[m])).size > 1 ? [{ id, m }] : [],
  );
  const rounds = varying.find(({ id }) => ROUNDS.includes(id.slice(id.lastIndexOf('.') + 1)));
  return {
    conditionals: WINNERS.flatMap((winner) => varying.flatMap(({ id, m }) => conditional(tally, ends, winner, id, m))),
    correlations: varying.flatMap((first, i) =>
      varying.slice(i + 1).map((second) => correlated(tally, ends, first, second)),
    ),
    ...joint(tally, ends),
    ...(rounds ? { survival: { measure: rounds.id, rows: survival(tally, valuesOf(ends, rounds.m)) } } : {}),
  };
}

/** Measures that count how long an encounter goes on. */
const ROUNDS: readonly string[] = ['rounds', 'round', 'turns', 'turn'];
const WINNERS = ['a', 'b', 'none'] as const;

const valuesOf = (ends: readonly EndTally[], m: number): Distribution =>
  distribution(ends.map((e) => [e.values[m], e.weight] as const));

/** What a side loses, as the books call it: `attacker.hits`, `a.lost`, `defender.casualties`. */
const LOSSES = /^([^.]+)\.(hits|lost|casualties)$/;

/** The losses of the first units of both sides together; their sum alone would hide who pays. */
function joint(tally: Tally, ends: readonly EndTally[]): Pick<CellDetails, 'joint'> {
  const losses = tally.measures.flatMap(({ id }, m) => (LOSSES.test(id) ? [{ id, m }] : []));
  const [first] = losses;
  const second = losses.find(({ id }) => first && LOSSES.exec(id)![2] === LOSSES.exec(first.id)![2] && id !== first.id);
  if (!first || !second) return {};
  const weights = new Map<string, { first: number; second: number; weight: number }>();
  for (const { values, weight } of ends) {
    const pair = { first: values[first.m], second: values[second.m] };
    const key = `${pair.first}|${pair.second}`;
    weights.set(key, { ...pair, weight: weight + (weights.get(key)?.weight ?? 0) });
  }
  const rows = [...weights.values()]
    .sort((x, y) => x.first - y.first || x.second - y.second)
    .map(({ weight, ...pair }) => ({ ...pair, ...estimate(tally, weight) }));
  return { joint: { first: first.id, second: second.id, rows } };
}

/** A measure's mean over the encounters that one side wins. */
function conditional(
  { outcomes, trials, level }: Tally,
  ends: readonly EndTally[],
  winner: (typeof WINNERS)[number],
  measure: string,
  m: number,
): CellDetails['conditionals'] {
  const own = valuesOf(
    ends.filter((e) => outcomes[e.outcome].winner === winner),
    m,
  );
  if (own.length === 0) return [];
  const weight = totalWeight(own);
  const { mean, variance } = moments(own);
  const interval = trials === null || weight < 2 ? undefined : meanInterval({ n: weight, mean, variance }, level);
  return [
    { measure, given: `winner=${winner}`, p: weight / (trials ?? 1), mean, sd: Math.sqrt(variance), ...interval },
  ];
}

function correlated(
  { trials, level }: Tally,
  ends: readonly EndTally[],
  first: { id: string; m: number },
  second: { id: string; m: number },
): CellDetails['correlations'][number] {
  const r = correlation(ends.map(({ values, weight }) => ({ x: values[first.m], y: values[second.m], weight })));
  return {
    first: first.id,
    second: second.id,
    r,
    ...(trials === null ? {} : correlationInterval(r, trials, level)),
  };
}

/** The share that still goes on after each round. */
function survival(tally: Tally, d: Distribution): NonNullable<CellDetails['survival']>['rows'] {
  let left = totalWeight(d);
  return d.map(({ value, weight }) => {
    left = Math.max(0, left - weight);
    return { value, ...estimate(tally, value === d[d.length - 1].value ? 0 : left) };
  });
}
