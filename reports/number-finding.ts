import type { Axis, CellResult, Results } from '../src/results/types.ts';
import { fixed } from '../src/words/figures.ts';
import { theLabel } from '../src/words/labels.ts';
import { advantage, amountOn, caseName, isContest, movingFigure, together, valueName } from './cells.ts';
import { betterIn, betterOf } from './fights.ts';
import { percent, percentPair, shareChange } from './number.ts';
import { TIE } from './options-finding.ts';
import { capital, list, shownText, theSide, theSideThat } from './text.ts';

/** What a number does: where the fight is even, where the curve turns, or what each step adds. */

/** An axis value with a true minus. */
const figure = (value: number): string => shownText(String(value)).replace(/^-(?=\d)/, '\u2212');

/** Leads smaller than this are an even fight to a reader. */
const EVEN = 0.03;
/** What is left of the rise, as a share, where the curve is said to turn. */
const FLAT = 0.15;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function numberFinding(results: Results, axis: Axis): string {
  const cells = [...results.cells].sort((p, q) => Number(p.labels[axis.path]) - Number(q.labels[axis.path]));
  const at = (of: (cell: CellResult) => number): Point[] =>
    cells.map((cell) => ({ x: Number(cell.labels[axis.path]), y: of(cell) }));
  if (isContest(results)) {
    const even = crossing(at(advantage)) ?? evenEnd(at(advantage));
    if (even !== undefined) return evenSentence(results, axis, even);
  }
  return curve(results, axis, at);
}

/** Where a lead passes from one side to the other: at a value, or between two. Undefined where it does not, or does twice. */
export function crossing(points: readonly Point[]): { at?: Point; between?: readonly [Point, Point] } | undefined {
  const passes = points
    .slice(1)
    .flatMap((p, i) => (points[i].y * p.y < 0 || p.y === 0 ? [[points[i], p] as const] : []));
  if (passes.length !== 1) return undefined;
  const [between] = passes;
  const near = Math.abs(between[0].y) <= Math.abs(between[1].y) ? between[0] : between[1];
  return Math.abs(near.y) < EVEN ? { at: near } : { between };
}

/** A lead that begins, or ends, with a fight that is about even. */
function evenEnd(points: readonly Point[]): ReturnType<typeof crossing> {
  const ends = [points[0], points[points.length - 1]].filter(({ y }) => Math.abs(y) < EVEN);
  const isLed = points.every((p) => ends.includes(p) || Math.abs(p.y) >= EVEN);
  return ends.length === 1 && isLed ? { at: ends[0] } : undefined;
}

function evenSentence(results: Results, axis: Axis, even: NonNullable<ReturnType<typeof crossing>>): string {
  const [a, b] = results.cells[0].sides;
  if (even.at !== undefined) {
    const cell = results.cells.find((c) => c.labels[axis.path] === even.at?.x) as CellResult;
    const [won, lost] = percentPair(
      ...([together(cell, (o) => o.winner === 'a').p, together(cell, (o) => o.winner === 'b').p] as const),
    );
    return `About even at ${amountOn(results, axis, figure(even.at.x))}: ${betterIn(results, 0, won)}, ${theSide(b)} ${/better$/.test(betterOf(results, 1)) ? 'in ' : ''}${lost}`;
  }
  const [before, after] = even.between as readonly [Point, Point];
  const [from, to] = after.y > 0 ? [b, a] : [a, b];
  return `Even between ${amountOn(results, axis, `${figure(before.x)} and ${figure(after.x)}`)}: there the lead passes from ${theSide(from)} to ${theSide(to)}`;
}

/** In percentage points, without a sign. */
const inPoints = (size: number): string => fixed(size * 100, 1);

/** A rise or fall: where it peaks, where it turns flat, or what a step is worth. */
function curve(results: Results, axis: Axis, at: (of: (cell: CellResult) => number) => Point[]): string {
  const { label, of } = moving(results);
  const points = at(of);
  const [first, last] = [points[0], points[points.length - 1]];
  const [from, to] = percentPair(first.y, last.y);
  const high = points.reduce((best, p) => (p.y > best.y ? p : best));
  if (high.y - Math.max(first.y, last.y) > 0.01)
    return `${label.replace(/:$/, '')} most often at ${amountOn(results, axis, figure(high.x))}, ${percent(high.y)}; ${from} at ${figure(first.x)}, ${to} at ${figure(last.x)}`;
  const total = last.y - first.y;
  if (points.length < 3) return step(results, axis, [first, last]);
  // Nothing happens at first: the rise begins where it begins.
  const start = points.findLastIndex((_, i) => points.slice(0, i + 1).every(({ y }) => Math.abs(y - first.y) < TIE));
  const base = points[start];
  const ends = `${label} ${from} ${start > 0 ? 'up to' : 'at'} ${amountOn(results, axis, figure(base.x))}, ${to} at ${figure(last.x)}`;
  const turn = points.findIndex((p) => Math.abs(last.y - p.y) <= FLAT * Math.abs(total));
  if (turn > 0 && turn < points.length - 1) {
    const rest = inPoints(Math.abs(last.y - points[turn].y));
    const verb = total > 0 ? 'adds' : 'takes';
    return `${ends}; past ${figure(points[turn].x)} more ${Number(rest) === 0 ? `${verb} nothing` : `${verb} only ${rest} percentage points`}`;
  }
  const each = Math.abs(total / (last.x - base.x));
  // What a single step does has been said.
  if (start > 0 && start === points.length - 2) return ends;
  return `${ends}; ${start > 0 ? 'from there ' : ''}one more ${total > 0 ? 'adds' : 'takes'} ${inPoints(each)} percentage points on average`;
}

/** Two points have no curve: what the second is worth against the first. */
function step(results: Results, axis: Axis, [first, last]: readonly [Point, Point]): string {
  const label = movingFigure(results).label.replace(/better$/, 'better in');
  const { before, after, difference } = shareChange(first.y, last.y);
  // A row has no scale that one could be high up on.
  if (axis.path.startsWith('rules.'))
    return `${capital(amountOn(results, axis, figure(last.x)))} instead of ${figure(first.x)}: ${label} ${after}, ${before === after ? 'as before' : `not ${before}`}`;
  const at = `At ${amountOn(results, axis, figure(last.x))}: ${label} ${after}`;
  if (before === after) return `${at}, the same as at ${figure(first.x)}`;
  const more = last.y > first.y ? 'more' : 'less';
  return `${at}, ${difference.slice(1)} percentage points ${more} than the ${before} at ${figure(first.x)}`;
}

/** Who wins, or the outcome that moves most, at the head of a sentence. */
function moving(results: Results): { label: string; of: (cell: CellResult) => number } {
  const { label, of } = movingFigure(results);
  const end = isContest(results) ? (/better$/.test(label) ? ' in' : '') : ':';
  return { label: `${capital(label)}${end}`, of: (cell) => of(cell).p };
}

/** Two axes, one of them a number: where the fight is even for each value of the other. */
export function evenFinding(results: Results, axes: readonly [Axis, Axis]): string | undefined {
  const [other, along] = axes[1].kind === 'number' ? axes : [axes[1], axes[0]];
  const lines = other.values.map((value) => {
    const points = along.values.map((x) => ({
      x: Number(x),
      y: advantage(
        results.cells.find((c) => c.labels[other.path] === value && c.labels[along.path] === x) as CellResult,
      ),
    }));
    return { value, points, even: crossing(points) };
  });
  const met = lines.filter((line) => line.even !== undefined);
  if (met.length === 0) return undefined;
  const offset = other.kind === 'number' ? offsetSentence(other, along, met) : undefined;
  return (
    offset ??
    pairs(
      results,
      other,
      along,
      lines.map((line) => ({ ...line, even: line.even ?? evenEnd(line.points) })),
    )
  );
}

/** "; otherwise the attacker leads throughout", of the lines that nowhere come to an even fight. */
function elsewhere({ cells: [{ sides }] }: Results, lines: readonly EvenLine[]): string {
  const leads = lines.filter(({ even }) => even === undefined).map(({ points }) => points.map(({ y }) => Math.sign(y)));
  const leaders = new Set(leads.flat());
  if (leads.length === 0 || leaders.has(0)) return '';
  if (leaders.size === 1) return `; otherwise ${theSideThat(sides[leaders.has(1) ? 0 : 1], 'leads')} throughout`;
  return leads.every((own) => new Set(own).size === 1) ? '; otherwise one side leads throughout' : '';
}

type EvenLine = {
  readonly value: Axis['values'][number];
  readonly even: ReturnType<typeof crossing>;
  readonly points: readonly Point[];
};

/** Between two values, the middle. */
const place = ({ even }: EvenLine): number =>
  even?.at?.x ?? ((even?.between?.[0].x ?? 0) + (even?.between?.[1].x ?? 0)) / 2;

/** "The defender needs 0 to 1 FS more than the attacker for an even fight", where both axes count the same thing. */
function offsetSentence(other: Axis, along: Axis, met: readonly EvenLine[]): string | undefined {
  const [own, whose] = [other, along].map(({ label }) => /^(.*?)(?:[’']s?)? (\S+)$/.exec(label));
  if (own == null || whose == null || own[2] !== whose[2]) return undefined;
  const more = met.map((line) => place(line) - Number(line.value));
  const [low, high] = [Math.min(...more), Math.max(...more)];
  if (low < 0 && high > 0) return undefined;
  const [weak, strong] = high > 0 ? [whose[1], own[1]] : [own[1], whose[1]];
  const sizes = [Math.abs(low), Math.abs(high)].sort((x, y) => x - y).map((n) => String(Math.round(n)));
  if (sizes[1] === '0') return `An even fight at equal ${shownText(own[2])}`;
  const amount = sizes[0] === sizes[1] ? sizes[0] : `${sizes[0]} to ${sizes[1]}`;
  return `${capital(theSide(weak))} needs ${amount} ${shownText(own[2])} more than ${theSide(strong)} for an even fight`;
}

/** "An even fight at attacker FS 6 with 2nd edition, at 7 with 1st edition". */
function pairs(results: Results, other: Axis, along: Axis, all: readonly EvenLine[]): string {
  const met = all.filter((line) => line.even !== undefined);
  const amount = ({ even }: EvenLine): string =>
    even?.at !== undefined
      ? `at ${figure(even.at.x)}`
      : `between ${figure(even?.between?.[0].x ?? 0)} and ${figure(even?.between?.[1].x ?? 0)}`;
  const places = [...new Set(met.map(amount))];
  const few = places.length > 3 ? [places[0], places[places.length - 1]] : places;
  const called = ({ value }: EvenLine): string =>
    typeof value === 'string'
      ? shownText(theLabel(caseName(results, [[other.path, value]])))
      : amountOn(results, other, shownText(valueName(value)));
  const clauses = few.map((place, i) => {
    // Once is enough to say of what.
    const where = i > 0 ? place : place.replace(/(?<=^\w+ ).*/, (numbers) => amountOn(results, along, numbers));
    const own = met.filter((line) => amount(line) === place);
    return own.length === all.length
      ? `${where} whatever the ${shownText(other.label)}`
      : `${where} with ${own.map(called).join(' or ')}`;
  });
  return `An even fight ${list(clauses)}${elsewhere(results, all)}`;
}
