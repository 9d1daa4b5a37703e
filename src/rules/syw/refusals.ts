import type { Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, ROOT, refusals } from '../refusal.ts';
import { type ContactSituation, fightInputs } from './situation.ts';
import { bandAt, type GroupInput, labelOf, reachOf, type UnitInput, unitOf, usualWeapon } from './troops.ts';

/** What the sheet does not allow, in its own terms. Every encounter checks the parts that concern it. */
type Path = Problem['path'];

/** The units of a group with their places in the scenario. */
export const placedUnits = (group: GroupInput, path: Path): { readonly unit: UnitInput; readonly path: Path }[] => [
  { unit: group, path },
  ...(group.others ?? []).map((unit, i) => ({ unit, path: [...path, 'others', i] })),
];

/** Figures that contradict each other, and weapons that the sheet gives the type no range for. */
export function unitProblems(book: Rulebook, unit: UnitInput, path: Path): Problem[] {
  const { stands = 1, startingStands = stands, shooters = 0, weapon } = unit;
  const isUnusual = weapon !== undefined && weapon !== 'none' && weapon !== usualWeapon(book, unit.type);
  const grown = `A unit that began the battle with ${startingStands} stands cannot have ${stands} now.`;
  const tooMany = `${shooters} stands cannot shoot: the unit has ${stands}, and each stand shooting is one of its own.`;
  const noRange = `The sheet prints no shooting range for ${labelOf(book, unit.type)} with the weapon '${weapon}'.`;
  return refusals(unit, path, [
    [startingStands < stands, 'startingStands', grown],
    [shooters > stands, 'shooters', tooMany],
    [isUnusual && reachOf(unitOf(book, unit)) === 0, 'weapon', noRange],
  ]);
}

export const groupProblems = (book: Rulebook, group: GroupInput, path: Path): Problem[] =>
  placedUnits(group, path).flatMap(({ unit, path: at }) => {
    const { formation = 'line' } = unit;
    const message = `Every unit of a group on Advance orders must be in line, not in ${formation}.`;
    const isOutOfLine = formation !== 'line' && group.orders === 'advance';
    return [...unitProblems(book, unit, at), ...refusals(unit, at, [[isOutOfLine, 'formation', message]])];
  });

/** The morale tables give massed and light troops results of their own, so a group that tests must be one or the other. */
export function mixedProblems(book: Rulebook, group: GroupInput, path: Path): Problem[] {
  const first = unitOf(book, group).troops;
  return placedUnits(group, path).flatMap(({ unit, path: at }) => {
    const message =
      `The morale tables print results for massed troops and for lights; a group that tests is one or the other, and ` +
      `${labelOf(book, unit.type)} does not go with ${labelOf(book, group.type)}.`;
    return refusals(unit, at, [[unitOf(book, unit).troops !== first, 'type', message]]);
  });
}

/** A shot that the sheet does not allow: guns off Stand, no weapon, a range past the last band. */
export function shotProblems(book: Rulebook, situation: { readonly firer: UnitInput; readonly distance: number }) {
  const { firer, distance } = situation;
  const { orders = 'stand' } = firer;
  const unit = unitOf(book, firer);
  const armed = unit.weapon === 'none' ? '' : ` with the weapon '${unit.weapon}'`;
  const reach = reachOf(unit);
  const moving = `Artillery may only fire when on Stand orders; this unit is on ${orders} orders.`;
  const noRange = `The sheet prints no shooting range for ${unit.label}${armed}.`;
  const tooFar = `The last range band of ${unit.label} ends at ${reach}cm; nothing is shot at ${distance}cm.`;
  return firstRefusal(situation, ROOT, [
    [unit.arm === 'artillery' && orders !== 'stand', ['firer', 'orders'], moving],
    [reach === 0, ['firer', 'weapon'], noRange],
    [bandAt(unit, distance) === undefined, 'distance', tooFar],
  ]);
}

/** Fights that name units nobody has, or more stands in contact than a unit has. */
export const fightProblems = (situation: ContactSituation): Problem[] =>
  fightInputs(situation).flatMap((fight, i) =>
    (['attacker', 'defender'] as const).flatMap((side) => {
      const units = placedUnits(situation[side], []);
      const { [side]: number, [`${side}Contact` as const]: contact = 0 } = fight;
      const has = `${units.length} ${units.length === 1 ? 'unit' : 'units'}`;
      const stands = units[number - 1]?.unit.stands ?? 1;
      const tooMany = `${contact} stands cannot be in contact: unit ${number} of the ${side} has ${stands}.`;
      return firstRefusal(
        fight,
        ['fights', i],
        [
          [number > units.length, side, `The ${side} has ${has}, and no unit ${number}.`],
          [contact > stands, `${side}Contact`, tooMany],
        ],
      );
    }),
  );
