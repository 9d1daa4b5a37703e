import { cellTable, type Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { type FightInput, fightsOf } from './situation.ts';
import { bandAt, type GroupInput, reachOf, type Unit, type UnitInput, unitOf, usualWeapon } from './troops.ts';

/** What the sheet does not allow, in its own terms. Every encounter checks the parts that concern it. */
export const labelOf = (book: Rulebook, type: string): string =>
  cellTable(book, 'units').rows.find((r) => r.id === type)?.label ?? type;

type Path = Problem['path'];

/** The units of a group with their places in the scenario. */
export const unitsIn = (group: GroupInput, path: Path): { readonly unit: UnitInput; readonly path: Path }[] => [
  { unit: group, path },
  ...(group.others ?? []).map((unit, i) => ({ unit, path: [...path, 'others', i] })),
];

/** Figures that contradict each other, and weapons that the sheet gives the type no range for. */
export function unitProblems(book: Rulebook, unit: UnitInput, path: Path): Problem[] {
  const problems: Problem[] = [];
  const { stands = 1, startingStands, shooters, weapon } = unit;
  if (startingStands !== undefined && startingStands < stands) {
    problems.push({
      path: [...path, 'startingStands'],
      message: `A unit that began the battle with ${startingStands} stands cannot have ${stands} now.`,
      found: startingStands,
    });
  }
  if (shooters !== undefined && shooters > stands) {
    problems.push({
      path: [...path, 'shooters'],
      message: `${shooters} stands cannot shoot: the unit has ${stands}, and each stand shooting is one of its own.`,
      found: shooters,
    });
  }
  if (weapon !== undefined && weapon !== 'none' && weapon !== usualWeapon(book, unit.type)) {
    if (reachOf(unitOf(book, unit)) === 0) {
      problems.push({
        path: [...path, 'weapon'],
        message: `The sheet prints no shooting range for ${labelOf(book, unit.type)} with the weapon '${weapon}'.`,
        found: weapon,
      });
    }
  }
  return problems;
}

export function groupProblems(book: Rulebook, group: GroupInput, path: Path): Problem[] {
  const members = unitsIn(group, path);
  const problems = members.flatMap(({ unit, path: at }) => unitProblems(book, unit, at));
  if (group.orders === 'advance') problems.push(...notInLine(members));
  return problems;
}
const notInLine = (members: readonly { readonly unit: UnitInput; readonly path: Path }[]): Problem[] =>
  members
    .filter(({ unit }) => (unit.formation ?? 'line') !== 'line')
    .map(({ unit, path }) => ({
      path: [...path, 'formation'],
      message: `Every unit of a group on Advance orders must be in line, not in ${unit.formation}.`,
      found: unit.formation,
      allowed: ['line'],
    }));

/** The morale tables give massed and light troops results of their own, so a group that tests must be one or the other. */
export function mixedProblems(book: Rulebook, group: GroupInput, path: Path): Problem[] {
  const first = unitOf(book, group).troops;
  return unitsIn(group, path)
    .filter(({ unit }) => unitOf(book, unit).troops !== first)
    .map(({ unit, path: at }) => ({
      path: [...at, 'type'],
      message:
        `The morale tables print results for massed troops and for lights; a group that tests is one or the other, and ` +
        `${labelOf(book, unit.type)} does not go with ${labelOf(book, group.type)}.`,
      found: unit.type,
    }));
}

/** A shot that the sheet does not allow: guns off Stand, no weapon, a range past the last band. */
export function shotProblems(unit: Unit, orders: string, distance: number, path: Path, at: Path): Problem[] {
  if (unit.arm === 'artillery' && orders !== 'stand') {
    return [
      {
        path: [...path, 'orders'],
        message: `Artillery may only fire when on Stand orders; this unit is on ${orders} orders.`,
        found: orders,
        allowed: ['stand'],
      },
    ];
  }
  const reach = reachOf(unit);
  if (reach === 0) {
    const armed = unit.weapon === 'none' ? '' : ` with the weapon '${unit.weapon}'`;
    return [{ path: [...path, 'weapon'], message: `The sheet prints no shooting range for ${unit.label}${armed}.` }];
  }
  if (bandAt(unit, distance) === undefined) {
    return [
      {
        path: at,
        message: `The last range band of ${unit.label} ends at ${reach}cm; nothing is shot at ${distance}cm.`,
        found: distance,
      },
    ];
  }
  return [];
}

/** Fights that name units nobody has, or more stands in contact than a unit has. */
export function fightProblems(
  given: readonly FightInput[] | undefined,
  attacker: GroupInput,
  defender: GroupInput,
): Problem[] {
  const sides = { attacker: unitsIn(attacker, []), defender: unitsIn(defender, []) };
  return fightsOf(given, sides.attacker.length, sides.defender.length, 'front').flatMap((fight, i) =>
    (['attacker', 'defender'] as const).flatMap((side) => {
      const units = sides[side];
      const number = fight[side];
      if (number > units.length) {
        return [
          {
            path: ['fights', i, side],
            message: `The ${side} has ${units.length} ${units.length === 1 ? 'unit' : 'units'}, and no unit ${number}.`,
            found: number,
          },
        ];
      }
      const stands = units[number - 1].unit.stands ?? 1;
      const contact = fight[`${side}Contact`];
      if (contact === undefined || contact <= stands) return [];
      return [
        {
          path: ['fights', i, `${side}Contact`],
          message: `${contact} stands cannot be in contact: unit ${number} of the ${side} has ${stands}.`,
          found: contact,
        },
      ];
    }),
  );
}
