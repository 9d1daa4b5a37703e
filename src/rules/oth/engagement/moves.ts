import type { ChoiceStep, Step } from '../../../sim/machine.ts';
import { clause, counted } from '../../../words/names.ts';
import { cell, cellIfAny, type Rulebook, ruled } from '../../book.ts';
import { stepNamer } from '../../step-names.ts';
import { isBroken, takeHits } from '../live.ts';
import { formationCost, inchesBetween } from '../march-pace.ts';
import { combatShare } from '../melee/score.ts';
import { circumstanceOf, failureText } from '../morale.ts';
import { shotOf } from '../shot.ts';
import { testStep } from '../tests.ts';
import type { TestId } from '../vocabulary.ts';
import {
  apart,
  CLOSEST_INCHES,
  foeOf,
  holdsGround,
  inches,
  isEngaged,
  leaves,
  type Pair,
  pace,
  reach,
} from './pair.ts';
import type { SideKey } from './situation.ts';
import { GRID, QUARTERS } from './state.ts';

/** Segments that the unit has left this turn. */
function segmentsLeft(pair: Pair, side: SideKey): number {
  const p = pace(pair, side);
  if (!p) return 0;
  const foe = foeOf(pair, side);
  const held = p.cavalryWithin !== null && foe.given.arm === 'cavalry' && inches(pair) <= p.cavalryWithin;
  return held ? 0 : Math.max(0, p.inches.length - pair.live.spent / QUARTERS);
}

/** How near an advance goes: to a range, to so many inches, or as near as one may without a charge. */
function stopAt(pair: Pair, side: SideKey, action: string): number {
  const { given } = pair[side];
  const to = /^advance-to-(\d+)$/.exec(action);
  if (to) return Number(to[1]);
  const guns = given.arm === 'artillery';
  const range = (column: string): number => {
    const table = guns ? 'fire.artillery.ranges' : 'fire.small-arms.ranges';
    const figure = cell(
      pair.book,
      table,
      guns ? (given.piece === 'mortar' ? 'mortar' : given.gun) : given.weapon,
      column,
    );
    return typeof figure === 'number' ? figure : 0;
  };
  if (action === 'advance-to-short-range') return Math.max(CLOSEST_INCHES, range('short'));
  if (action === 'advance-to-maximum-range')
    return Math.max(CLOSEST_INCHES, shotOf(pair.book, given, 0).maximum ?? range('maximum'));
  return CLOSEST_INCHES;
}

/** Asked at every move: what the book says is looked up once. */
function charging(pair: Pair, side: SideKey): () => boolean {
  const { book, live } = pair;
  const unit = pair[side];
  const foe = foeOf(pair, side);
  const never = ruled(book, 'fireThenCharge') === 'never';
  const noSquare = book.rulings['cavalryVSquare']?.value === 'may-not-contact';
  const guns = unit.given.arm === 'artillery';
  const horseAtFoot = unit.given.arm === 'cavalry' && foe.given.arm === 'infantry';
  const shares = new Map<string, boolean>();
  const fights = (t: typeof unit, inBua: boolean): boolean => {
    const key = `${t.side} ${t.live.formation} ${inBua}`;
    const known = shares.get(key);
    if (known !== undefined) return known;
    const found = combatShare(book, { arm: t.given.arm, formation: t.live.formation, inBua }, 1) !== null;
    shares.set(key, found);
    return found;
  };
  return () => {
    if (guns || segmentsLeft(pair, side) === 0 || inches(pair) > reach(pair, side)) return false;
    if (never && live[side].shot) return false;
    if (!fights(unit, false) || !fights(foe, foe.facts['inBua'] === true)) return false;
    return !(noSquare && horseAtFoot && foe.live.formation === 'square');
  };
}

/** Quarter segments that going into a formation takes; null where it cannot. */
function costOf(pair: Pair, side: SideKey, into: string): number | null {
  const { given, live } = pair[side];
  if (into === live.formation || (given.arm === 'cavalry' && into === 'skirmish' && given.training !== 'irregular'))
    return null;
  const guns = into === 'limbered' || into === 'unlimbered';
  if ((given.arm === 'artillery') !== guns) return null;
  const cost = formationCost(pair.book, { ...given, formation: live.formation }, into);
  if (cost === null) return null;
  const has = pace(pair, side)?.inches.length ?? 1;
  const used = pair.live.spent / QUARTERS;
  // A change that takes a whole turn or more is made by a unit that does nothing else.
  if (used + cost > has && used > 0) return null;
  return Math.min(4, cost) * QUARTERS;
}

function possible(pair: Pair, side: SideKey, action: string, mayCharge: () => boolean): boolean {
  if (action === 'hold') return true;
  if (action === 'charge') return mayCharge();
  if (action.startsWith('form-')) return costOf(pair, side, action.slice(5)) !== null;
  if (action === 'turn-to-face') return turnCost(pair, side) !== null;
  if (action === 'go-to-ground') return mayGoToGround(pair, side);
  if (segmentsLeft(pair, side) === 0) return false;
  if (action.startsWith('retire')) return inches(pair) < pair.edgeInches;
  return inches(pair) > stopAt(pair, side, action);
}

/** Lines 172 and 176 of oth2: engaged units advance at full speed and retire at half. oth-half prints no limit. */
const engagedShare = (book: Rulebook, option: 'advance' | 'retire'): number =>
  book.tables['engaged.options'] && cell(book, 'engaged.options', option, 'speed') === 'half' ? 0.5 : 1;

/** Quarter segments that turning to the enemy takes (line 174 of oth2): skirmishers turn free. Null where it cannot. */
function turnCost(pair: Pair, side: SideKey): number | null {
  const { book, live } = pair;
  const { given } = pair[side];
  if (!book.tables['engaged.options'] || live[side].aspect === 'front') return null;
  const column = given.french ? 'french' : 'segments';
  const segments = Number(cell(book, 'engaged.options', 'change-facing', column) ?? 0);
  const cost = live[side].formation === 'skirmish' ? 0 : segments * QUARTERS;
  return cost <= segmentsLeft(pair, side) * QUARTERS ? cost : null;
}

/** Line 201 of oth2: far from the enemy and unmoved, a unit may go to ground. */
function mayGoToGround(pair: Pair, side: SideKey): boolean {
  const far = cellIfAny(pair.book, 'formation.notes', 'gone-to-ground', 'inches');
  const { moved, toGround } = pair.live[side];
  return typeof far === 'number' && !toGround && moved === 0 && pair.live.spent === 0 && inches(pair) > far;
}

/** Where an advance or a retreat ends. */
function moveTo(pair: Pair, side: SideKey, action: string): number {
  const p = pace(pair, side)!;
  const from = pair.live.spent / QUARTERS;
  const all = p.inches.length;
  const to = action.endsWith('one-segment') ? Math.min(all, from + 1) : all;
  const far = inchesBetween(p, from, to);
  const option = action.startsWith('retire') ? 'retire' : 'advance';
  const goes = isEngaged(pair, side) ? far * engagedShare(pair.book, option) : far;
  if (option === 'retire') return inches(pair) + goes;
  return Math.max(stopAt(pair, side, action), inches(pair) - goes);
}

export interface MoveSpec<S> {
  readonly pair: Pair;
  readonly side: SideKey;
  /** The words that the unit's tactic uses. */
  readonly words: ReadonlySet<string>;
  readonly decide: (options: readonly string[]) => string | readonly number[];
  readonly charge: string;
  readonly done: (s: S) => void;
}

/**
 * What a unit does in its side's movement:
 *
 *   move: the tactic picks ─┬─ hold
 *                           ├─ a formation ─▶ tests ─▶ formed, and asked again
 *                           └─ advance, retire, charge ─▶ leaving cover, moving after firing ─▶ go
 */
export function moveSteps<S extends { step: string }>(spec: MoveSpec<S>): Record<string, Step<S>> {
  const { pair, side } = spec;
  const { book, live } = pair;
  const unit = pair[side];
  const named = stepNamer(`${pair.name}.${side}.`);
  const done = (s: S): void => {
    live.plan = 'none';
    live.spent = 0;
    live[side].shot = false;
    spec.done(s);
  };
  const mayCharge = charging(pair, side);
  const offered = ['hold', ...[...spec.words].filter((w) => w !== 'hold')];
  const choice: ChoiceStep<S> = {
    side,
    options: () => offered.filter((a) => possible(pair, side, a, mayCharge)),
    decide: (_s, options) => spec.decide(options),
    choose: (s, action) => {
      if (action === 'hold') {
        done(s);
        return;
      }
      if (action === 'go-to-ground') {
        live[side].toGround = true;
        done(s);
        return;
      }
      if (action === 'turn-to-face') {
        live.spent += turnCost(pair, side) ?? 0;
        live[side].aspect = 'front';
        if (segmentsLeft(pair, side) === 0) done(s);
        return;
      }
      live.plan = action;
      if (action.startsWith('form-')) s.step = firstOf(formTests);
      else s.step = firstOf(moveTests);
    },
    title: () => `What ${clause(unit.label, 'does')}, ${counted(inches(pair), 'inch', 'inches')} from the enemy`,
  };

  const within = Number(cell(book, 'movement.tests', 'formation-change', 'within') ?? 0);
  const near = () => inches(pair) <= within;
  const militia = unit.given.training === 'militia' && costsMilitia();
  const formTests: readonly [TestId, () => boolean][] = [
    ['formation-change', near],
    ['militia-formation-change', () => militia],
  ];
  const freeCharge = ruled(book, 'fireThenCharge') === 'free';
  const moveTests: readonly [TestId, () => boolean][] = [
    ['leaving-cover', () => holdsGround({ given: unit.base }) && !unit.live.leftPlace && inCover()],
    ['move-after-firing', () => live[side].shot && !(live.plan === 'charge' && freeCharge)],
  ];
  const last = (tests: typeof formTests) => (tests === formTests ? named('formed') : named('go'));
  const firstOf = (tests: typeof formTests, from = 0): string => {
    const found = tests.findIndex(([, due], i) => i >= from && due());
    return found < 0 ? last(tests) : named(tests[found][0]);
  };
  const testSteps = (tests: typeof formTests): Record<string, Step<S>> =>
    Object.fromEntries(
      tests.map(([test], i) => {
        const { tables, failure, title } = circumstanceOf(book, test, unit.given.training);
        return [
          named(test),
          testStep<S>({
            book,
            test,
            unit,
            enemy: foeOf(pair, side).facts,
            now: { phase: 'move' },
            tables,
            title: clause(unit.label, title),
            passed: (s) => {
              s.step = firstOf(tests, i + 1);
            },
            failed: (s) => {
              const { hits, effect } = failure(1);
              takeHits(unit, hits);
              if (isBroken(unit) || effect === 'no-move') done(s);
              else s.step = firstOf(tests, i + 1);
            },
            failure: (by) => failureText(failure(by)),
          }),
        ];
      }),
    );

  return {
    [named('move')]: choice,
    ...testSteps(formTests),
    ...testSteps(moveTests),
    [named('formed')]: {
      then: (s) => {
        const into = live.plan.slice(5);
        live.spent = Math.min(4 * QUARTERS, live.spent + (costOf(pair, side, into) ?? 0));
        unit.live.formation = into;
        unit.live.toGround = false;
        live.plan = 'none';
        if (segmentsLeft(pair, side) > 0) s.step = named('move');
        else done(s);
      },
      tell: () => clause(unit.label, `forms ${live.plan.slice(5).replaceAll('-', ' ')}`),
    },
    [named('go')]: {
      then: (s) => {
        const { plan } = live;
        if (plan === 'charge') {
          live.plan = 'none';
          live[side].shot = false;
          s.step = spec.charge;
          return;
        }
        leaves(pair, side);
        const from = live.distance;
        apart(pair, moveTo(pair, side, plan));
        live[side].moved = Math.min(GRID * 96, Math.abs(live.distance - from));
        done(s);
      },
      tell: () => `${unit.label}: ${live.plan.replaceAll('-', ' ')}`,
    },
  };

  function inCover(): boolean {
    const { cover, place, woods } = unit.facts;
    return cover === true || place !== 'open' || woods !== 'none';
  }
  function costsMilitia(): boolean {
    return book.tables['formation.notes']?.rows.some((r) => r.id === 'militia-hit') ?? false;
  }
}
