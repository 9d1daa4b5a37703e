import * as z from 'zod';
import { act, type Stepped, when } from '../../../kit/flow.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { encounterOf, type Note, notesIf } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { contactMeasure } from '../../outcomes.ts';
import { deliverFlows } from '../charge/answers.ts';
import { type Approach, type ChargeSpec, chargeFields, chargeFlows } from '../charge/charge.ts';
import { chargeDistances, chargeProblems, decided, opportunityAllowed, wordsOf } from '../charge/check.ts';
import { opportunityWithin, REACTIONS } from '../charge/reactions.ts';
import {
  ammunitionMeasure,
  counting,
  fightMeasures,
  hitsMeasure,
  type Measures,
  measure,
  phaseSums,
  roundOf,
  statusNotes,
} from '../measures.ts';
import { boutFields, ends, isOpen, outcomeWord, startBout } from '../melee/bout.ts';
import { ROLES } from '../melee/fight.ts';
import { comeToContact, meleeOf } from '../melee/melee.ts';
import { movesFor, reachOf, segmentOf } from '../movement.ts';
import { stage } from '../stage.ts';
import { unitShape } from '../unit.ts';
import { ASPECTS } from '../words.ts';

const { word, inches, few } = stated;
const reactionWord = z.enum(REACTIONS);
const reaction = z.union([
  reactionWord,
  z
    .partialRecord(reactionWord, z.int().min(0).max(100))
    .refine((mix) => Object.values(mix).reduce<number>((sum, n) => sum + (n ?? 0), 0) === 100, {
      message: 'The hundredths of a mix must add up to 100.',
    }),
]);

/** What a scenario says about a charge. */
function chargeSchema(book: Rulebook) {
  const attacker = z.strictObject({
    ...unitShape(book),
    reach: inches(100, 'How far it may move to contact; by the sheet unless said.').optional(),
    reaction: reaction
      .default('stand')
      .describe('How it meets an opportunity move of the cavalry it charges: a word, or hundredths for several.'),
  });
  const supporter = z.strictObject({
    ...unitShape(book),
    into: word(ASPECTS, 'front', 'Which side of the attacker it shoots at.'),
  });
  const defender = z.strictObject({
    ...unitShape(book),
    reaction: reaction
      .default('stand')
      .describe('How it reacts: a word, or hundredths for several ({ stand: 60, stand-and-deliver: 40 }).'),
    supportingFire: few(supporter, 4, 'Units of its brigade near enough to fire when it stands and delivers.'),
    redeployInto: word(['attack-column', 'column-of-companies'], 'attack-column', 'What a square redeploys into.'),
  });
  const apart = 'Inches between them before the charge; one move segment of the attacker unless said.';
  const moves = 'Moves the attacker needs to reach the defender; by distance unless said.';
  return z.strictObject({
    attacker: attacker.describe('The unit that charges.'),
    defender: defender.describe('The unit that is charged.'),
    distance: inches(100, apart).optional(),
    movesToContact: z.int().min(1).max(6).optional().describe(moves),
  });
}
export type ChargeSituation = z.output<ReturnType<typeof chargeSchema>>;

export const charge = encounterOf<ChargeSituation>({
  ...{ kind: 'charge', title: 'Charge', sides: ['attacker', 'defender'] },
  ...{ schema: chargeSchema, check: chargeProblems, notes: chargeNotes, machine: chargeMachine },
});

function chargeNotes({ defender }: ChargeSituation, book: Rulebook): Note[] {
  const from = book.borrowed?.['reactions'];
  const reacts = wordsOf(defender.reaction).some((r) => r !== 'stand');
  const text = `The reactions to a charge are borrowed from ${from}, with distances halved.`;
  return [...notesIf([[from !== undefined && reacts, 'borrowed', text]]), ...statusNotes(book, defender, 'defender')];
}

function chargeMachine(situation: ChargeSituation, book: Rulebook) {
  const { supportingFire, redeployInto, reaction } = situation.defender;
  const parts = [
    ...ROLES.map((side) => ({ side, given: situation[side], counts: counting(side) })),
    ...supportingFire.map(({ into: _, ...given }, i) => {
      return { side: 'defender', given: { ...given, name: given.name ?? `support ${i + 1}` } };
    }),
  ];
  const besides = { bout: boutFields(book, ['attacker', 'defender']), charge: chargeFields() };
  const { units, view, machine } = stage(book, parts, besides);
  const { bout } = view;
  const [attacker, defender, ...support] = units;
  const supporters = support.map((unit, i) => ({ unit, into: supportingFire[i].into }));
  const { distance, reach, movesToContact } = chargeDistances(situation, book);
  const first: Approach = {
    ...{ book, attacker, defender, bout, charge: view.charge, supporters, redeployInto },
    ...{ cause: roundOf(bout), fireCause: 'fire', replaces: true },
    react: decided(reaction),
    inches: () => distance,
    reach,
    movesToContact: () => movesToContact,
  };
  // A unit that counts as routing may be kept from charging (ruling routersCharge).
  const mayNot = () => ruled(book, 'routersCharge') === 'never' && attacker.facts['routing'] === true;
  return machine('charge', 'charge', {
    play: [when<Stepped>(() => isOpen(bout), chargeFlows(playedOut(first, situation))), ...meleeOf(first).closing],
    start: () => {
      startBout(bout);
      if (mayNot()) ends(bout, 'refuses');
    },
    outcome: () => outcomeWord(bout),
    measures: [...fightMeasures(first), contactMeasure(() => bout.round > 0), ...chargeMeasures(situation, first)],
    sums: phaseSums(book, ['fire', 'reaction']),
  });
}

/** All at once: defensive fire when it is given, and the fight as soon as they meet. */
function playedOut(first: Approach, situation: ChargeSituation): ChargeSpec {
  const atOnce = (spec: Approach): ChargeSpec => ({
    ...spec,
    delivers: deliverFlows(spec),
    meets: [act<Stepped>(() => comeToContact(spec)), ...meleeOf(spec).rounds],
    isOn: () => isOpen(spec.bout),
  });
  const { book, attacker, defender } = first;
  if (!opportunityAllowed(situation, book)) return atOnce(first);
  // Charged cavalry may move to contact first: the same charge once more, with the sides exchanged.
  const mover = () => ({ ...defender.given, formation: defender.state.formation });
  /** The charger is met where it comes near enough. */
  const inches = () => Math.min(first.inches(), opportunityWithin(book));
  const answer = atOnce({
    ...{ ...first, attacker: defender, defender: attacker, supporters: [], redeployInto: 'attack-column', inches },
    react: decided(situation.attacker.reaction),
    reach: () => reachOf(book, mover()),
    // The cavalry needs its own moves for the gap.
    movesToContact: () => movesFor(inches(), segmentOf(book, mover())),
  });
  return { ...atOnce(first), answer };
}

/** What only a charge can tell: whether an emergency formation was formed, and how the supporters come out of it. */
function chargeMeasures({ attacker, defender }: ChargeSituation, { charge, supporters }: Approach): Measures {
  const words = [defender.reaction, attacker.reaction].flatMap(wordsOf);
  const formed = measure('emergency.formed', 'emergency formation formed in time', () => charge.formed);
  return [
    ...(words.some((w) => w.startsWith('emergency')) ? [formed] : []),
    ...supporters.flatMap(({ unit }, i) => [
      hitsMeasure(`support${i + 1}`, unit.label, unit),
      measure(`support${i + 1}.gone`, `${unit.label} has gone to the rear`, () => unit.state.withdrawn),
      ...ammunitionMeasure(`support${i + 1}`, `${unit.label} `, unit),
    ]),
  ];
}
