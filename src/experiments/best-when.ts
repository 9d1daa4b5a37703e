import type { AnyMachine } from '../rules/encounter.ts';
import { chances, topological } from '../sim/compile.ts';
import { END, type Graph } from '../sim/graph.ts';
import { isChoice } from '../sim/machine.ts';
import type { Solution } from '../sim/solve.ts';
import type { FieldScalar } from '../sim/state.ts';
import { labelOf } from '../words/labels.ts';
import { type Moment, optionAt, type Rule, ruleOfThumb, type Sight } from './rule-of-thumb.ts';

/** What can be seen on the table, by the last name of the field; all else that a state holds is bookkeeping. */
const SEEN: Readonly<Record<string, string>> = {
  turn: 'turn',
  distance: 'distance',
  hits: 'hits',
  cohesion: 'cohesion lost',
  status: 'status',
  formation: 'formation',
  stands: 'stands',
};

/** A rule of thumb for a decision that is now this, now that, and what following it is worth. */
export interface When {
  /** "charge at distance up to 6; double at distance over 6". */
  readonly text: string;
  readonly value: number;
}

interface Looked extends Sight {
  readonly read: (view: unknown) => FieldScalar;
}

interface DecisionStates {
  readonly machine: AnyMachine;
  readonly graph: Graph;
  readonly solution: Solution;
  /** All states of the graph at which the decision comes up, and whether its chooser wants the objective high. */
  readonly states: readonly number[];
  readonly side: 'a' | 'b';
  readonly wantsHigh: boolean;
  readonly worth: (end: Graph['ends'][number]) => number;
}

/** Undefined where nothing that can be seen tells the moments apart. */
export function whenOf(asked: DecisionStates): When | undefined {
  const { machine, graph, solution, states, wantsHigh } = asked;
  const looks = looksOf(machine, asked.side);
  const momentAt = (state: number): Moment => {
    graph.codec.unpack(graph.keys, state * graph.codec.words);
    const seen = looks.map((l) => l.read(machine.layout.view));
    const edges = graph.target.subarray(graph.firstEdge[state], graph.firstEdge[state + 1]);
    return {
      weight: solution.chance[state],
      seen,
      worth: Array.from(edges, (t) => (wantsHigh ? 1 : -1) * solution.atState[t]),
    };
  };
  const visited = states.filter((s) => solution.chance[s] > 0).map(momentAt);
  const rule = ruleOfThumb(visited, looks);
  if ('option' in rule) return undefined;
  const shares = new Map(solution.shares);
  for (const s of states) {
    const { seen, worth } = momentAt(s);
    const pick = optionAt(rule, seen);
    shares.set(
      s,
      worth.map((_, o) => (o === pick ? 1 : 0)),
    );
  }
  return { text: ruleText(rule, looks, optionsAt(machine, graph, states[0])), value: worthUnder(asked, shares) };
}

/** What the encounter is worth if every open choice is taken by these shares. */
export function worthUnder(
  { machine, graph, worth }: Pick<DecisionStates, 'machine' | 'graph' | 'worth'>,
  shares: Solution['shares'],
): number {
  const chance = chances(graph, topological(machine, graph), shares);
  const worths = graph.ends.map(worth);
  let sum = 0;
  for (let s = 0; s < graph.states; s++) if (graph.dieOf[s] === END) sum += chance[s] * worths[graph.endOf[s]];
  return sum;
}

function optionsAt(machine: AnyMachine, graph: Graph, state: number): readonly string[] {
  graph.codec.unpack(graph.keys, state * graph.codec.words);
  const { view } = machine.layout;
  const step = machine.steps[(view as { step: string }).step];
  return isChoice(step) ? step.options(view) : [];
}

/** Fields of the moment and of the two sides; where a side has several units, theirs are not told apart in a sentence. */
function looksOf(machine: AnyMachine, side: 'a' | 'b'): Looked[] {
  return machine.layout.fields.flatMap(({ path, field }): Looked[] => {
    const parts = path.split('.');
    const name = SEEN[parts.at(-1)!];
    if (name === undefined || parts.includes('units')) return [];
    const owner = parts.find((p) => ['a', 'b', 'attacker', 'defender'].includes(p));
    const isOwn = owner !== undefined && (owner === side || owner === (side === 'a' ? 'attacker' : 'defender'));
    const read = (view: unknown) => parts.reduce((at, p) => (at as Record<string, unknown>)[p], view) as FieldScalar;
    return [{ name: owner === undefined ? name : `${isOwn ? 'own' : "enemy's"} ${name}`, kind: field.kind, read }];
  });
}

/** One clause for each answer, in the order in which they are asked. */
function ruleText(
  rule: Rule,
  looks: readonly Looked[],
  options: readonly string[],
  before: readonly string[] = [],
): string {
  if ('option' in rule) return `${labelOf(options[rule.option])} ${before.join(' and ')}`;
  const { test, yes, no } = rule;
  const { name } = looks[test.sight];
  const [is, isNot] = answers(name, test.value);
  return [ruleText(yes, looks, options, [...before, is]), ruleText(no, looks, options, [...before, isNot])].join('; ');
}

/** What is said where a test holds, and where it does not. */
function answers(name: string, value: FieldScalar): [is: string, isNot: string] {
  if (name === 'turn') return [value === 1 ? 'in turn 1' : `up to turn ${value}`, `after turn ${value}`];
  const seen = `${name === 'distance' ? 'at' : 'with'} ${name}`;
  if (typeof value === 'number') return [`${seen} up to ${value}`, `${seen} over ${value}`];
  return [`${seen} ${labelOf(String(value))}`, `${seen} not ${labelOf(String(value))}`];
}
