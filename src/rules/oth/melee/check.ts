import { cell, type Rulebook } from '../../book.ts';
import type { Problem } from '../../problem.ts';
import { theEdition } from '../edition.ts';
import { formationOf, type UnitGiven } from '../unit.ts';
import { unitProblems } from '../unit-check.ts';
import { BUAS } from '../words.ts';
import type { Role } from './fight.ts';
import { combatShare } from './score.ts';

/** What the sheets do not allow of two units that meet in close combat, whichever way they came to it. */
export function meetingProblems(attacker: UnitGiven, defender: UnitGiven, book: Rulebook): Problem[] {
  return [
    ...unitProblems(attacker, ['attacker'], book),
    ...unitProblems(defender, ['defender'], book),
    ...shareProblems(attacker, ['attacker'], book),
    ...shareProblems(defender, ['defender'], book),
    ...attackerProblems(attacker, ['attacker']),
    ...squareProblems(attacker, defender, ['attacker'], book),
  ];
}

/** What they do not allow of the units beside the first two. */
export function besideProblems(
  { attacker, defender }: Readonly<Record<Role, UnitGiven & { readonly others: readonly UnitGiven[] }>>,
  book: Rulebook,
): Problem[] {
  const each = (role: Role, others: readonly UnitGiven[]) =>
    others.flatMap((unit, i): Problem[] => {
      const path = [role, 'others', i];
      const withFirst: Problem = {
        path: [...path, 'commander'],
        message: 'The commander of several units in one combat is with the first of them.',
        found: 'attached',
      };
      return [
        ...unitProblems(unit, path, book),
        ...shareProblems(unit, path, book),
        ...(unit.commander?.attached ? [withFirst] : []),
        ...(role === 'attacker'
          ? [...attackerProblems(unit, path), ...squareProblems(unit, defender, path, book)]
          : squareProblems(attacker, unit, ['attacker'], book).map((p) => ({ ...p, path: [...path, 'formation'] }))),
      ];
    });
  return [...each('attacker', attacker.others), ...each('defender', defender.others)];
}

type Path = readonly (string | number)[];

function attackerProblems(attacker: UnitGiven, path: Path): Problem[] {
  const at = (key: string, message: string, found: unknown): Problem => ({ path: [...path, key], message, found });
  const problems: Problem[] = [];
  if (attacker.arm === 'artillery') problems.push(at('arm', 'Guns do not move into combat contact.', attacker.arm));
  if (attacker.aspect !== 'front')
    problems.push(at('aspect', 'Whoever moves into contact does so to its own front.', attacker.aspect));
  if (attacker.place !== 'open')
    problems.push(at('place', 'A unit that moves into contact has left its works or buildings.', attacker.place));
  return problems;
}

function shareProblems(unit: UnitGiven, path: Path, book: Rulebook): Problem[] {
  const formation = formationOf(unit);
  const inBua = (BUAS as readonly string[]).includes(unit.place);
  if (combatShare(book, { arm: unit.arm, formation, inBua }, 1) !== null) return [];
  const message = `The sheet of ${theEdition(book)} gives ${unit.arm} in ${formation.replaceAll('-', ' ')} no share in combat.`;
  return [{ path: [...path, 'formation'], message, found: formation }];
}

function squareProblems(attacker: UnitGiven, defender: UnitGiven, path: Path, book: Rulebook): Problem[] {
  const barred = book.rulings['cavalryVSquare']?.value === 'may-not-contact';
  if (attacker.arm === 'cavalry' && defender.arm === 'infantry' && formationOf(defender) === 'square' && barred) {
    const message =
      'Cavalry may not contact a square that was formed in time; the sheet has rows for the emergency square only (ruling cavalryVSquare).';
    return [{ path: ['defender', 'formation'], message, found: 'square' }];
  }
  const within = cell(book, 'movement.segments', 'infantry-square', 'cavalryWithin');
  if (
    attacker.arm === 'infantry' &&
    /square$/.test(formationOf(attacker)) &&
    defender.arm === 'cavalry' &&
    typeof within === 'number'
  ) {
    const message = `A square does not move with cavalry within ${within}.`;
    return [{ path: [...path, 'formation'], message, found: formationOf(attacker) }];
  }
  return [];
}
