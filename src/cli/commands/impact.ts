import { dirname, join } from 'node:path';
import type { VariantPlan } from '../../experiments/compare.ts';
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
import { suiteOrder } from '../sharing.ts';
import { outputOptions, playAndDeliver, sharingOptions } from '../suite-experiment.ts';
import { suiteNamed } from '../suites.ts';
import { variantPlans } from '../variant-plans.ts';

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
    const plans = await variantPlans(flags, words);
    const other = flags.text('against');
    const stated = other === undefined ? undefined : (await variantPlans(flags, [other], 'against'))[0];
    flags.done();
    const typed = setAgainst(plans, stated);
    const base = rules ?? baseOf([...(typed.against ? [typed.against] : []), ...typed.variants]);
    if (base === undefined && suiteName === BUILT_IN) flags.wrong(messages.whichRules);
    flags.done();
    const named = await suiteNamed(suiteName, {
      ...(base !== undefined && (rules !== undefined || suiteName === BUILT_IN) ? { rules: base } : {}),
      skipIllegal: flags.flag('skip-illegal'),
    });
    const suite = await withBookFiles(named, [...(typed.against ? [typed.against] : []), ...typed.variants]);
    for (const p of suite.skipped) io.err(`${messages.skipped(p)}\n`);
    const { against, variants } = await spelledPlans(typed, baseBook(suite.groups[0].loaded), io);
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

interface Plans {
  readonly against?: VariantPlan;
  readonly variants: readonly VariantPlan[];
}

/** Edits by any spelling of their path; what was understood is told. */
async function spelledPlans({ against, variants }: Plans, book: PlayedBook, io: Io): Promise<Plans> {
  const spell = spelling(book);
  const full = (plan: VariantPlan): VariantPlan => ({
    ...plan,
    overrides: plan.overrides.map((o) => {
      const { path, said } = spell(o.path);
      if (said !== undefined) io.err(`${said}\n`);
      return { ...o, path };
    }),
  });
  return { variants: variants.map(full), ...(against ? { against: full(against) } : {}) };
}

/** Of rulebooks alone, the first is what the others are set against. */
function setAgainst(plans: readonly VariantPlan[], stated: VariantPlan | undefined): Plans {
  const books = plans.every((p) => bookOf(p) !== undefined);
  if (stated === undefined && books && plans.length > 1) return { against: plans[0], variants: plans.slice(1) };
  // Two rulebook files may have one title: books are the same where their ids or files are.
  const isSame = (p: VariantPlan) => stated !== undefined && (bookOf(p) ?? p.name) === (bookOf(stated) ?? stated.name);
  const same = plans.find(isSame);
  if (same) throw new InputError([{ path: [], message: messages.againstItself(same.name) }]);
  return stated === undefined ? { variants: plans } : { against: stated, variants: plans };
}

const bookOf = (plan: VariantPlan): string | undefined => {
  const named = plan.overrides.find((o) => o.path === 'rules');
  return named === undefined ? undefined : String(named.value);
};

/** PlayedBook files that are named as variants are read for every group of the suite. */
async function withBookFiles(suite: Suite, plans: readonly VariantPlan[]): Promise<Suite> {
  const files = plans.map(bookOf).filter((name) => name !== undefined && isBookFile(name)) as string[];
  if (files.length === 0) return suite;
  const read = await Promise.all(files.map(async (file) => [file, await loadBook(file)] as const));
  const groups = suite.groups.map((g) => ({
    ...g,
    loaded: { ...g.loaded, books: new Map([...g.loaded.books, ...read]) },
  }));
  return { ...suite, groups };
}

/** The rulebook that these name, or that their files change. A rulebook file lies beside the variant that changes it. */
function baseOf(plans: readonly VariantPlan[]): string | undefined {
  for (const plan of plans) {
    const variant = plan.overrides.find((o) => o.path === 'variant')?.value as NamedVariant | undefined;
    const base = variant?.variant.base;
    const first = Array.isArray(base) ? base[0] : base;
    const beside = variant?.text ? dirname(variant.text.file) : '.';
    const found = bookOf(plan) ?? (first !== undefined && isBookFile(first) ? join(beside, first) : first);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Books of one family speak of the same situations. */
async function sameFamily(rules: string, plans: readonly VariantPlan[]): Promise<void> {
  const named = plans.map(bookOf).filter((id) => id !== undefined && isBuiltIn(id)) as string[];
  if (named.length === 0 || !isBuiltIn(rules)) return;
  const { family } = await builtInBook(rules);
  const families = await Promise.all(named.map(async (id) => (await builtInBook(id)).family));
  const other = named.find((_, i) => families[i] !== family);
  if (other) throw new InputError([{ path: [], message: messages.otherFamily(rules, other) }]);
  if (named.includes(rules) && plans.length === 1 && bookOf(plans[0]) === rules)
    throw new InputError([{ path: [], message: messages.againstItself(rules) }]);
}
