import type { ChoiceStep, Emit, Step } from '../../sim/machine.ts';
import { clause } from '../../words/names.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import { type Combatant, isBroken } from './live.ts';
import { testStep } from './tests.ts';
import type { UnitGiven } from './unit.ts';

const RULES = 'rally.rules';
const figure = (book: Rulebook, row: string, column: string): number => Number(cell(book, RULES, row, column) ?? 0);

/** Which rule a unit rallies itself by. */
const selfRow = (unit: Pick<UnitGiven, 'training'>): string => (unit.training === 'regular' ? 'self' : 'self-militia');
/** A unit rallies itself only when the enemy is further off than this. */
export const selfRallyBeyond = (book: Rulebook, unit: Pick<UnitGiven, 'training'>): number =>
  figure(book, selfRow(unit), 'enemyBeyond');

/** Does the book rally at all? oth-half borrows, or leaves it (ruling rally). */
export const ralliesAtAll = (book: Rulebook): boolean => book.rulings['rally']?.value !== 'off';

/**
 * How many tests a commander may spend on one unit in a turn (ruling rallyControl). Where tests are spent, all of his
 * control on one unit needs him in contact with it (line 79 of oth2). Without a limit, so many as there are hits to shed.
 */
export function testsOnOneUnit(book: Rulebook, control: number, attached: boolean, hits: number): number {
  switch (ruled(book, 'rallyControl')) {
    case 'tests':
      return Math.max(0, attached ? control : control - 1);
    case 'units-one-test-each':
      return Math.min(1, control);
    default:
      return control > 0 ? hits : 0;
  }
}

/** Is he with the unit, or near enough to ride there in one segment and still rally (lines 79 and 125 of oth2)? */
export function isWithUnit(book: Rulebook, { attached, distance }: CommanderPlace): boolean {
  const ride = cell(book, 'movement.segments', 'commander', 'first');
  return attached || (distance !== undefined && typeof ride === 'number' && distance <= ride);
}
type CommanderPlace = Pick<NonNullable<UnitGiven['commander']>, 'attached' | 'distance'>;

/** May a commander who has moved so many segments still rally? */
export const mayRallyAfter = (book: Rulebook, segments: number): boolean =>
  segments < 2 || cell(book, 'movement.segments', 'commander', 'limit') !== 'second-no-rally';

export interface RallySpec<S> {
  readonly book: Rulebook;
  readonly prefix: string;
  readonly unit: Combatant;
  readonly enemy: FactRecord;
  /** Tests that the commander has left. */
  readonly left: () => number;
  readonly spend: () => void;
  readonly next: (s: S) => void;
  readonly shed?: (hits: number, emit: Emit) => void;
}

const remove = <S>(spec: RallySpec<S>, hits: number, emit: Emit): void => {
  const { live } = spec.unit;
  const shed = Math.min(live.hits, hits);
  live.hits -= shed;
  spec.shed?.(shed, emit);
};

/**
 * A commander rallies a unit: a test a hit, until it has none, or his tests are spent. Each pass raises FS, and so the
 * next target. Rulings rallyControl and rallyStop say what a failure ends.
 */
export function commanderRally<S extends { step: string }>(
  spec: RallySpec<S>,
): {
  readonly enter: (s: S) => void;
  readonly steps: Record<string, Step<S>>;
} {
  const { book, unit, prefix } = spec;
  const name = `${prefix}test`;
  const stops =
    ruled(book, 'rallyStop') === 'stop-on-failure' ||
    ruled(book, 'rallyControl') === 'units-unlimited-tests-until-failure';
  const enter = (s: S): void => {
    if (spec.left() > 0 && unit.live.hits > 0 && !isBroken(unit)) s.step = name;
    else spec.next(s);
  };
  const passed = figure(book, 'commander', 'hitsIfPassed');
  const missed = figure(book, 'commander', 'hits');
  return {
    enter,
    steps: {
      [name]: testStep<S>({
        book,
        test: 'rally',
        unit,
        enemy: spec.enemy,
        tables: ['rally.modifiers'],
        title: clause(unit.label, 'is rallied'),
        passed: (s, emit) => {
          remove(spec, passed, emit);
          spec.spend();
          enter(s);
        },
        failed: (s, emit) => {
          remove(spec, missed, emit);
          spec.spend();
          if (stops) spec.next(s);
          else enter(s);
        },
        failure: () => (missed > 0 ? `sheds ${missed} FH` : 'no change'),
      }),
    },
  };
}

/**
 * A unit rallies itself: some hits for certain, more on D10 equal or under FS. Ruling selfRally: gamble makes it declare
 * whether it takes the certain ones or rolls for more, and then a failure sheds nothing.
 */
export function selfRally<S extends { step: string }>(
  spec: Omit<RallySpec<S>, 'left' | 'spend'> & { readonly declares: 'take' | 'roll' },
): { readonly enter: (s: S) => void; readonly steps: Record<string, Step<S>> } {
  const { book, unit, prefix } = spec;
  const row = selfRow(unit.given);
  const certain = figure(book, row, 'hits');
  const more = figure(book, row, 'hitsIfPassed');
  const gamble = ruled(book, 'selfRally') === 'gamble' && certain > 0;
  const whole = { ...spec, left: () => 0, spend: () => undefined };
  const roll = `${prefix}roll`;
  const declare: ChoiceStep<S> = {
    side: unit.side,
    options: () => ['take', 'roll'],
    decide: () => spec.declares,
    choose: (s, option, emit) => {
      if (option === 'roll') {
        s.step = roll;
        return;
      }
      remove(whole, certain, emit);
      spec.next(s);
    },
    title: () => `${unit.label}: ${certain} FH for certain, or ${more} on a roll`,
  };
  const sure: Step<S> = {
    then: (s, emit) => {
      remove(whole, certain, emit);
      spec.next(s);
    },
    tell: () => clause(unit.label, `sheds ${certain} FH`),
  };
  return {
    enter: (s) => {
      if (unit.live.hits === 0 || isBroken(unit)) spec.next(s);
      // Nothing to roll for when the certain hits are all it has.
      else if (unit.live.hits <= certain) s.step = `${prefix}sure`;
      else s.step = gamble ? `${prefix}declare` : roll;
    },
    steps: {
      ...(gamble ? { [`${prefix}declare`]: declare } : {}),
      ...(certain > 0 ? { [`${prefix}sure`]: sure } : {}),
      [roll]: testStep<S>({
        book,
        test: 'self-rally',
        unit,
        enemy: spec.enemy,
        tables: ['rally.modifiers'],
        title: clause(unit.label, 'rallies without a commander'),
        passed: (s, emit) => {
          remove(whole, more, emit);
          spec.next(s);
        },
        failed: (s, emit) => {
          remove(whole, gamble ? 0 : certain, emit);
          spec.next(s);
        },
        failure: () => (gamble || certain === 0 ? 'no change' : `sheds ${certain} FH`),
      }),
    },
  };
}
