import * as z from 'zod';
import { flag as flagField } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { encounterOf, type Note, notesIf } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { type Combatant, isBroken } from '../combatant.ts';
import { commanderRisk } from '../commander.ts';
import { fireProblems } from '../fire-check.ts';
import {
  ammunitionMeasure,
  commanderLostMeasure,
  fsMeasure,
  hitsMeasure,
  type Measures,
  measure,
} from '../measures.ts';
import { isDrivenBack } from '../shoot.ts';
import { stage } from '../stage.ts';
import { type UnitGiven, unitSchema, unitShape } from '../unit.ts';
import { volleyFields, volleyOf } from '../volley.ts';
import { ASPECTS } from '../words.ts';

const { flag, word, maybe, inches } = stated;
const MOST_INCHES = 120;

function firerSchema(book: Rulebook) {
  const overhead = z.strictObject({
    friends: z.array(unitSchema(book)).min(1).max(4).describe('Friendly units that are fired over.'),
    level: word(
      ['from-higher', 'to-higher', 'same'],
      'from-higher',
      'From higher ground, up to higher ground, or on one level.',
    ),
    nearest: z.number().min(0).default(12).describe('How near a friend stands to the battery or the target.'),
    friendsOnSlope: flag('Firing upward: friends stand on a level between.'),
  });
  return z.strictObject({
    ...unitShape(book),
    distance: inches(MOST_INCHES, "This unit's own distance, where it differs from the common one.").optional(),
    into: maybe(ASPECTS, "Which side of the target it shoots at; the target's aspect unless said."),
    ammunition: maybe(
      ['auto', 'round-shot', 'canister'],
      'Guns: canister within its range unless round shot is asked for.',
    ),
    holdFire: flag('It tries not to fire at a viable target.'),
    overhead: overhead.optional().describe('Overhead fire by guns.'),
  });
}

/** What a scenario says about a fire encounter. */
function fireSchema(book: Rulebook) {
  const firer = firerSchema(book);
  const firers = z.union([firer, z.array(firer).min(1).max(6)]);
  return z.strictObject({
    firer: firers.describe('The unit that fires, or a list of units that fire in turn.'),
    target: unitSchema(book).describe('The unit that is shot at.'),
    distance: inches(MOST_INCHES, 'Distance in inches.'),
    defensive: flag('Defensive fire: tested for first, ragged if the test fails.'),
  });
}
export type FireSituation = z.output<ReturnType<typeof fireSchema>>;
export type FirerGiven = z.output<ReturnType<typeof firerSchema>>;
export const firersOf = (situation: FireSituation): readonly FirerGiven[] =>
  Array.isArray(situation.firer) ? situation.firer : [situation.firer];

/** The unit's own keys, without those that only fire knows. */
function unitOf({
  distance: _d,
  into: _i,
  ammunition: _a,
  holdFire: _h,
  overhead: _o,
  ...unit
}: FirerGiven): UnitGiven {
  return unit;
}

export const fire = encounterOf<FireSituation>({
  ...{ kind: 'fire', title: 'Fire', sides: ['firer', 'target'] },
  ...{ schema: fireSchema, check: fireProblems, notes: fireNotes, machine: fireMachine },
});

function fireMachine(situation: FireSituation, book: Rulebook) {
  const firers = firersOf(situation);
  const part = (side: string, given: UnitGiven, role: string) => ({ side, given, facts: { role } });
  const nameOf = (i: number) => (i === 0 ? 'firer' : `firer${i + 1}`);
  const overOf = ({ overhead }: FirerGiven, i: number) =>
    (overhead?.friends ?? []).map((friend, k) => part(`${nameOf(i)}Over${k + 1}`, friend, 'bystander'));
  const parts = [
    part('target', situation.target, 'target'),
    ...firers.map((f, i) => part(nameOf(i), unitOf(f), 'firer')),
    ...firers.flatMap(overOf),
  ];
  const { units: all, view, machine } = stage(book, parts, { volley: volleyFields(), anyShot: flagField() });
  const [target, ...others] = all;
  const [units, friends] = [others.slice(0, firers.length), others.slice(firers.length)];
  const volleys = firers.flatMap((given, i) => {
    const over = friends.filter(({ side }) => side.startsWith(`${nameOf(i)}Over`));
    const { fires, holds } = volleyOf({
      ...{ book, firer: units[i], target, volley: view.volley, over, cause: 'fire' },
      inches: () => given.distance ?? situation.distance,
      ...(given.ammunition ? { ammunition: given.ammunition } : {}),
      ...(given.into ? { into: given.into } : {}),
      phase: situation.defensive ? 'defensive-fire' : 'fire',
      then: () => {
        if (view.volley.shot) view.anyShot = true;
      },
    });
    return given.holdFire ? holds() : fires;
  });
  const onTotal = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const commander = commanderRisk(book, target, () => target.state.phaseHits);
  return machine('fire', 'fire', {
    play: [...volleys, ...(onTotal ? [commander] : [])],
    outcome: () => outcomeOf(book, target, units, view.anyShot),
    measures: measuresOf(target, units, friends),
  });
}

function outcomeOf(book: Rulebook, target: Combatant, firers: readonly Combatant[], anyShot: boolean): string {
  const firerBroken = firers.some(isBroken);
  if (isBroken(target)) return firerBroken ? 'both-broken' : 'target-broken';
  if (firerBroken) return 'firer-broken';
  if (isDrivenBack(book, target)) return 'target-driven-back';
  if (target.state.phaseHits > 0) return 'target-hit';
  if (firers.some((f) => f.state.withdrawn)) return 'firer-withdraws';
  return anyShot ? 'no-effect' : 'no-fire';
}

function measuresOf(target: Combatant, firers: readonly Combatant[], friends: readonly Combatant[]): Measures {
  const scored = 'fatigue hits scored, those past FS 0 included';
  return [
    hitsMeasure('target', 'the target', target),
    fsMeasure('target', 'the target', target),
    measure('target.phaseHits', scored, () => target.state.phaseHits),
    ...commanderLostMeasure('target', 'target', target),
    ...firers.flatMap((f, i) => {
      const words = firers.length === 1 ? 'the firer' : `firer ${i + 1}`;
      return [hitsMeasure(f.side, words, f), fsMeasure(f.side, words, f), ...ammunitionMeasure(f.side, '', f)];
    }),
    ...friends.map((f, i) => hitsMeasure(f.side, `friend ${i + 1}`, f)),
  ];
}

function fireNotes(_: FireSituation, book: Rulebook): Note[] {
  const from = ruled(book, 'drivenBack') === 'off' ? undefined : book.borrowed?.['fire.driven-back'];
  return notesIf([[from !== undefined, 'borrowed', `Driven back is borrowed from ${from}.`]]);
}
