import { type Look, MOST_CHARACTERS, pixels, THEMES, tooLong } from '../results/look.ts';
import { InputError } from '../rules/problem.ts';
import { noSuchChart } from '../scenarios/chart-names.ts';
import { readText } from '../scenarios/files.ts';
import { labelsFrom } from '../scenarios/labels.ts';
import type { Flags } from './options.ts';

function labelsOf(flags: Flags): Look['labels'] {
  const file = flags.text('labels');
  if (file === undefined) return undefined;
  try {
    return labelsFrom(readText(file));
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    flags.problems.push(...e.problems);
    return undefined;
  }
}

/** The word that says what is done; options may stand before it. */
const commandIn = (argv: readonly string[]): string | undefined => argv.find((word) => !word.startsWith('-'));

/** Flags go before what the file says. */
export function lookOf(flags: Flags, argv: readonly string[]): Look {
  const words = (name: 'title' | 'subtitle' | 'credit'): Look => {
    const found = flags.text(name);
    if (found !== undefined && found.length > MOST_CHARACTERS) flags.wrong(tooLong(name, found), name);
    return found === undefined ? {} : { [name]: found };
  };
  const size = flags.text('size');
  const wrong = size === undefined ? undefined : pixels(size);
  if (typeof wrong === 'string') flags.wrong(wrong, 'size');
  const theme = flags.oneOf('theme', THEMES) ?? (flags.flag('dark') ? 'dark' : undefined);
  const only = flags.text('only');
  const unknown = only === undefined ? undefined : noSuchChart(only, commandIn(argv));
  if (unknown !== undefined) flags.wrong(unknown, 'only');
  const labels = labelsOf(flags);
  return {
    ...words('title'),
    ...words('subtitle'),
    ...words('credit'),
    ...(size === undefined ? {} : { size }),
    ...(theme === undefined ? {} : { theme }),
    ...(only === undefined ? {} : { only }),
    ...(labels === undefined ? {} : { labels }),
  };
}
