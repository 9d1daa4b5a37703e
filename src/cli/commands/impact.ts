import { dirname, join } from 'node:path';
import type { NamedOverrides } from '../../experiments/compare.ts';
import { impact } from '../../experiments/impact/impact.ts';
import { builtInBook, isBookFile, isBuiltIn } from '../../rules/built-in.ts';
import type { PlayedBook } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import { loadBook } from '../../scenarios/files.ts';
import { baseBook } from '../../scenarios/load.ts';
import type { NamedVariant } from '../../scenarios/prepare.ts';
import { spelling } from '../../scenarios/spelling.ts';
import { BUILT_IN } from '../../scenarios/suite/built-in.ts';
import type { Suite } from '../../scenarios/suite/suite.ts';
import type { Command } from '../command.ts';
import type { Io } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { readVariants } from '../read-variants.ts';
import { suiteOrder } from '../sharing.ts';
import { outputOptions, playAndDeliver, sharingOptions } from '../suite-experiment.ts';
import { suiteNamed } from '../suites.ts';

export const command: Command = {
  positionals: [['variants..', 'Variant files, other rulebooks, or edits such as rules.TABLE.ROW=1']],
  options: {
    suite: option.text("A suite file, or 'built-in' (which it is unless said)"),
    against: option.text('Set against this variant or rulebook instead of the printed rules'),
    rules: option.text("The rulebook, where the variants do not say: the suite's own base"),
    'skip-illegal': option.flag('Leave situations of a suite file out that the sheet refuses'),
    ...outputOptions,
    ...sharingOptions,
  },
  examples: [
    ['impact my-variant.yaml', 'what the variant changes over the built-in suite of its base'],
    ['impact a.yaml b.yaml --out report', 'two variants in one table, with charts and a page'],
    ['impact a.yaml --against b.yaml', 'two variants against each other'],
    ['impact oth-half --against oth2', 'what does the other edition change in play?'],
    ['impact rules.fire.small-arms.initial-volley=1 --rules oth2', 'a single figure'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const suiteName = flags.text('suite') ?? BUILT_IN;
    const rules = flags.text('rules');
    const words = ((args['variants'] as string[] | undefined) ?? []).map(String);
    if (words.length === 0) flags.wrong(messages.impactOfWhat);
    const variantsRead = await readVariants(flags, words);
    const other = flags.text('against');
    const stated = other === undefined ? undefined : (await readVariants(flags, [other], 'against'))[0];
    flags.done();
    const typed = setAgainst(variantsRead, stated);
    const base = rules ?? baseOf([...(typed.against ? [typed.against] : []), ...typed.variants]);
    if (base === undefined && suiteName === BUILT_IN) flags.wrong(messages.whichRules);
    flags.done();
    const named = await suiteNamed(suiteName, {
      ...(base !== undefined && (rules !== undefined || suiteName === BUILT_IN) ? { rules: base } : {}),
      skipIllegal: flags.flag('skip-illegal'),
    });
    const suite = await withBookFiles(named, [...(typed.against ? [typed.against] : []), ...typed.variants]);
    for (const p of suite.skipped) io.err(`${messages.skipped(p)}\n`);
    const { against, variants } = await spelledOut(typed, baseBook(suite.groups[0].loaded), io);
    await sameFamily(suite.rules, [...(against ? [against] : []), ...variants]);
    const order = () => suiteOrder(suite, [...(against ? [against] : []), ...variants], args.argv);
    return playAndDeliver(
      args,
      io,
      flags,
      (options) => impact(suite, { ...options, variants, ...(against ? { against } : {}) }),
      order,
    );
  },
};

interface SetAgainst {
  readonly against?: NamedOverrides;
  readonly variants: readonly NamedOverrides[];
}

/** Edits by any spelling of their path; what was understood is told. */
async function spelledOut({ against, variants }: SetAgainst, book: PlayedBook, io: Io): Promise<SetAgainst> {
  const spell = spelling(book);
  const full = (named: NamedOverrides): NamedOverrides => ({
    ...named,
    overrides: named.overrides.map((o) => {
      const { path, said } = spell(o.path);
      if (said !== undefined) io.err(`${said}\n`);
      return { ...o, path };
    }),
  });
  return { variants: variants.map(full), ...(against ? { against: full(against) } : {}) };
}

/** Of rulebooks alone, the first is what the others are set against. */
function setAgainst(variants: readonly NamedOverrides[], stated: NamedOverrides | undefined): SetAgainst {
  const books = variants.every((p) => bookOf(p) !== undefined);
  if (stated === undefined && books && variants.length > 1)
    return { against: variants[0], variants: variants.slice(1) };
  // Two rulebook files may have one title: books are the same where their ids or files are.
  const isSame = (p: NamedOverrides) =>
    stated !== undefined && (bookOf(p) ?? p.name) === (bookOf(stated) ?? stated.name);
  const same = variants.find(isSame);
  if (same) throw new InputError([{ path: [], message: messages.againstItself(same.name) }]);
  return stated === undefined ? { variants } : { against: stated, variants };
}

const bookOf = ({ overrides }: NamedOverrides): string | undefined => {
  const named = overrides.find((o) => o.path === 'rules');
  return named === undefined ? undefined : String(named.value);
};

/** PlayedBook files that are named as variants are read for every group of the suite. */
async function withBookFiles(suite: Suite, variants: readonly NamedOverrides[]): Promise<Suite> {
  const files = variants.map(bookOf).filter((name) => name !== undefined && isBookFile(name)) as string[];
  if (files.length === 0) return suite;
  const read = await Promise.all(files.map(async (file) => [file, await loadBook(file)] as const));
  const groups = suite.groups.map((g) => ({
    ...g,
    loaded: { ...g.loaded, books: new Map([...g.loaded.books, ...read]) },
  }));
  return { ...suite, groups };
}

/** The rulebook that these name, or that their files change. A rulebook file lies beside the variant that changes it. */
function baseOf(variants: readonly NamedOverrides[]): string | undefined {
  for (const named of variants) {
    const variant = named.overrides.find((o) => o.path === 'variant')?.value as NamedVariant | undefined;
    const base = variant?.variant.base;
    const first = Array.isArray(base) ? base[0] : base;
    const beside = variant?.text ? dirname(variant.text.file) : '.';
    const found = bookOf(named) ?? (first !== undefined && isBookFile(first) ? join(beside, first) : first);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Books of one family speak of the same situations. */
async function sameFamily(rules: string, variants: readonly NamedOverrides[]): Promise<void> {
  const named = variants.map(bookOf).filter((id) => id !== undefined && isBuiltIn(id)) as string[];
  if (named.length === 0 || !isBuiltIn(rules)) return;
  const { family } = await builtInBook(rules);
  const families = await Promise.all(named.map(async (id) => (await builtInBook(id)).family));
  const other = named.find((_, i) => families[i] !== family);
  if (other) throw new InputError([{ path: [], message: messages.otherFamily(rules, other) }]);
  if (named.includes(rules) && variants.length === 1 && bookOf(variants[0]) === rules)
    throw new InputError([{ path: [], message: messages.againstItself(rules) }]);
}
