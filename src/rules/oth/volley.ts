import { act, block, type Flow, leave, type Stepped, when } from '../../kit/flow.ts';
import { type Fields, flag, int } from '../../sim/state.ts';
import { clause } from '../../words/names.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import { type Combatant, type Flows, isBroken, MOST_PHASE_HITS, suffer } from './combatant.ts';
import { commanderAtRisk, commanderRoll } from './commander-risk.ts';
import { circumstanceOf, failureText, hasRow, numberOr } from './morale.ts';
import { shotRoll, volleyNow } from './shoot.ts';
import { type AmmunitionChoice, fireOf, type Shot } from './shot.ts';
import { type TestSpec, test } from './tests.ts';
import type { TestId } from './vocabulary.ts';
import { COLUMNS } from './words.ts';

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
  const played = (holds: Flows): Flows => [
    block([when(() => isBroken(target) || !isAble(), [leave]), ...holds, ...fires]),
    act(() => {
      spec.then?.();
      volley.shot = false;
      volley.caused = 0;
      volley.ten = false;
      volley.first = false;
      volley.movesBack = 0;
      firer.state.ragged = false;
    }),
  ];
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

/** Tests around firing. Those that cost hits when they fail have them in a table of the sheet. */
function tests(firing: Firing) {
  const { book, target } = firing;
  const common = { book, enemy: target.facts, now: volleyNow(firing), tables: AROUND_FIRE };
  return (id: TestId, unit: Combatant, title: string, more: Partial<TestSpec>): Flow<Stepped> =>
    test({ ...common, test: id, unit, title, failure: () => '', ...more });
}
const AROUND_FIRE = ['morale.modifiers', 'fire.tests.modifiers'];

/** Failing costs hits, and nothing else. */
const costly = ({ book, cause }: Firing, row: string, words = ''): Partial<TestSpec> => {
  const hits = numberOr(cell(book, 'fire.tests', row, 'hits'), 0);
  return { costs: { hits, cause: () => cause }, failure: () => `${hits} FH${words}` };
};

/** It tries to hold its fire; if it cannot, a column goes into line (oth-half: any formation) and fires. */
function holdsFire(firing: Firing): Flow<Stepped> {
  const { book, firer } = firing;
  const any = cell(book, 'fire.tests', 'hold-fire', 'effect') === 'line-and-fire';
  const held = tests(firing)('hold-fire', firer, clause(firer.label, 'tries to hold fire'), {
    ...costly(firing, 'hold-fire', ', and it fires'),
    passed: [leave],
    fails: () => {
      if (firer.given.arm === 'artillery') return;
      if (any || (COLUMNS as readonly string[]).includes(firer.state.formation)) firer.state.formation = 'line';
    },
  });
  return when(() => canShoot(firing), [held]);
}

function volleyFlows(firing: Firing): Flows {
  const { book, firer, target, volley, phase } = firing;
  const ask = tests(firing);
  const able = () => canShoot(firing);
  const firstFire = militiaFirstFire(firing);
  return [
    ...(firstFire.when === 'before' ? [when<Stepped>(() => able() && !firer.state.fired, firstFire.test)] : []),
    ...(phase === 'defensive-fire' ? [when<Stepped>(able, [steadyTest(firing)])] : []),
    when(able, [shotRoll(firing, volleyNow(firing))]),
    ...(ruled(book, 'commanderCheck') === 'per-event'
      ? [
          when<Stepped>(
            () => volley.caused > 0 && commanderAtRisk(target),
            [commanderRoll(book, target, () => volley.caused)],
          ),
        ]
      : []),
    when(
      () => volley.ten && !isBroken(firer),
      [ask('natural-ten', firer, `${firer.label} rolled a 10`, costly(firing, 'natural-ten'))],
    ),
    ...(firstFire.when === 'after'
      ? [when<Stepped>(() => volley.shot && volley.first && !isBroken(firer), firstFire.test)]
      : []),
    ...(phase === 'defensive-fire'
      ? [when<Stepped>(() => volley.shot && volley.caused === 0 && !isBroken(firer), [nothingHitTest(firing)])]
      : []),
    ...(firing.over ?? []).map((friend) =>
      when<Stepped>(
        () => volley.shot && !isBroken(friend),
        [ask('overhead', friend, `${friend.label} is fired over`, costly(firing, 'overhead'))],
      ),
    ),
  ];
}

/** Militia test when they fire for the first time, before or after the shot (ruling militiaFirstFire), and may retire. */
function militiaFirstFire(firing: Firing): { readonly when: 'before' | 'after' | 'never'; readonly test: Flows } {
  const { book, firer, phase } = firing;
  if (phase !== 'fire' || firer.given.training !== 'militia' || !hasRow(book, 'fire.tests', 'first-fire'))
    return { when: 'never', test: [] };
  const first = tests(firing)('first-fire', firer, clause(firer.label, 'fires for the first time'), {
    fails: () => {
      firer.state.withdrawn = true;
    },
    failure: () => 'retires',
  });
  return { when: ruled(book, 'militiaFirstFire') === 'before' ? 'before' : 'after', test: [first] };
}

/** Defensive fire is tested for: a ragged volley, or (oth-half) militia that withdraw without firing. */
function steadyTest(firing: Firing): Flow<Stepped> {
  const { book, firer } = firing;
  const leaves = firer.given.training === 'militia' && hasRow(book, 'contact.tests', 'defensive-fire-militia');
  return tests(firing)('defensive-fire', firer, clause(firer.label, 'delivers defensive fire'), {
    fails: () => {
      if (leaves) withdraw(firing, numberOr(cell(book, 'contact.tests', 'defensive-fire-militia', 'moves'), 1));
      else firer.state.ragged = true;
    },
    failure: () => (leaves ? 'withdraws without firing' : 'ragged volley'),
  });
}

/** Defensive fire that hit nothing: by how much the test fails decides. */
function nothingHitTest(firing: Firing): Flow<Stepped> {
  const { book, firer, cause } = firing;
  const { failure } = circumstanceOf(book, 'no-hits', firer.given.training);
  const cost = (by: number): number => failure(by).hits || failure(by).moves;
  return tests(firing)('no-hits', firer, clause(firer.label, 'has hit nothing'), {
    grade: cost,
    fails: (grade, emit) => {
      if (book.rulings['noHitsChoice']?.value === 'move') withdraw(firing, grade);
      else suffer(firer, grade, cause, emit);
    },
    failure: (by) => failureText(failure(by)),
  });
}

/** The firer goes to the rear. */
function withdraw({ firer, volley }: Firing, moves: number): void {
  firer.state.withdrawn = true;
  volley.movesBack = Math.min(MOST_MOVES_BACK, moves);
}
