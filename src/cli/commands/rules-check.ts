import { checkBook } from '../../rules/check.ts';
import type { Attachment } from '../../rules/encounter.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { bookById, bookIds, familyById, loadBooks } from '../../rules/registry.ts';
import { checkAttachment } from '../../scenarios/attachments.ts';
import { loadScenario, readText } from '../../scenarios/files.ts';
import { variantFrom } from '../../scenarios/load.ts';
import { baseOf, laidOver } from '../books.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags } from '../options.ts';
import { problemText } from '../problem-text.ts';

export const command: Command = {
  positionals: [['names..', 'Rulebooks, variant files, card files, scenario files; all rulebooks if none is named']],
  options: {},
  examples: [
    ['rules check', 'every rulebook'],
    ['rules check my-variant.yaml my-fight.yaml', 'every mistake of both files'],
  ],
  run: async (args, io) => {
    new Flags(args).done();
    const given = args['names'] as string[];
    const names = given.length > 0 ? given : bookIds();
    let wrong = false;
    for (const name of names) {
      const problems = await problemsOf(name);
      for (const p of problems) io.err(`${problemText(p)}\n`);
      if (problems.length === 0) io.out(`${messages.inOrder(name)}\n`);
      wrong ||= problems.length > 0;
    }
    return wrong ? EXIT.wrongInput : EXIT.done;
  },
};

async function problemsOf(name: string): Promise<readonly Problem[]> {
  try {
    if (bookIds().includes(name)) {
      await loadBooks([name]);
      const { book, family } = bookById(name);
      return checkBook(book, family.vocabulary).map((p) => ({ ...p, at: { file: name } }));
    }
    const text = /[\\/]|\.(ya?ml|json)$/i.test(name) ? readText(name) : undefined;
    if (text && isVariant(text.value)) {
      await loadBooks(bookIds());
      const variant = variantFrom(text);
      const bases = Array.isArray(variant.variant.base) ? variant.variant.base : [variant.variant.base];
      await baseOf(variant);
      return bases.flatMap((id) => {
        const book = laidOver(bookById(id).book, variant);
        return checkBook(book, familyById(book.family).vocabulary);
      });
    }
    const attachment = text && (await attachmentOf(text.value));
    if (attachment) checkAttachment(attachment, text);
    else await loadScenario(name);
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems;
    throw e;
  }
}

/** A file of regiment cards, say: it holds the key that it is called by, and no encounter. */
async function attachmentOf(value: unknown): Promise<Attachment | undefined> {
  if (value === null || typeof value !== 'object' || 'encounter' in value) return undefined;
  await loadBooks(bookIds());
  const known = bookIds().flatMap((id) => Object.entries(bookById(id).family.attachments ?? {}));
  return known.find(([key]) => key in value)?.[1];
}

const isVariant = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && 'base' in value && !('encounter' in value);
