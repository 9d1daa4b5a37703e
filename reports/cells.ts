import type { Axis, CellResult, Estimate, Game, OutcomeResult, Results } from '../src/results/types.ts';
import { MINUS } from '../src/words/figures.ts';
import { isOneSided } from '../src/words/kinds.ts';
import { labelOf, rowSetting, words } from '../src/words/labels.ts';
import { amountOf, pathInWords, settingOf } from '../src/words/paths.ts';
import { betterOf, fightsWon, seriesWithoutContact } from './fights.ts';
import { labelled, namingOf } from './labelled.ts';
import { reachOf } from './normal.ts';
import { distinct, plain, shownText, sideThat, theSide } from './text.ts';
import { AMBER, BLUE, NEUTRAL, SERIES } from './theme.ts';

/** What the cells of a result are called, which outcomes they show and in what order and colour. */

/** Two sides that can both win; fire, tests and the like are one side's. Games of one's own have encounters of their own. */
export function isContest({ scenario, cells }: Results): boolean {
  if (isOneSided(scenario.encounter)) return false;
  return (['a', 'b'] as const).every((side) => cells[0]?.outcomes.some((o) => o.winner === side));
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

const cellName = (results: Results, cell: CellResult): string => caseName(results, Object.entries(cell.labels));

/** What a case is called by some of its labels. */
export function caseName(results: Results, labels: readonly (readonly [string, string | number | boolean])[]): string {
  const names = labels.filter(([key, value]) => typeof value === 'string' && !SELF_EVIDENT.includes(key));
  const parts = labels.map(([key, value], i) => {
    const axis = results.axes?.find((a) => a.path === key);
    // "line, column" would not say whose formation is which.
    const isAmbiguous = names.length === 1 && isOthersToo(results, key, labels);
    // Nor would "literal" say what is read so.
    const isReading = key.startsWith('rulings.');
    const alone = SELF_EVIDENT.includes(key) || (names.length === 1 && !isAmbiguous && !isReading);
    const bare = typeof value === 'string' && axis?.kind !== 'number' && alone;
    if (key === 'cards') return `${valueName(value)} cards`;
    const label = axis?.label ?? labelOf(key);
    if (!bare && isOwnLabel(results, key, label)) {
      const setting = settingOf(key, value, namingOf(results));
      if (!isAmbiguous || typeof value !== 'string') return setting;
      // "Attacker FS 8, v heavy infantry", but "attacker line, defender FS 8".
      return i > 0 ? `v ${valueName(value)}` : setting.replace(` ${words(key.split('.').at(-1) ?? '')} `, ' ');
    }
    if (typeof value === 'boolean') return value ? label : `no ${label}`;
    return bare ? valueName(value) : rowSetting(label, valueName(value));
  });
  return parts.length > 0 ? parts.join(', ') : results.title;
}

/**
 * Does another label speak of the other side, which has the same field? "Attacker with 4 stands, heavy infantry" would not
 * say who the infantry is.
 */
function isOthersToo(results: Results, key: string, labels: readonly (readonly [string, unknown])[]): boolean {
  const owner = key.split('.')[0];
  const field = key.split('.').at(-1) ?? '';
  const situation = results.scenario.situation as Readonly<Record<string, unknown>>;
  return labels.some(([other]) => {
    const side = situation[other.split('.')[0]];
    return !other.startsWith(`${owner}.`) && typeof side === 'object' && side !== null && field in side;
  });
}

/** A number of an axis in the middle of a sentence: "attacker FS 9", "4 stands of the attacker". */
export const amountOn = (results: Results, { path, label }: Axis, amount: string): string =>
  isOwnLabel(results, path, label)
    ? shownText(amountOf(path, amount, namingOf(results)))
    : rowSetting(shownText(label), amount);

/** Is the axis called as paths are, so that its values may be told in a phrase? The reader's own labels stay whole. */
const isOwnLabel = (results: Results, path: string, label: string): boolean =>
  /^[a-z]\w*(?:\.\w+)*$/.test(path) && [pathInWords(path), pathInWords(path, namingOf(results))].includes(label);

export function valueName(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value).replace('-', MINUS) : plain(labelOf(fileTitle(value)));
}

/** A file among the values of an axis is called by its name alone: "braced pikes", not cards/braced-pikes.yaml. */
const fileTitle = (value: string): string => /^(?:.*[\\/])?([\w-]+)\.(?:ya?ml|json)$/.exec(value)?.[1] ?? value;

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

/** A figure that is told of every cell. */
export interface CellFigure {
  readonly label: string;
  readonly of: (cell: CellResult) => Estimate;
}

/** What several good outcomes of one side's own encounter come to. */
const GOOD: Readonly<Record<string, string>> = { fire: 'the fire takes effect', rally: 'the unit recovers' };

/** What stands for the whole cell where a chart has room for one figure: side A's good outcomes. */
export function success(results: Results): CellFigure {
  const [a] = results.cells[0].sides;
  const good = shownOutcomes(results).filter((o) => o.winner === 'a');
  const label = isContest(results)
    ? betterOf(results, 0)
    : good.length === 1
      ? good[0].label
      : (GOOD[results.scenario.encounter] ?? `a good result for ${theSide(a)}`);
  return { label, of: (cell) => together(cell, (o) => o.winner === 'a') };
}

/** What the cases move most: of a contest who wins, of a test or of fire an outcome or all good ones together. */
export function movingFigure(results: Results): CellFigure {
  const whole = success(results);
  if (isContest(results)) return whole;
  const range = ({ of }: CellFigure): number => {
    const all = results.cells.map((cell) => of(cell).p);
    return Math.max(...all) - Math.min(...all);
  };
  const outcomes = shownOutcomes(results).map(
    (o): CellFigure => ({ label: shownText(o.label), of: (cell) => outcomeOf(cell, o.id) }),
  );
  // The whole before its parts, where they move as far.
  return outcomes.reduce((most, one) => (range(one) > range(most) + 0.0005 ? one : most), whole);
}

/** Side A's wins less side B's: 0 is an even fight. */
export const advantage = (cell: CellResult): number =>
  together(cell, (o) => o.winner === 'a').p - together(cell, (o) => o.winner === 'b').p;

/** The same with its interval: wins and losses are shares of one sample, so its variance is (p + q − (p − q)²) / n. */
export function lead(cell: CellResult): { readonly p: number; readonly low?: number; readonly high?: number } {
  const [won, lost] = (['a', 'b'] as const).map((side) => together(cell, (o) => o.winner === side).p);
  const p = advantage(cell);
  if (cell.trials === null) return { p };
  const half = reachOf(cell.level) * Math.sqrt(Math.max(0, won + lost - p * p) / cell.trials);
  return { p, low: p - half, high: p + half };
}

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
  if (axis === undefined || axis.values.some(isWord)) return shownText(labelOf(option));
  const value = axis.values.find((v) => String(v) === option);
  // A mix of options is words already.
  if (value === undefined) return shownText(labelOf(option));
  return isOwnLabel(results, axis.path, axis.label)
    ? shownText(settingOf(axis.path, value, namingOf(results)))
    : rowSetting(shownText(axis.label), shownText(valueName(value)));
}

/** The same where it is clear whose it is: "FS 8", "not elite". */
export function ownTactic(results: Results, along: 'row' | 'column', option: string): string {
  const { rowPlayer, columnPlayer } = results.game as Game;
  const owner = `${shownText((along === 'row' ? rowPlayer : columnPlayer).side)} `;
  const said = tactic(results, along, option);
  return said.startsWith(owner) ? said.slice(owner.length) : said;
}

const isFigure = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
