import { act, block, type Flow, leave, type Stepped, when } from '../../kit/flow.ts';
import { withVariables } from '../../kit/scratch.ts';
import { type Fields, flag, int } from '../../sim/state.ts';
import { type Rulebook, ruled } from '../book.ts';
import { type Combatant, type Flows, isBroken, MOST_PHASE_HITS, suffer } from './combatant.ts';
import { commanderRisk } from './commander.ts';
import { occasionOf } from './morale.ts';
import { shotRoll, volleyNow } from './shoot.ts';
import { type AmmunitionChoice, fireOf, type Shot } from './shot.ts';
import { type TestSpec, test as testRoll } from './tests.ts';
import type { TestId } from './vocabulary.ts';
import { isColumn } from './words.ts';

/** A variant may send a unit no further back than this. */
export const MOST_MOVES_BACK = 9;

/** What the volley in hand has come to; one group serves all firers of an encounter, and is clear between them. */
export const volleyFields = () => ({
  shot: flag(),
  caused: int(0, MOST_PHASE_HITS),
  ten: flag(),
  /** It was the firer's first. */
  first: flag(),
  /** Moves to the rear that the firer owes: militia that would not fire, or fire that hit nothing (ruling noHitsChoice). */
  movesBack: int(0, MOST_MOVES_BACK),
});
export type VolleyState = Fields<ReturnType<typeof volleyFields>>;

export interface VolleySpec {
  readonly book: Rulebook;
  readonly firer: Combatant;
  readonly target: Combatant;
  readonly volley: VolleyState;
  readonly inches: () => number;
  readonly ammunition?: AmmunitionChoice;
  /** The side of the target that is shot at, where it differs from the target's own `aspect`. */
  readonly into?: 'front' | 'flank' | 'rear';
  /** Defensive fire is tested for (ragged volley) and asks for a test when nothing was hit. */
  readonly phase: 'fire' | 'defensive-fire';
  /** Friends that are fired over. */
  readonly over?: readonly Combatant[];
  /** What hits are put down to. */
  readonly cause: string;
  /** Reads what the volley has come to, before it is forgotten. */
  readonly then?: () => void;
}
export interface Firing extends VolleySpec {
  /** The shot as the distance now is. */
  readonly shot: () => Shot;
  readonly fire: ReturnType<typeof fireOf>;
}

/**
 * One unit fires at another:
 *
 *   (hold fire?) ─ militia's first fire ─ defensive-fire test ─ SHOT ─ target's commander ─ natural 10 ─ no hits ─ friends fired over
 */
export function volleyOf(spec: VolleySpec) {
  const { book, firer, target, volley } = spec;
  const fire = fireOf(book, firer, spec.ammunition);
  const firing: Firing = { ...spec, fire, shot: () => fire.shotAt(spec.inches()) };
  const isAble = (): boolean => fire.mayFire(firing.shot());
  const fires = volleyFlows(firing);
  const over = act<Stepped>(() => {
    spec.then?.();
    firer.state.ragged = false;
  });
  const played = (holds: Flows): Flows =>
    withVariables(volley, [block([when(() => isBroken(target) || !isAble(), [leave]), ...holds, ...fires]), over]);
  return {
    /** Has it a shot as things are? */
    isAble,
    shot: firing.shot,
    fires: played([]),
    /** It tries not to fire at a viable target. */
    holds: () => played([holdsFire(firing)]),
  };
}

const canShoot = ({ firer, volley }: Firing) => !volley.shot && !isBroken(firer) && !firer.state.withdrawn;

/** A test around firing. */
const volleyTest = (firing: Firing, test: TestId, unit: Combatant, more: Partial<TestSpec> = {}): Flow<Stepped> =>
  testRoll({ book: firing.book, test, unit, enemy: firing.target.facts, now: volleyNow(firing), ...more });
/** A test whose failure costs hits, and nothing else. */
const costlyTest = (firing: Firing, test: TestId, unit: Combatant): Flow<Stepped> =>
  volleyTest(firing, test, unit, { cause: () => firing.cause });

/** It tries to hold its fire; if it cannot, a column goes into line (oth-half: any formation) and fires. */
function holdsFire(firing: Firing): Flow<Stepped> {
  const { book, firer, cause } = firing;
  const { effect, hits } = occasionOf(book, 'hold-fire', firer.given.training)!.failure(1);
  const any = effect === 'line-and-fire';
  const held = volleyTest(firing, 'hold-fire', firer, {
    cause: () => cause,
    failure: () => `${hits} FH, and it fires`,
    passed: [leave],
    fails: () => {
      if (firer.given.arm === 'artillery') return;
      if (any || isColumn(firer.state.formation)) firer.state.formation = 'line';
    },
  });
  return when(() => canShoot(firing), [held]);
}

function volleyFlows(firing: Firing): Flows {
  const { book, firer, target, volley, phase } = firing;
  const able = () => canShoot(firing);
  const firstFire = militiaFirstFire(firing);
  const defensive = phase === 'defensive-fire';
  const perEvent = !target.given.commander || ruled(book, 'commanderCheck') === 'per-event';
  const hasShot = () => volley.shot && !isBroken(firer);
  return [
    ...(firstFire.when === 'before' ? [when<Stepped>(() => able() && !firer.state.fired, firstFire.test)] : []),
    ...(defensive ? [when<Stepped>(able, [steadyTest(firing)])] : []),
    when(able, [shotRoll(firing, volleyNow(firing))]),
    ...(perEvent ? [commanderRisk(book, target, () => volley.caused)] : []),
    when(() => volley.ten && !isBroken(firer), [costlyTest(firing, 'natural-ten', firer)]),
    ...(firstFire.when === 'after' ? [when<Stepped>(() => hasShot() && volley.first, firstFire.test)] : []),
    ...(defensive ? [when<Stepped>(() => hasShot() && volley.caused === 0, [nothingHitTest(firing)])] : []),
    ...(firing.over ?? []).map((friend) =>
      when<Stepped>(() => volley.shot && !isBroken(friend), [costlyTest(firing, 'overhead', friend)]),
    ),
  ];
}

/** Militia test when they fire for the first time, before or after the shot (ruling militiaFirstFire), and may retire. */
function militiaFirstFire(firing: Firing): { readonly when: 'before' | 'after' | 'never'; readonly test: Flows } {
  const { book, firer, phase } = firing;
  if (phase !== 'fire' || firer.given.training !== 'militia' || !occasionOf(book, 'first-fire', 'militia'))
    return { when: 'never', test: [] };
  const fails = (): void => {
    firer.state.withdrawn = true;
  };
  const test = [volleyTest(firing, 'first-fire', firer, { fails, failure: () => 'retires' })];
  // Where the sheet prints no such test, a variant that adds it means it as oth2 does.
  return { when: book.rulings['militiaFirstFire']?.value === 'after' ? 'after' : 'before', test };
}

/** Defensive fire is tested for: a ragged volley, or (oth-half) militia that withdraw without firing. */
function steadyTest(firing: Firing): Flow<Stepped> {
  const { book, firer } = firing;
  const { effect, moves } = occasionOf(book, 'defensive-fire', firer.given.training)!.failure(1);
  const fails = (): void => {
    if (effect === 'withdraw-without-fire') withdraw(firing, moves);
    else firer.state.ragged = true;
  };
  return volleyTest(firing, 'defensive-fire', firer, { fails });
}

/** Defensive fire that hit nothing: by how much the test fails decides. */
function nothingHitTest(firing: Firing): Flow<Stepped> {
  const { book, firer, cause } = firing;
  const { failure } = occasionOf(book, 'no-hits', firer.given.training)!;
  return volleyTest(firing, 'no-hits', firer, {
    grade: (by) => failure(by).hits || failure(by).moves,
    fails: (grade, emit) => {
      if (book.rulings['noHitsChoice']?.value === 'move') withdraw(firing, grade);
      else suffer(firer, grade, cause, emit);
    },
  });
}

/** The firer goes to the rear. */
function withdraw({ firer, volley }: Firing, moves: number): void {
  firer.state.withdrawn = true;
  volley.movesBack = Math.min(MOST_MOVES_BACK, moves);
}
