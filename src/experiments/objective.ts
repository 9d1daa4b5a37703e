import { didYouMean } from '../rules/nearest.ts';
import { CONTACT } from '../rules/outcomes.ts';
import { InputError } from '../rules/problem.ts';
import type { PreparedCell, Sides } from '../scenarios/prepare.ts';
import type { SumMeasure } from '../sim/machine.ts';
import type { EndTally, Tally } from '../sim/tally.ts';
import { agree, bareName, clause, theName } from '../words/names.ts';
import { enemyOf, type GoodFor, measureGoodFor } from './good-for.ts';

/**
 * What is asked of an encounter, as one number:
 *
 *   defender-routs            the probability of an outcome
 *   attacker wins, winner=a   of all outcomes in which that side comes off better: fights won, and an enemy driven off
 *                             before contact; a charge refused or evaded is nobody's. winner=none: neither side does
 *   defender.hits             the mean of a measure
 *   defender.hits >= 3        the probability of a measure's tail (>=, <=, >, <, =, !=)
 *   advantage                 how much oftener the first side comes off better than the second
 */
export interface Objective {
  readonly id: string;
  readonly label: string;
  /** A probability lies in 0..1 and is shown in per cent; a mean is in the measure's own unit. */
  readonly kind: 'probability' | 'mean' | 'advantage';
  /** Whom much of it is good for, wherever that side stands. */
  readonly goodFor: GoodFor;
  /** The figure of one ending; its mean over all endings is the objective. Undefined for what adds up along the way. */
  readonly ofEnd?: (end: EndTally) => number;
  /** The place of a sum in `Tally.sums`, for measures that add up along the way. */
  readonly sum?: number;
}

type Shape = Pick<Tally, 'outcomes' | 'measures'> & { readonly sums: readonly SumMeasure[] };

/** What may be asked of a prepared encounter. */
export const shapeOf = ({ built: { machine } }: PreparedCell): Shape => ({
  outcomes: machine.outcomes,
  measures: machine.measures,
  sums: machine.sums,
});

/** Reads an objective for encounters of this shape; names that fit nothing are refused with the nearest. */
export function objective(text: string, shape: Shape, sides: Sides): Objective {
  const wanted = text.trim();
  return (
    winner(wanted, shape, sides) ??
    outcome(wanted, shape) ??
    measure(wanted, shape, sides) ??
    tail(wanted, shape, sides) ??
    unknown(wanted, shape, sides)
  );
}

/** What is asked when nothing is said: how often the first side comes off better. */
export const DEFAULT_OBJECTIVE = 'winner=a';

/**
 * The same, or where that is certain in every one of these tallies (a volley that always hits): the first measure of the
 * second side, or of anyone, that is not.
 */
export function defaultObjective(tallies: readonly Tally[], sides: Sides): string {
  const uncertain = (of: (e: EndTally, t: Tally) => unknown) =>
    new Set(tallies.flatMap((t) => t.ends.filter((e) => e.weight > 0).map((e) => of(e, t)))).size > 1;
  if (uncertain((e, t) => t.outcomes[e.outcome].winner === 'a')) return DEFAULT_OBJECTIVE;
  const common = tallies[0].measures.filter((m) => tallies.every((t) => t.measures.some((x) => x.id === m.id)));
  const moving = common.filter((m) => uncertain((e, t) => e.values[t.measures.findIndex((x) => x.id === m.id)]));
  const found = moving.find((m) => m.id.startsWith(`${sides.ids[1]}.`)) ?? moving[0];
  return found?.id ?? DEFAULT_OBJECTIVE;
}

function winner(text: string, shape: Shape, sides: Sides): Objective | undefined {
  if (text === 'advantage') {
    const figure = { a: 1, b: -1, none: 0 } as const;
    return {
      id: text,
      label: sides.goingWell
        ? `how much oftener ${clause(theName(sides.names[0]), sides.goingWell)} than not`
        : `how much oftener ${theName(sides.names[0])} ${won(sides.names[0], shape)} than ${theName(sides.names[1])}`,
      kind: 'advantage',
      goodFor: 'a',
      ofEnd: (e) => figure[shape.outcomes[e.outcome].winner],
    };
  }
  const who = (/^winner\s*=\s*(a|b|none)$/.exec(text)?.[1] as GoodFor | undefined) ?? sideThatWins(text, sides);
  if (!who) return undefined;
  const name = sides.names[who === 'a' ? 0 : 1];
  const label =
    who === 'none'
      ? 'neither side wins'
      : sides.goingWell
        ? `${who === 'b' ? 'other than ' : ''}${clause(bareName(sides.names[0]), sides.goingWell)}`
        : `${bareName(name)} ${won(name, shape)}`;
  const ofEnd = (e: EndTally) => (shape.outcomes[e.outcome].winner === who ? 1 : 0);
  return { id: `winner=${who}`, label, kind: 'probability', goodFor: who, ofEnd };
}

function sideThatWins(text: string, sides: Sides): GoodFor | undefined {
  if (sides.goingWell && sides.names.some((name) => text === clause(bareName(name), sides.goingWell!))) return 'a';
  const side = /^(.+)\s+(?:wins?|comes? off better)$/.exec(text)?.[1];
  if (side === undefined) return undefined;
  if (side === sides.ids[0] || side === 'a') return 'a';
  if (side === sides.ids[1] || side === 'b') return 'b';
  if (sides.names.includes(side)) return side === sides.names[0] ? 'a' : 'b';
  return side === 'nobody' ? 'none' : undefined;
}

/** A charge may be settled before any fight is: then a side "comes off better", for only fights are won. */
const won = (name: string, shape: Shape): string =>
  shape.measures.some((m) => m.id === CONTACT) ? `${agree(name, 'comes')} off better` : agree(name, 'wins');

function outcome(text: string, shape: Shape): Objective | undefined {
  const at = shape.outcomes.findIndex((o) => o.id === text);
  if (at < 0) return undefined;
  const { id, label, winner: goodFor } = shape.outcomes[at];
  return { id, label, kind: 'probability', goodFor, ofEnd: (e) => (e.outcome === at ? 1 : 0) };
}

function measure(text: string, shape: Shape, sides: Sides): Objective | undefined {
  const at = shape.measures.findIndex((m) => m.id === text);
  const sum = at >= 0 ? -1 : shape.sums.findIndex((s) => s.id === text);
  const found = shape.measures[at] ?? shape.sums[sum];
  if (!found) return undefined;
  const { id, label } = found;
  const asked = { id, label, kind: 'mean', goodFor: measureGoodFor(found, sides) } as const;
  return at >= 0 ? { ...asked, ofEnd: (e) => e.values[at] } : { ...asked, sum };
}

const COMPARISONS: Readonly<Record<string, readonly [words: string, holds: (v: number, n: number) => boolean]>> = {
  '>=': ['at least', (v, n) => v >= n],
  '<=': ['at most', (v, n) => v <= n],
  '>': ['more than', (v, n) => v > n],
  '<': ['less than', (v, n) => v < n],
  '=': ['exactly', (v, n) => v === n],
  '!=': ['other than', (v, n) => v !== n],
};

function tail(text: string, shape: Shape, sides: Sides): Objective | undefined {
  const parts = /^(.+?)\s*(>=|<=|!=|>|<|=)\s*(-?\d+(?:\.\d+)?)$/.exec(text);
  if (!parts) return undefined;
  const [, name, operator, figure] = parts;
  const at = shape.measures.findIndex((m) => m.id === name);
  if (at < 0) return undefined;
  const [words, holds] = COMPARISONS[operator];
  const bound = Number(figure);
  const high = measureGoodFor(shape.measures[at], sides);
  return {
    id: `${name}${operator}${figure}`,
    label: `${shape.measures[at].label}: ${words} ${figure}`,
    kind: 'probability',
    goodFor: operator.startsWith('>') ? high : operator.startsWith('<') ? enemyOf(high) : 'none',
    ofEnd: (e) => (holds(e.values[at], bound) ? 1 : 0),
  };
}

function unknown(text: string, shape: Shape, sides: Sides): never {
  const names = [
    ...(sides.goingWell ? [clause(bareName(sides.names[0]), sides.goingWell)] : sides.ids.map((s) => `${s} wins`)),
    'advantage',
    ...shape.outcomes.map((o) => o.id),
    ...shape.measures.map((m) => m.id),
    ...shape.sums.map((s) => s.id),
  ];
  const message =
    `'${text}' is no outcome or measure of this encounter; ask for ${names.join(', ')}, or a tail such as ` +
    `'${shape.measures[0]?.id ?? 'rounds'}>=3'.${didYouMean(text, names)}`;
  throw new InputError([{ path: [], message, found: text, allowed: names }]);
}
