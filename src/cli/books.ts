import { dirname, join } from 'node:path';
import type { Rulebook } from '../rules/book.ts';
import { didYouMean } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { bookById, bookIds, isBookFile, loadBooks } from '../rules/registry.ts';
import { applyVariant } from '../rules/variant.ts';
import { loadBook, readText } from '../scenarios/files.ts';
import { isRulebook } from '../scenarios/is-rulebook.ts';
import { variantFrom } from '../scenarios/load.ts';
import type { NamedVariant } from '../scenarios/prepare.ts';

/** A rulebook by id, or a variant file laid over its base. */
export async function bookNamed(name: string): Promise<{ book: Rulebook; base: Rulebook }> {
  if (bookIds().includes(name)) {
    await loadBooks([name]);
    const { book } = bookById(name);
    return { book, base: book };
  }
  if (!/[\\/]|\.(ya?ml|json)$/i.test(name)) {
    const message = `There is no rulebook '${name}'; there are ${bookIds().join(', ')}, or name a file of your own.${didYouMean(name, bookIds())}`;
    throw new InputError([{ path: [], message, found: name }]);
  }
  const text = readText(name);
  if (isRulebook(text.value)) {
    const book = await loadBook(name);
    return { book, base: book };
  }
  const variant = variantFrom(text);
  const base = await baseOf(variant, name);
  return { book: laidOver(base, variant), base };
}

/** The (first) rulebook that a variant changes; a rulebook file lies beside the variant's own. */
export async function baseOf({ variant, text }: NamedVariant, file?: string): Promise<Rulebook> {
  const id = Array.isArray(variant.base) ? variant.base[0] : variant.base;
  if (isBookFile(id)) return loadBook(file === undefined ? id : join(dirname(file), id));
  try {
    await loadBooks([id]);
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, path: ['base'], at: text?.at(['base']) })));
  }
  return bookById(id).book;
}

/** The variant over a book, its problems with their lines. */
export function laidOver(base: Rulebook, { variant, name, text }: NamedVariant): Rulebook {
  try {
    return applyVariant(base, variant, { name, lineOf: (p) => text?.at(p).line });
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: p.at ?? text?.at(p.path, true) })));
  }
}
