import * as z from 'zod';
import type { BlocksPiece, CellsPiece, CellsWork, Piece } from '../engine/work.ts';
import { canonical, digest } from '../rules/hash.ts';
import type { PlayedBook } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { type Variant, variantSchema } from '../rules/variant.ts';
import { problemsOf } from '../scenarios/issues.ts';
import { withNamedBooks } from '../scenarios/loaded.ts';
import { type LoadedScenario, type NamedVariant, type Override, prepareCell } from '../scenarios/prepare.ts';
import { originOf } from '../scenarios/recipe.ts';
import type { OwnTroops } from '../scenarios/troops/file.ts';
import { SimError } from '../sim/error.ts';

/*
 * Work as text that travels. A scenario goes as it was written (situation, edits, variants, the contents of rulebook
 * files), never as something built from it: whoever receives it reads it with the same loader as a file.
 */

/** The largest text of work or of a piece that is read: a scenario with a rulebook and a dozen cells stays far below. */
export const MAX_WIRE_BYTES = 8_000_000;

const path = z.string().max(500);
const overrides = z.array(z.object({ path, value: z.unknown() })).max(500);
const named = z.tuple([z.string().max(500), z.unknown()]);
const scenarioSchema = z.strictObject({
  rules: z.string().max(500),
  encounter: z.string().max(50),
  situation: z.record(z.string(), z.unknown()),
  variants: z.array(z.strictObject({ name: z.string(), variant: z.unknown() })).max(50),
  overrides,
  named: z.array(named).max(10_000),
  data: z.array(named).max(10_000),
  books: z.array(named).max(100),
  troops: z.unknown().optional(),
});
const whole = z.number().int().min(0);
const engineSchema = z.strictObject({
  engine: z.enum(['auto', 'exact', 'sample']),
  seed: whole.max(4294967295),
  trials: whole.max(1e12).optional(),
  level: z.number().optional(),
  stateBudget: whole.max(2_000_000).optional(),
});
const planSchema = z.strictObject({ trials: whole.max(1e12), blockSize: whole.min(1).max(2 ** 24), blocks: whole });
const style = z.strictObject({
  direct: z.boolean().optional(),
  walk: z.boolean().optional(),
  ownDice: z.boolean().optional(),
});
const workSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['walk', 'play']),
    scenarios: z
      .array(z.strictObject({ scenario: scenarioSchema, overrides }))
      .min(1)
      .max(2),
    style: style.optional(),
    plan: planSchema,
    seed: whole.max(4294967295),
  }),
  z.strictObject({ kind: z.literal('cells'), scenario: scenarioSchema, engine: engineSchema, exactOnly: z.boolean() }),
]);
const partSchema = z.union([
  z.strictObject({ from: whole, to: whole }),
  z.strictObject({ cells: z.array(overrides).min(1).max(50) }),
]);

type WireScenario = z.infer<typeof scenarioSchema>;
type WireWork = z.infer<typeof workSchema>;

/** A piece as it travels: the text of its work, the name of that work, and which part of it. */
export interface WirePiece {
  readonly work: string;
  readonly text: string;
  readonly part: string;
  /** The piece's own name: its work and its part. */
  readonly name: string;
}

const texts = new WeakMap<object, { readonly work: string; readonly text: string }>();

export function toWire(piece: Piece): WirePiece {
  let known = texts.get(piece.work);
  if (!known) {
    const text = canonical('cells' in piece ? cellsWire(piece) : blocksWire(piece));
    known = { work: digest(text).slice(0, 32), text };
    texts.set(piece.work, known);
  }
  const part =
    'cells' in piece
      ? canonical({ cells: piece.cells.map(overridesWire) })
      : canonical({ from: piece.from, to: piece.to });
  return { ...known, part, name: `${known.work}-${digest(part).slice(0, 16)}` };
}

function cellsWire({ work }: CellsPiece): WireWork {
  const { kind, scenario, engine, exactOnly } = work;
  return { kind, scenario: scenarioWire(scenario), engine: { ...engine }, exactOnly };
}

function blocksWire({ work }: BlocksPiece): WireWork {
  const { kind, recipes, plan, seed } = work;
  const scenarios = recipes.map((recipe) => {
    const origin = originOf(recipe);
    if (!origin)
      throw new SimError('This encounter was not made from a scenario, so it cannot be sent to other machines.');
    return { scenario: scenarioWire(origin.scenario), overrides: overridesWire(origin.overrides) };
  });
  return { kind, scenarios, ...(work.style ? { style: work.style } : {}), plan: { ...plan }, seed };
}

/** Neither where an override was said nor the text of a variant's file travels. */
export const overridesWire = (list: readonly Override[]): Override[] =>
  list.map(({ path, value }) => ({ path, value: isVariant(path, value) ? variantWire(value) : value }));

const isVariant = (path: string, value: unknown): value is NamedVariant =>
  path === 'variant' && typeof value === 'object' && value !== null && 'variant' in value;

const variantWire = ({ name, variant }: NamedVariant): NamedVariant => ({ name, variant });

/** Overrides as they arrive: the variants among them pass the loader. */
const readOverrides = (list: readonly { readonly path: string; readonly value?: unknown }[]): Override[] =>
  list.map(({ path, value }) => ({ path, value: isVariant(path, value) ? readVariant(value) : value }));

function readVariant({ name, variant }: { readonly name: string; readonly variant?: unknown }): NamedVariant {
  return { name: z.string().max(500).parse(name), variant: variantSchema.parse(variant) as Variant };
}

/** Neither file names nor titles: equal encounters are the same work whatever their file is called. */
export function scenarioWire(loaded: LoadedScenario): WireScenario {
  return {
    rules: loaded.rules,
    encounter: loaded.encounter,
    situation: { ...loaded.situation },
    variants: loaded.variants.map(variantWire),
    overrides: overridesWire(loaded.overrides),
    named: [...loaded.named].map(([name, v]): [string, unknown] => [name, variantWire(v)]),
    data: [...loaded.data].map(([name, value]): [string, unknown] => [name, value]),
    books: [...loaded.books].map(([name, book]): [string, unknown] => [name, fileOf(book)]),
    ...(loaded.troops ? { troops: loaded.troops } : {}),
  };
}

/** Only what a file says can be read and checked on another machine. */
function fileOf(book: PlayedBook): unknown {
  if (book.program) return book.program.value;
  throw new SimError(`The rulebook '${book.id}' is not a file's, so it cannot be sent to other machines.`);
}

/** Work read from its text. Everything in it passes the loader, as a file would. */
export async function readWork(text: string, name: string): Promise<(part: string) => Promise<Piece>> {
  if (text.length > MAX_WIRE_BYTES) throw new SimError('The work is larger than any scenario.');
  if (digest(text).slice(0, 32) !== name)
    throw new SimError('The work does not have the content that its name stands for.');
  const wire = workSchema.parse(JSON.parse(text));
  if (wire.kind === 'cells') {
    const scenario = await readScenario(wire.scenario);
    const work: CellsWork = { ...wire, scenario, engine: wire.engine as CellsWork['engine'] };
    return async (part) => {
      const { cells } = partSchema.parse(JSON.parse(part)) as { cells?: Override[][] };
      if (!cells) throw new SimError('The piece names no cells.');
      return { work, key: name, place: 0, cells: cells.map(readOverrides) };
    };
  }
  const recipes = await Promise.all(
    wire.scenarios.map(async (s) => {
      const overrides = readOverrides(s.overrides);
      return prepareCell(await withNamedBooks(await readScenario(s.scenario), overrides), overrides).recipe;
    }),
  );
  const { kind, plan, seed } = wire;
  const work = {
    kind,
    recipes,
    plan,
    seed,
    ...(wire.style ? { style: wire.style as BlocksPiece['work']['style'] } : {}),
  };
  return async (part) => {
    const { from, to } = partSchema.parse(JSON.parse(part)) as { from: number; to: number };
    if (!(from < to && to <= plan.blocks)) throw new SimError('The piece names blocks that its work does not have.');
    return { work, key: name, place: 0, from, to } as BlocksPiece;
  };
}

async function readScenario(wire: WireScenario): Promise<LoadedScenario> {
  const books = new Map<string, PlayedBook>();
  for (const [name, value] of wire.books) books.set(name, await readBook(name, value));
  const overrides = readOverrides(wire.overrides);
  const scenario: LoadedScenario = {
    source: 'work',
    title: 'work',
    rules: wire.rules,
    books,
    builtIn: new Map(),
    encounter: wire.encounter as LoadedScenario['encounter'],
    situation: wire.situation,
    variants: wire.variants.map(readVariant),
    overrides,
    vary: [],
    named: new Map(wire.named.map(([name, v]) => [name, readVariant(v as { name: string; variant: unknown })])),
    data: new Map(wire.data),
    ...(wire.troops ? { troops: wire.troops as OwnTroops } : {}),
    options: {},
  };
  return withNamedBooks(scenario, [{ path: 'rules', value: wire.rules }, ...overrides]);
}

async function readBook(name: string, value: unknown): Promise<PlayedBook> {
  const [{ bookFrom }, { bookSchema }] = await Promise.all([
    import('../kit/file/book.ts'),
    import('../kit/file/shape.ts'),
  ]);
  if (value === null) throw new InputError([{ path: ['rules'], message: `The rulebook ${name} is not a file's.` }]);
  const at = () => ({ file: name });
  return bookFrom({ file: name, value, at }, (error, v) => problemsOf(error as z.ZodError, bookSchema, v));
}
