import type { Rulebook } from '../rules/book.ts';
import { canonical } from '../rules/hash.ts';
import type { PlayedBook } from '../rules/played.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { unplayedEdits } from '../rules/unplayed.ts';
import { applyVariant, type Variant, variantName } from '../rules/variant.ts';
import { bookIn, type LoadedScenario, labelOf, located, type NamedVariant } from './loaded.ts';
import { kindOf, type Override } from './override.ts';

/** The rulebook of a cell, with everything laid over it. */
export interface BookOfCell {
  readonly book: PlayedBook;
  readonly base: string;
  readonly variantName: string | null;
  /** Edits that no procedure can notice, a sentence each. */
  readonly unplayedEdits: readonly string[];
}
const books = new WeakMap<LoadedScenario, KnownBooks>();
/** How many books are kept, and how many rows in the tables that edits made of them. */
const [MOST_BOOKS, MOST_ROWS] = [500, 8_000];

class KnownBooks {
  private readonly byEdits = new Map<string, BookOfCell>();
  private rows = 0;

  get(edits: string): BookOfCell | undefined {
    return this.byEdits.get(edits);
  }

  keep(edits: string, found: BookOfCell, printed: Rulebook): void {
    if (this.byEdits.size >= MOST_BOOKS || this.rows >= MOST_ROWS) {
      this.byEdits.clear();
      this.rows = 0;
    }
    this.byEdits.set(edits, found);
    for (const table of Object.values(found.book.tables)) {
      if (printed.tables[table.id] !== table) this.rows += table.rows.length;
    }
  }
}

/** Cells that differ in the situation only share one book object, and with it every cache that hangs on it. */
export function bookOf(loaded: LoadedScenario, all: readonly Override[]): BookOfCell {
  const relevant = all.filter((o) => kindOf(o.path) !== 'situation');
  const key = canonical(relevant.map((o) => [o.path, o.value]));
  let known = books.get(loaded);
  if (!known) {
    known = new KnownBooks();
    books.set(loaded, known);
  }
  let found = known.get(key);
  if (!found) {
    found = makeBook(loaded, relevant);
    known.keep(key, found, bookIn(loaded, found.base));
  }
  return found;
}

function makeBook(loaded: LoadedScenario, relevant: readonly Override[]): BookOfCell {
  const last = relevant.findLast((o) => o.path === 'rules');
  const base = last ? String(last.value) : loaded.rules;
  let printed: PlayedBook;
  try {
    printed = bookIn(loaded, base);
  } catch (e) {
    throw e instanceof InputError ? located(loaded, relevant, e.problems) : e;
  }
  const own = withVariants(printed, loaded.variants);
  const further = relevant.filter((o) => o.path === 'variant').flatMap((o) => variantOf(loaded, o));
  const laid = withVariants(own.book, further);
  let { book } = laid;
  const variants = [...loaded.variants, ...further];
  const problems = [...own.problems, ...laid.problems];
  const edits = relevant.filter((o) => kindOf(o.path) === 'rule' || kindOf(o.path) === 'ruling');
  const names = variants.map((v) => v.name);
  if (edits.length > 0) {
    const named = book.variants;
    try {
      book = { ...applyVariant(book, asVariant(book, edits), { name: 'set' }), variants: named };
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      for (const p of located(loaded, edits, e.problems.map(asOverridePath)).problems) problems.push(p);
    }
    // A scenario's own rulings are told by the cell's rulings; edits of figures are told here.
    names.push(...edits.filter((o) => kindOf(o.path) === 'rule').map((o) => `${o.path.slice(6)}=${labelOf(o.value)}`));
    if (names.length > 0) book = { ...book, variants: names };
  }
  if (problems.length > 0) throw new InputError(problems);
  return {
    book,
    base,
    variantName: names.length > 0 ? names.join(' + ') : null,
    unplayedEdits: unplayedEdits(printed, book),
  };
}

interface Laid {
  readonly book: PlayedBook;
  readonly problems: readonly Problem[];
}

function withVariants(printed: PlayedBook, variants: readonly NamedVariant[]): Laid {
  let book = printed;
  const problems: Problem[] = [];
  for (const v of variants) {
    const laid = withVariant(book, v);
    book = laid.book;
    problems.push(...laid.problems);
  }
  return { book, problems };
}

const known = new WeakMap<PlayedBook, WeakMap<NamedVariant, Laid>>();

/** Cells, and readings of their rulings, have the same variants: each is laid over a book once, so that they share it. */
function withVariant(printed: PlayedBook, variant: NamedVariant): Laid {
  const over = known.get(printed) ?? new WeakMap<NamedVariant, Laid>();
  known.set(printed, over);
  const laid = over.get(variant) ?? laidOver(printed, variant);
  over.set(variant, laid);
  return laid;
}

function laidOver(printed: PlayedBook, { name, text, variant }: NamedVariant): Laid {
  try {
    return { book: applyVariant(printed, variant, { name, lineOf: (p) => text?.at(p).line }), problems: [] };
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    const of = (p: Problem) => text?.at(p.path, true) ?? { file: name };
    return { book: printed, problems: e.problems.map((p) => ({ ...p, at: p.at ?? of(p) })) };
  }
}

/** What `variant` is set to: a name known to the scenario, edits themselves, or none. */
function variantOf(loaded: LoadedScenario, o: Override): NamedVariant[] {
  const { value } = o;
  if (value === null || value === 'none' || value === 'base') return [];
  if (typeof value === 'string') {
    const found = loaded.named.get(value);
    if (found) return [found];
    const message = `There is no variant '${value}' here.`;
    throw new InputError([{ path: ['variant'], message, found: value, ...(o.at ? { at: o.at } : {}) }]);
  }
  if (typeof value === 'object' && 'variant' in value) return [value as NamedVariant];
  return [{ name: variantName(value as Variant), variant: value as Variant }];
}

/** Single edits are a small variant; the last word on a path counts. */
function asVariant(book: Rulebook, edits: readonly Override[]): Variant {
  const change: Record<string, unknown> = {};
  const rulings: Record<string, string | number> = {};
  for (const o of edits) {
    if (kindOf(o.path) === 'rule') change[o.path.slice('rules.'.length)] = o.value;
    else rulings[o.path.slice('rulings.'.length)] = o.value as string | number;
  }
  return { title: 'set', base: book.id, change, rulings } as Variant;
}

const asOverridePath = (p: Problem): Problem => ({
  ...p,
  path: [p.path[0] === 'change' ? `rules.${p.path[1]}` : `rulings.${p.path[1]}`],
});
