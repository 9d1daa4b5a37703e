import type { Rulebook, Ruling, RulingValue, Table, Value } from './book.ts';
import type { FactType, Vocabulary } from './encounter.ts';
import { didYouMean, nearest } from './nearest.ts';
import type { Test, When } from './pattern.ts';
import { shortList } from './place.ts';
import type { Problem } from './problem.ts';

/** What conditions may speak of besides facts: rulings, and the rows of grids. */
type Named = Pick<Rulebook, 'id' | 'tables' | 'rulings'>;

/** Everything in a book that contradicts itself or speaks of facts that its family does not know. */
export function checkBook(book: Named, vocabulary: Vocabulary): Problem[] {
  const problems: Problem[] = [];
  for (const table of Object.values(book.tables)) problems.push(...checkTable(book, table, vocabulary));
  for (const r of Object.values(book.rulings)) {
    const wrong = rulingFault(r, r.value);
    if (wrong) problems.push({ path: ['rulings', r.key], message: wrong, found: r.value });
  }
  return problems;
}

function checkTable(book: Named, table: Table, vocabulary: Vocabulary): Problem[] {
  const at = (row: { readonly id: string }) => [`${table.id}.${row.id}`];
  const problems: Problem[] = [];
  const ids = new Set<string>();
  for (const row of table.rows) {
    if (ids.has(row.id)) problems.push({ path: at(row), message: `The row '${row.id}' stands twice in ${table.id}.` });
    ids.add(row.id);
  }
  if (table.kind === 'modifiers') {
    if (table.unless) problems.push(...checkWhen(table.unless, vocabulary, book, [table.id, 'unless']));
    for (const row of table.rows) {
      if (row.when) problems.push(...checkWhen(row.when, vocabulary, book, [...at(row), 'when']));
      problems.push(...checkValue(row.value, vocabulary, at(row)));
      for (const id of row.replaces ?? []) {
        if (!ids.has(id)) {
          const message = `It replaces '${id}', which is no row of ${table.id}.${didYouMean(id, ids)}`;
          problems.push({ path: [...at(row), 'replaces'], message, found: id });
        }
      }
    }
  }
  if (table.kind === 'cells') {
    for (const row of table.rows) {
      for (const column of Object.keys(row.cells)) {
        if (table.columns.includes(column)) continue;
        const message = `The table ${table.id} has no column '${column}'; its columns are ${table.columns.join(', ')}.`;
        problems.push({ path: [...at(row), column], message, found: column, allowed: table.columns });
      }
    }
  }
  return problems;
}

/** Plenty for any rule. Every state of an encounter may ask each of them. */
const MOST_PATTERNS = 100;

/** Unknown facts, words that a fact never takes, comparisons that make no sense. */
export function checkWhen(
  when: When,
  vocabulary: Vocabulary,
  book: Named,
  at: Problem['path'],
  hinted = true,
): Problem[] {
  const several = Array.isArray(when);
  if (several && when.length > MOST_PATTERNS) {
    const message = `A condition may list ${MOST_PATTERNS} patterns; this one lists ${when.length.toLocaleString('en')}.`;
    return [{ path: at, message }];
  }
  return (several ? when : [when]).flatMap((pattern, i) =>
    Object.entries(pattern as Record<string, Record<string, Test>>).flatMap(([side, tests]) => {
      const place = several ? [...at, i, side] : [...at, side];
      return Object.entries(tests ?? {}).flatMap(([fact, test]) => {
        if (side === 'ruling') return checkRulingTest(book, fact, test, [...place, fact]);
        const known = side === 'now' ? vocabulary.now : vocabulary.unit;
        const type = Object.hasOwn(known, fact) ? known[fact] : undefined;
        if (!type) return [unknownFact(side, fact, Object.keys(known), [...place, fact], hinted)];
        return checkTest(test, type, book, `${side}.${fact}`, [...place, fact]);
      });
    }),
  );
}

function unknownFact(
  side: string,
  fact: string,
  known: readonly string[],
  path: Problem['path'],
  hinted = true,
): Problem {
  const near = hinted ? nearest(fact, known) : undefined;
  const own =
    side === 'self' || side === 'enemy'
      ? ` A word of your own goes into the unit's traits: { ${side}: { traits: { has: ${fact} } } }.`
      : '';
  const message =
    `There is no fact '${side}.${fact}'; known are ${shortList(known)}.` +
    (near ? ` Did you mean '${side}.${near}'?` : own);
  return { path, message, found: fact, ...(near ? { nearest: near } : {}) };
}

function checkRulingTest(book: Named, key: string, test: Test, path: Problem['path']): Problem[] {
  const ruling = Object.hasOwn(book.rulings, key) ? book.rulings[key] : undefined;
  if (!ruling) return [unknownRuling(book, key, path)];
  const words = ruling.allowed.words;
  if (!words || ruling.allowed.integer) return [];
  return wordsOf(test)
    .filter((w) => typeof w === 'string' && !words.includes(w))
    .map((w) => ({ path, message: `${rulingFault(ruling, w as string)}`, found: w }));
}

function checkTest(test: Test, type: FactType, book: Named, name: string, path: Problem['path']): Problem[] {
  const wrong = (message: string, found?: unknown): Problem[] => [
    { path, message, ...(found === undefined ? {} : { found }) },
  ];
  const record = typeof test === 'object' && !Array.isArray(test) ? (test as Record<string, unknown>) : undefined;
  const compares = record ? ['gt', 'gte', 'lt', 'lte'].filter((k) => record[k] !== undefined) : [];
  if (record && Object.keys(record).length === 0) return wrong(`The condition on ${name} is empty.`);
  switch (type.type) {
    case 'number': {
      const word = wordsOf(test).find((w) => typeof w !== 'number');
      return word === undefined ? [] : wrong(`${name} is a number; found ${JSON.stringify(word)}.`, word);
    }
    case 'flag': {
      if (compares.length > 0) return wrong(`${name} is true or false; it cannot be compared by ${compares[0]}.`);
      const word = wordsOf(test).find((w) => typeof w !== 'boolean');
      return word === undefined ? [] : wrong(`${name} is true or false; found ${JSON.stringify(word)}.`, word);
    }
    case 'list':
      if (record && typeof record['has'] === 'string' && Object.keys(record).length === 1) return [];
      return wrong(`${name} is a list of words: ask with { has: word }.`, test);
    case 'word': {
      if (compares.length > 0) return wrong(`${name} is a word; it cannot be compared by ${compares[0]}.`);
      const extra = addedWords(book);
      const word = wordsOf(test).find((w) => typeof w !== 'string' || !(type.values.includes(w) || extra.has(w)));
      if (word === undefined) return [];
      // A fact without words of its own (a weapon) takes them from the rows of the book's grids.
      const known = type.values.length > 0 ? type.values : [...extra];
      const hint = typeof word === 'string' ? didYouMean(word, known) : '';
      return wrong(`${name} is never ${JSON.stringify(word)}; it may be ${shortList(known)}.${hint}`, word);
    }
  }
}

const wordsOfGrids = new WeakMap<Named, Set<string>>();

/** Rows of grids (weapons, formations) are words too: a variant may add some. */
function addedWords(book: Named): Set<string> {
  const known = wordsOfGrids.get(book);
  if (known) return known;
  const words = new Set<string>();
  wordsOfGrids.set(book, words);
  for (const t of Object.values(book.tables)) if (t.kind === 'cells') for (const r of t.rows) words.add(r.id);
  return words;
}

function wordsOf(test: Test): unknown[] {
  if (Array.isArray(test)) return [...test];
  if (typeof test !== 'object') return [test];
  const t = test as { oneOf?: readonly unknown[]; not?: unknown };
  const not = t.not === undefined ? [] : Array.isArray(t.not) ? t.not : [t.not];
  return [...(t.oneOf ?? []), ...not];
}

export function checkValue(value: Value, vocabulary: Vocabulary, path: Problem['path']): Problem[] {
  if (typeof value === 'number' || 'pair' in value) return [];
  const fact = 'fact' in value ? value.fact : value.per;
  const [side, name] = fact.split('.');
  const known = side === 'now' ? vocabulary.now : side === 'self' || side === 'enemy' ? vocabulary.unit : undefined;
  if (!known || !name) {
    const message = `'${fact}' is no fact; write self., enemy. or now. and its name.`;
    return [{ path, message, found: fact }];
  }
  if (!Object.hasOwn(known, name)) return [unknownFact(side, name, Object.keys(known), path)];
  if (known[name].type === 'number') return [];
  return [{ path, message: `'${fact}' is not a number, so nothing can be reckoned from it.`, found: fact }];
}

export function unknownRuling(book: Named, key: string, path: Problem['path'], hinted = true): Problem {
  const keys = Object.keys(book.rulings);
  const near = hinted ? nearest(key, keys) : undefined;
  return {
    path,
    message: `The rulebook ${book.id} has no ruling '${key}'; its rulings are ${shortList(keys, 12)}.${near ? ` Did you mean '${near}'?` : ''}`,
    found: key,
    ...(near ? { nearest: near } : {}),
  };
}

/** What is wrong with a value for a ruling, as a sentence; undefined when nothing is. */
export function rulingFault(ruling: Ruling, value: unknown): string | undefined {
  const { words, integer } = ruling.allowed;
  if (typeof value === 'string' && words?.includes(value)) return undefined;
  if (integer && typeof value === 'number' && Number.isInteger(value) && value >= integer[0] && value <= integer[1]) {
    return undefined;
  }
  const allowed = rulingChoices(ruling).join(', ');
  const hint = typeof value === 'string' && words ? didYouMean(value, words) : '';
  return `The ruling '${ruling.key}' cannot be ${JSON.stringify(value)}; it may be ${allowed}.${hint}`;
}

/** "roll-under", "literal", "a whole number 1..20". */
export function rulingChoices(ruling: Ruling): string[] {
  const { words, integer } = ruling.allowed;
  return [...(words ?? []), ...(integer ? [`a whole number ${integer[0]}..${integer[1]}`] : [])];
}

/** The book with one ruling taken in another way. */
export const withRuling = <Book extends Rulebook>(book: Book, key: string, value: RulingValue): Book => ({
  ...book,
  rulings: { ...book.rulings, [key]: { ...book.rulings[key], value } },
});
