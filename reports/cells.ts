import type { Axis, CellResult, Estimate, Game, OutcomeResult, Results } from '../src/results/types.ts';
import { labelOf } from '../src/words/labels.ts';
import { betterOf, fightsWon, seriesWithoutContact } from './fights.ts';
import { labelled } from './labelled.ts';
import { reachOf } from './normal.ts';
import { distinct, named, plain, sideThat, theSide } from './text.ts';
import { AMBER, BLUE, NEUTRAL, SERIES } from './theme.ts';

/** What the cells of a result are called, which outcomes they show and in what order and colour. */

/** Kinds of encounter with a winner and a loser; the others are one side's test. */
const CONTESTS: readonly string[] = ['charge', 'melee', 'engagement'];

export function isContest(results: Results): boolean {
  return CONTESTS.includes(results.scenario.encounter);
}

/** "fights", as in "wins 35% of fights"; not every charge comes to one. */
export function noun(results: Results): string {
  switch (results.scenario.encounter) {
    case 'engagement':
      return 'engagements';
    case 'charge':
      return 'charges';
    default:
      return 'fights';
  }
}

export function cellNames(results: Results): string[] {
  const shown = labelled(results);
  return distinct(shown.cells.map((cell) => cellName(shown, cell)));
}

/** Labels whose values say what they are. */
export const SELF_EVIDENT: readonly string[] = ['variant', 'rules'];

function cellName(results: Results, cell: CellResult): string {
  const labels = Object.entries(cell.labels);
  const names = labels.filter(([key, value]) => typeof value === 'string' && !SELF_EVIDENT.includes(key));
  const parts = labels.map(([key, value]) => {
    const axis = results.axes?.find((a) => a.path === key);
    // "line, column" would not say whose formation is which.
    const alone = SELF_EVIDENT.includes(key) || names.length === 1;
    const bare = typeof value === 'string' && axis?.kind !== 'number' && alone;
    return bare ? valueName(value) : `${axis?.label ?? labelOf(key)} ${valueName(value)}`;
  });
  return parts.length > 0 ? parts.join(', ') : results.title;
}

export function valueName(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : plain(labelOf(String(value)));
}

export function cellColour(index: number): string {
  return SERIES[index % SERIES.length];
}

export interface ShownOutcome {
  readonly id: string;
  readonly label: string;
  readonly winner: OutcomeResult['winner'];
  readonly colour: string;
}

/** Every outcome that comes up in some cell, from side A's disaster to side B's. */
export function shownOutcomes(results: Results): ShownOutcome[] {
  const known = new Map<string, OutcomeResult>();
  for (const cell of results.cells) for (const o of cell.outcomes) if (o.p > 0 && !known.has(o.id)) known.set(o.id, o);
  const listed = results.cells.flatMap((cell) => cell.outcomes.map((o) => o.id));
  const place = (o: OutcomeResult): number => listed.indexOf(o.id);
  const ordered = [...known.values()].sort((x, y) => x.severity - y.severity || place(x) - place(y));
  const ramp = { a: BLUE, b: AMBER, none: NEUTRAL };
  // The strongest shade goes to the disaster: first of B's wins, last of A's.
  const shade = (o: OutcomeResult): string => {
    const peers = ordered.filter((other) => other.winner === o.winner);
    const rank = o.winner === 'a' ? peers.length - 1 - peers.indexOf(o) : peers.indexOf(o);
    const colours = ramp[o.winner];
    const steps = Math.max(peers.length - 1, colours.length - 2, 1);
    return o.winner === 'none'
      ? colours[rank % colours.length]
      : colours[Math.round((rank * (colours.length - 1)) / Math.max(steps, colours.length - 1))];
  };
  const labels = distinct(ordered.map((o) => o.label));
  return ordered.map((o, i) => ({ id: o.id, label: labels[i], winner: o.winner, colour: shade(o) }));
}

/**
 * Several outcomes taken as one ("the attacker wins"). A sum of counts is itself a count out of the trials, so its
 * interval is Wilson's too; exact sums have none.
 */
export function together(cell: CellResult, of: (o: OutcomeResult) => boolean): Estimate {
  const parts = cell.outcomes.filter(of);
  return pooled(cell, parts);
}

/** Adds up parts of one whole; the trials of the cell are null when they are exact. */
export function pooled({ trials, level }: Pick<CellResult, 'trials' | 'level'>, parts: readonly Estimate[]): Estimate {
  if (trials === null) {
    const p = parts.reduce((sum, o) => sum + o.p, 0);
    return { p: Math.min(1, p) };
  }
  const count = parts.reduce((sum, o) => sum + (o.count ?? Math.round(o.p * trials)), 0);
  const p = count / trials;
  const z = reachOf(level);
  const z2 = (z * z) / trials;
  const centre = (p + z2 / 2) / (1 + z2);
  const half = (z * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials))) / (1 + z2);
  return { p, low: count === 0 ? 0 : centre - half, high: count === trials ? 1 : centre + half, count };
}

/** One outcome of a cell; a cell whose list lacks it has it never. */
export function outcomeOf(cell: CellResult, id: string): Estimate {
  return cell.outcomes.find((o) => o.id === id) ?? pooled(cell, []);
}

/** What a line or a dot of a chart follows from cell to cell. */
export interface Series {
  readonly label: string;
  readonly colour: string;
  readonly of: (cell: CellResult) => Estimate;
}

/** Contests: who wins. Tests: the outcomes themselves, the rarest taken together when there are more than five. */
export function seriesOf(results: Results): Series[] {
  if (isContest(results)) {
    const [a, b] = results.cells[0].sides;
    const won = (winner: OutcomeResult['winner'], label: string, colour: string): Series => ({
      label,
      colour,
      of: (cell) => fightsWon(cell, winner),
    });
    return [
      won('a', sideThat(a, 'wins'), BLUE[1]),
      won('b', sideThat(b, 'wins'), AMBER[1]),
      won('none', 'neither wins', NEUTRAL[2]),
      ...seriesWithoutContact(results),
    ].filter((s) => results.cells.some((cell) => s.of(cell).p > 0));
  }
  const outcomes = shownOutcomes(results);
  const most = (o: ShownOutcome): number => Math.max(...results.cells.map((cell) => outcomeOf(cell, o.id).p));
  const kept = outcomes.length <= 5 ? outcomes : [...outcomes].sort((x, y) => most(y) - most(x)).slice(0, 4);
  const rest = outcomes.filter((o) => !kept.includes(o)).map((o) => o.id);
  const lines = outcomes
    .filter((o) => kept.includes(o))
    .map((o) => ({ label: o.label, colour: o.colour, of: (cell: CellResult) => outcomeOf(cell, o.id) }));
  if (rest.length === 0) return lines;
  return [
    ...lines,
    { label: 'anything else', colour: NEUTRAL[2], of: (cell) => together(cell, (o) => rest.includes(o.id)) },
  ];
}

/** What stands for the whole cell where a chart has room for one figure: side A's good outcomes. */
export function success(results: Results): { label: string; of: (cell: CellResult) => Estimate } {
  const [a] = results.cells[0].sides;
  const good = shownOutcomes(results).filter((o) => o.winner === 'a');
  const label = isContest(results)
    ? betterOf(results, 0)
    : good.length === 1
      ? good[0].label
      : `a good result for ${theSide(a)}`;
  return { label, of: (cell) => together(cell, (o) => o.winner === 'a') };
}

/** Side A's wins less side B's: 0 is an even fight. */
export const advantage = (cell: CellResult): number =>
  together(cell, (o) => o.winner === 'a').p - together(cell, (o) => o.winner === 'b').p;

/** Two axes and a cell for every pair, nothing else besides. */
export function isGrid(results: Results): boolean {
  const axes = results.axes ?? [];
  return axes.length === 2 && results.cells.length === axes[0].values.length * axes[1].values.length;
}

/** The axis along the rows or the columns of a matrix, where each is one axis. */
export function gameAxis(results: Results, along: 'row' | 'column'): Axis | undefined {
  const axes = results.axes ?? [];
  const { options } = along === 'row' ? (results.game as Game).rowPlayer : (results.game as Game).columnPlayer;
  const axis = axes[along === 'row' ? 0 : 1];
  return axes.length === 2 && axis.values.length === options.length ? axis : undefined;
}

/** An option of a matrix as a sentence names it: a bare figure, or yes and no, with what it is a figure of. */
export function tactic(results: Results, along: 'row' | 'column', option: string): string {
  const axis = gameAxis(results, along);
  const isWord = (value: string | number | boolean): boolean => typeof value === 'string' && !isFigure(value);
  return axis === undefined || axis.values.some(isWord)
    ? named(labelOf(option))
    : `${named(axis.label)} ${named(option)}`;
}

const isFigure = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
