import { z } from 'zod';
import { unusableAdditions } from '../../rules/additions.ts';
import { BOOK_IDS, builtInBook, builtInBooks, isBuiltIn } from '../../rules/built-in.ts';
import { checkBook } from '../../rules/check.ts';
import type { Attachment } from '../../rules/encounter.ts';
import type { ScenarioValues } from '../../rules/never-holds.ts';
import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { tableReads } from '../../rules/table-reads.ts';
import { unplayedEdits } from '../../rules/unplayed.ts';
import { checkAttachment } from '../../scenarios/attachments.ts';
import { bookFromText } from '../../scenarios/book-file.ts';
import { bookOf } from '../../scenarios/cell-book.ts';
import { schemaOf } from '../../scenarios/cell-situation.ts';
import { loadScenario, readText } from '../../scenarios/files.ts';
import { isRulebook } from '../../scenarios/is-rulebook.ts';
import { variantFrom } from '../../scenarios/load.ts';
import type { LoadedScenario } from '../../scenarios/loaded.ts';
import { baseOf, laidOver } from '../books.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags } from '../options.ts';
import { problemLines } from '../problem-text.ts';

export const command: Command = {
  positionals: [
    [
      'names..',
      'Rulebooks, files of any kind (rulebook, variant, cards, scenario); all built-in rulebooks if none is named',
    ],
  ],
  options: {},
  examples: [
    ['rules check', 'every rulebook'],
    ['rules check my-variant.yaml my-fight.yaml', 'every mistake of both files'],
  ],
  run: async (args, io) => {
    new Flags(args).done();
    const named = args['names'] as string[];
    const names = named.length > 0 ? named : BOOK_IDS;
    let wrong = false;
    for (const name of names) {
      const { problems, remarks } = await lookedAt(name);
      for (const line of problemLines(problems)) io.err(`${line}\n`);
      if (problems.length === 0) io.out(`${screenful(io, [messages.inOrder(name), ...remarks].join('\n  '))}\n`);
      wrong ||= problems.length > 0;
    }
    return wrong ? EXIT.wrongInput : EXIT.done;
  },
};

interface Checked {
  readonly problems: readonly Problem[];
  /** Not wrong, but good to know: what is printed and not played. */
  readonly remarks: readonly string[];
}

async function lookedAt(name: string): Promise<Checked> {
  try {
    if (isBuiltIn(name)) {
      const book = await builtInBook(name);
      const unplayed = Object.keys(book.unplayed ?? {});
      return {
        problems: checkBook(book, familyOf(book).vocabulary).map((p) => ({ ...p, at: { file: name } })),
        remarks: unplayed.length > 0 ? [messages.unplayed(unplayed)] : [],
      };
    }
    const text = /[\\/]|\.(ya?ml|json)$/i.test(name) ? readText(name) : undefined;
    if (text && isRulebook(text.value)) {
      const unread = Object.keys(bookFromText(text).unplayed ?? {});
      return { problems: [], remarks: unread.length > 0 ? [messages.unplayed(unread)] : [] };
    }
    if (text && isVariant(text.value)) {
      const variant = await variantFrom(text);
      const bases = Array.isArray(variant.variant.base) ? variant.variant.base : [variant.variant.base];
      const first = await baseOf(variant, name);
      const printed = await Promise.all(bases.map((id, i) => (i === 0 ? first : builtInBook(id))));
      const laid = printed.map((book) => laidOver(book, variant));
      return {
        problems: laid.flatMap((book) => checkBook(book, familyOf(book).vocabulary)),
        remarks: [...new Set((await Promise.all(laid.map((book, i) => remarksOn(book, printed[i])))).flat())],
      };
    }
    const attachment = text && (await attachmentOf(text.value));
    if (attachment) {
      checkAttachment(attachment, text);
      return { problems: [], remarks: [] };
    }
    const loaded = await loadScenario(name);
    return { problems: [], remarks: unplayedIn(loaded) };
  } catch (e) {
    if (e instanceof InputError) return { problems: e.problems, remarks: [] };
    throw e;
  }
}

/** Edits that change nothing, and rows that nothing can use. */
async function remarksOn(book: PlayedBook, printed: PlayedBook): Promise<string[]> {
  const { vocabulary } = familyOf(book);
  const relatives = (await builtInBooks()).filter(({ family }) => family === book.family);
  const player = { vocabulary, values: scenarioValues(book), reads: await tableReads(book), relatives };
  return [...unplayedEdits(printed, book), ...unusableAdditions(printed, book, player)];
}

/** Every word that a scenario of this book may use, and between which numbers its keys may lie. */
function scenarioValues(book: PlayedBook): ScenarioValues {
  const words = new Set<string>();
  const numbers = new Map<string, readonly [number, number]>();
  const gather = (value: unknown, key: string): void => {
    if (value === null || typeof value !== 'object') return;
    const { enum: allowed, const: only, minimum, maximum } = value as Record<string, unknown>;
    for (const word of [...(Array.isArray(allowed) ? allowed : []), only])
      if (typeof word === 'string') words.add(word);
    if (typeof minimum === 'number' && typeof maximum === 'number') {
      const [low, high] = numbers.get(key) ?? [minimum, maximum];
      numbers.set(key, [Math.min(low, minimum), Math.max(high, maximum)]);
    }
    // The parts of a choice (anyOf, items) belong to the key that they stand under.
    for (const [name, part] of Object.entries(value))
      gather(part, /^(?:\d+|anyOf|allOf|oneOf|items)$/.test(name) ? key : name);
  };
  for (const def of Object.values(familyOf(book).encounters))
    if (def) gather(z.toJSONSchema(schemaOf(def, book), { io: 'input', unrepresentable: 'any' }), '');
  return { words, numbers };
}

/** The first and last value of each axis are enough: one of them differs from what is printed. */
function unplayedIn(loaded: LoadedScenario): string[] {
  const books = [0, -1].map((end) => {
    const axes = loaded.vary.map(({ path, values }) => ({ path, value: values.at(end) }));
    return bookOf(loaded, [...loaded.overrides, ...axes]);
  });
  return [...new Set(books.flatMap((b) => b.unplayedEdits))];
}

/** A file of regiment cards, say: it holds the key that it is called by, and no encounter. */
async function attachmentOf(value: unknown): Promise<Attachment | undefined> {
  if (value === null || typeof value !== 'object' || 'encounter' in value) return undefined;
  const known = (await builtInBooks()).flatMap((book) => Object.entries(familyOf(book).attachments ?? {}));
  return known.find(([key]) => key in value)?.[1];
}

const isVariant = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && 'base' in value && !('encounter' in value);
