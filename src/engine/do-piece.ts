import type { AnyMachine } from '../rules/encounter.ts';
import { withNamedBooks } from '../scenarios/loaded.ts';
import { type PreparedCell, prepareCell } from '../scenarios/prepare.ts';
import { buildRecipe, type Recipe } from '../scenarios/recipe.ts';
import { withProcedures } from '../scenarios/with-procedures.ts';
import { trialsInBlock } from '../sim/blocks.ts';
import { compile } from '../sim/compile.ts';
import { PlaySession } from '../sim/play/session.ts';
import { product } from '../sim/product.ts';
import { Walker } from '../sim/sample.ts';
import type { BlockTally } from '../sim/tally.ts';
import { unshareAutomaton } from '../sim/walk/share.ts';
import { blockProgress, isStopped } from './control.ts';
import { evaluate, evaluateWhole } from './evaluate.ts';
import type { Meeting } from './meeting.ts';
import type { PlayTogether } from './play-together.ts';
import type {
  Answer,
  BlocksPiece,
  BlocksWork,
  CellAnswer,
  CellsAnswer,
  CellsPiece,
  CellsWork,
  Piece,
  PlayAnswer,
  WalkAnswer,
} from './work.ts';
import { canPlayTogether, recipeKey } from './work.ts';

/**
 * Computes one piece, here and now: what every workforce comes down to. What can be kept from piece to piece (a compiled
 * automaton, filled tables, books) is kept under a name made of its content.
 *
 * @param meet where threads can tell each other what they have filled: meets those that do pieces of the same work
 */
export async function doPiece(piece: Piece, control: Int32Array, meet?: () => Meeting): Promise<Answer> {
  if ('cells' in piece) return doCells(piece, control);
  if (piece.work.kind === 'walk') return walk(piece, control);
  return meet && canPlayTogether(piece.work) ? playTogether(piece, control, meet) : play(piece, control);
}

let walking: { readonly key: string; readonly walker: Walker } | null = null;

async function walk(piece: BlocksPiece, control: Int32Array): Promise<WalkAnswer> {
  const { work, local } = piece;
  // A shared automaton comes from this process, where its number is its own; a recipe may come from anywhere.
  const key = local ? `local ${local.automaton.id}` : piece.key;
  if (walking?.key !== key) walking = { key, walker: await walkerOf(piece) };
  const { walker } = walking;
  const edges = new Float64Array(walker.automaton.target.length);
  const blocks: BlockTally[] = [];
  let done = piece.from;
  while (done < piece.to && !isStopped(control)) {
    const progress = blockProgress(control);
    const n = trialsInBlock(work.plan, done);
    const block = walker.block(work.seed, done, n, edges, progress.pause);
    if (block === null) break;
    blocks.push(block);
    done++;
    if (progress.done(n)) break;
  }
  return { done, edges, blocks };
}

async function walkerOf({ work, local }: BlocksPiece): Promise<Walker> {
  if (local) return Walker.on(unshareAutomaton(local.automaton), local.table);
  const [first, second] = await Promise.all(work.recipes.map(async (r) => compile((await buildRecipe(r)).machine)));
  return Walker.on(second ? product(first, second).automaton : first);
}

let base: { readonly key: string; readonly machine: Promise<AnyMachine> } | null = null;

/** The same machine from work to work while its recipe is the same: what it has played as a base is kept with it. */
function firstMachine(recipe: Recipe): Promise<AnyMachine> {
  const key = recipeKey(recipe);
  if (base?.key !== key) base = { key, machine: buildRecipe(recipe).then((b) => b.machine) };
  return base.machine;
}

let playing: { readonly key: string; readonly session: PlaySession } | null = null;

async function play({ work, key, from, to }: BlocksPiece, control: Int32Array): Promise<PlayAnswer> {
  if (playing?.key !== key) {
    const [first, ...others] = work.recipes;
    const machines = await Promise.all([
      firstMachine(first),
      ...others.map(async (r) => (await buildRecipe(r)).machine),
    ]);
    playing = { key, session: await PlaySession.on(machines, work.style) };
  }
  return playing.session.blocks(work.plan, work.seed, from, to, () => blockProgress(control));
}

let together: { readonly key: string; readonly players: Promise<PlayTogether> } | null = null;

async function playTogether(piece: BlocksPiece, control: Int32Array, meet: () => Meeting): Promise<PlayAnswer> {
  const { work, key, from, to } = piece;
  if (together?.key !== key) {
    const before = together;
    together = { key, players: playersFor(work, meet) };
    (await before?.players)?.leave();
  }
  return (await together.players).blocks(work.plan, from, to, control);
}

async function playersFor({ recipes, seed }: BlocksWork, meet: () => Meeting): Promise<PlayTogether> {
  const { PlayTogether } = await import('./play-together.ts');
  const { machine } = await buildRecipe(recipes[0]);
  return new PlayTogether(machine, seed, meet());
}

let scenario: { readonly key: string; readonly loaded: CellsWork['scenario'] } | null = null;

/** The cells of a piece, ready to be evaluated, one after the other. */
export async function* prepareCells({ work, cells, key }: CellsPiece): AsyncGenerator<PreparedCell> {
  // The scenario is kept from piece to piece, and with it the books that its cells share.
  if (scenario?.key !== key) scenario = { key, loaded: await arrived(work.scenario) };
  const { loaded } = scenario;
  scenario = { key, loaded: await withNamedBooks(loaded, [...loaded.overrides, ...cells.flat()]) };
  for (const overrides of cells) yield prepareCell(scenario.loaded, overrides);
}

/** Books travel without the procedures that play them, and built-in books not at all. */
async function arrived(travelled: CellsWork['scenario']): Promise<CellsWork['scenario']> {
  const books = [...travelled.books].map(async ([name, book]) => [name, await withProcedures(book)] as const);
  const loaded = { ...travelled, builtIn: new Map(), books: new Map(await Promise.all(books)) };
  return withNamedBooks(loaded, [{ path: 'rules', value: loaded.rules }]);
}

async function doCells(piece: CellsPiece, control: Int32Array): Promise<CellsAnswer> {
  const { engine, exactOnly } = piece.work;
  const answers: (CellAnswer | null)[] = [];
  for await (const { built, recipe } of prepareCells(piece)) {
    const source = { machine: built.machine, recipe };
    const options = { ...engine, signal: signalOf(control) };
    const evaluation = exactOnly ? await evaluateWhole(source, options) : await evaluate(source, options);
    if (isStopped(control)) break;
    answers.push(evaluation && { evaluation, notes: built.notes, sides: built.sides });
  }
  return { cells: answers };
}

/** Evaluating looks up now and then whether to go on; here the word comes through `control`. */
const signalOf = (control: Int32Array): AbortSignal =>
  ({
    get aborted() {
      return isStopped(control);
    },
  }) as AbortSignal;
