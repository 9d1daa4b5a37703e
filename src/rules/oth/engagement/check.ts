import type { Rulebook } from '../../book.ts';
import { shapeProblems } from '../../engagement-shape.ts';
import { nearest } from '../../nearest.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { choiceProblems, chosenTactic, type Tactic, whenProblems } from '../../tactic.ts';
import { type UnitGiven, unitProblems } from '../unit.ts';
import { vocabulary } from '../vocabulary.ts';
import { isOfOtherArms } from '../words.ts';
import { ACTIONS, actionsNamed, TACTICS } from './actions.ts';
import { actTogether, chiefsOf, type EngagementSituation, intervals, PHASES, SIDES, type SideKey, sequenceOf, standingOf, troopsSaid } from './situation.ts'; // biome-ignore format: one line

/** What the sheets, or the places that units take, do not allow of an engagement. */
export function engagementProblems(situation: EngagementSituation, book: Rulebook): Problem[] {
  const { edge, distance, tactics, endWhen } = situation;
  const named = { ...TACTICS, ...tactics };
  const tooNear = `The edge (${edge}) must be further off than the lines are at the start (${distance}).`;
  return [
    ...SIDES.flatMap((side) => troopProblems(situation, side, book)),
    ...placeProblems(situation, book),
    ...Object.entries(tactics).flatMap(([name, lines]) =>
      choiceProblems(lines, named, vocabulary, book, ['tactics', name]),
    ),
    ...refusals(situation, ROOT, [[edge <= distance, 'edge', tooNear]]),
    ...sequenceProblems(situation, book),
    ...whenProblems(endWhen, vocabulary, ['endWhen'], book),
  ];
}

function troopProblems(situation: EngagementSituation, side: SideKey, book: Rulebook): Problem[] {
  const named = { ...TACTICS, ...situation.tactics };
  const troops = troopsSaid(situation, side);
  const attached = troops.filter(({ given }) => given.commander?.attached).length;
  // What a further unit takes over from its side is told of there.
  const says = (path: Problem['path']) =>
    path.length === 1 || situation[side].others[Number(path[2])].tactic !== undefined;
  const oneMan = `One commander cannot be attached to ${attached} units; attach him to one, or set oneCommander: false.`;
  return [
    ...troops.flatMap(({ given, tactic, path }) => [
      ...unitProblems(given, path, book),
      ...(says(path) ? choiceProblems(tactic, named, vocabulary, book, [...path, 'tactic']) : []),
      ...impossibleProblems(given, chosenTactic(tactic, named) ?? [], [...path, 'tactic']),
      ...refusals(given, path, [
        [given.inContact, 'inContact', 'An engagement starts with units apart; leave inContact out.'],
      ]),
    ]),
    ...refusals(situation, ROOT, [[attached > 1 && situation[side].oneCommander, [side, 'oneCommander'], oneMan]]),
  ];
}

/** A tactic of which the unit could never do a line, or a formation that its arm has not. */
function impossibleProblems({ arm }: UnitGiven, tactic: Tactic, path: Problem['path']): Problem[] {
  const words = [...actionsNamed(tactic)];
  const cannot = (word: string): string | undefined => {
    const formation = /^form-(.*)/.exec(word)?.[1];
    if (formation && isOfOtherArms(arm, formation)) return `${arm} has no such formation`;
    return word === 'charge' && arm === 'artillery' ? 'guns do not charge' : undefined;
  };
  const found = words.find((w) => cannot(w) && (w.startsWith('form-') || words.every(cannot)));
  if (found === undefined) return [];
  const allowed = ACTIONS.filter((w) => !/^advance-to-\d/.test(w) && cannot(w) === undefined);
  const near = nearest(found, allowed);
  const message = `The unit can never do '${found}': ${cannot(found)}.`;
  return [{ path, message, found, allowed, ...(near ? { nearest: near } : {}) }];
}

/** Places that cannot be. */
function placeProblems(situation: EngagementSituation, book: Rulebook): Problem[] {
  const sides = { a: standingOf(troopsSaid(situation, 'a')), b: standingOf(troopsSaid(situation, 'b')) };
  const { distance, edge, lanes, together } = situation;
  const isPlaced = together === false && actTogether({ ...situation, together: undefined }, book);
  const oneByOne =
    'Units that face each other one by one have no lanes, lines or commander of the whole side, and are as many on each side.';
  return [
    ...shapeProblems({
      ...sides,
      distance,
      depth: intervals(situation, book).depth,
      edge: edge - distance,
      lanes,
      bodies: 'units',
    }),
    ...refusals(situation, ROOT, [[isPlaced, 'together', oneByOne]]),
    ...SIDES.flatMap((side) => {
      const chief = chiefsOf(situation, book)[side];
      const many = sides[side].length;
      const own = situation[side].others.findIndex((u) => u.commander);
      const words = `Side ${side.toUpperCase()} has`;
      const units = many === 1 ? 'one unit' : `${many} units`;
      const nobody = `${words} ${units}; its commander cannot be with number ${chief?.with}.`;
      const { rides = 1, goes = 'stays' } = situation[side].commander ?? {};
      const rideless = 'He stays, so that he rides nowhere: leave it out, or let him go (goes: to-the-shaken).';
      const oneForAll = `${words} one commander for all its units; leave this one out.`;
      return refusals(situation, ROOT, [
        [chief !== undefined && chief.with > many, [side, 'commander', 'with'], nobody],
        [rides > 1 && goes === 'stays', [side, 'commander', 'rides'], rideless],
        [chief !== undefined && own >= 0, [side, 'others', own, 'commander'], oneForAll],
      ]);
    }),
  ];
}

function sequenceProblems(situation: EngagementSituation, book: Rulebook): Problem[] {
  const slots = sequenceOf(situation, book);
  const allowed = SIDES.flatMap((side) => PHASES.map((phase) => `${side}-${phase}`));
  const unknown = slots.flatMap((slot, i): Problem[] => {
    const path = situation.sequence ? ['sequence', i] : [];
    const message = `The sequence of play has no phase '${String(slot)}'.`;
    return typeof slot === 'string' ? [{ path, message, found: slot, allowed }] : [];
  });
  const acts = slots.some((slot) => typeof slot !== 'string' && slot.phase !== 'orders');
  if (acts) return unknown;
  return [...unknown, { path: ['sequence'], message: 'The sequence of play has no phase in which units act.' }];
}
