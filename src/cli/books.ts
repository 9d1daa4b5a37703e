import { dirname, join } from 'node:path';
import { BOOK_IDS, builtInBook, isBookFile, isBuiltIn } from '../rules/built-in.ts';
import { didYouMean } from '../rules/nearest.ts';
import type { PlayedBook } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { applyVariant } from '../rules/variant.ts';
import { loadBook, readText } from '../scenarios/files.ts';
import { isRulebook } from '../scenarios/is-rulebook.ts';
import { variantFrom } from '../scenarios/load.ts';
import type { NamedVariant } from '../scenarios/prepare.ts';

/** A rulebook by id, or a variant file laid over its base. */
export async function bookNamed(name: string): Promise<{ book: PlayedBook; base: PlayedBook }> {
  if (isBuiltIn(name)) {
    const book = await builtInBook(name);
    return { book, base: book };
  }
  if (!/[\\/]|\.(ya?ml|json)$/i.test(name)) {
    const message = `There is no rulebook '${name}'; there are ${BOOK_IDS.join(', ')}, or name a file of your own.${didYouMean(name, BOOK_IDS)}`;
    throw new InputError([{ path: [], message, found: name }]);
  }
  const text = readText(name);
  if (isRulebook(text.value)) {
    const book = await loadBook(name);
    return { book, base: book };
  }
  const variant = await variantFrom(text);
  const base = await baseOf(variant, name);
  return { book: laidOver(base, variant), base };
}

/** The (first) rulebook that a variant changes; a rulebook file lies beside the variant's own. */
export async function baseOf({ variant, text }: NamedVariant, file?: string): Promise<PlayedBook> {
  const id = Array.isArray(variant.base) ? variant.base[0] : variant.base;
  if (isBookFile(id)) return loadBook(file === undefined ? id : join(dirname(file), id));
  try {
    return await builtInBook(id);
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, path: ['base'], at: text?.at(['base']) })));
  }
}

/** The variant over a book, its problems with their lines. */
export function laidOver(base: PlayedBook, { variant, name, text }: NamedVariant): PlayedBook {
  try {
    return applyVariant(base, variant, { name, lineOf: (p) => text?.at(p).line });
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: p.at ?? text?.at(p.path, true) })));
  }
}
