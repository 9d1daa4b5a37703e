import { engineLine, noteLine, notes, rulebookLine } from '../../reports/caption.ts';
import { cellNames, isContest, outcomeOf, shownOutcomes, success, together } from '../../reports/cells.ts';
import { betterOf } from '../../reports/fights.ts';
import { decimal, halfWidth } from '../../reports/number.ts';
import { plainHeadline } from '../../reports/outcome-finding.ts';
import type { Section } from '../../reports/table.ts';
import { theSide } from '../../reports/text.ts';
import type { CellResult, Results } from '../../src/results/types.ts';
import type { Listener } from './answers.ts';
import { resultsOf } from './experiments.ts';
import type { Figure, OddsPart, Play, Played } from './protocol.ts';

/** An experiment played and put into words: the words, tables and chart data are those of the reports. */
export async function played(play: Play, listener: Listener): Promise<Played> {
  const early = async (results: Results) => listener.soFar(await inWords(results, true));
  return inWords(await resultsOf(play, listener, early), false);
}

async function inWords(results: Results, isProvisional: boolean): Promise<Played> {
  const first = results.cells[0];
  const names = cellNames(results);
  return {
    headline: plainHeadline(results) ?? (await import('../../reports/headline.ts')).headline(results),
    title: results.title,
    sides: first.sides,
    odds: results.cells.slice(0, 12).map((cell, i) => ({ name: names[i], parts: oddsParts(results, cell) })),
    figures: results.cells.length === 1 ? figuresOf(first) : [],
    verdicts: (results.verdicts ?? []).map(({ variant, text, notes: more }) => ({ variant, text, notes: more })),
    notes: notes(results).map((n) => ({ text: noteLine(n), loud: n.loud })),
    rulebook: rulebookLine(results),
    engine: engineLine(results),
    isExact: results.cells.every((c) => c.engine === 'exact'),
    isProvisional,
    ...(results.best && hasNoChoice(results.best) ? { isAllSaid: true } : {}),
    ...(isProvisional && results.sensitivity ? { lookTables: await changesSoFar(results) } : {}),
    hash: first.rulebook.hash,
    command: results.command,
    objectives: objectivesOf(results),
    measures: first.measures
      .filter((m) => m.distribution.length > 1)
      .map(({ id, label, distribution }) => ({ id, label, values: distribution.map((d) => d.value) })),
    outcomes: [...first.outcomes]
      .filter((o) => o.p > 0)
      .sort((a, b) => b.p - a.p)
      .map(({ id, label }) => ({ id, label })),
  };
}

const hasNoChoice = ({ decisions, tactics = [] }: NonNullable<Results['best']>): boolean =>
  decisions.length + tactics.length === 0;

/** What each modifier is worth, as far as it was sampled; the remarks wait for the answer. */
async function changesSoFar(results: Results): Promise<readonly Section[]> {
  const { sections } = await import('../../reports/tables.ts');
  const [{ table }] = sections(results);
  return table ? [{ table, lines: [] }] : [];
}

/** A contest has two sides and neither; a test has ends, good ones first. */
function oddsParts(results: Results, cell: CellResult): OddsPart[] {
  const [a, b] = cell.sides;
  if (isContest(results)) {
    const part = (winner: OddsPart['winner'], label: string): OddsPart => ({
      label,
      winner,
      shade: 0,
      share: together(cell, (o) => o.winner === winner),
    });
    return [part('a', a), part('none', 'neither'), part('b', b)];
  }
  const ends = ORDER.flatMap((winner) =>
    shownOutcomes(results)
      .filter((o) => o.winner === winner)
      .reverse()
      .map(({ id, label }, shade) => ({ label, winner, shade, share: outcomeOf(cell, id) })),
  );
  return ends.filter((end) => end.share.p > 0);
}
const ORDER = ['a', 'none', 'b'] as const;

/** The averages that say most: those of parts (by round, by cause) have no quantiles and wait in the tables. */
const figuresOf = (cell: CellResult): Figure[] =>
  cell.measures
    .filter((m) => m.quantiles !== undefined && (m.mean !== 0 || m.sd !== 0))
    .map((m) => ({
      id: m.id,
      label: m.label,
      value: decimal(m.mean),
      ...(m.low === undefined || m.high === undefined ? {} : { interval: `±${halfWidth(m).toPrecision(1)}` }),
    }));

function objectivesOf(results: Results): Played['objectives'] {
  const [cell] = results.cells;
  return [
    { id: 'winner=a', label: success(results).label },
    { id: 'winner=b', label: isContest(results) ? betterOf(results, 1) : failure(results) },
    ...cell.outcomes.filter((o) => o.p > 0).map(({ id, label }) => ({ id, label })),
    ...cell.measures.map(({ id, label }) => ({ id, label: `${label} (mean)` })),
  ];
}

/** What is bad for the side that is tested. */
function failure(results: Results): string {
  const bad = shownOutcomes(results).filter((o) => o.winner === 'b');
  return bad.length === 1 ? bad[0].label : `a bad result for ${theSide(results.cells[0].sides[0])}`;
}
