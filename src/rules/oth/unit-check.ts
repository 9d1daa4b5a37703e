import { hasRow, type Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { refusals } from '../refusal.ts';
import { theEdition } from './edition.ts';
import { barredFrom } from './terrain.ts';
import { formationOf, type UnitGiven } from './unit.ts';
import { BUAS, FORMATIONS, FORMATIONS_OF, spoken } from './words.ts';

/** What the sheet does not allow a unit to be, wherever it stands. `path` is its place in the scenario. */
export function unitProblems(unit: UnitGiven, path: Problem['path'], book: Rulebook): Problem[] {
  const { arm, fs, hits, woods } = unit;
  const formation = formationOf(unit);
  const unknown = (thing: string) => `The sheet of ${theEdition(book)} knows no ${thing}.`;
  const isPrinted = (FORMATIONS as readonly string[]).includes(formation);
  const ofOneEdition = formation === 'deep-formation' || formation === 'column-of-squadrons';
  const barred = woods === 'none' ? null : barredFrom(book, woods, { ...unit, formation });
  const ownPiece = arm === 'artillery' && unit.piece !== 'cannon';
  return refusals(unit, path, [
    [
      isPrinted && !FORMATIONS_OF[arm].includes(formation),
      'formation',
      `The ${arm} cannot stand in ${spoken(formation)}.`,
    ],
    [ofOneEdition && !hasRow(book, 'melee.cavalry.shares', formation), 'formation', unknown(spoken(formation))],
    [
      arm === 'cavalry' && formation === 'skirmish' && unit.training !== 'irregular',
      'formation',
      'Only irregular cavalry may stand in skirmish order.',
    ],
    [hits >= fs, 'hits', `A unit of FS ${fs} with ${hits} fatigue hits is broken and takes no part.`],
    [
      arm === 'cavalry' && (BUAS as readonly string[]).includes(unit.place),
      'place',
      'Cavalry may not enter a built-up area.',
    ],
    [barred !== null, 'woods', barred ?? ''],
    [unit.goodShot && unit.poorShot, 'poorShot', 'A unit cannot have both the good shot and the poor shot rule.'],
    [
      unit.overStrength && unit.underStrength,
      'underStrength',
      'A unit cannot be over-strength and under-strength at once.',
    ],
    [ownPiece && !hasRow(book, 'fire.artillery.ranges', unit.piece), 'piece', unknown(unit.piece)],
  ]);
}
