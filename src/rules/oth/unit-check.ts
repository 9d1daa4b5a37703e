import { type Cell, cell, type Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { theEdition } from './edition.ts';
import { formationOf, type UnitGiven } from './unit.ts';
import { BUAS, FORMATIONS, FORMATIONS_OF } from './words.ts';

/** What the sheet does not allow a unit to be, wherever it stands. `path` is its place in the scenario. */
export function unitProblems(unit: UnitGiven, path: readonly (string | number)[], book: Rulebook): Problem[] {
  const problems: Problem[] = [];
  const say = (key: string, message: string, found?: unknown) =>
    problems.push({ path: [...path, key], message, found });
  const formation = formationOf(unit);
  const printed = (FORMATIONS as readonly string[]).includes(formation);
  if (printed && !FORMATIONS_OF[unit.arm].includes(formation))
    say('formation', `The ${unit.arm} cannot stand in ${spoken(formation)}.`, formation);
  const ownCavalryFormation = formation === 'deep-formation' || formation === 'column-of-squadrons';
  if (ownCavalryFormation && !book.tables['melee.cavalry.shares'].rows.some((r) => r.id === formation))
    say('formation', `The sheet of ${theEdition(book)} knows no ${spoken(formation)}.`, formation);
  if (unit.arm === 'cavalry' && formation === 'skirmish' && unit.training !== 'irregular')
    say('formation', 'Only irregular cavalry may stand in skirmish order.', formation);
  if (unit.hits >= unit.fs)
    say('hits', `A unit of FS ${unit.fs} with ${unit.hits} fatigue hits is broken and takes no part.`, unit.hits);
  if (unit.arm === 'cavalry' && (BUAS as readonly string[]).includes(unit.place))
    say('place', 'Cavalry may not enter a built-up area.', unit.place);
  if (unit.woods !== 'none' && unit.woods !== 'open-woods' && barredFrom(book, unit, formation))
    say(
      'woods',
      `${barredText(unit, formation)} may not enter ${unit.woods === 'dense' ? 'dense' : 'normal'} woods.`,
      unit.woods,
    );
  if (unit.goodShot && unit.poorShot) say('poorShot', 'A unit cannot have both the good shot and the poor shot rule.');
  if (unit.overStrength && unit.underStrength)
    say('underStrength', 'A unit cannot be over-strength and under-strength at once.');
  if (unit.arm === 'artillery' && unit.piece !== 'cannon' && !has(book, 'fire.artillery.ranges', unit.piece))
    say('piece', `The sheet of ${theEdition(book)} knows no ${unit.piece}.`, unit.piece);
  return problems;
}

const spoken = (word: string) => word.replaceAll('-', ' ');
const has = (book: Rulebook, table: string, row: string) => book.tables[table].rows.some((r) => r.id === row);

/** Woods rows name the arms they bar; oth-half also bars formations. */
function barredFrom(book: Rulebook, unit: UnitGiven, formation: string): boolean {
  const barred: Cell = cell(
    book,
    'terrain.effects',
    unit.woods === 'dense' ? 'dense-skirmish' : 'woods-skirmish',
    'barred',
  );
  if (!Array.isArray(barred)) return false;
  const loose = formation === 'open-order' || formation === 'skirmish';
  return barred.some(
    (b) => b === unit.arm || b === formation || (b === 'formed' && !loose && unit.arm !== 'artillery'),
  );
}
const barredText = (unit: UnitGiven, formation: string): string =>
  unit.arm === 'artillery' ? 'Artillery' : `${unit.arm === 'cavalry' ? 'Cavalry' : 'Infantry'} in ${spoken(formation)}`;
