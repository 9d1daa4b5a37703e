import type { Automaton } from './automaton.ts';
import { sameDie } from './die.ts';
import { StateBudgetError } from './error.ts';
import type { SumMeasure } from './machine.ts';
import { grown, StateTable } from './state-table.ts';
import { topologicalOrder } from './topological.ts';

/** Two automata walked under the same dice, as one automaton. */
export interface Product {
  readonly automaton: Automaton;
  /** Which end of either automaton each end of the product stands for. */
  readonly pairs: readonly { readonly a: number; readonly b: number }[];
}

/**
 * The product of two automata: while both wait for the same die and have as many rolls ahead, one roll drives both;
 * otherwise the one with more ahead rolls alone, until they are level again. Each keeps its own law exactly; only
 * what happens together is coupled, which takes variance out of the difference.
 *
 * Ends carry the figures of the comparison (outcome indicators and measures): b minus a, then a's own; sums likewise. So
 * the block means of the product are the block means of the comparison.
 */
export function product(a: Automaton, b: Automaton, budget = 200_000): Product {
  const aheadA = rollsAhead(a);
  const aheadB = rollsAhead(b);
  const table = new StateTable(2);
  const key = new Int32Array(2);
  const intern = (x: number, y: number): number => {
    key[0] = x;
    key[1] = y;
    return table.intern(key);
  };
  const sumPlaces = a.sums.map((s) => b.sums.findIndex((t) => t.id === s.id));
  const emissions: number[][] = [];
  const emissionPlaces = new Map<string, number>();
  const emit = (ea: number, eb: number): number => {
    const name = `${ea}|${eb}`;
    let place = emissionPlaces.get(name);
    if (place === undefined) {
      const mine = a.emissions[ea];
      const amounts = [...mine.map((x, k) => b.emissions[eb][sumPlaces[k]] - x), ...mine];
      place = emissions.push(amounts) - 1;
      emissionPlaces.set(name, place);
    }
    return place;
  };
  emit(0, 0);
  const dice = [...a.dice];
  const dieB = b.dice.map((d) => {
    const known = dice.findIndex((x) => sameDie(x, d));
    return known >= 0 ? known : dice.push(d) - 1;
  });

  const ends: { outcome: number; values: number[] }[] = [];
  const pairs: { a: number; b: number }[] = [];
  let dieOf = new Int32Array(1024);
  let firstEdge = new Int32Array(1024);
  let target = new Int32Array(8192);
  let emission = new Int32Array(8192);
  let edges = 0;
  intern(a.start, b.start);
  for (let n = 0; n < table.count; n++) {
    if (table.count > budget) throw new StateBudgetError(budget);
    if (n + 1 >= dieOf.length) {
      dieOf = grown(dieOf);
      firstEdge = grown(firstEdge);
    }
    firstEdge[n] = edges;
    const x = table.keys[n * 2];
    const y = table.keys[n * 2 + 1];
    if (x < 0 && y < 0) {
      const ea = a.ends[~x];
      const eb = b.ends[~y];
      const figuresA = figuresOf(a, ea);
      const values = [...figuresOf(b, eb).map((v, i) => v - figuresA[i]), ...figuresA];
      pairs.push({ a: ~x, b: ~y });
      dieOf[n] = -1 - (ends.push({ outcome: 0, values }) - 1);
      continue;
    }
    const rollA = x >= 0 && (y < 0 || aheadA[x] >= aheadB[y]);
    const rollB =
      y >= 0 && (x < 0 || (aheadB[y] >= aheadA[x] && (aheadB[y] > aheadA[x] || dieB[b.dieOf[y]] === a.dieOf[x])));
    const die = dice[rollA ? a.dieOf[x] : dieB[b.dieOf[y]]];
    dieOf[n] = rollA ? a.dieOf[x] : dieB[b.dieOf[y]];
    for (let f = 0; f < die.faces.length; f++) {
      if (edges >= target.length) {
        target = grown(target);
        emission = grown(emission);
      }
      const fromA = rollA ? a.firstEdge[x] + f : -1;
      const fromB = rollB ? b.firstEdge[y] + f : -1;
      emission[edges] = emit(fromA < 0 ? 0 : a.emission[fromA], fromB < 0 ? 0 : b.emission[fromB]);
      target[edges++] = intern(fromA < 0 ? x : a.target[fromA], fromB < 0 ? y : b.target[fromB]);
    }
  }
  firstEdge[table.count] = edges;
  return {
    automaton: sorted({
      name: `${a.name} and ${b.name} under the same dice`,
      nodes: table.count,
      dice,
      dieOf,
      choosers: [],
      firstEdge,
      target,
      emission,
      emissions,
      ends,
      start: 0,
      startEmission: emit(a.startEmission, b.startEmission),
      outcomes: [{ id: 'played', label: 'played', winner: 'none', severity: 0 }],
      measures: withDifferences([...a.outcomes, ...a.measures]),
      sums: withDifferences(a.sums),
      states: table.count,
    }),
    pairs,
  };
}

type Figures = Readonly<Record<'outcomes' | 'measures' | 'sums', readonly { readonly id: string }[]>>;

/** Whether two encounters have the same outcomes, measures and sums, so that they can be compared figure by figure. */
export function comparable(a: Figures, b: Figures): boolean {
  const ids = (x: Figures) => [x.outcomes, x.measures, x.sums].map((l) => l.map((m) => m.id).join(' ')).join(' | ');
  return ids(a) === ids(b);
}

/** What an end says, figure by figure: an indicator for each outcome, then the measures. */
function figuresOf(automaton: Automaton, end: Automaton['ends'][number]): number[] {
  return [...automaton.outcomes.map((_, o) => (end.outcome === o ? 1 : 0)), ...end.values];
}

/** The differences first, then side a's own. */
function withDifferences(list: readonly SumMeasure[]): SumMeasure[] {
  return [
    ...list.map(({ id, label }) => ({ id: `${id} (difference)`, label })),
    ...list.map(({ id, label }) => ({ id, label })),
  ];
}

/** The most rolls that may still come, from each node. */
export function rollsAhead(automaton: Automaton): Int32Array {
  const ahead = new Int32Array(automaton.nodes);
  for (let n = automaton.nodes - 1; n >= 0; n--) {
    let most = 0;
    for (let e = automaton.firstEdge[n]; e < automaton.firstEdge[n + 1]; e++) {
      const t = automaton.target[e];
      if (t >= 0) most = Math.max(most, ahead[t]);
    }
    ahead[n] = most + 1;
  }
  return ahead;
}

/** Takes the ends out of the nodes and puts the rest into topological order. */
function sorted(raw: Automaton): Automaton {
  const rolls = topologicalOrder(raw).order.filter((s) => raw.dieOf[s] >= 0);
  const placeOf = new Int32Array(raw.nodes);
  rolls.forEach((s, i) => {
    placeOf[s] = i;
  });
  const to = (s: number) => (raw.dieOf[s] >= 0 ? placeOf[s] : raw.dieOf[s]);
  const firstEdge = new Int32Array(rolls.length + 1);
  const target: number[] = [];
  const emission: number[] = [];
  rolls.forEach((s, i) => {
    firstEdge[i] = target.length;
    for (let e = raw.firstEdge[s]; e < raw.firstEdge[s + 1]; e++) {
      target.push(to(raw.target[e]));
      emission.push(raw.emission[e]);
    }
  });
  firstEdge[rolls.length] = target.length;
  return {
    ...raw,
    nodes: rolls.length,
    dieOf: rolls.map((s) => raw.dieOf[s]),
    firstEdge,
    target: Int32Array.from(target),
    emission: Int32Array.from(emission),
    start: to(0),
  };
}
