import { watchable } from '../../kit/machine.ts';
import type { Rulebook } from '../book.ts';
import { encounterOf, type Note, notesIf } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import { chosenTactic } from '../tactic.ts';
import { TACTICS } from './actions.ts';
import { SIDES } from './battle.ts';
import { lossSums } from './contact.ts';
import { outcomeOf, sideMeasures, titleOf } from './engagement-outcome.ts';
import {
  bodiesOf,
  type EngagementSituation,
  engagementProblems,
  engagementSchema,
  fireLines,
} from './engagement-situation.ts';
import { fieldOf } from './field.ts';
import { engagementPlay, PHASES } from './turns.ts';

/** Groups that shoot, charge, fight and test over several turns. */
export const engagement = encounterOf<EngagementSituation>({
  ...{ kind: 'engagement', title: 'Engagement of groups', sides: ['side A', 'side B'] },
  ...{ schema: engagementSchema, check: engagementProblems, notes: notesOf },
  machine: (situation, book) => watchable((options) => machineOf(situation, book, options)),
});

function machineOf(situation: EngagementSituation, book: Rulebook, options: Parameters<typeof fieldOf>[2]) {
  const sides = { a: bodiesOf(situation, 'a'), b: bodiesOf(situation, 'b') };
  const commanders = { a: situation.a.commander, b: situation.b.commander };
  const field = fieldOf(book, { ...situation, ...sides, commanders }, options);
  const named = { ...TACTICS, ...situation.tactics };
  const inputs = new Map(SIDES.flatMap((side) => field.of(side).map((x, i) => [x, sides[side][i].body] as const)));
  return field.machine({
    name: 'engagement',
    play: engagementPlay(field, {
      ...situation,
      commanders,
      tacticOf: (x) => chosenTactic(inputs.get(x)!.tactic, named) ?? TACTICS['hold'],
      fireOf: (x) => fireLines(inputs.get(x)!.fire),
    }),
    start: field.muster,
    outcomes: OUTCOMES.engagement,
    outcome: () => outcomeOf(field),
    measures: [...sideMeasures(field), { id: 'turns', label: 'turns played', of: () => field.state.turn }],
    sums: lossSums(SIDES.map((side) => ({ name: side, title: titleOf(field.of(side), side) }))),
    looksAcross: field.several,
    layer: (slot) => (field.state.turn - 1) * 2 * PHASES.length + slot,
  });
}

/** What the sheet leaves open. */
const UNPRINTED =
  'The sheet prints no sequence of play and no rule for when groups test or recover: those are settings of the scenario.';
const IN_ORDER =
  'Units face each other in order; units without an opposite number overlap the last fight and shoot at its enemy.';
const IN_LANES =
  'Groups stand in lanes and come on straight ahead: who shoots, overlaps or strikes a flank in the next lane is by rulings, for the sheet has no map.';

function notesOf({ a, b }: EngagementSituation): Note[] {
  return notesIf([
    [true, 'info', UNPRINTED],
    [true, 'info', IN_ORDER],
    [a.groups.length + b.groups.length > 0, 'info', IN_LANES],
  ]);
}
