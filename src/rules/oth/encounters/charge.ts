import * as z from 'zod';
import type { EndMeasure, Machine } from '../../../sim/machine.ts';
import { oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { contactMeasure, OUTCOMES } from '../../outcomes.ts';
import { assemble } from '../assemble.ts';
import { afterRefusal, type ChargeSpec, type ChargeState, chargeFields } from '../charge/charge.ts';
import { chargeDistances, chargeProblems, decided, opportunityAllowed, wordsOf } from '../charge/check.ts';
import { movesFor, reachOf, segmentOf } from '../charge/reach.ts';
import { opportunityWithin, REACTIONS } from '../charge/reactions.ts';
import { chargeSteps } from '../charge/steps.ts';
import { combatant, type LiveUnit, startUnit, unitFields } from '../live.ts';
import { type Bout, boutFields, startBout } from '../melee/bout.ts';
import type { Stepping, Steps } from '../melee/fight.ts';
import { fighter, fighterFields, type LiveFighter, startFighter } from '../melee/fighter.ts';
import { fightMeasures, phaseSum, phaseSums } from '../melee/measures.ts';
import { statusNotes } from '../melee/notes.ts';
import { type UnitGiven, unitShape } from '../unit.ts';
import { ASPECTS } from '../words.ts';

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
export function chargeSchema(book: Rulebook) {
  return z.strictObject({
    attacker: z
      .strictObject({
        ...unitShape(book),
        reach: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .describe('How far it may move to contact; by the sheet unless said.'),
        reaction: reaction
          .default('stand')
          .describe('How it meets an opportunity move of the cavalry it charges: a word, or hundredths for several.'),
      })
      .describe('The unit that charges.'),
    defender: z
      .strictObject({
        ...unitShape(book),
        reaction: reaction
          .default('stand')
          .describe('How it reacts: a word, or hundredths for several ({ stand: 60, stand-and-deliver: 40 }).'),
        supportingFire: z
          .array(
            z.strictObject({
              ...unitShape(book),
              into: z.enum(ASPECTS).default('front').describe('Which side of the attacker it shoots at.'),
            }),
          )
          .max(4)
          .default([])
          .describe('Units of its brigade near enough to fire when it stands and delivers.'),
        redeployInto: z
          .enum(['attack-column', 'column-of-companies'])
          .default('attack-column')
          .describe('What a square redeploys into.'),
      })
      .describe('The unit that is charged.'),
    distance: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Inches between them before the charge; one move segment of the attacker unless said.'),
    movesToContact: z
      .int()
      .min(1)
      .max(6)
      .optional()
      .describe('Moves the attacker needs to reach the defender; by distance unless said.'),
  });
}
export type ChargeSituation = z.output<ReturnType<typeof chargeSchema>>;

export const charge: EncounterDef<ChargeSituation> = {
  kind: 'charge',
  title: 'Charge',
  schema: chargeSchema,
  check: chargeProblems,
  build: (situation, book) => ({
    machine: chargeMachine(situation, book),
    notes: chargeNotes(situation, book),
    sides: ['attacker', 'defender'],
  }),
};

function chargeNotes({ defender }: ChargeSituation, book: Rulebook): Note[] {
  const notes: Note[] = [];
  const from = book.borrowed?.['reactions'];
  if (from && wordsOf(defender.reaction).some((r) => r !== 'stand'))
    notes.push({
      kind: 'borrowed',
      text: `The reactions to a charge are borrowed from ${from}, with distances halved.`,
    });
  return [...notes, ...statusNotes(book, defender)];
}

interface S extends Stepping {
  attacker: LiveFighter;
  defender: LiveFighter;
  bout: Bout;
  charge: ChargeState;
  result: string;
}

function chargeMachine(situation: ChargeSituation, book: Rulebook): Machine<S> {
  const supportName = (i: number) => `support${i + 1}`;
  const supports = situation.defender.supportingFire.map((given, i) => [supportName(i), unitFields(given, book)]);
  const { distance, reach, movesToContact } = chargeDistances(situation, book);
  return assemble<S>(
    {
      attacker: fighterFields(situation.attacker, book),
      defender: fighterFields(situation.defender, book),
      bout: boutFields(book),
      charge: chargeFields(),
      result: oneOf('none', ...OUTCOMES.charge.map((o) => o.id)),
      ...Object.fromEntries(supports),
    },
    (view) => {
      const attacker = fighter(book, 'attacker', situation.attacker, view.attacker);
      const defender = fighter(book, 'defender', situation.defender, view.defender);
      const supporters = situation.defender.supportingFire.map(({ into, ...given }, i) => {
        const live = (view as unknown as Record<string, LiveUnit>)[supportName(i)];
        const unit: UnitGiven = { ...given, name: given.name ?? `support ${i + 1}` };
        return { unit: combatant(book, 'defender', unit, live), into };
      });
      const first: ChargeSpec = {
        book,
        prefix: '',
        attacker,
        defender,
        bout: view.bout,
        charge: view.charge,
        write: (outcome) => {
          view.result = outcome;
        },
        end: 'end',
        replaces: true,
        count: (unit, phase, hits, emit) => emit(phaseSum(unit.side, phase), hits),
        react: decided(situation.defender.reaction),
        supporters,
        distance: () => distance,
        reach: () => reach,
        movesToContact: () => movesToContact,
        redeployInto: situation.defender.redeployInto,
      };
      return {
        name: `charge (${book.id})`,
        start: (s) => {
          startFighter(attacker);
          startFighter(defender);
          startBout(view.bout);
          for (const { unit } of supporters) startUnit(unit);
          // A unit that counts as routing may be kept from charging (ruling routersCharge).
          const runs = ruled(book, 'routersCharge') === 'never' && attacker.facts['routing'] === true;
          if (runs) view.result = 'charge-refused';
          s.step = runs ? 'end' : 'charge';
        },
        steps: opportunityAllowed(situation, book) ? withOpportunity(first, situation) : chargeSteps<S>(first),
        outcomes: OUTCOMES.charge,
        outcome: (s) => s.result,
        measures: [
          ...fightMeasures<S>(book, [attacker, defender], view.bout, () => view.result),
          contactMeasure(() => view.bout.round > 0),
          ...chargeMeasures(situation, view.charge, supporters),
        ],
        sums: phaseSums(book, ['fire', 'reaction']),
      };
    },
  );
}

/** What only a charge can tell: whether an emergency formation was formed, and how the supporters come out of it. */
function chargeMeasures(
  { attacker, defender }: ChargeSituation,
  charge: ChargeState,
  supporters: ChargeSpec['supporters'],
): EndMeasure<S>[] {
  const emergency = [defender.reaction, attacker.reaction].some((r) =>
    wordsOf(r).some((w) => w.startsWith('emergency')),
  );
  return [
    ...(emergency
      ? [{ id: 'emergency.formed', label: 'emergency formation formed in time', of: () => (charge.formed ? 1 : 0) }]
      : []),
    ...supporters.flatMap(({ unit }, i): EndMeasure<S>[] => [
      {
        id: `support${i + 1}.hits`,
        label: `fatigue hits on ${unit.label}`,
        of: () => unit.live.hits - unit.given.hits,
      },
      {
        id: `support${i + 1}.gone`,
        label: `${unit.label} has gone to the rear`,
        of: () => (unit.live.withdrawn ? 1 : 0),
      },
      ...(unit.given.arm === 'artillery'
        ? [
            {
              id: `support${i + 1}.outOfAmmunition`,
              label: `${unit.label} out of ammunition`,
              of: () => (unit.live.outOfAmmunition ? 1 : 0),
            },
          ]
        : []),
    ]),
  ];
}

/** Charged cavalry may move to contact first: the same steps once more, with the sides exchanged. */
function withOpportunity(first: ChargeSpec, situation: ChargeSituation): Steps<S> {
  const { book, attacker, defender } = first;
  const mover = () => ({ ...defender.given, formation: defender.live.formation });
  /** The charger is met where it comes near enough. */
  const met = () => Math.min(first.distance(), opportunityWithin(book));
  const second: ChargeSpec = {
    ...first,
    prefix: 'opportunity-',
    attacker: defender,
    defender: attacker,
    react: decided(situation.attacker.reaction),
    supporters: [],
    distance: met,
    reach: () => reachOf(book, mover()),
    // The cavalry needs its own moves for the gap.
    movesToContact: () => movesFor(met(), segmentOf(book, mover())),
    refused: afterRefusal(book),
    redeployInto: 'attack-column',
  };
  return { ...chargeSteps<S>({ ...first, opportunity: 'opportunity-charge' }), ...chargeSteps<S>(second) };
}
