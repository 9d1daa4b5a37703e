import { type CellRow, type Rulebook, ruled } from '../book.ts';
import type { Problem } from '../problem.ts';
import { commandStatus, segmentsUnder } from './command-status.ts';
import { theEdition } from './edition.ts';
import type { Leg, MarchSituation } from './encounters/march.ts';
import { formingTests, segmentsByTest } from './morale.ts';
import { formationCost, inchesBetween, type Pace, paceOf } from './movement.ts';
import { barredFrom, type Ground, hitsAtHalfSpeed, roadInches, terrainRow, withMilitiaHits } from './terrain.ts';
import { formationOf } from './unit.ts';
import type { TestId } from './vocabulary.ts';
import { maySkirmish, spoken } from './words.ts';

/** One thing that happens on a march, in order: all are known before the first die, for the path is given. */
export type MarchEvent =
  | { readonly kind: 'test'; readonly test: TestId }
  | { readonly kind: 'form'; readonly into: string }
  | { readonly kind: 'move'; readonly inches: number }
  /** `ifPassed`: so many hits when a test is passed, for rows that let one spare the unit; null without a test. */
  | { readonly kind: 'terrain'; readonly label: string; readonly hits: number; readonly ifPassed: number | null };

export interface MarchCourse {
  /** The events of one turn; every turn repeats them. */
  readonly events: readonly MarchEvent[];
  /** What the sheet does not allow of it. */
  readonly problems: readonly Problem[];
}

/** Where the march has got to while its course is worked out. */
interface Progress {
  readonly book: Rulebook;
  readonly situation: MarchSituation;
  /** What command status leaves of so many segments. */
  readonly allowed: (segments: number) => number;
  formation: string;
  /** Segments used up; without end once a change of formation has taken the whole turn. */
  used: number;
  /** Terrain rows that have counted, where each does so once in a turn (ruling terrainPer). */
  readonly counted: Set<string>;
  readonly events: MarchEvent[];
}
type Move = Extract<Leg, { move: number }>;

const mover = ({ situation: { unit }, formation }: Progress) => ({ ...unit, formation });

export function marchCourse(situation: MarchSituation, book: Rulebook): MarchCourse {
  const { unit, legs, command } = situation;
  const { move: status } = commandStatus(book, command);
  // Engaged units out of command may move by a test.
  const byTest = segmentsByTest(book);
  const left = status === 'none' && unit.engaged ? byTest : 0;
  const under = segmentsUnder(book, command);
  const moves = legs.some(isMove);
  const tests: readonly (readonly [isDue: boolean, test: TestId])[] = [
    [left > 0, 'engaged-move'],
    [situation.leavesCover && moves, 'leaving-cover'],
    [situation.hasFired && moves, 'move-after-firing'],
  ];
  const events = tests.flatMap(([isDue, test]): MarchEvent[] => (isDue ? [{ kind: 'test', test }] : []));
  const allowed = (n: number) => under(n, () => unit.engaged);
  const progress = {
    book,
    situation,
    allowed,
    formation: formationOf(unit),
    used: 0,
    counted: new Set<string>(),
    events,
  };
  const unlessTested = byTest ? ', unless it is engaged and passes a test' : '';
  const problems = [
    ...(status === 'none' && left === 0
      ? refused(['command'], `A unit out of command does not move${unlessTested}.`)
      : []),
    ...legs.flatMap((leg, i) =>
      isMove(leg) ? move(progress, leg, ['legs', i]) : form(progress, leg.form, ['legs', i, 'form']),
    ),
  ];
  return { events, problems };
}
const refused = (path: Problem['path'], message: string, found?: unknown): Problem[] => [{ path, message, found }];
const isMove = (leg: Leg): leg is Move => 'move' in leg;

/** Its pace in the formation it is in, and how many segments of it are left to it. */
function paceNow(progress: Progress): { readonly pace: Pace | null; readonly segments: number } {
  const pace = paceOf(progress.book, mover(progress));
  // A battalion gun that goes with it costs a segment.
  const inches = pace?.inches.slice(0, progress.situation.battalionGun ? -1 : undefined) ?? [];
  return { pace: pace && { ...pace, inches }, segments: Math.min(inches.length, progress.allowed(inches.length)) };
}

/** A change of formation: its cost in segments, and the tests that it asks for. */
function form(progress: Progress, into: string, path: Problem['path']): Problem[] {
  const { book, formation, used, events } = progress;
  const { unit } = progress.situation;
  const { training, enemyDistance = Number.POSITIVE_INFINITY } = unit;
  if (into === formation) return [];
  const cost = formationCost(book, mover(progress), into);
  if (cost === null) {
    const change = `from ${spoken(formation)} to ${spoken(into)}`;
    return refused(path, `The sheet of ${theEdition(book)} prints no change ${change}.`, into);
  }
  if (into === 'skirmish' && !maySkirmish(unit))
    return refused(path, 'Only irregular cavalry may form in skirmish order.', into);
  const { segments } = paceNow(progress);
  const fits = used + cost <= segments || (used === 0 && cost >= segments);
  const takes = Number.isFinite(cost)
    ? `${cost} of the segments of a turn; ${Math.max(0, segments - used)} are left`
    : 'the whole turn';
  for (const { test, within } of formingTests(book, training))
    if (enemyDistance <= within) events.push({ kind: 'test', test });
  events.push({ kind: 'form', into });
  progress.used += cost;
  progress.formation = into;
  return fits ? [] : refused(path, `Going into ${spoken(into)} takes ${takes}.`, into);
}

/** Moves on over some ground, segment by segment, and over what lies across the way. */
function move(progress: Progress, leg: Move, path: Problem['path']): Problem[] {
  const { book, used, formation, events } = progress;
  const { pace, segments } = paceNow(progress);
  const barred = barredFrom(book, leg.ground, mover(progress));
  if (!pace) return refused([...path, 'move'], noMove(progress), formation);
  const problems = squareProblems(progress, pace);
  if (used + leg.move > segments)
    return [...problems, ...refused([...path, 'move'], tooFar(progress, segments, leg.move), leg.move)];
  if (barred) return [...problems, ...refused([...path, 'ground'], barred, leg.ground)];
  for (let done = 0; done < leg.move; done++) {
    const part = Math.min(1, leg.move - done);
    const from = used + done;
    const road = leg.ground === 'road' && part === 1 ? roadInches(book, formation) : 0;
    events.push({ kind: 'move', inches: (inchesBetween(pace, from, from + part) + road) / (leg.halfSpeed ? 2 : 1) });
    events.push(...groundEvents(progress, leg));
    if (pace.tiring !== null && from < pace.tiring && from + part >= pace.tiring) events.push(...tiringEvents(book));
  }
  for (const crossing of leg.cross) {
    const why = barredFrom(book, crossing, mover(progress));
    if (why) problems.push(...refused([...path, 'cross'], why, crossing));
    else events.push(...crossingEvents(progress, crossing, leg.byVictory));
  }
  progress.used += leg.move;
  return problems;
}

const noMove = ({ book, situation: { unit }, formation }: Progress): string =>
  unit.arm === 'artillery' && formation === 'unlimbered'
    ? 'Heavy guns are not moved by hand; limber them.'
    : `The sheet of ${theEdition(book)} prints no move for ${unit.arm} in ${spoken(formation)}.`;
const tooFar = ({ used, formation }: Progress, segments: number, asked: number): string =>
  Number.isFinite(used)
    ? `A unit in ${spoken(formation)} has ${segments} move ${segments === 1 ? 'segment' : 'segments'} here, and ${used + asked} are asked for.`
    : 'The change of formation has taken the whole turn.';

function squareProblems({ situation: { cavalryDistance } }: Progress, { cavalryWithin }: Pace): Problem[] {
  if (cavalryWithin === null || cavalryDistance === undefined || cavalryDistance > cavalryWithin) return [];
  return refused(['cavalryDistance'], `A square does not move with cavalry within ${cavalryWithin}.`, cavalryDistance);
}

const terrainEvent = (label: string, hits: number, ifPassed: number | null) =>
  ({ kind: 'terrain', label, hits, ifPassed }) satisfies MarchEvent;

/** What a row of the terrain table costs the unit. */
function rowEvent({ book, situation: { unit } }: Progress, { cells, label }: CellRow) {
  const all = (hits: number) => withMilitiaHits(book, unit, hits);
  return terrainEvent(label, all(Number(cells['hits'] ?? 0)), cells['unlessTest'] === true ? all(0) : null);
}

/** What the ground costs for each segment begun: terrain is "per move", and a move is a segment (ruling terrainPer). */
function groundEvents(progress: Progress, { ground, halfSpeed }: Move): MarchEvent[] {
  const { book, counted } = progress;
  const row = terrainRow(book, ground, mover(progress));
  if (!row || counted.has(row.id)) return [];
  if (ruled(book, 'terrainPer') === 'turn') counted.add(row.id);
  const spared = halfSpeed ? hitsAtHalfSpeed(book) : null;
  const event = spared === null ? rowEvent(progress, row) : terrainEvent(row.label, spared, null);
  return event.hits > 0 ? [event] : [];
}

/** What lies across the way; buildings and earthworks cost nothing to whoever enters them by winning a combat. */
function crossingEvents(progress: Progress, crossing: Ground, byVictory: boolean): MarchEvent[] {
  const row = terrainRow(progress.book, crossing, mover(progress));
  return !row || (byVictory && row.cells['per'] === 'entry') ? [] : [rowEvent(progress, row)];
}

/** The segment marked F (ruling fSegment). */
function tiringEvents(book: Rulebook): MarchEvent[] {
  const how = ruled(book, 'fSegment');
  return how === 'ignore' ? [] : [terrainEvent('the segment marked F', 1, how === 'costs-1-fh' ? null : 0)];
}
