import { counted } from '../../../words/names.ts';
import type { Rulebook } from '../../book.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import { theEdition } from '../edition.ts';
import type { ChargeSituation } from '../encounters/charge.ts';
import { meetingProblems } from '../melee/check.ts';
import { type Mover, movesFor, reachOf, segmentOf } from '../movement.ts';
import { fireShare, shotOf } from '../shot.ts';
import { formationOf, type UnitGiven, unitProblems } from '../unit.ts';
import { spoken } from '../words.ts';
import { allowedReactions, type Reaction, type ReactionChoice, refusal, type Standing } from './reactions.ts';

/** Inches before the charge, what the charger can cover, and the moves it needs: as said, or as the sheet has them. */
export function chargeDistances(situation: ChargeSituation, book: Rulebook) {
  const { attacker } = situation;
  const segment = segmentOf(book, mover(attacker));
  const distance = situation.distance ?? segment ?? 0;
  return {
    distance,
    reach: () => attacker.reach ?? reachOf(book, mover(attacker)),
    movesToContact: situation.movesToContact ?? movesFor(distance, segment),
  };
}

/** A unit before anything has happened to it, as reactions look at it. */
const standing = ({ commander: _c, ...given }: UnitGiven): Standing => ({
  facts: { ...given, formation: formationOf(given) },
});
const mover = (given: UnitGiven): Mover => ({ ...given, formation: formationOf(given) });

/** What the sheets do not allow of a charge. */
export function chargeProblems(situation: ChargeSituation, book: Rulebook): Problem[] {
  const { attacker, defender } = situation;
  const { distance, ...of } = chargeDistances(situation, book);
  const reach = of.reach();
  const chosen = wordsOf(defender.reaction);
  // How the charger meets an opportunity move matters only where there is one.
  const answers = chosen.includes('opportunity') ? wordsOf(attacker.reaction) : [];
  const tooFar = `The attacker reaches ${counted(reach ?? 0, 'inch', 'inches')} and the defender is ${distance} away.`;
  const twice = 'An opportunity move to contact is not answered with another.';
  const again = answers.filter((r) => r !== 'opportunity');
  return [
    ...meetingProblems(attacker, defender, book),
    ...refusals({ distance }, ROOT, [[reach !== null && distance > reach, 'distance', tooFar]]),
    ...choiceProblems(book, chosen, ['defender', 'reaction'], defender, attacker),
    ...(chosen.includes('evade') ? paceProblems(situation, book, reach) : []),
    ...refusals(situation, ROOT, [[again.length < answers.length, ['attacker', 'reaction'], twice]]),
    ...choiceProblems(book, again, ['attacker', 'reaction'], attacker, defender),
    ...defender.supportingFire.flatMap((unit, i) => {
      const path = ['defender', 'supportingFire', i];
      return [...unitProblems(unit, path, book), ...supporterProblems(unit, path, book)];
    }),
  ];
}

/** Would the sheet let charged cavalry move to contact itself? */
export const opportunityAllowed = ({ attacker, defender }: ChargeSituation, book: Rulebook): boolean =>
  refusal(book, 'opportunity', standing(defender), standing(attacker)) === null;

/** A choice as a decision among the options: hundredths in their order. */
export const decided =
  (choice: ReactionChoice) =>
  (options: readonly string[]): string | readonly number[] =>
    typeof choice === 'string' ? choice : options.map((r) => choice[r as Reaction] ?? 0);

export const wordsOf = (choice: ReactionChoice): Reaction[] =>
  typeof choice === 'string' ? [choice] : (Object.keys(choice) as Reaction[]).filter((r) => (choice[r] ?? 0) > 0);

function choiceProblems(
  book: Rulebook,
  chosen: readonly Reaction[],
  path: Problem['path'],
  unit: UnitGiven,
  charger: UnitGiven,
): Problem[] {
  // What a unit could do in a formation that it cannot take is of no account.
  if (unitProblems(unit, [], book).some((p) => p.path.join() === 'formation')) return [];
  const allowed = allowedReactions(book, standing(unit), standing(charger));
  return chosen.flatMap((reaction) => {
    const message = refusal(book, reaction, standing(unit), standing(charger));
    return message === null ? [] : [{ path, message, found: reaction, allowed }];
  });
}

/** Whether an evader is caught needs the pace of both. */
function paceProblems({ attacker, defender }: ChargeSituation, book: Rulebook, reach: number | null): Problem[] {
  const none = (unit: UnitGiven) =>
    `The sheet of ${theEdition(book)} prints no move for ${unit.arm} in ${spoken(formationOf(unit))}`;
  const still = segmentOf(book, mover(defender)) === null;
  return refusals({}, ROOT, [
    [reach === null, ['attacker', 'reach'], `${none(attacker)}; say how far the attacker reaches.`],
    [still, ['defender', 'formation'], `${none(defender)}, so it cannot evade.`],
  ]);
}

function supporterProblems(unit: UnitGiven, path: Problem['path'], book: Rulebook): Problem[] {
  const share = fireShare(book, unit, formationOf(unit), shotOf(book, unit, 0).screenFires);
  const fires = unit.arm !== 'cavalry' && share !== null && share.percent > 0 && !unit.outOfAmmunition;
  return refusals(unit, path, [
    [!fires, [], `A ${unit.arm} unit in ${spoken(formationOf(unit))} cannot fire in support.`],
  ]);
}
