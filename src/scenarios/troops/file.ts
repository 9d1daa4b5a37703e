import * as z from 'zod';
import type { Family } from '../../rules/encounter.ts';
import { didYouMean } from '../../rules/nearest.ts';
import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { plainName, type Troop } from '../../rules/troop.ts';
import { schemaOf } from '../cell-situation.ts';
import { problemsOf } from '../issues.ts';
import type { ParsedText } from '../text.ts';
import { type UnitPlaces, unitPlaces } from './places.ts';
import { bookTroops } from './roster.ts';

/** The user's own troops and army lists, plain data. */
export interface OwnTroops {
  readonly troops: readonly Troop[];
  readonly armies: Readonly<Record<string, readonly unknown[]>>;
}

const MOST_TROOPS = 500;

const troopSchema = z
  .looseObject({
    like: z.string().min(1).optional().describe('Another troop that it takes its values from; its own go before'),
    points: z.number().min(0).max(1e6).optional().describe('What an army list pays for it'),
    about: z.string().max(500).optional().describe('Anything worth telling'),
  })
  .describe('What a scenario would say about such a unit: arm, fs, elite, …');
const entry = z.union([
  z.string().min(1).describe('A troop, or so many of it: "3 x Line battalion"'),
  z.looseObject({ troop: z.string().min(1) }).describe('A troop, with values of its own'),
]);

/** What a file of troops may say. */
export const troopsSchema = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema that editors check the file against'),
  title: z.string().min(1).max(300).optional().describe('What the list is called'),
  description: z.string().optional().describe('Anything worth telling'),
  rules: z.string().optional().describe('The rulebook they are meant for'),
  troops: z
    .record(z.string().min(1).max(60), troopSchema)
    .refine((all) => Object.keys(all).length <= MOST_TROOPS, `A file has at most ${MOST_TROOPS} troops.`)
    .optional()
    .describe('Troops by name'),
  armies: z
    .record(z.string().min(1), z.array(entry).min(1).max(200))
    .optional()
    .describe('Army lists: lists of troops'),
});
type TroopsFile = z.infer<typeof troopsSchema>;

/** Troops from a file, or as written into a scenario: checked key by key, with the lines of their own file. */
export function troopsFrom(text: ParsedText, book: PlayedBook): OwnTroops {
  const file = fileOf(text);
  const problems: Problem[] = [];
  const say = (path: Problem['path'], message: string, found?: unknown, key = false) =>
    problems.push({ path, message, ...(found === undefined ? {} : { found }), at: text.at(path, key) });
  const inherited = new Map(bookTroops(book, {}).map((t) => [plainName(t.name), t]));
  const own = new Map(Object.entries(file.troops ?? {}).map(([name, t]) => [plainName(name), { name, ...t }]));
  const valuesOf = (name: string, chain: readonly string[]): Record<string, unknown> => {
    const written = own.get(plainName(name));
    if (!written) return { ...inherited.get(plainName(name))?.values };
    const { like, points: _points, about: _about, name: _name, ...values } = written;
    if (like === undefined) return values;
    // A troop that is like its own name is like the book's.
    const seen = chain.includes(plainName(like));
    const from = seen ? { ...inherited.get(plainName(like))?.values } : valuesOf(like, [...chain, plainName(like)]);
    return { ...from, ...values };
  };
  const isKnown = (name: string) => own.has(plainName(name)) || inherited.has(plainName(name));
  const names = [...[...own.values()].map((t) => t.name), ...[...inherited.values()].map((t) => t.name)];
  const fields = unitFields(book);
  const troops = Object.entries(file.troops ?? {}).map(([name, written]): Troop => {
    const { like, points, about, ...values } = written;
    const path = ['troops', name];
    if (like !== undefined && !isKnown(like))
      say([...path, 'like'], `There is no troop '${like}' to be like.${didYouMean(like, names)}`, like);
    if (like !== undefined && goesRound(plainName(name), own, inherited))
      say([...path, 'like'], `'${name}' is like '${like}', which is like it in turn.`, like);
    for (const [key, value] of Object.entries(values)) checkValue(fields, key, value, [...path, key], say);
    return {
      name,
      values: valuesOf(name, [plainName(name)]),
      ...(points === undefined ? {} : { points }),
      ...(about === undefined ? {} : { about }),
    };
  });
  for (const [army, entries] of Object.entries(file.armies ?? {}))
    entries.forEach((e, i) => {
      const name = typeof e === 'string' ? e.replace(/^\d{1,2}\s*[x×]\s+/, '') : e.troop;
      if (!isKnown(name))
        say(['armies', army, i], `There is no troop '${name}' in ${book.id}.${didYouMean(name, names)}`, name);
    });
  if (problems.length > 0) throw new InputError(problems);
  return { troops, armies: file.armies ?? {} };
}

function fileOf(text: ParsedText): TroopsFile {
  const { value } = text;
  const result = troopsSchema.safeParse(value);
  if (!result.success) {
    const problems = problemsOf(result.error, troopsSchema, value);
    throw new InputError(problems.map((p) => ({ ...p, at: text.at(p.path, p.message.startsWith('There is no ')) })));
  }
  if (Object.keys(result.data.troops ?? {}).length + Object.keys(result.data.armies ?? {}).length === 0) {
    const message = 'The file names no troop; write some under "troops:", such as "Old Guard battalion: { fs: 10 }".';
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  return result.data;
}

function goesRound(
  name: string,
  own: ReadonlyMap<string, { readonly like?: string | undefined }>,
  inherited: ReadonlyMap<string, Troop>,
): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined; ) {
    if (seen.has(at)) return true;
    seen.add(at);
    const like: string | undefined = own.get(at)?.like;
    const next: string | undefined = like === undefined ? undefined : plainName(like);
    at = next === at && inherited.has(at) ? undefined : next;
  }
  return false;
}

/** Everything that some encounter of a book asks of a unit. */
function unitFields(book: PlayedBook): Map<string, z.ZodType[]> {
  const family: Family = familyOf(book);
  const fields = new Map<string, z.ZodType[]>();
  const visit = (places: UnitPlaces | null): void => {
    if (places === null) return;
    for (const [key, field] of places.unit ?? []) fields.set(key, [...(fields.get(key) ?? []), field]);
    for (const inner of places.inside.values()) visit(inner);
    visit(places.each);
  };
  const skipped = Object.keys(family.attachments ?? {});
  for (const def of Object.values(family.encounters))
    if (family.troops) visit(unitPlaces(schemaOf(def!, book), family.troops.unitKey, skipped));
  return fields;
}

function checkValue(
  fields: ReadonlyMap<string, readonly z.ZodType[]>,
  key: string,
  value: unknown,
  path: Problem['path'],
  say: (path: Problem['path'], message: string, found?: unknown, key?: boolean) => void,
): void {
  const schemas = fields.get(key);
  if (!schemas) {
    const known = [...fields.keys()];
    say(path, `Units have no '${key}'.${didYouMean(key, known)}`, key, true);
    return;
  }
  if (schemas.some((s) => s.safeParse(value).success)) return;
  const result = schemas[0].safeParse(value);
  const [first] = result.success ? [] : problemsOf(result.error, schemas[0], value);
  say(path, first?.message ?? `'${key}' cannot be ${JSON.stringify(value)}.`, value);
}
