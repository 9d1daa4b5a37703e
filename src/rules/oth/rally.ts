import { act, choose, type Flow, leave, note, repeat, type Stepped, when } from '../../kit/flow.ts';
import { clause } from '../../words/names.ts';
import { numberAt, type Rulebook, ruled } from '../book.ts';
import type { FactRecord } from '../pattern.ts';
import { type Combatant, isBroken, suffer } from './combatant.ts';
import { commanderRide } from './movement.ts';
import { test } from './tests.ts';
import type { UnitGiven } from './unit.ts';

const RULES = 'rally.rules';
const figure = (book: Rulebook, row: string, column: string): number => numberAt(book, RULES, row, column);

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
  return attached || (distance !== undefined && distance <= commanderRide(book));
}
type CommanderPlace = Pick<NonNullable<UnitGiven['commander']>, 'attached' | 'distance'>;

export interface RallySpec {
  readonly book: Rulebook;
  readonly unit: Combatant;
  readonly enemy: FactRecord;
}

/**
 * A commander rallies a unit: a test a hit, until it has none, or his tests (`left`) are spent. Each pass raises FS, and
 * so the next target. Rulings rallyControl and rallyStop say what a failure ends.
 */
export function commanderRally(
  spec: RallySpec,
  tests: { readonly left: () => number; readonly spend: () => void },
): Flow<Stepped> {
  const { book, unit } = spec;
  const stops =
    ruled(book, 'rallyStop') === 'stop-on-failure' ||
    ruled(book, 'rallyControl') === 'units-unlimited-tests-until-failure';
  const missed = figure(book, 'commander', 'hits');
  const shed = (hits: number) =>
    act<Stepped>((_, emit) => {
      suffer(unit, -hits, 'tests', emit);
      tests.spend();
    });
  const rallied = test({
    ...{ ...spec, test: 'rally', tables: ['rally.modifiers'], title: clause(unit.label, 'is rallied') },
    passed: [shed(figure(book, 'commander', 'hitsIfPassed'))],
    failed: [shed(missed), ...(stops ? [leave] : [])],
    failure: () => (missed > 0 ? `sheds ${missed} FH` : 'no change'),
  });
  return repeat([rallied], () => tests.left() > 0 && unit.state.hits > 0 && !isBroken(unit));
}

/**
 * A unit rallies itself: some hits for certain, more on D10 equal or under FS. Ruling selfRally: gamble makes it declare
 * whether it takes the certain ones or rolls for more, and then a failure sheds nothing.
 */
export function selfRally(spec: RallySpec, declares: 'take' | 'roll'): Flow<Stepped> {
  const { book, unit } = spec;
  const row = selfRow(unit.given);
  const certain = figure(book, row, 'hits');
  const more = figure(book, row, 'hitsIfPassed');
  const gamble = ruled(book, 'selfRally') === 'gamble' && certain > 0;
  const shed = (hits: number) => act<Stepped>((_, emit) => suffer(unit, -hits, 'tests', emit));
  const rolls = test({
    ...{ ...spec, test: 'self-rally', tables: ['rally.modifiers'] },
    title: clause(unit.label, 'rallies without a commander'),
    passed: [shed(more)],
    failed: [shed(gamble ? 0 : certain)],
    failure: () => (gamble || certain === 0 ? 'no change' : `sheds ${certain} FH`),
  });
  const declared = choose(unit, `${unit.label}: ${certain} FH for certain, or ${more} on a roll`, () => declares, [
    { name: 'take', body: [shed(certain)] },
    { name: 'roll', body: [rolls] },
  ]);
  // Nothing to roll for when the certain hits are all it has.
  const sure = [note<Stepped>(() => clause(unit.label, `sheds ${certain} FH`)), shed(certain)];
  return when(
    () => unit.state.hits > 0 && !isBroken(unit),
    [when(() => unit.state.hits <= certain, sure, [gamble ? declared : rolls])],
  );
}
