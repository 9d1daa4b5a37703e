import { dirname, resolve } from 'node:path';
import type { Elsewhere } from '../experiments/run.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { loadScenario, readPlain } from '../scenarios/files.ts';
import type { Override } from '../scenarios/prepare.ts';

/** The most results of one evening: more than any club plays. */
const MOST_ROWS = 2_000;

/**
 * An evening as a CSV file: a column `result` (defender.hits=5), a column `encounter` (a scenario file beside the CSV, or
 * a built-in one; empty means the scenario of the command), and any further column a path to set (attacker.fs).
 */
export async function eveningFile(path: string): Promise<{ here: string[]; elsewhere: Elsewhere[] }> {
  const [head, ...rows] = cellsOf(readPlain(path)).map((line) => line.map((c) => c.trim()));
  const wrong = (message: string, line: number): Problem => ({
    path: [],
    message,
    at: { file: path, line, column: 1 },
  });
  if (head === undefined || !head.includes('result'))
    throw new InputError([wrong("An evening needs a column 'result', such as defender.hits=5.", 1)]);
  if (rows.length > MOST_ROWS)
    throw new InputError([wrong(`An evening of ${rows.length} results is more than the ${MOST_ROWS} allowed.`, 1)]);
  const here: string[] = [];
  const elsewhere: Elsewhere[] = [];
  for (const [i, row] of rows.entries()) {
    const of = (name: string) => row[head.indexOf(name)] ?? '';
    const line = i + 2;
    if (of('result') === '') throw new InputError([wrong('This line has no result.', line)]);
    const set = head.flatMap((name, c): Override[] =>
      name === 'result' || name === 'encounter' || name === '' || (row[c] ?? '') === ''
        ? []
        : [{ path: name, value: cellValue(row[c]) }],
    );
    if (of('encounter') === '' && set.length === 0) {
      here.push(of('result'));
      continue;
    }
    if (of('encounter') === '')
      throw new InputError([wrong('A line that sets something must name its encounter.', line)]);
    const source = /\.(ya?ml|json)$/i.test(of('encounter')) ? resolve(dirname(path), of('encounter')) : of('encounter');
    elsewhere.push({ loaded: await loadScenario(source, { set }), observed: of('result') });
  }
  return { here, elsewhere };
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
