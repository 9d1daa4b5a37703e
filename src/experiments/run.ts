import { resultsFrame } from '../results/frame.ts';
import type { CellResult, Evening, Luck, Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, prepareCell, type Sides } from '../scenarios/prepare.ts';
import { sideCalled } from '../scenarios/side-names.ts';
import type { Tally } from '../sim/tally.ts';
import { labelled } from './axis-labels.ts';
import { type Cell, runCell, runCells, withDetails } from './cells.ts';
import type { CellLook } from './hanging/run.ts';
import type { Happening } from './luck.ts';
import { assertCells, type ExperimentOptions, engineOptions, fixedBySet } from './options.ts';
import { gridSize } from './sweep.ts';

export interface Elsewhere {
  readonly loaded: LoadedScenario;
  readonly observed: string;
}

export interface RunOptions extends ExperimentOptions {
  /** What happened at the table, "defender.hits=5": how unusual was it? Several are judged one by one and together. */
  readonly observed?: string | readonly string[];
  /** Who asks: good luck is good for this side. Side A unless said; its word, its name, or a and b. */
  readonly side?: string;
  /**
   * Also try other readings of the rulings that were asked for, and name those on which the result hangs: as many as cost no
   * more than the run itself, or 'all'.
   */
  readonly rulings?: boolean | 'all';
  /** Results of other encounters that belong to the same evening. */
  readonly elsewhere?: readonly Elsewhere[];
  /** A sampled run of one cell that also fits exact shows how its estimate closed in: an outcome's id, or true. */
  readonly convergence?: boolean | string;
}

/** One scenario, all the cells of its `vary`. What only some runs ask for is loaded when they do: a page pays for it. */
export async function run(loaded: LoadedScenario, options: RunOptions = {}): Promise<Results> {
  assertCells(gridSize(loaded.vary), options);
  if (options.observed !== undefined || options.convergence) assertOneCell(loaded);
  const requests = combinations(loaded.vary).map((overrides) => ({ overrides }));
  const prepared = prepareCell(loaded, requests[0].overrides);
  const { machine } = prepared.built;
  const observed = options.observed === undefined ? [] : [options.observed].flat();
  await assertAllObserved(observed, prepared, options);
  const side = askingSide(options.side, prepared.sides);
  const closingIn = options.convergence ? await import('./convergence.ts') : undefined;
  if (typeof options.convergence === 'string') closingIn?.assertOutcome(options.convergence, machine);
  let first: Cell | undefined;
  // Who asks how lucky a result was, or how an estimate closed in, does not ask who wins.
  const asksWho = options.observed === undefined && options.elsewhere === undefined && !options.convergence;
  const tried = options.rulings ?? false;
  const hanging = tried && asksWho ? await import('./hanging/run.ts') : undefined;
  const looked: CellLook[] = [];
  const cells = await runCells(loaded, requests, options, (cell) => {
    first ??= cell;
    if (hanging) looked.push(hanging.lookedAt(cell.evaluation));
    return withDetails(cell.result, cell.evaluation.tally, requests.length);
  });
  const { seed } = engineOptions(loaded, options);
  const closing = await closingIn?.convergence(prepared, first!.evaluation.tally, options.convergence!);
  const found = options.signal?.aborted ? undefined : await hanging?.hangingOf(loaded, requests, looked, cells, tried);
  return {
    ...resultsFrame('run', loaded, prepared, seed, options.command),
    ...(loaded.vary.length > 0 ? { axes: labelled(loaded.vary, prepared) } : {}),
    cells: withNotes(found?.cells ?? cells, closing ? closingIn!.tooFewPoints(closing) : []),
    ...(cells.length < requests.length ? { partial: true } : {}),
    ...(found?.readings ? { readings: found.readings } : {}),
    ...(await judged(first!.evaluation.tally, observed, loaded, prepared.sides, side, options)),
    ...(closing ? { convergence: closing } : {}),
  };
}

const withNotes = (cells: readonly CellResult[], notes: CellResult['notes']): readonly CellResult[] =>
  notes.length === 0 ? cells : [{ ...cells[0], notes: [...cells[0].notes, ...notes] }];

function askingSide(text: string | undefined, sides: Sides): 0 | 1 {
  if (text === undefined) return 0;
  const found = sideCalled(text, sides);
  if (found !== undefined) return found;
  const message = `'${text}' is no side of this encounter; there are ${sides.ids.join(' and ')}.`;
  throw new InputError([{ path: ['side'], message, found: text, allowed: sides.ids }]);
}

/** Every result that is said to have happened can happen, here and elsewhere. */
async function assertAllObserved(
  observed: readonly string[],
  { built, sides }: ReturnType<typeof prepareCell>,
  { elsewhere = [], side }: RunOptions,
): Promise<void> {
  if (observed.length + elsewhere.length === 0) return;
  const { assertObserved } = await import('./observation.ts');
  for (const one of observed) assertObserved(one, built.machine, sides);
  for (const other of elsewhere) {
    assertOneCell(other.loaded);
    const there = prepareCell(other.loaded, combinations(other.loaded.vary)[0]);
    assertObserved(other.observed, there.built.machine, there.sides);
    askingSide(side, there.sides);
  }
}

/** A result at the table is set against one cell. */
export function assertOneCell(loaded: LoadedScenario): void {
  if (gridSize(loaded.vary) < 2) return;
  const message = `This scenario varies ${loaded.vary.map((a) => a.path).join(' and ')}; a result at the table is set against one cell, so fix it: ${fixedBySet(loaded.vary)}.`;
  throw new InputError([{ path: ['vary'], message }]);
}

/** One result is told in full; several, here and elsewhere, get one verdict besides. */
async function judged(
  tally: Tally,
  observed: readonly string[],
  loaded: LoadedScenario,
  sides: Sides,
  side: 0 | 1,
  options: RunOptions,
): Promise<{ luck?: Luck; evening?: Evening }> {
  const elsewhere = options.elsewhere ?? [];
  if (observed.length + elsewhere.length === 0) return {};
  const { evening, luck } = await import('./luck.ts');
  if (observed.length === 1 && elsewhere.length === 0) return { luck: luck(observed[0], tally, sides, side) };
  const here = observed.map((one): Happening => ({ encounter: loaded.title, observed: one, tally, sides, side }));
  const others: Happening[] = [];
  for (const { loaded: other, observed: one } of elsewhere) {
    const { prepared, evaluation } = await runCell(other, { overrides: combinations(other.vary)[0] }, options);
    others.push({
      encounter: other.title,
      observed: one,
      tally: evaluation.tally,
      sides: prepared.sides,
      side: askingSide(options.side, prepared.sides),
    });
  }
  return { evening: evening([...here, ...others]) };
}
