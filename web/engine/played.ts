import { engineLine, noteLine, notes, rulebookLine } from '../../reports/caption.ts';
import { cellNames, together } from '../../reports/cells.ts';
import { headline } from '../../reports/headline.ts';
import { decimal, decimalRange } from '../../reports/number.ts';
import type { CellResult, Estimate, Results } from '../../src/results/types.ts';
import type { Listener } from './answers.ts';
import { resultsOf } from './experiments.ts';
import type { Figure, Odds, Play, Played } from './protocol.ts';

/** An experiment played and put into words: the words, tables and chart data are those of the reports. */
export async function played(play: Play, listener: Listener): Promise<Played> {
  const results = await resultsOf(play, listener, (early) => listener.soFar(inWords(early, true)));
  return inWords(results, false);
}

function inWords(results: Results, isProvisional: boolean): Played {
  const first = results.cells[0];
  const names = cellNames(results);
  return {
    headline: headline(results),
    title: results.title,
    sides: first.sides,
    odds: results.cells.slice(0, 12).map((cell, i) => oddsOf(cell, names[i])),
    figures: results.cells.length === 1 ? figuresOf(first) : [],
    verdicts: (results.verdicts ?? []).map(({ variant, text, notes: more }) => ({ variant, text, notes: more })),
    notes: notes(results).map((n) => ({ text: noteLine(n), loud: n.loud })),
    rulebook: rulebookLine(results),
    engine: engineLine(results),
    isExact: results.cells.every((c) => c.engine === 'exact'),
    isProvisional,
    hash: first.rulebook.hash,
    command: results.command,
    objectives: objectivesOf(first),
    measures: first.measures
      .filter((m) => m.distribution.length > 1)
      .map(({ id, label, distribution }) => ({ id, label, values: distribution.map((d) => d.value) })),
    outcomes: [...first.outcomes]
      .filter((o) => o.p > 0)
      .sort((a, b) => b.p - a.p)
      .map(({ id, label }) => ({ id, label })),
  };
}

function oddsOf(cell: CellResult, name: string): Odds {
  const share = (winner: 'a' | 'b' | 'none'): Estimate => together(cell, (o) => o.winner === winner);
  return { name, a: share('a'), none: share('none'), b: share('b') };
}

/** The averages that say most: those of parts (by round, by cause) have no quantiles and wait in the tables. */
const figuresOf = (cell: CellResult): Figure[] =>
  cell.measures
    .filter((m) => m.quantiles !== undefined && (m.mean !== 0 || m.sd !== 0))
    .map((m) => ({
      id: m.id,
      label: m.label,
      value: decimal(m.mean),
      ...(m.low === undefined || m.high === undefined ? {} : { interval: decimalRange(m) }),
    }));

function objectivesOf(cell: CellResult): Played['objectives'] {
  const [a, b] = cell.sides;
  return [
    { id: 'winner=a', label: `${a} wins` },
    { id: 'winner=b', label: `${b} wins` },
    ...cell.outcomes.filter((o) => o.p > 0).map(({ id, label }) => ({ id, label })),
    ...cell.measures.map(({ id, label }) => ({ id, label: `${label} (mean)` })),
  ];
}
