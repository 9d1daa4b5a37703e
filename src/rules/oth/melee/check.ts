import type { Rulebook } from '../../book.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { theEdition } from '../edition.ts';
import { squareHeldWithin } from '../movement.ts';
import { formationOf, type UnitGiven, unitProblems } from '../unit.ts';
import { isBua, spoken } from '../words.ts';
import { ROLES, type Role } from './fight.ts';
import { combatShare } from './score.ts';

type Path = Problem['path'];

/** What the sheets do not allow of two units that meet in close combat, whichever way they came to it. */
export const meetingProblems = (attacker: UnitGiven, defender: UnitGiven, book: Rulebook): Problem[] => [
  ...fighterProblems(attacker, ['attacker'], book),
  ...fighterProblems(defender, ['defender'], book),
  ...contactProblems(attacker, ['attacker']),
  ...squareProblems(attacker, defender, ['attacker'], ['defender'], book),
];

/** What they do not allow of the units beside the first two. */
export function besideProblems(
  units: Readonly<Record<Role, UnitGiven & { readonly others: readonly UnitGiven[] }>>,
  book: Rulebook,
): Problem[] {
  const withFirst = 'The commander of several units in one combat is with the first of them.';
  return ROLES.flatMap((role) =>
    units[role].others.flatMap((unit, i) => {
      const path = [role, 'others', i];
      return [
        ...fighterProblems(unit, path, book),
        ...refusals(unit, path, [[unit.commander?.attached === true, 'commander', withFirst]]),
        ...(role === 'attacker' ? contactProblems(unit, path) : []),
        ...(role === 'attacker'
          ? squareProblems(unit, units.defender, path, ['defender'], book)
          : squareProblems(units.attacker, unit, path, path, book)),
      ];
    }),
  );
}

/** A unit that fights needs a share of its score to fight with. */
function fighterProblems(unit: UnitGiven, path: Path, book: Rulebook): Problem[] {
  const formation = formationOf(unit);
  const share = combatShare(book, { arm: unit.arm, formation, inBua: isBua(unit.place) }, 1);
  const none = `The sheet of ${theEdition(book)} gives ${unit.arm} in ${spoken(formation)} no share in combat.`;
  const problems = unitProblems(unit, path, book);
  const isRefusedAlready = problems.some((p) => p.path.at(-1) === 'formation');
  return [...problems, ...refusals({ formation }, path, [[share === null && !isRefusedAlready, 'formation', none]])];
}

const contactProblems = (unit: UnitGiven, path: Path): Problem[] =>
  refusals(unit, path, [
    [unit.arm === 'artillery', 'arm', 'Guns do not move into combat contact.'],
    [unit.aspect !== 'front', 'aspect', 'Whoever moves into contact does so to its own front.'],
    [unit.place !== 'open', 'place', 'A unit that moves into contact has left its works or buildings.'],
  ]);

/** Cavalry before a square, and a square that would move with cavalry close by. */
function squareProblems(
  attacker: UnitGiven,
  defender: UnitGiven,
  path: Path,
  foePath: Path,
  book: Rulebook,
): Problem[] {
  const within = squareHeldWithin(book);
  const [own, foe] = [formationOf(attacker), formationOf(defender)];
  const barred = book.rulings['cavalryVSquare']?.value === 'may-not-contact';
  const rides = attacker.arm === 'cavalry' && defender.arm === 'infantry' && foe === 'square';
  const marches = attacker.arm === 'infantry' && defender.arm === 'cavalry' && /square$/.test(own);
  const held = `A square does not move with cavalry within ${within}.`;
  return [
    ...refusals({ formation: foe }, foePath, [[barred && rides, 'formation', NO_ROWS_FOR_SQUARE]]),
    ...refusals({ formation: own }, path, [[within !== null && marches, 'formation', held]]),
  ];
}
const NO_ROWS_FOR_SQUARE =
  'Cavalry may not contact a square that was formed in time; the sheet has rows for the emergency square only (ruling cavalryVSquare).';
