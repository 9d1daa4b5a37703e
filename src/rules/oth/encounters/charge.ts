import { z } from 'zod';
import type { Machine } from '../../../sim/machine.ts';
import { layout, oneOf, type State, type StateSpec } from '../../../sim/state.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { type ChargeSpec, type ChargeState, chargeFields } from '../charge/charge.ts';
import { chargeDistances, chargeProblems, decided, opportunityAllowed, wordsOf } from '../charge/check.ts';
import { reachOf } from '../charge/reach.ts';
import { REACTIONS } from '../charge/reactions.ts';
import { chargeSteps } from '../charge/steps.ts';
import { combatant, type LiveUnit, startUnit, statusOf, unitFields } from '../live.ts';
import { type Bout, boutFields } from '../melee/fight.ts';
import { fighter, fighterFields, type LiveFighter, startFighter } from '../melee/fighter.ts';
import { fightMeasures, phaseSum, phaseSums } from '../melee/measures.ts';
import { startingFs, unitSchema, unitShape } from '../unit.ts';

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
          .array(unitSchema(book))
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
  const status = statusOf(book, defender.fs, startingFs(defender));
  if (status !== 'steady')
    notes.push({
      kind: 'ruling',
      text: `The defender counts as ${status} by ruling thresholds; the sheet prints no figure.`,
    });
  return notes;
}

type S = State<StateSpec> & {
  result: string;
  attacker: LiveFighter;
  defender: LiveFighter;
  bout: Bout;
  charge: ChargeState;
};

function chargeMachine(situation: ChargeSituation, book: Rulebook): Machine<State<StateSpec>> {
  const supporterNames = situation.defender.supportingFire.map((_, i) => `support${i + 1}`);
  const spec = {
    attacker: fighterFields(situation.attacker, book),
    defender: fighterFields(situation.defender, book),
    bout: boutFields(book),
    charge: chargeFields(),
    result: oneOf('none', ...OUTCOMES.charge.map((o) => o.id)),
    ...Object.fromEntries(
      supporterNames.map((name, i) => [name, unitFields(situation.defender.supportingFire[i], book)]),
    ),
  };
  // Steps are made over the state, and the state names its steps: lay out twice, use the second.
  const l = layout(spec, Object.keys(assemble(layout(spec, []).view as unknown as S).steps));
  const view = l.view as unknown as S;
  const { steps, attacker, defender, supporters } = assemble(view);
  return {
    name: `charge (${book.id})`,
    layout: l as unknown as Machine<State<StateSpec>>['layout'],
    steps: steps as unknown as Machine<State<StateSpec>>['steps'],
    start: (s) => {
      startFighter(attacker);
      startFighter(defender);
      for (const unit of supporters) startUnit(unit);
      s.step = 'charge';
    },
    outcomes: OUTCOMES.charge,
    outcome: () => view.result,
    measures: fightMeasures(book, [attacker, defender], view.bout, () => view.result),
    sums: phaseSums(book, ['fire', 'reaction']),
  };

  function assemble(v: S) {
    const units = {
      attacker: fighter(book, 'attacker', situation.attacker, v.attacker),
      defender: fighter(book, 'defender', situation.defender, v.defender),
    };
    const supporters = situation.defender.supportingFire.map((given, i) => {
      const live = (v as unknown as Record<string, LiveUnit>)[supporterNames[i]];
      return combatant(book, 'defender', { ...given, name: given.name ?? `support ${i + 1}` }, live);
    });
    const { distance, reach, movesToContact } = chargeDistances(situation, book);
    const first: ChargeSpec = {
      book,
      prefix: '',
      ...units,
      bout: v.bout,
      charge: v.charge,
      write: (outcome) => {
        v.result = outcome;
      },
      end: 'end',
      count: (unit, phase, hits, emit) => emit(phaseSum(unit.side, phase), hits),
      react: decided(situation.defender.reaction),
      supporters,
      forgetSupporters: true,
      distance: () => distance,
      reach: () => reach,
      movesToContact: () => movesToContact,
      redeployInto: situation.defender.redeployInto,
    };
    if (!opportunityAllowed(situation, book, distance)) return { ...units, supporters, steps: chargeSteps<S>(first) };
    const prefix = 'opportunity-';
    const second: ChargeSpec = {
      ...first,
      prefix,
      attacker: units.defender,
      defender: units.attacker,
      react: decided(situation.attacker.reaction),
      supporters: [],
      reach: () => reachOf(book, { ...situation.defender, formation: v.defender.formation }),
      refused: 'meet',
      redeployInto: 'attack-column',
    };
    return {
      ...units,
      supporters,
      steps: { ...chargeSteps<S>({ ...first, opportunity: `${prefix}charge` }), ...chargeSteps<S>(second) },
    };
  }
}
