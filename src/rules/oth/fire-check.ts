import { cell, numberAt, type Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, refusals } from '../refusal.ts';
import { theEdition } from './edition.ts';
import { type FirerGiven, type FireSituation, firersOf } from './encounters/fire.ts';
import { fireShare, shotOf } from './shot.ts';
import { formationOf, unitProblems } from './unit.ts';
import { spoken } from './words.ts';

/** What the sheet does not allow in a fire encounter. */
export const fireProblems = (situation: FireSituation, book: Rulebook): Problem[] => [
  ...unitProblems(situation.target, ['target'], book),
  ...firersOf(situation).flatMap((f, i) => {
    const path = Array.isArray(situation.firer) ? ['firer', i] : ['firer'];
    const own = { ...f, formation: formationOf(f), distance: f.distance ?? situation.distance };
    return [...unitProblems(f, path, book), ...firerProblems(own, path, book)];
  }),
];

type Firer = FirerGiven & { readonly formation: string; readonly distance: number };

function firerProblems(f: Firer, path: Problem['path'], book: Rulebook): Problem[] {
  const { arm, formation, ammunition, distance } = f;
  const shot = shotOf(book, f, distance, ammunition);
  const percent = fireShare(book, f, formation, shot.screenFires)?.percent;
  const weapon = arm === 'artillery' ? (f.piece === 'cannon' ? `${f.gun} guns` : f.piece) : f.weapon;
  // The unit's own check has already spoken of pieces that the sheet does not know, which have no range.
  const maximum = shot.maximum ?? Number.POSITIVE_INFINITY;
  const noShare = `The sheet of ${theEdition(book)} gives no firing share for ${spoken(formation)}.`;
  const tooFar = `${distance} is past the maximum range of ${spoken(weapon)}, which is ${maximum}.`;
  const noCanister =
    shot.canister === null ? `A ${f.piece} has no canister.` : `Canister reaches ${shot.canister}, not ${distance}.`;
  const wantsCanister = ammunition === 'canister' && shot.maximum !== null;
  const refused = firstRefusal(f, path, [
    [arm === 'cavalry' && percent === 0, 'arm', 'Cavalry may not fire.'],
    [formation === 'limbered', 'formation', 'Limbered guns may not fire.'],
    [percent === undefined, 'formation', noShare],
    [percent === 0, 'formation', `A unit in ${spoken(formation)} may not fire.`],
    [f.outOfAmmunition, 'outOfAmmunition', 'A battery that is out of ammunition may not fire.'],
    [ammunition !== undefined && arm !== 'artillery', 'ammunition', 'Only guns choose their ammunition.'],
    [wantsCanister && shot.ammunition !== 'canister', 'ammunition', noCanister],
    [distance > maximum, 'distance', tooFar],
  ]);
  return refused.length > 0 || shot.maximum === null ? refused : overheadProblems(f, shot.range, path, book);
}

function overheadProblems(f: Firer, range: string, path: Problem['path'], book: Rulebook): Problem[] {
  if (!f.overhead) return [];
  const { level, nearest, friendsOnSlope, friends } = f.overhead;
  const at = [...path, 'overhead'];
  const guns = f.arm === 'artillery';
  const printed = guns && book.tables['fire.overhead'] !== undefined;
  const highAngle = printed ? cell(book, 'fire.overhead', 'high-angle', 'pieces') : null;
  const arcs = Array.isArray(highAngle) && highAngle.includes(f.piece as never) && level !== 'from-higher';
  const limited = printed && !arcs;
  const down = limited && level === 'from-higher';
  const wanted = printed ? cell(book, 'fire.overhead', 'over-short', 'range') : null;
  const upOver = limited && level === 'to-higher' && friendsOnSlope;
  const isShort = down && wanted !== null && range !== wanted;
  const clearance = printed ? numberAt(book, 'fire.overhead', 'clearance', 'inches') : 0;
  const tooNear = `Friends within ${clearance} of the battery or the target may not be fired over.`;
  return [
    ...refusals(f.overhead, at, [
      [!guns, [], 'Only guns fire overhead.'],
      [limited && level === 'same', 'level', 'Only mortars and howitzers fire over friends on the same level.'],
      [upOver, 'friendsOnSlope', 'Guns may not fire upward over friends on a level between.'],
      [isShort, [], 'Overhead fire from higher ground needs a target over short range.'],
      [down && nearest <= clearance, 'nearest', tooNear],
    ]),
    ...friends.flatMap((u, i) => unitProblems(u, [...at, 'friends', i], book)),
  ];
}
