import { cell, type Rulebook, ruled } from '../book.ts';
import type { Problem } from '../problem.ts';
import { commandStatus } from './command-status.ts';
import { theEdition } from './edition.ts';
import type { Leg, MarchSituation } from './encounters/march.ts';
import { formationCost, inchesBetween, type Pace, paceOf } from './march-pace.ts';
import {
  type Crossing,
  type Ground,
  hitsAtHalfSpeed,
  isBarred,
  militiaExtra,
  roadInches,
  terrainRow,
} from './march-terrain.ts';
import { formationOf } from './unit.ts';

/** One thing that happens on a march, in order: all are known before the first die, for the path is given. */
export type Event =
  | { readonly kind: 'test'; readonly test: 'leaving-cover' | 'move-after-firing' | 'engaged-move' }
  | { readonly kind: 'form'; readonly into: string; readonly near: boolean; readonly militia: boolean }
  /** Moves on; then the terrain may cost hits. */
  | { readonly kind: 'move'; readonly inches: number; readonly segments: number }
  | {
      readonly kind: 'terrain';
      readonly label: string;
      readonly hits: number;
      /** So many when the test is passed, for rows that let a test spare the unit; null without a test. */
      readonly ifPassed: number | null;
    };

export interface Plan {
  /** The events of one turn; every turn repeats them. */
  readonly events: readonly Event[];
  readonly problems: readonly Problem[];
}

const spoken = (word: string): string => word.replaceAll('-', ' ');

/** The march as a list of events, and what the sheet does not allow of it. */
export function marchPlan(situation: MarchSituation, book: Rulebook): Plan {
  const { unit, legs, command } = situation;
  const problems: Problem[] = [];
  const events: Event[] = [];
  let formation = formationOf(unit);
  let used = 0;
  const turnHits = new Set<string>();
  const walker = () => ({ ...unit, formation });
  const allowance = allowanceOf(situation, book);
  if (allowance.refusal) problems.push({ path: ['command'], message: allowance.refusal });
  if (allowance.tested) events.push({ kind: 'test', test: 'engaged-move' });
  const moves = legs.some((leg) => 'move' in leg);
  if (situation.leavesCover && moves) events.push({ kind: 'test', test: 'leaving-cover' });
  if (situation.hasFired && moves) events.push({ kind: 'test', test: 'move-after-firing' });

  legs.forEach((leg, i) => {
    const path = ['legs', i];
    if ('form' in leg) form(leg.form, path);
    else move(leg, path);
  });
  return { events, problems };

  function form(into: string, path: (string | number)[]): void {
    if (into === formation) return;
    const cost = formationCost(book, walker(), into);
    if (cost === null) {
      const message = `The sheet of ${theEdition(book)} prints no change from ${spoken(formation)} to ${spoken(into)}.`;
      problems.push({ path: [...path, 'form'], message, found: into });
      return;
    }
    if (unit.arm === 'cavalry' && into === 'skirmish' && unit.training !== 'irregular') {
      problems.push({
        path: [...path, 'form'],
        message: 'Only irregular cavalry may form in skirmish order.',
        found: into,
      });
      return;
    }
    const has = segmentsOf(pace());
    if (used + cost > has && !(used === 0 && cost >= has))
      problems.push({
        path: [...path, 'form'],
        message: Number.isFinite(cost)
          ? `Going into ${spoken(into)} takes ${cost} of the segments of a turn; ${Math.max(0, has - used)} are left.`
          : `Going into ${spoken(into)} takes the whole turn.`,
        found: into,
      });
    used += cost;
    formation = into;
    const within = cell(book, 'movement.tests', 'formation-change', 'within');
    events.push({
      kind: 'form',
      into,
      near: unit.enemyDistance !== undefined && typeof within === 'number' && unit.enemyDistance <= within,
      militia: unit.training === 'militia' && book.tables['formation.notes']?.rows.some((r) => r.id === 'militia-hit'),
    } as Event);
  }

  function pace(): Pace | null {
    const found = paceOf(book, walker());
    if (!found || !situation.battalionGun) return found;
    return { ...found, inches: found.inches.slice(0, -1) };
  }
  function segmentsOf(p: Pace | null): number {
    return Math.min(p?.inches.length ?? 0, allowance.segments(p?.inches.length ?? 0));
  }

  function move(leg: Extract<Leg, { move: number }>, path: (string | number)[]): void {
    const p = pace();
    if (!p) {
      const message =
        unit.arm === 'artillery' && formation === 'unlimbered'
          ? 'Heavy guns are not moved by hand; limber them.'
          : `The sheet of ${theEdition(book)} prints no move for ${unit.arm} in ${spoken(formation)}.`;
      problems.push({ path: [...path, 'move'], message, found: formation });
      return;
    }
    if (
      p.cavalryWithin !== null &&
      situation.cavalryDistance !== undefined &&
      situation.cavalryDistance <= p.cavalryWithin
    )
      problems.push({
        path: ['cavalryDistance'],
        message: `A square does not move with cavalry within ${p.cavalryWithin}.`,
        found: situation.cavalryDistance,
      });
    const has = segmentsOf(p);
    if (used + leg.move > has) {
      const message = Number.isFinite(used)
        ? `A unit in ${spoken(formation)} has ${has} move ${has === 1 ? 'segment' : 'segments'} here, and ${used + leg.move} are asked for.`
        : 'The change of formation has taken the whole turn.';
      problems.push({ path: [...path, 'move'], message, found: leg.move });
      return;
    }
    const row = terrainRow(book, leg.ground, walker());
    if (isBarred(row, walker())) {
      problems.push({ path: [...path, 'ground'], message: barredText(leg.ground), found: leg.ground });
      return;
    }
    // Each segment begun counts: terrain is "per move", and a move is a segment (ruling terrainPer).
    for (let done = 0; done < leg.move; done += 1) {
      const part = Math.min(1, leg.move - done);
      const from = used + done;
      const road = leg.ground === 'road' && part === 1 ? roadInches(book, formation) : 0;
      const inches = (inchesBetween(p, from, from + part) + road) / (leg.halfSpeed ? 2 : 1);
      events.push({ kind: 'move', inches, segments: part });
      if (row)
        suffer(row.id, row.label, Number(row.cells['hits'] ?? 0), row.cells['unlessTest'] === true, leg.halfSpeed);
      if (p.tiring !== null && from < p.tiring && from + part >= p.tiring) tire();
    }
    for (const crossing of leg.cross) cross(crossing, leg, path);
    used += leg.move;
  }

  function suffer(id: string, label: string, hits: number, tested: boolean, slow: boolean): void {
    if (ruled(book, 'terrainPer') === 'turn') {
      if (turnHits.has(id)) return;
      turnHits.add(id);
    }
    const spared = slow ? hitsAtHalfSpeed(book) : null;
    if (spared !== null) {
      if (spared > 0) events.push({ kind: 'terrain', label, hits: spared, ifPassed: null });
      return;
    }
    const all = (n: number) => n + militiaExtra(book, walker(), n);
    if (all(hits) > 0) events.push({ kind: 'terrain', label, hits: all(hits), ifPassed: tested ? all(0) : null });
  }

  function cross(crossing: Crossing, leg: Extract<Leg, { move: number }>, path: (string | number)[]): void {
    const row = terrainRow(book, crossing, walker());
    if (isBarred(row, walker())) {
      problems.push({ path: [...path, 'cross'], message: barredText(crossing), found: crossing });
      return;
    }
    if (!row || (leg.byVictory && row.cells['per'] === 'entry')) return;
    const all = (n: number) => n + militiaExtra(book, walker(), n);
    const hits = all(Number(row.cells['hits'] ?? 0));
    events.push({
      kind: 'terrain',
      label: row.label,
      hits,
      ifPassed: row.cells['unlessTest'] === true ? all(0) : null,
    });
  }

  function tire(): void {
    const how = ruled(book, 'fSegment');
    if (how === 'ignore') return;
    events.push({ kind: 'terrain', label: 'the segment marked F', hits: 1, ifPassed: how === 'costs-1-fh' ? null : 0 });
  }

  function barredText(where: Ground | Crossing): string {
    const names: Partial<Record<Ground | Crossing, string>> = {
      woods: 'normal woods',
      dense: 'dense woods',
      obstacle: 'an obstacle',
      bua: 'a built-up area',
    };
    const who =
      unit.arm === 'artillery'
        ? 'Artillery'
        : `${unit.arm === 'cavalry' ? 'Cavalry' : 'Infantry'} in ${spoken(formation)}`;
    return `${who} may not ${where === 'obstacle' ? 'cross' : 'enter'} ${names[where] ?? where}.`;
  }

  /** What command status leaves of the move: all, half of the segments, or none but by a test. */
  function allowanceOf(s: MarchSituation, b: Rulebook) {
    const { move: status } = commandStatus(b, command);
    if (status === 'full') return { segments: (n: number) => n, tested: false };
    if (status === 'half') return { segments: (n: number) => n / 2, tested: false };
    const one = b.tables['command.notes'] ? Number(cell(b, 'command.notes', 'engaged-move', 'segments') ?? 0) : 0;
    if (s.unit.engaged && one > 0) return { segments: () => one, tested: true };
    return {
      segments: () => 0,
      tested: false,
      refusal:
        one > 0
          ? 'A unit out of command does not move, unless it is engaged and passes a test.'
          : 'A unit out of command does not move.',
    };
  }
}
