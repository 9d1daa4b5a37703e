import type { Step } from '../../sim/machine.ts';
import { flag, int } from '../../sim/state.ts';
import { clause } from '../../words/names.ts';
import { type Cell, cell, cellIfAny, cellTable, type Rulebook, ruled } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import { commanderAtRisk, commanderStep } from './commander-risk.ts';
import { type Combatant, isBroken, MOST_PHASE_HITS, takeHits } from './live.ts';
import { shotStep, volleyNow } from './shoot.ts';
import { type AmmunitionChoice, mayFire, type Shot, shotOf } from './shot.ts';
import { testStep } from './tests.ts';
import { COLUMNS } from './words.ts';

/** A variant may send a unit no further back than this. */
export const MOST_MOVES_BACK = 9;

/** Scratch fields of the volley being fired; one group serves all firers of an encounter, and is clear between them. */
export const volleyFields = () => ({
  shot: flag(),
  caused: int(0, MOST_PHASE_HITS),
  ten: flag(),
  /** It was the firer's first. */
  first: flag(),
  /** Moves to the rear that the firer owes. */
  movesBack: int(0, MOST_MOVES_BACK),
});
export interface VolleyState {
  shot: boolean;
  caused: number;
  ten: boolean;
  first: boolean;
  movesBack: number;
}
/** What a volley has come to. */
export interface VolleyResult {
  /** Did the unit fire? */
  readonly shot: boolean;
  readonly caused: number;
  /** Moves to the rear that it owes: militia that would not fire, or fire that hit nothing (ruling noHitsChoice). */
  readonly movesBack: number;
}

export interface VolleySpec<S> {
  readonly book: Rulebook;
  /** Begins the names of all its steps. */
  readonly prefix: string;
  readonly firer: Combatant;
  readonly target: Combatant;
  readonly volley: VolleyState;
  /** In inches; a function where it follows the state, as in an engagement. */
  readonly distance: number | (() => number);
  readonly ammunition?: AmmunitionChoice;
  /** The side of the target that is shot at, where it differs from the target's own `aspect`. */
  readonly into?: 'front' | 'flank' | 'rear';
  /** Defensive fire is tested for (ragged volley) and asks for a test when nothing was hit. */
  readonly phase: 'fire' | 'defensive-fire';
  /** It tries to hold its fire; asked anew each time the volley begins. */
  readonly holdFire?: boolean | (() => boolean);
  /** Friends that are fired over. */
  readonly over?: readonly Combatant[];
  /** A sum that gets the hits caused. */
  readonly sum?: string;
  readonly next: (s: S, result: VolleyResult) => void;
}

export interface Volley<S> {
  /** Begins the volley: sets the step that comes first, or goes straight to `next` if the unit cannot fire. */
  readonly enter: (s: S) => void;
  readonly steps: Readonly<Record<string, Step<S>>>;
  /** The shot as the distance now is. */
  readonly shot: () => Shot;
}
interface Stage<S> {
  readonly name: string;
  readonly when: () => boolean;
  readonly step: Step<S>;
}

/**
 * One unit fires at another:
 *
 *   hold fire? ─ militia's first fire ─ defensive-fire test ─ SHOT ─ target's commander ─ natural 10 ─ no hits ─ friends fired over
 *
 * A stage whose condition does not hold is passed over.
 */
export function volleySteps<S extends { step: string }>(spec: VolleySpec<S>): Volley<S> {
  const { book, firer, target, volley, prefix } = spec;
  const shot = shotAtDistance(spec);
  const now = volleyNow(spec, shot);
  const able = mayFire(book, firer);
  const stages: Stage<S>[] = [];
  const proceed = (s: S, from: number) => {
    const next = stages.findIndex((stage, i) => i >= from && stage.when());
    if (next >= 0) s.step = stages[next].name;
    else finish(s);
  };
  const finish = (s: S) => {
    const result = { shot: volley.shot, caused: volley.caused, movesBack: volley.movesBack };
    volley.shot = false;
    volley.caused = 0;
    volley.ten = false;
    volley.first = false;
    volley.movesBack = 0;
    firer.live.ragged = false;
    spec.next(s, result);
  };
  const stage = (id: string, when: () => boolean, make: (on: (s: S) => void) => Step<S>) => {
    const place = stages.length;
    stages.push({ name: `${prefix}.${id}`, when, step: make((s) => proceed(s, place + 1)) });
  };
  const canShoot = () => !volley.shot && !isBroken(firer) && !firer.live.withdrawn;
  const test = { book, unit: firer, enemy: target.facts, now, tables: ['morale.modifiers', 'fire.tests.modifiers'] };
  const hitsFor = (table: string, row: string) => numberOr(cell(book, table, row, 'hits'), 0);
  const has = (table: string, row: string) => book.tables[table]?.rows.some((r) => r.id === row) ?? false;

  /** A test that costs hits when it fails, and nothing else. */
  const costly = (unit: Combatant, id: 'natural-ten' | 'overhead', title: string, on: (s: S) => void) =>
    testStep<S>({
      ...test,
      unit,
      test: id,
      title,
      passed: on,
      failed: (s) => {
        takeHits(unit, hitsFor('fire.tests', id));
        on(s);
      },
      failure: () => `${hitsFor('fire.tests', id)} FH`,
    });
  const { holdFire } = spec;
  if (holdFire) {
    const holds = typeof holdFire === 'function' ? holdFire : () => true;
    stage(
      'hold-fire',
      () => canShoot() && holds(),
      (on) =>
        testStep<S>({
          ...test,
          test: 'hold-fire',
          title: clause(firer.label, 'tries to hold fire'),
          passed: finish,
          failed: (s) => {
            takeHits(firer, hitsFor('fire.tests', 'hold-fire'));
            reformForFire(book, firer);
            on(s);
          },
          failure: () => `${hitsFor('fire.tests', 'hold-fire')} FH, and it fires`,
        }),
    );
  }
  const militia = firer.given.training === 'militia';
  const tested = spec.phase === 'fire' && militia && has('fire.tests', 'first-fire');
  const firstFire = (id: string, when: () => boolean) =>
    stage(id, when, (on) =>
      testStep<S>({
        ...test,
        test: 'first-fire',
        title: clause(firer.label, 'fires for the first time'),
        passed: on,
        failed: (s) => {
          firer.live.withdrawn = true;
          on(s);
        },
        failure: () => 'retires',
      }),
    );
  if (tested && ruled(book, 'militiaFirstFire') === 'before')
    firstFire('first-fire', () => canShoot() && !firer.live.fired);
  if (spec.phase === 'defensive-fire') {
    const leaves = militia && has('contact.tests', 'defensive-fire-militia');
    stage('steady', canShoot, (on) =>
      testStep<S>({
        ...test,
        test: 'defensive-fire',
        title: clause(firer.label, 'delivers defensive fire'),
        passed: on,
        failed: (s) => {
          if (leaves) withdraw(spec, numberOr(cellIfAny(book, 'contact.tests', 'defensive-fire-militia', 'moves'), 1));
          else firer.live.ragged = true;
          on(s);
        },
        failure: () => (leaves ? 'withdraws without firing' : 'ragged volley'),
      }),
    );
  }
  stage('shot', canShoot, (on) => shotStep(spec, shot, now, on));
  stage(
    'commander',
    () => volley.caused > 0 && commanderAtRisk(target) && ruled(book, 'commanderCheck') === 'per-event',
    (on) => commanderStep<S>(book, target, () => volley.caused, on),
  );
  stage(
    'natural-ten',
    () => volley.ten && !isBroken(firer),
    (on) => costly(firer, 'natural-ten', `${firer.label} rolled a 10`, on),
  );
  if (tested && ruled(book, 'militiaFirstFire') === 'after')
    firstFire('first-fire-after', () => volley.shot && volley.first && !isBroken(firer));
  if (spec.phase === 'defensive-fire') {
    stage(
      'no-hits',
      () => volley.shot && volley.caused === 0 && !isBroken(firer),
      (on) => noHitsStep(spec, test, on),
    );
  }
  (spec.over ?? []).forEach((friend, i) => {
    const when = () => volley.shot && !isBroken(friend);
    stage(`over-${i + 1}`, when, (on) => costly(friend, 'overhead', `${friend.label} is fired over`, on));
  });
  return {
    enter: (s) => (isBroken(target) || !able(shot()) ? finish(s) : proceed(s, 0)),
    steps: Object.fromEntries(stages.map((t) => [t.name, t.step])),
    shot,
  };
}

/** The unit's shot at the distance of the moment, worked out once a distance. */
function shotAtDistance<S>({ book, firer, distance, ammunition }: VolleySpec<S>): () => Shot {
  const known = new Map<number, Shot>();
  return () => {
    const inches = typeof distance === 'function' ? distance() : distance;
    let shot = known.get(inches);
    if (!shot) {
      shot = shotOf(book, firer.given, inches, ammunition);
      known.set(inches, shot);
    }
    return shot;
  };
}

/** Defensive fire that hit nothing: by how much the test fails decides. */
function noHitsStep<S>(
  spec: VolleySpec<S>,
  test: { book: Rulebook; unit: Combatant; enemy: FactRecord; now: FactRecord },
  on: (s: S) => void,
): Step<S> {
  const { book, firer } = spec;
  const rows = cellTable(book, 'contact.tests').rows.filter((r) => typeof r.cells['failBy'] === 'number');
  const moves = book.rulings['noHitsChoice']?.value === 'move';
  const worst = (by: number, column: 'hits' | 'moves') =>
    rows.reduce(
      (most, r) => (by >= Number(r.cells['failBy']) ? Math.max(most, numberOr(r.cells[column], 0)) : most),
      0,
    );
  const cost = (by: number) => worst(by, moves ? 'moves' : 'hits');
  return testStep<S>({
    ...test,
    test: 'no-hits',
    title: clause(firer.label, 'has hit nothing'),
    passed: on,
    grade: cost,
    failed: (s, _emit, grade) => {
      if (moves) withdraw(spec, grade);
      else takeHits(firer, grade);
      on(s);
    },
    failure: (by) => (moves ? `${cost(by)} ${cost(by) === 1 ? 'move' : 'moves'} to the rear` : `${cost(by)} FH`),
  });
}

/** The firer goes to the rear. */
function withdraw<S>({ firer, volley }: VolleySpec<S>, moves: number): void {
  firer.live.withdrawn = true;
  volley.movesBack = Math.min(MOST_MOVES_BACK, moves);
}

/** It could not hold its fire: a column goes into line (oth-half: any formation). */
function reformForFire(book: Rulebook, firer: Combatant): void {
  if (firer.given.arm === 'artillery') return;
  const any = cell(book, 'fire.tests', 'hold-fire', 'effect') === 'line-and-fire';
  if (any || (COLUMNS as readonly string[]).includes(firer.live.formation)) firer.live.formation = 'line';
}

const numberOr = (c: Cell, otherwise: number): number => (typeof c === 'number' ? c : otherwise);
