import { stringify } from 'yaml';
import * as z from 'zod';
import { BOOK_IDS, builtInBook, isBookFile, isBuiltIn } from '../../rules/built-in.ts';
import { ENCOUNTER_KINDS, type EncounterKind, type Family } from '../../rules/encounter.ts';
import { nearest } from '../../rules/nearest.ts';
import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import { axisOf } from '../../scenarios/axes.ts';
import { examples, exampleText } from '../../scenarios/examples.ts';
import { loadBook } from '../../scenarios/files.ts';
import type { SchemaOf } from '../../scenarios/json-schema.ts';
import { COMMON_KEYS } from '../../scenarios/keys.ts';
import { kindOf, withValue } from '../../scenarios/override.ts';
import { schemaOf } from '../../scenarios/prepare.ts';
import { commentedYaml, leastValue } from '../../scenarios/starter.ts';
import { choose } from '../choose.ts';
import type { Command } from '../command.ts';
import { askAboutFight } from '../fight-questions.ts';
import { EXIT, type Io } from '../io.ts';
import { messages } from '../messages.ts';
import { textFor, writeNew } from '../new-file.ts';
import { Flags, option } from '../options.ts';
import { rulebookStarter } from '../rulebook-starter.ts';
import { variantStarter } from '../variant-starter.ts';

const WHAT = [...ENCOUNTER_KINDS, 'variant', 'rulebook', 'cards'] as const;
type What = (typeof WHAT)[number] | (string & {});

export const command: Command = {
  positionals: [['what', `What to write: ${WHAT.join(', ')}; asked for on a terminal`]],
  options: {
    rules: option.text('The rulebook'),
    title: option.text('What it is called'),
    file: option.text('Where to; WHAT.yaml if left out'),
    print: option.flag('To standard output instead of a file'),
    force: option.flag('Replace a file that is there already'),
  },
  examples: [
    ['new', 'asks a few questions'],
    ['new charge --rules oth2 --file my-charge.yaml', 'a scenario, with everything else you may say as comments'],
    ['new variant --rules oth2', 'a variant to change rules with'],
    ['new rulebook --file my-game.yaml', 'a game of your own, ready to be changed'],
    ['new firefight --rules my-game.yaml', 'a scenario for it'],
    ['new cards', 'the illustrative pike-shot cards, for your own figures'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    let what = args['what'] as string | undefined;
    let rules = flags.text('rules');
    const title = flags.text('title');
    let file = flags.text('file');
    if (file !== undefined && flags.flag('print')) flags.wrong(messages.printAndFile);
    flags.done();
    if (what === undefined && !io.canAsk) flags.wrong(messages.newWhat(WHAT));
    const asks = what === undefined;
    const own = rules !== undefined && isBookFile(rules) ? await loadBook(rules) : undefined;
    const known = own ? [...Object.keys(familyOf(own).encounters), 'variant'] : WHAT;
    if (what !== undefined && !known.includes(what as (typeof WHAT)[number])) {
      flags.wrong(messages.newUnknown(what, known, nearest(what, known)));
    }
    flags.done();
    if (what === undefined) {
      rules ??= await choose(io, 'Which rulebook?', BOOK_IDS, await bookNames());
      const kinds = Object.keys(familyOf(own ?? (await builtInBook(rules))).encounters);
      what = await choose(io, 'What is to be played?', kinds);
      if (!flags.flag('print')) file ??= (await io.ask(`File name [${what}.yaml] `)).trim() || `${what}.yaml`;
    }
    rules ??= defaultBook(what as What);
    const book = own ?? (await builtInBook(rules));
    const made = await starter(what as What, rules, book, title, asks ? io : undefined);
    const path = file ?? `${what}.yaml`;
    if (flags.flag('print')) io.out(textFor(made.text, made.schema, '.'));
    else {
      writeNew({ path, ...made, force: flags.flag('force') });
      io.err(`${messages.newFile(path, made.next(path))}\n`);
    }
    return EXIT.done;
  },
};

/** "Over the Hills, 2nd edition quick reference (oth2)": files call it by its id. */
async function bookNames(): Promise<(id: string) => string> {
  const titles = new Map(await Promise.all(BOOK_IDS.map(async (id) => [id, (await builtInBook(id)).title] as const)));
  return (id) => `${titles.get(id)} (${id})`;
}

/** The first book that plays it. */
function defaultBook(what: What): string {
  if (what === 'pursuit' || what === 'cards') return 'pike-shot';
  return 'oth2';
}

interface WrittenFile {
  readonly text: string;
  readonly schema: SchemaOf | undefined;
  readonly next: (path: string) => string;
}

async function starter(
  what: What,
  rules: string,
  book: PlayedBook,
  title: string | undefined,
  io: Io | undefined,
): Promise<WrittenFile> {
  const family = familyOf(book);
  if (what === 'rulebook') {
    const next = (path: string) => `grognard new firefight --rules ${path}`;
    return { text: rulebookStarter(title), schema: { kind: 'rulebook' }, next };
  }
  if (what === 'variant') {
    const next = (path: string) => `grognard rules diff ${path}`;
    return { text: variantStarter(book, title, rules), schema: { kind: 'variant' }, next };
  }
  if (what === 'cards') {
    const attachment = family.attachments?.['cards'];
    if (!attachment) throw new InputError([{ path: [], message: messages.noCards(rules) }]);
    const next = (path: string) => `name it in a scenario as 'cards: ${path}'`;
    return { text: attachment.documented(), schema: { family: family.id, attachment: 'cards' }, next };
  }
  return {
    text: await scenarioStarter(what, rules, book, title, io),
    schema: isBookFile(rules) ? undefined : { book: rules, encounter: what },
    next: (p) => `grognard run ${p}`,
  };
}

/** The built-in scenario of the same kind is what is known to make sense; without one, the least that the rules ask for. */
async function scenarioStarter(
  what: EncounterKind,
  rules: string,
  book: PlayedBook,
  title: string | undefined,
  io: Io | undefined,
): Promise<string> {
  const family = familyOf(book);
  const def = family.encounters[what];
  if (!def) {
    const kinds = Object.keys(family.encounters);
    throw new InputError([{ path: [], message: messages.noEncounter(rules, what, kinds, nearest(what, kinds)) }]);
  }
  const schema = z.toJSONSchema(schemaOf(def, book), { io: 'input', unrepresentable: 'any', reused: 'ref' });
  const own = likeliest(what, rules, book) ?? (leastValue(schema) as Record<string, unknown>);
  const attachments = Object.keys(family.attachments ?? {});
  const start = Object.fromEntries(Object.entries(own).filter(([k]) => !attachments.includes(k)));
  const asked = withAttachments(start, family);
  const words = Object.assign({}, ...attachments.map((key) => family.attachments![key].words?.(asked[key])));
  const situation = io ? await askAboutFight(io, { def, book, words }, asked) : start;
  const shown = { ...schema, properties: without(schema.properties ?? {}, attachments) };
  return `${[
    `title: ${stringify(title ?? `${def.title}, ${book.id}`).trim()}`,
    `rules: ${rules}`,
    `encounter: ${what}`,
    ...attachments.map((key) => `# ${key}: my-${key}.yaml  # 'grognard new ${key}' writes one`),
    '',
    commentedYaml(shown, without(situation, attachments)),
    '',
    '# rulings: { }  # other readings of the sheet: grognard rules show ' + `${rules} rulings`,
    '# variant: my-variant.yaml  # grognard new variant',
    '# vary: { PATH: 5..10 }  # axes; PATH is a key above, or rules.TABLE.ROW',
  ].join('\n')}\n`;
}

/** The shortest built-in situation of this kind that the rulebook accepts, its own before those of its sister book. */
function likeliest(what: EncounterKind, rules: string, book: PlayedBook): Record<string, unknown> | undefined {
  const family = familyOf(book);
  if (book.program) return undefined;
  const def = family.encounters[what]!;
  const candidates = [...examples().values()]
    .map((e) => exampleText(e.name)!.value as Record<string, unknown>)
    .filter((v) => v['encounter'] === what && isBuiltIn(String(v['rules'])))
    .map((v) => ({ own: v['rules'] === rules, situation: firstCell(v) }))
    .sort((a, b) => Number(b.own) - Number(a.own) || size(a.situation) - size(b.situation));
  return candidates
    .map((c) => c.situation)
    .find((situation) => {
      const parsed = schemaOf(def, book).safeParse(withAttachments(situation, family));
      return parsed.success && def.check(parsed.data, book).length === 0;
    });
}

const size = (value: unknown) => JSON.stringify(value).length;

/** The situation of an example, with the first value of each of its axes. */
function firstCell(file: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let situation: unknown = Object.fromEntries(Object.entries(file).filter(([k]) => !COMMON_KEYS.includes(k)));
  for (const [path, values] of Object.entries((file['vary'] as Record<string, unknown> | undefined) ?? {})) {
    if (kindOf(path) === 'situation') situation = withValue(situation, path.split('.'), axisOf(path, values).values[0]);
  }
  return situation as Record<string, unknown>;
}

/** With the shipped data that a scenario takes when it names none. */
const withAttachments = (situation: Record<string, unknown>, family: Family): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(family.attachments ?? {}).map(([k, a]) => [k, Object.values(a.shipped)[0]()])),
  ...Object.fromEntries(Object.entries(situation).filter(([k]) => !family.attachments?.[k])),
});

const without = (record: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([k]) => !keys.includes(k)));
