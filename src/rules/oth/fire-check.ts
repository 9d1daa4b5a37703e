import { cell, type Rulebook } from '../book.ts';
import type { Problem } from '../problem.ts';
import { theEdition } from './edition.ts';
import type { FirerGiven, FireSituation } from './encounters/fire.ts';
import { fireShare, shotOf } from './shot.ts';
import { formationOf } from './unit.ts';
import { unitProblems } from './unit-check.ts';

/** What the sheet does not allow in a fire encounter. */
export function fireProblems(situation: FireSituation, book: Rulebook): Problem[] {
  const several = Array.isArray(situation.firer);
  const firers = Array.isArray(situation.firer) ? situation.firer : [situation.firer];
  return [
    ...unitProblems(situation.target, ['target'], book),
    ...firers.flatMap((f, i) => {
      const path = several ? ['firer', i] : ['firer'];
      return [...unitProblems(f, path, book), ...firerProblems(f, f.distance ?? situation.distance, path, book)];
    }),
  ];
}

function firerProblems(f: FirerGiven, distance: number, path: (string | number)[], book: Rulebook): Problem[] {
  const formation = formationOf(f);
  const refuse = (key: string, message: string, found?: unknown): Problem[] => [
    { path: [...path, key], message, found },
  ];
  const shot = shotOf(book, f, distance, f.ammunition);
  const share = fireShare(book, f, formation, shot.screenFires);
  const words = formation.replaceAll('-', ' ');
  if (f.arm === 'cavalry' && share?.percent === 0) return refuse('arm', 'Cavalry may not fire.', f.arm);
  if (formation === 'limbered') return refuse('formation', 'Limbered guns may not fire.', formation);
  if (share === null)
    return refuse('formation', `The sheet of ${theEdition(book)} gives no firing share for ${words}.`, formation);
  if (share.percent === 0) return refuse('formation', `A unit in ${words} may not fire.`, formation);
  if (f.outOfAmmunition) return refuse('outOfAmmunition', 'A battery that is out of ammunition may not fire.');
  // The unit's own check has already spoken of pieces that the sheet does not know.
  if (shot.maximum === null) return [];
  if (f.ammunition !== undefined && f.arm !== 'artillery')
    return refuse('ammunition', 'Only guns choose their ammunition.', f.ammunition);
  if (f.ammunition === 'canister' && shot.ammunition !== 'canister')
    return refuse(
      'ammunition',
      shot.canister === null ? `A ${f.piece} has no canister.` : `Canister reaches ${shot.canister}, not ${distance}.`,
      f.ammunition,
    );
  const weapon = f.arm === 'artillery' ? (f.piece === 'cannon' ? `${f.gun} guns` : f.piece) : f.weapon;
  if (distance > shot.maximum)
    return refuse(
      'distance',
      `${distance} is past the maximum range of ${weapon.replaceAll('-', ' ')}, which is ${shot.maximum}.`,
      distance,
    );
  return overheadProblems(f, shot.range, path, book);
}

function overheadProblems(f: FirerGiven, range: string, path: (string | number)[], book: Rulebook): Problem[] {
  if (!f.overhead) return [];
  const at = [...path, 'overhead'];
  const friends = f.overhead.friends.flatMap((u, i) => unitProblems(u, [...at, 'friends', i], book));
  if (f.arm !== 'artillery') return [{ path: at, message: 'Only guns fire overhead.' }, ...friends];
  if (!book.tables['fire.overhead']) return friends;
  const { level, nearest, friendsOnSlope } = f.overhead;
  const highAngle = cell(book, 'fire.overhead', 'high-angle', 'pieces');
  if (Array.isArray(highAngle) && highAngle.some((p) => p === f.piece) && level !== 'from-higher') return friends;
  const clearance = Number(cell(book, 'fire.overhead', 'clearance', 'inches') ?? 0);
  const problems: Problem[] = [];
  if (level === 'same')
    problems.push({
      path: [...at, 'level'],
      message: 'Only mortars and howitzers fire over friends on the same level.',
    });
  if (level === 'to-higher' && friendsOnSlope)
    problems.push({
      path: [...at, 'friendsOnSlope'],
      message: 'Guns may not fire upward over friends on a level between.',
    });
  const wanted = cell(book, 'fire.overhead', 'over-short', 'range');
  if (level === 'from-higher' && wanted !== null && range !== wanted)
    problems.push({ path: at, message: 'Overhead fire from higher ground needs a target over short range.' });
  if (level === 'from-higher' && nearest <= clearance)
    problems.push({
      path: [...at, 'nearest'],
      message: `Friends within ${clearance} of the battery or the target may not be fired over.`,
      found: nearest,
    });
  return [...problems, ...friends];
}
