import type { AnyMachine } from '../rules/encounter.ts';
import type { Die } from '../sim/die.ts';
import { StateBudgetError } from '../sim/error.ts';
import { explore } from '../sim/explore.ts';
import { END, type Graph } from '../sim/graph.ts';
import { isChoice, isRoll, type ToldReasons, withNearRows } from '../sim/machine.ts';
import { inOrder } from './order.ts';
import { playedRolls } from './played-rolls.ts';

/** One roll of an encounter: how often it comes to it, what counts, and what each result's chance is. */
export interface ExplainedRoll {
  readonly step: string;
  readonly title: string;
  readonly side?: string;
  readonly die: string;
  /** That an encounter ever comes to this roll. */
  readonly chance: number;
  /** Encounters that were played to count it; left out where it is exact. */
  readonly plays?: number;
  /** How many situations lead to it; what follows is the likeliest of them. */
  readonly situations: number;
  /** The likeliest situation's share of `chance`. */
  readonly share: number;
  readonly reasons?: ToldReasons;
  /** Rows that count in another situation only, by their id. */
  readonly elsewhere: readonly string[];
  /** Over all situations, where the totals differ. */
  readonly totals?: { readonly low: number; readonly high: number };
  readonly results: readonly { readonly text: string; readonly chance: number; readonly faces: readonly number[] }[];
}

/** States past which chances are counted in played encounters. */
const EXPLAIN_STATES = 300_000;
/** Several bodies that act together are nearly always past that: it is not tried for long. */
const COUPLED_EXPLAIN_STATES = 20_000;

/** Every kind of roll that the encounter can come to, in the order in which they come. */
export function explainRolls(machine: AnyMachine): ExplainedRoll[] {
  const coupled = (machine.records ?? []).length > 1;
  try {
    return everyRoll(machine, coupled ? COUPLED_EXPLAIN_STATES : EXPLAIN_STATES);
  } catch (error) {
    if (!(error instanceof StateBudgetError)) throw error;
    return playedRolls(machine);
  }
}

/** Worked out over every state. */
function everyRoll(machine: AnyMachine, stateBudget: number): ExplainedRoll[] {
  const graph = explore(machine, { stateBudget });
  const chance = propagate(graph);
  const groups = new Map<string, { states: number[]; chance: number }>();
  const keyOf = new Map<number, string>();
  const { view } = machine.layout;
  const at = (state: number) => graph.codec.unpack(graph.keys, state * graph.codec.words);
  for (let state = 0; state < graph.states; state++) {
    if (graph.dieOf[state] <= END || chance[state] === 0) continue;
    at(state);
    const { step: name } = view as { step: string };
    const step = machine.steps[name];
    const key = `${name}\n${isRoll(step) || isChoice(step) ? step.title(view) : ''}`;
    const group = groups.get(key) ?? { states: [], chance: 0 };
    group.states.push(state);
    group.chance += chance[state];
    groups.set(key, group);
    keyOf.set(state, key);
  }
  return inOrder([...groups.keys()], followersIn(graph, keyOf)).map((key): ExplainedRoll => {
    const { states, chance: total } = groups.get(key)!;
    const likeliest = states.reduce((a, b) => (chance[b] > chance[a] ? b : a));
    const found = { key, states, likeliest, chance: Math.min(1, total), share: chance[likeliest] / total };
    return explained(machine, found, at, graph.dice[graph.dieOf[likeliest]]);
  });
}

/** Which kinds of rolls can come right after which. */
function followersIn(graph: Graph, keyOf: ReadonlyMap<number, string>): Map<string, Set<string>> {
  const followers = new Map<string, Set<string>>();
  for (const [state, key] of keyOf) {
    const next = followers.get(key) ?? new Set();
    followers.set(key, next);
    for (let f = 0; f < graph.dice[graph.dieOf[state]].faces.length; f++) {
      const follower = keyOf.get(graph.target[graph.firstEdge[state] + f]);
      if (follower !== undefined) next.add(follower);
    }
  }
  return followers;
}

/** Where a kind of roll comes up: numbers of states, the likeliest among them. */
export interface RollPlaces {
  /** The step and its title. */
  readonly key: string;
  readonly states: readonly number[];
  readonly likeliest: number;
  readonly chance: number;
  readonly share: number;
}

/** @param at puts a state by its number into the machine's view */
export function explained(
  machine: AnyMachine,
  { key, states, likeliest, chance, share }: RollPlaces,
  at: (state: number) => void,
  die: Die,
  mostTotals = MOST_TOTALS,
): ExplainedRoll {
  const { view } = machine.layout;
  const [name, title] = key.split('\n');
  const { totals, rows } = overAll(machine, states, at, mostTotals);
  at(likeliest);
  const step = machine.steps[name];
  const against = isRoll(step) ? step.against?.(view) : undefined;
  const reasons = isRoll(step) && step.reasons ? withNearRows(step.reasons(view, against)) : undefined;
  const text = (face: number) =>
    isRoll(step) ? step.result(view, against, face) : isChoice(step) ? step.options(view)[face] : '';
  return {
    step: name,
    title,
    ...(isRoll(step) || isChoice(step) ? { side: step.side } : {}),
    die: die.id,
    chance,
    situations: states.length,
    share,
    ...(reasons ? { reasons } : {}),
    elsewhere: [...rows].filter((id) => !reasons?.rows.some((row) => row.id === id)),
    ...(totals && totals.low < totals.high ? { totals } : {}),
    results: resultsOf(die, text),
  };
}

function resultsOf(die: Die, text: (face: number) => string): ExplainedRoll['results'] {
  const found = new Map<string, { chance: number; faces: number[] }>();
  die.faces.forEach((face, i) => {
    const key = text(face);
    const entry = found.get(key) ?? { chance: 0, faces: [] };
    entry.chance += die.weights[i] / die.total;
    entry.faces.push(face);
    found.set(key, entry);
  });
  return [...found].map(([t, e]) => ({ text: t, ...e }));
}

/** Looking at many situations costs time; past this the likeliest alone is shown. */
const MOST_TOTALS = 2_000;

/** The lowest and the highest total of a roll, and every row that ever counts in it. */
function overAll(
  machine: AnyMachine,
  states: readonly number[],
  at: (state: number) => void,
  mostTotals: number,
): { readonly totals?: ExplainedRoll['totals']; readonly rows: ReadonlySet<string> } {
  const rows = new Set<string>();
  if (states.length < 2 || states.length > mostTotals) return { rows };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const { view } = machine.layout;
  for (const state of states) {
    at(state);
    const step = machine.steps[(view as { step: string }).step];
    if (!isRoll(step) || !step.reasons) break;
    const reasons = step.reasons(view, step.against?.(view));
    for (const row of reasons.rows) rows.add(row.id);
    const total = reasons.total?.value;
    if (total === undefined) continue;
    low = Math.min(low, total);
    high = Math.max(high, total);
  }
  return low <= high ? { totals: { low, high }, rows } : { rows };
}

/** The chance that an encounter ever comes to each state. */
function propagate(graph: Graph): Float64Array {
  const { states, firstEdge, target, dieOf, dice } = graph;
  const waiting = new Int32Array(states);
  const edgesOf = (s: number) => (dieOf[s] > END ? dice[dieOf[s]].faces.length : 0);
  for (let s = 0; s < states; s++) for (let f = 0; f < edgesOf(s); f++) waiting[target[firstEdge[s] + f]]++;
  const chance = new Float64Array(states);
  chance[0] = 1;
  const ready = [0];
  while (ready.length > 0) {
    const s = ready.pop()!;
    for (let f = 0; f < edgesOf(s); f++) {
      const t = target[firstEdge[s] + f];
      const die = dice[dieOf[s]];
      chance[t] += (chance[s] * die.weights[f]) / die.total;
      if (--waiting[t] === 0) ready.push(t);
    }
  }
  return chance;
}
