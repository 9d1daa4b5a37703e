import { dirname, resolve } from 'node:path';
import type { LogEntry } from '../experiments/luck-log.ts';
import type { Elsewhere } from '../experiments/run.ts';
import { ENCOUNTER_KINDS } from '../rules/encounter.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { loadScenario, readPlain } from '../scenarios/files.ts';
import type { LoadedScenario, Override } from '../scenarios/prepare.ts';

/** The most results of one evening: more than any club plays. */
const MOST_ROWS = 2_000;

/** Columns that say something about the line; any other is a path to set, such as attacker.fs. */
const OWN_COLUMNS = ['result', 'encounter', 'scenario', 'rules', 'by', 'against'] as const;
type OwnColumn = (typeof OWN_COLUMNS)[number];

interface LogRow {
  readonly line: number;
  readonly of: (column: OwnColumn) => string;
  readonly set: readonly Override[];
}

/**
 * An evening as a CSV file: a column `result` (defender.hits=5, or the name of an outcome), a column `encounter` (a
 * scenario file beside the CSV, or a built-in one; empty means the scenario of the command), and any further column a
 * path to set (attacker.fs).
 */
export async function eveningFile(path: string): Promise<{ here: string[]; elsewhere: Elsewhere[] }> {
  const here: string[] = [];
  const elsewhere: Elsewhere[] = [];
  for (const row of rowsOf(path)) {
    const named = row.of('scenario') || row.of('encounter');
    if (named === '' && row.set.length === 0) here.push(row.of('result'));
    else if (named === '')
      throw new InputError([wrong(path, row.line, 'A line that sets something must name its encounter.')]);
    else elsewhere.push({ loaded: await scenarioOf(path, row, {}), observed: row.of('result') });
  }
  return { here, elsewhere };
}

/** What a log takes besides: rules and troops for lines that describe their encounter themselves. */
export interface LogDefaults {
  readonly rules?: string;
  readonly troops?: readonly string[];
}

/**
 * A log of an evening: as above, and a line may describe its encounter by `encounter` (charge), `rules` (oth2) and
 * further columns (attacker, defender.fs). `by` and `against` name whose the first and the second side was.
 */
export async function logFile(path: string, defaults: LogDefaults): Promise<LogEntry[]> {
  const rows = rowsOf(path);
  const names = [...new Set(rows.flatMap((r) => [r.of('by'), r.of('against')]).filter((n) => n !== ''))];
  const known = new Map<string, LoadedScenario>();
  const problems: Problem[] = [];
  const entries: LogEntry[] = [];
  for (const row of rows) {
    const key = JSON.stringify([
      row.of('scenario'),
      row.of('encounter'),
      row.of('rules'),
      row.set.map((o) => [o.path, o.value]),
    ]);
    try {
      const loaded = known.get(key) ?? (await scenarioOf(path, row, defaults));
      known.set(key, loaded);
      const players = playersOf(row, names);
      const at = { file: path, line: row.line, column: 1 };
      entries.push({ loaded, observed: row.of('result'), at, ...(players ? { players } : {}) });
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      problems.push(...e.problems);
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  if (entries.length === 0) throw new InputError([wrong(path, 1, 'The log has no results: write one in each line.')]);
  return entries;
}

function playersOf(row: LogRow, names: readonly string[]): [string, string] | undefined {
  const [by, against] = [row.of('by'), row.of('against')];
  if (by === '' && against === '') return undefined;
  const other = (name: string) => (names.length === 2 ? names.find((n) => n !== name)! : 'the others');
  return [by || other(against), against || other(by)];
}

async function scenarioOf(path: string, row: LogRow, { rules, troops }: LogDefaults): Promise<LoadedScenario> {
  const said = row.of('scenario') || row.of('encounter');
  const book = row.of('rules') || rules;
  const isKind = row.of('scenario') === '' && ENCOUNTER_KINDS.includes(said as (typeof ENCOUNTER_KINDS)[number]);
  const at = { file: path, line: row.line, column: 1 };
  if (said === '')
    throw new InputError([
      wrong(path, row.line, 'This line names no encounter: a scenario, or a kind such as charge.'),
    ]);
  if (isKind && book === undefined)
    throw new InputError([
      wrong(path, row.line, `A ${said} needs its rules: give a column 'rules', or '--rules oth2'.`),
    ]);
  try {
    if (!isKind)
      return await loadScenario(beside(path, said), {
        set: row.set,
        ...(row.of('rules') ? { rules: row.of('rules') } : {}),
      });
    const own = { title: titleOf(said, row), rules: book, encounter: said, ...(troops?.length ? { troops } : {}) };
    return await loadScenario(own, { set: row.set });
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    // What a cell of the log says wrongly is in that line, whatever file it is laid over.
    throw new InputError(e.problems.map((p) => (p.at?.line === undefined ? { ...p, at } : p)));
  }
}

const beside = (path: string, name: string): string =>
  /\.(ya?ml|json)$/i.test(name) ? resolve(dirname(path), name) : name;

/** "charge: Old Guard battalion, Line battalion" */
function titleOf(kind: string, { set }: LogRow): string {
  const names = set.filter((o) => !o.path.includes('.') && typeof o.value === 'string').map((o) => String(o.value));
  return names.length === 0 ? kind : `${kind}: ${names.join(', ')}`;
}

const wrong = (path: string, line: number, message: string): Problem => ({
  path: [],
  message,
  at: { file: path, line, column: 1 },
});

function rowsOf(path: string): LogRow[] {
  const [head, ...rows] = cellsOf(readPlain(path)).map((line) => line.map((c) => c.trim()));
  if (head === undefined || !head.includes('result'))
    throw new InputError([wrong(path, 1, "An evening needs a column 'result', such as defender.hits=5.")]);
  if (rows.length > MOST_ROWS)
    throw new InputError([
      wrong(path, 1, `An evening of ${rows.length} results is more than the ${MOST_ROWS} allowed.`),
    ]);
  return rows.map((row, i) => {
    const line = i + 2;
    const of = (name: string) => row[head.indexOf(name)] ?? '';
    if (of('result') === '') throw new InputError([wrong(path, line, 'This line has no result.')]);
    const set = head.flatMap((name, c): Override[] =>
      OWN_COLUMNS.includes(name as OwnColumn) || name === '' || (row[c] ?? '') === ''
        ? []
        : [{ path: name, value: cellValue(row[c]), at: { file: path, line, column: 1 } }],
    );
    return { line, of, set };
  });
}

const cellValue = (text: string): string | number | boolean =>
  text === 'true' ? true : text === 'false' ? false : Number.isFinite(Number(text)) ? Number(text) : text;

/** Lines of cells; quotes keep commas, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g;
  for (const [all, raw, end] of text.matchAll(cell)) {
    if (all === '' && end === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((c) => c.trim() !== ''));
}
