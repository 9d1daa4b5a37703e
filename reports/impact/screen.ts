import type { Impact, Results, VariantImpact } from '../../src/results/types.ts';
import { labelOf, theLabel } from '../../src/words/labels.ts';
import { engineLine, rulebookLine } from '../caption.ts';
import { wrapColumns, wrapWords } from '../columns.ts';
import { headline } from '../headline.ts';
import { count } from '../number.ts';
import type { Table } from '../table.ts';
import { capital, plain } from '../text.ts';
import { movedText, notComparedLine, situationCount, stillLine, turnedLine } from './figures.ts';
import { byGroup, overview } from './sections.ts';

/** What one screen holds at 80 columns. */
const LINES = 25;
const MOST_SHOWN = 3;

type DrawTable = (table: Table) => string[];

/**
 * An impact on one screen: the finding, where it moves and for whom, what moves most, what does not, verdicts that turned
 * and rows that a cap swallows. What must be said comes first; situations fill the lines that are left.
 */
export function impactScreen(results: Results, columns: number, draw: DrawTable): string[] {
  const impact = results.impact as Impact;
  const [only] = impact.variants;
  const head = [...wrapColumns(headline(results), columns), ...wrapColumns(titleLine(results), columns)];
  const foot = [
    ...stoppedLines(impact, columns),
    ...wrapColumns(`${rulebookLine(results)} ${engineLine({ ...results, partial: false })}`, columns),
    ...wrapWords(`Reproduce: ${plain(results.command)}`, columns),
  ];
  const body = impact.variants.length === 1 ? oneVariant(only, columns, draw) : severalVariants(impact, columns, draw);
  const room = LINES - head.length - foot.length - 2;
  return [...head, '', ...fitted(body, room), '', ...foot];
}

interface Body {
  /** In this order on the screen; the last give way first. */
  readonly blocks: readonly (readonly string[])[];
}

function oneVariant(v: VariantImpact, columns: number, draw: DrawTable): Body {
  const { table } = byGroup(v);
  const wrapped = (line: string | undefined) => (line === undefined ? [] : wrapColumns(line, columns));
  const most = v.situations.filter((s) => s.moved).slice(0, MOST_SHOWN);
  const lines = most.map((s) => [
    ...wrapColumns(capital(plain(labelOf(s.name))), columns),
    ...wrapColumns(movedText(s), columns - 2).map((l) => `  ${l}`),
  ]);
  return {
    blocks: [
      table ? draw({ ...table, rows: table.rows.map(({ bar: _bar, ...row }) => row) }) : [],
      wrapped(turnedLine(v)),
      ...lines.slice(0, 1),
      ...v.absorbed.slice(0, 2).map(wrapped),
      wrapped(stillLine(v)),
      wrapped(notComparedLine(v)),
      ...lines.slice(1),
    ],
  };
}

const severalVariants = (impact: Impact, columns: number, draw: DrawTable): Body => ({
  blocks: [draw(overview(impact).table as Table), ...impact.variants.map((v) => wrapColumns(plain(v.text), columns))],
});

/** As many blocks as have room, whole; a table gives up its last lines. */
function fitted({ blocks }: Body, room: number): string[] {
  const shown: string[] = [];
  for (const block of blocks) {
    const left = room - shown.length;
    if (block.length <= left) shown.push(...block);
    else if (shown.length === 0) shown.push(...block.slice(0, left));
  }
  return shown;
}

function stoppedLines({ suite }: Impact, columns: number): string[] {
  if (suite.played === suite.situations) return [];
  const text = `Stopped early: ${count(suite.played)} of ${situationCount(suite.situations)} ${suite.played === 1 ? 'was' : 'were'} played, from the first on.`;
  return wrapColumns(text, columns);
}

const titleLine = ({ title, impact }: Results): string =>
  `${plain(title)}, ${situationCount(impact?.suite.situations ?? 0)}, against ${plain(theLabel(impact?.base ?? ''))}`;
