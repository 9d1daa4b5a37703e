import type { NamedOverrides } from '../experiments/compare.ts';
import { BOOK_IDS, isBuiltIn } from '../rules/built-in.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { readText } from '../scenarios/files.ts';
import { isRulebook } from '../scenarios/is-rulebook.ts';
import { variantFrom } from '../scenarios/load.ts';
import { messages } from './messages.ts';
import { type Flags, readValue } from './options.ts';

/** What each of these words stands for: a rulebook, a variant file, or one value by its path. `flag` is where they were typed. */
export async function readVariants(flags: Flags, words: readonly string[], flag?: string): Promise<NamedOverrides[]> {
  const typed = (word: string) => (flag ? `--${flag} ${word}` : word);
  const read = words.map(async (word): Promise<NamedOverrides[]> => {
    if (isBuiltIn(word)) return [{ name: word, overrides: [{ path: 'rules', value: word }] }];
    const at = word.indexOf('=');
    const path = word.slice(0, at);
    // `cards=mine.yaml` sets a path too; only a path with slashes or an extension of its own is a file.
    if (at > 0 && !/[\\/]|\.(ya?ml|json)$/i.test(path)) {
      const value = readValue(word.slice(at + 1));
      return [{ name: word, overrides: [{ path, value, at: { file: typed(word) } }] }];
    }
    if (!/[\\/]|\.(ya?ml|json)$/i.test(word)) {
      flags.wrong(messages.noVariant(word, BOOK_IDS, nearest(word, BOOK_IDS)), flag);
      return [];
    }
    try {
      const text = readText(word);
      if (isRulebook(text.value))
        return [{ name: bookName(text.value) ?? word, overrides: [{ path: 'rules', value: word }] }];
      const variant = await variantFrom(text);
      return [{ name: variant.name, overrides: [{ path: 'variant', value: variant }] }];
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      flags.problems.push(...e.problems);
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

/** What a rulebook file calls itself. */
function bookName(value: unknown): string | undefined {
  const { label, title } = value as { readonly label?: unknown; readonly title?: unknown };
  return [label, title].find((name) => typeof name === 'string' && name.trim() !== '') as string | undefined;
}
