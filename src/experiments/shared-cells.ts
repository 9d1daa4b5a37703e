import { type CellAnswer, type CellsPiece, type CellsWork, workKey } from '../engine/work.ts';
import { cellsInOrder, type Workforce } from '../engine/workforce.ts';
import { assembleCell } from '../results/assemble.ts';
import { type LoadedScenario, type NamedVariant, type Override, resolveCell } from '../scenarios/prepare.ts';
import { type Sides, sidesOf } from '../scenarios/side-names.ts';
import { type Cell, cellOf } from './cell.ts';
import type { CellRequest } from './cells.ts';
import { type ExperimentOptions, engineOptions } from './options.ts';

/** A cell sampled in more trials than this has its own blocks shared out instead. */
const WHOLE_CELL_TRIALS = 2 ** 21;
const MOST_IN_PIECE = 12;

/** How cells go to a workforce: what each piece is to do. */
export function cellsWork(loaded: LoadedScenario, options: ExperimentOptions): CellsWork {
  const { engine, seed, trials, level, stateBudget } = engineOptions(loaded, options);
  return {
    kind: 'cells',
    scenario: withoutTexts(loaded),
    engine: {
      engine,
      seed,
      ...(trials === undefined ? {} : { trials }),
      ...(level === undefined ? {} : { level }),
      ...(stateBudget === undefined ? {} : { stateBudget }),
    },
    exactOnly: !canBeSampledWhole(loaded, options),
  };
}

/** Whether a cell is small work even when it has to be sampled. */
export function canBeSampledWhole(loaded: LoadedScenario, options: ExperimentOptions): boolean {
  const { precision, trials = 0 } = engineOptions(loaded, options);
  return precision === undefined && trials <= WHOLE_CELL_TRIALS;
}

/**
 * Hands cells to the workforce, cut by their number alone. `take` gets them in order, null for one that was left undone
 * because it has to be sampled in many trials; it ends early when it is stopped.
 */
export async function shareCells(
  workforce: Workforce,
  loaded: LoadedScenario,
  requests: readonly CellRequest[],
  options: ExperimentOptions,
  take: (cell: Cell | null) => Promise<void>,
): Promise<void> {
  const work = cellsWork(loaded, options);
  const key = workKey(work);
  const perPiece = Math.min(MOST_IN_PIECE, Math.max(1, Math.floor(requests.length / 64)));
  const size = loaded.encounter === 'engagement' ? 1 : perPiece;
  const pieces = function* (): Generator<CellsPiece> {
    for (let i = 0; i < requests.length; i += size)
      yield { work, key, place: i / size, cells: requests.slice(i, i + size).map((p) => p.overrides.map(withoutText)) };
  };
  let place = 0;
  await cellsInOrder(workforce, options.signal, pieces(), async ({ cells }) => {
    const wanted = Math.min(size, requests.length - place);
    for (const answer of cells) {
      const request = requests[place++];
      const sides = answer && sidesOf(answer.sides, resolveCell(loaded, request.overrides).situation);
      await take(answer && cellOf(answer.evaluation, sides!.names, () => resultOf(loaded, request, answer, sides!)));
    }
    return cells.length === wanted;
  });
}

function resultOf(
  loaded: LoadedScenario,
  request: CellRequest,
  { evaluation, notes }: CellAnswer,
  sides: Sides,
): Cell['result'] {
  const { book, variantName } = resolveCell(loaded, request.overrides);
  const labels = request.labels ?? Object.fromEntries(request.overrides.map((o) => [o.path, o.value as string]));
  const frame = { labels, book, variant: variantName, notes, sides };
  return assembleCell(frame, evaluation);
}

const bareVariants = new WeakMap<object, NamedVariant>();

/** An override as it travels. The same variant stays one object, so that a piece of many cells carries it once. */
function withoutText(o: Override): Override {
  const { value } = o;
  if (o.path !== 'variant' || typeof value !== 'object' || value === null || !('text' in value)) return o;
  let bare = bareVariants.get(value);
  if (!bare) {
    const { name, variant } = value as NamedVariant;
    bare = { name, variant };
    bareVariants.set(value, bare);
  }
  return { path: o.path, value: bare };
}

/** What travels: the scenario without the texts it was read from, which hold functions, and without built-in books. */
function withoutTexts({ text: _text, ...loaded }: LoadedScenario): LoadedScenario {
  const bare = <V extends { readonly text?: unknown }>({ text: _own, ...rest }: V) => rest;
  return {
    ...loaded,
    builtIn: new Map(),
    overrides: loaded.overrides.map(withoutText),
    variants: loaded.variants.map(bare),
    named: new Map([...loaded.named].map(([name, v]) => [name, bare(v)])),
  };
}
