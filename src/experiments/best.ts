import { evaluate } from '../engine/evaluate.ts';
import { resultsFrame } from '../results/frame.ts';
import type { Best, Results } from '../results/types.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, type PreparedCell, prepareCell, type Sides } from '../scenarios/prepare.ts';
import { SimError, StateBudgetError } from '../sim/error.ts';
import { exploring } from '../sim/explore.ts';
import { givingWay } from '../sim/giving-way.ts';
import { END } from '../sim/graph.ts';
import { describedMeasure, isChoice } from '../sim/machine.ts';
import { solve, withOpenChoices } from '../sim/solve.ts';
import type { EndTally, Tally } from '../sim/tally.ts';
import { settingOf } from '../words/paths.ts';
import { decisionsOf, writtenShares } from './best-decisions.ts';
import { searchTactics } from './best-search.ts';
import { worthUnder } from './best-when.ts';
import { solvedText } from './best-words.ts';
import { detailedResult } from './cells.ts';
import { namedSide, sideName, sideNamed, type Wanted, wantsHigh } from './good-for.ts';
import { DEFAULT_OBJECTIVE, type Objective, objective, shapeOf } from './objective.ts';
import { objectiveValue } from './objective-value.ts';
import { type ExperimentOptions, engineOptions } from './options.ts';
import { CellProgress } from './progress.ts';

export interface BestOptions extends ExperimentOptions, Wanted {
  /** What is fought for: how often the first side comes off better, when left out. */
  readonly objective?: string;
  /** Only this side plays its best; the other keeps to the scenario. */
  readonly side?: string;
}

/** Everything that solving and searching need to know. */
export interface BestQuestion {
  readonly loaded: LoadedScenario;
  readonly options: BestOptions;
  readonly base: PreparedCell;
  readonly asked: Objective;
  /** The side that wants the objective high. */
  readonly high: 'a' | 'b';
  readonly choosers: readonly ('a' | 'b')[];
  readonly progress: CellProgress;
}

/** The largest encounter that is solved: some seconds of work and half a gigabyte. */
const SOLVED_STATES = 900_000;
/** Open choices multiply the states: what has more than this as written is not even tried. */
const WRITTEN_STATES = 60_000;

/** The best choices at every decision, and what they gain: solved where the encounter fits, else searched. */
export async function best(loaded: LoadedScenario, options: BestOptions = {}): Promise<Results> {
  const fixed = combinations(loaded.vary)[0];
  const base = prepareCell(loaded, fixed);
  const { sides } = base;
  const asked = objective(options.objective ?? DEFAULT_OBJECTIVE, shapeOf(base), sides);
  if (!asked.ofEnd) {
    const message = `'${asked.label}' adds up along the way; best play is found for what can be read off the end.`;
    throw new InputError([{ path: ['objective'], message }]);
  }
  const only = options.side === undefined ? undefined : namedSide('side', options.side, sides);
  const high = wantsHigh(asked, options, sides);
  const progress = new CellProgress(1, loaded, options, { seeksBest: true });
  const question = { loaded, options, base, asked, high, choosers: only ? [only] : (['a', 'b'] as const), progress };
  const found = (await solved(question)) ?? (await searchTactics(question, fixed));
  const { seed } = engineOptions(loaded, options);
  const firstOf = fixed.map((o) => settingOf(o.path, o.value, { ...base.sides, situation: base.situation })).join(', ');
  const note = firstOf === '' ? [] : [{ kind: 'info', text: `The first of the file’s cases: ${firstOf}` }];
  return {
    ...resultsFrame('best', loaded, base, seed, options.command),
    cells: found.cells.map((cell) => ({ ...cell, notes: [...cell.notes, ...note] })),
    best: found.best,
  };
}

/** Which side a step's word means; the sheets call sides by many names. */
export const stepSide = (word: string, sides: Sides): 'a' | 'b' => sideNamed(word, sides) ?? 'a';

/** What the answer says about who chooses, however it was found. */
export function frameOf({ asked, base, high, choosers }: BestQuestion) {
  const all = ['a', 'b'] as const;
  return {
    objective: { id: asked.id, label: asked.label },
    goodFor: sideName(high, base.sides),
    choosers: choosers.map((s) => sideName(s, base.sides)),
    asWritten: all.filter((s) => !choosers.includes(s)).map((s) => sideName(s, base.sides)),
  };
}

export interface FoundBest {
  readonly best: Best;
  readonly cells: Results['cells'];
}

/** Backward induction; undefined where the encounter with its choices open is too large. */
async function solved(question: BestQuestion): Promise<FoundBest | undefined> {
  const { base, asked, high, choosers, options, loaded, progress } = question;
  const { sides } = base;
  const machine: AnyMachine = base.built.machine;
  const open = withOpenChoices(machine, (word) => choosers.includes(stepSide(word, sides)));
  const anyOpen = Object.values(open.steps).some((s) => isChoice(s) && !s.decide);
  if (options.engine === 'sample' && anyOpen) return undefined;
  const stateBudget = options.stateBudget ?? SOLVED_STATES;
  try {
    const look = (states: number) => {
      progress.counting(states);
      if (options.signal?.aborted) throw new SimError('Stopped before best play was found; there is no result.');
    };
    if (anyOpen) await givingWay(exploring(machine, { stateBudget: Math.min(stateBudget, WRITTEN_STATES) }), look);
    const graph = await givingWay(exploring(open, { stateBudget }), look);
    const written = writtenShares(machine, graph);
    const sideOf = (word: string) => stepSide(word, sides);
    const aim = {
      worth: (end: Omit<EndTally, 'weight'>) => asked.ofEnd!({ ...end, weight: 0 }),
      wantsHigh: (word: string) => sideOf(word) === high,
    };
    const solution = solve(open, graph, { ...aim, written });
    const weights = new Float64Array(graph.ends.length);
    for (let s = 0; s < graph.states; s++) if (graph.dieOf[s] === END) weights[graph.endOf[s]] += solution.chance[s];
    const engine = { ...engineOptions(loaded, options), engine: 'auto' as const, trials: undefined };
    const asWritten = await evaluate({ machine, recipe: base.recipe }, { ...engine, seed: engine.seed });
    const tally: Tally = {
      ...{ kind: 'exact', trials: null, partial: false, outcomes: machine.outcomes, sums: [], blocks: [] },
      measures: machine.measures.map(describedMeasure),
      ends: graph.ends.map((e, i) => ({ ...e, weight: weights[i] })),
    };
    const evaluation = { tally, method: 'compiled whole', states: graph.states, elapsedMs: 0 };
    const nameOf = (word: string) => sideName(sideOf(word), sides);
    const decisions = decisionsOf({ machine, graph, solution, nameOf, sideOf, written, ...aim });
    const answer = {
      ...frameOf(question),
      method: 'solved' as const,
      written: objectiveValue(asked, asWritten.tally).value,
      value: solution.value,
      decisions,
      keeping: choosers
        .filter((side) => decisions.some((d) => d.side === sideName(side, sides)))
        .map((side) => {
          const own = [...solution.shares].map(([state, best]) => {
            const isOwn = sideOf(graph.choosers[-2 - graph.dieOf[state]]) === side;
            return [state, (isOwn ? written(state) : undefined) ?? best] as const;
          });
          return { side: sideName(side, sides), value: worthUnder({ machine: open, graph, ...aim }, new Map(own)) };
        }),
    };
    return {
      best: {
        ...answer,
        text: solvedText(question, { ...answer, othersChoose: await othersChoose(question, answer) }),
      },
      cells: [
        detailedResult(base, { ...asWritten, tally: { ...asWritten.tally, sums: [] } }, undefined, {
          variant: 'as written',
        }),
        detailedResult(base, evaluation, undefined, { variant: 'best play' }),
      ],
    };
  } catch (error) {
    if (error instanceof StateBudgetError) return undefined;
    throw error;
  }
}

/** Whether the side that keeps to the scenario could choose, where the one that was asked for cannot. */
async function othersChoose(
  question: BestQuestion,
  { decisions, asWritten }: Pick<Best, 'decisions' | 'asWritten'>,
): Promise<boolean> {
  if (decisions.length > 0 || asWritten.length === 0) return false;
  const both = await solved({ ...question, choosers: ['a', 'b'] });
  return both?.best.decisions.some((d) => asWritten.includes(d.side)) ?? false;
}
