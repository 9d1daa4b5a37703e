import type { Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { type ContactSituation, fightInputs } from './situation.ts';
import {
  bandAt,
  type GroupInput,
  labelOf,
  type MusteredUnit,
  reachOf,
  type UnitInput,
  unitOf,
  usualWeapon,
} from './troops.ts';

/** What the sheet does not allow, in its own terms. Every encounter checks the parts that concern it. */
type Path = Problem['path'];

/** The units of a group with their places in the scenario. */
export const placedUnits = (group: GroupInput, path: Path): { readonly unit: UnitInput; readonly path: Path }[] => [
  { unit: group, path },
  ...(group.others ?? []).map((unit, i) => ({ unit, path: [...path, 'others', i] })),
];

/** Figures that contradict each other, and weapons that the sheet gives the type no range for. */
export function unitProblems(book: Rulebook, unit: UnitInput, path: Path): Problem[] {
  const problems: Problem[] = [];
  const { stands = 1, startingStands, shooters, weapon } = unit;
  const refuse = (key: string, found: unknown, message: string) =>
    problems.push({ path: [...path, key], message, found });
  if (startingStands !== undefined && startingStands < stands) {
    const message = `A unit that began the battle with ${startingStands} stands cannot have ${stands} now.`;
    refuse('startingStands', startingStands, message);
  }
  if (shooters !== undefined && shooters > stands) {
    const message = `${shooters} stands cannot shoot: the unit has ${stands}, and each stand shooting is one of its own.`;
    refuse('shooters', shooters, message);
  }
  const unusual = weapon !== undefined && weapon !== 'none' && weapon !== usualWeapon(book, unit.type);
  if (unusual && reachOf(unitOf(book, unit)) === 0) {
    const type = labelOf(book, unit.type);
    refuse('weapon', weapon, `The sheet prints no shooting range for ${type} with the weapon '${weapon}'.`);
  }
  return problems;
}

export function groupProblems(book: Rulebook, group: GroupInput, path: Path): Problem[] {
  const members = placedUnits(group, path);
  const problems = members.flatMap(({ unit, path: at }) => unitProblems(book, unit, at));
  if (group.orders !== 'advance') return problems;
  const notInLine = members.filter(({ unit }) => (unit.formation ?? 'line') !== 'line');
  return [
    ...problems,
    ...notInLine.map(({ unit, path: at }) => ({
      path: [...at, 'formation'],
      message: `Every unit of a group on Advance orders must be in line, not in ${unit.formation}.`,
      found: unit.formation,
      allowed: ['line'],
    })),
  ];
}

/** The morale tables give massed and light troops results of their own, so a group that tests must be one or the other. */
export function mixedProblems(book: Rulebook, group: GroupInput, path: Path): Problem[] {
  const first = unitOf(book, group).troops;
  return placedUnits(group, path)
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
export function shotProblems(unit: MusteredUnit, orders: string, distance: number): Problem[] {
  if (unit.arm === 'artillery' && orders !== 'stand') {
    const message = `Artillery may only fire when on Stand orders; this unit is on ${orders} orders.`;
    return [{ path: ['firer', 'orders'], message, found: orders, allowed: ['stand'] }];
  }
  const reach = reachOf(unit);
  if (reach === 0) {
    const armed = unit.weapon === 'none' ? '' : ` with the weapon '${unit.weapon}'`;
    return [{ path: ['firer', 'weapon'], message: `The sheet prints no shooting range for ${unit.label}${armed}.` }];
  }
  if (bandAt(unit, distance) !== undefined) return [];
  const message = `The last range band of ${unit.label} ends at ${reach}cm; nothing is shot at ${distance}cm.`;
  return [{ path: ['distance'], message, found: distance }];
}

/** Fights that name units nobody has, or more stands in contact than a unit has. */
export const fightProblems = (situation: ContactSituation): Problem[] =>
  fightInputs(situation).flatMap((fight, i) =>
    (['attacker', 'defender'] as const).flatMap((side) => {
      const units = placedUnits(situation[side], []);
      const number = fight[side];
      const refuse = (key: string, found: number, message: string) => [{ path: ['fights', i, key], message, found }];
      if (number > units.length) {
        const has = `${units.length} ${units.length === 1 ? 'unit' : 'units'}`;
        return refuse(side, number, `The ${side} has ${has}, and no unit ${number}.`);
      }
      const stands = units[number - 1].unit.stands ?? 1;
      const contact = fight[`${side}Contact`];
      if (contact === undefined || contact <= stands) return [];
      const message = `${contact} stands cannot be in contact: unit ${number} of the ${side} has ${stands}.`;
      return refuse(`${side}Contact`, contact, message);
    }),
  );
