import { combine, ratio } from '../kit/dice/chances.ts';
import { parseThrow, type Throw } from '../kit/dice/text.ts';
import type { Results } from '../results/types.ts';
import { bookFromText } from '../scenarios/book-file.ts';
import { scenarioFrom } from '../scenarios/load.ts';
import type { ParsedText } from '../scenarios/text.ts';
import type { ExperimentOptions } from './options.ts';
import { run } from './run.ts';

/** One value of a throw: how likely it is, and how likely that or more. */
interface ThrowRow {
  readonly value: number;
  readonly p: number;
  readonly atLeast: number;
}
export interface ThrowAnswer {
  readonly throw: Throw;
  readonly rows: readonly ThrowRow[];
  readonly mean: number;
  readonly sd: number;
}
/** Two throws set against each other: how often the first comes to more, to the same, to less. */
export interface ThrowDuel {
  readonly more: number;
  readonly same: number;
  readonly less: number;
}

/** Plain dice questions, answered exactly. */
export function throwAnswers(texts: readonly string[]): { answers: ThrowAnswer[]; duel?: ThrowDuel } {
  const answers = texts.map((text) => answerOf(parseThrow(text)));
  if (answers.length !== 2) return { answers };
  const [a, b] = answers.map((x) => x.throw.chances);
  const signs = combine(a, b, (x, y) => Math.sign(x - y));
  const share = (sign: number) => ratio(signs.cases.get(sign) ?? 0n, signs.total);
  return { answers, duel: { more: share(1), same: share(0), less: share(-1) } };
}

function answerOf(thrown: Throw): ThrowAnswer {
  const { cases, total } = thrown.chances;
  const values = [...cases.keys()].sort((a, b) => a - b);
  let left = total;
  const rows = values.map((value): ThrowRow => {
    const row = { value, p: ratio(cases.get(value)!, total), atLeast: ratio(left, total) };
    left -= cases.get(value)!;
    return row;
  });
  const mean = rows.reduce((sum, r) => sum + r.p * r.value, 0);
  return { throw: thrown, rows, mean, sd: Math.sqrt(rows.reduce((sum, r) => sum + r.p * (r.value - mean) ** 2, 0)) };
}

/** The same as results, for charts and reports: a rulebook of one throw, and a cell for each of the dice. */
export async function rollResults(texts: readonly string[], options: ExperimentOptions): Promise<Results> {
  const throws = texts.map((text) => parseThrow(text));
  const faces = throws.flatMap((t) => [...t.chances.cases.keys()]);
  const ids = texts.map((_, i) => `throw-${'abcdefgh'[i]}`);
  const counts = throws[0].counts;
  const book = bookFromText(
    plainText('dice', {
      id: 'dice',
      title: 'Dice',
      encounters: {
        throw: {
          title: texts.join(' and '),
          sides: ['thrower'],
          given: { dice: { words: ids } },
          state: { value: { number: [Math.min(...faces), Math.max(...faces)] } },
          outcomes: { thrown: 0 },
          measures: { value: { label: counts, of: 'value' } },
          play: [
            {
              roll: { on: 'dice', dice: Object.fromEntries(ids.map((id, i) => [id, texts[i]])) },
              into: 'value',
              title: 'the throw',
            },
            { end: 'thrown' },
          ],
        },
      },
    }),
  );
  const scenario = { title: texts.join(' against '), rules: 'dice', encounter: 'throw', thrower: {} };
  const several = texts.length > 1 ? { vary: { dice: ids } } : { dice: ids[0] };
  const read = async () => Promise.reject(new Error('no file is read'));
  const loaded = await scenarioFrom(plainText('dice', { ...scenario, ...several }), { rules: book }, read);
  return withDiceTexts(await run(loaded, options), ids, texts);
}

const plainText = (file: string, value: unknown): ParsedText => ({ file, value, at: () => ({ file }) });

/** Cells and axes go by the dice as they were typed. */
function withDiceTexts(results: Results, ids: readonly string[], texts: readonly string[]): Results {
  const own = <T>(value: T): T | string => texts[ids.indexOf(String(value))] ?? value;
  return {
    ...results,
    ...(results.axes ? { axes: results.axes.map((a) => ({ ...a, values: a.values.map(own) })) } : {}),
    cells: results.cells.map((c) => ({
      ...c,
      labels: Object.fromEntries(Object.entries(c.labels).map(([k, v]) => [k, own(v)])),
    })),
  };
}
