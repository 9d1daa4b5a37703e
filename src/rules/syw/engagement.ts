import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import type { EncounterDef, Note } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { When } from '../pattern.ts';
import type { Problem } from '../problem.ts';
import {
  choiceProblems,
  chosenTactic,
  namedTacticsSchema,
  type Tactic,
  tacticChoiceSchema,
  tacticProblems,
  tacticSchema,
  whenProblems,
  whenSchema,
} from '../tactic.ts';
import type { Group } from './battle.ts';
import { lossSums, standMeasures } from './contact.ts';
import { engagedBattle, PLAN_MEANINGS, PLANS, type Plan, TACTICS } from './plan.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { groupSchema, testFields } from './situation.ts';
import type { GroupInput } from './troops.ts';
import { engagementPlay, PHASES, type Phase } from './turns.ts';
import { vocabulary } from './vocabulary.ts';

const FIRE = ['shoot', 'hold'] as const;
type FireTactic = Tactic<(typeof FIRE)[number]>;

interface SideInput extends GroupInput {
  readonly tactic: string | Tactic<Plan>;
  readonly fire: (typeof FIRE)[number] | FireTactic;
}
export interface EngagementSituation {
  readonly a: SideInput;
  readonly b: SideInput;
  readonly distance: number;
  readonly turns: number;
  readonly sequence: readonly Phase[];
  readonly testAfter: { readonly melee: boolean; readonly losses: boolean };
  readonly locked: 'fight-on' | 'attacker-falls-back';
  readonly recover: 'never' | 'own-turn';
  readonly endWhen: When;
  readonly tactics: Readonly<Record<string, Tactic<Plan>>>;
}

const FIELDS = `type stands startingStands shooters weapon formation orders morale disordered poorShots fired cover place uphill terrain disorderingTerrain`;
const RETREAT: When = [{ self: { orders: 'retreat' } }, { enemy: { orders: 'retreat' } }];

function sideSchema(book: Rulebook, tactic: string) {
  const meanings = PLANS.map((p) => `${p} (${PLAN_MEANINGS[p]})`).join('; ');
  return groupSchema(book, FIELDS, {
    general: testFields['general'],
    tactic: tacticChoiceSchema(PLANS)
      .default(tactic)
      .describe(
        `What it does in its turn: the name of a tactic (${Object.keys(TACTICS).join(', ')}, or one of yours), or lines ` +
          `of { when, do }, the first that matches and is possible acting. To do: ${meanings}.`,
      ),
    fire: z
      .union([z.enum(FIRE), tacticSchema(FIRE)])
      .default('shoot')
      .describe('Whether it shoots when it can: shoot, hold, or lines of { when, do }.'),
  }) as unknown as z.ZodType<SideInput>;
}

const schema = (book: Rulebook): z.ZodType<EngagementSituation> =>
  z.strictObject({
    a: sideSchema(book, 'charge-home').describe('The group that moves first.'),
    b: sideSchema(book, 'hold').describe('The group that moves second.'),
    distance: z.int().min(1).max(300).describe('Distance between the groups at the start, in cm.'),
    turns: z.int().min(1).max(30).default(6).describe('Turns to play, each of side A and then side B.'),
    sequence: z
      .array(z.enum(PHASES))
      .default([...PHASES])
      .describe("The phases of a side's turn, in order; the sheet prints none."),
    testAfter: z
      .strictObject({
        melee: z.boolean().default(true).describe('Both groups test after a melee.'),
        losses: z.boolean().default(true).describe('A group tests when it has lost stands to shooting.'),
      })
      .default({ melee: true, losses: true })
      .describe('When groups test morale; the sheet does not say.'),
    locked: z
      .enum(['fight-on', 'attacker-falls-back'])
      .default('fight-on')
      .describe('What groups do that are still in contact at the end of a turn.'),
    recover: z
      .enum(['never', 'own-turn'])
      .default('never')
      .describe('When disorganised units recover; the sheet prints no recovery.'),
    endWhen: whenSchema
      .default(RETREAT)
      .describe('Ends the engagement when it holds after a phase (side A is self); rout and destruction always do.'),
    tactics: namedTacticsSchema(PLANS).default({}),
  }) as unknown as z.ZodType<EngagementSituation>;

function sequenceProblems(sequence: readonly Phase[]): Problem[] {
  const missing = PHASES.filter((p) => !sequence.includes(p));
  const twice = sequence.filter((p, i) => sequence.indexOf(p) !== i);
  if (missing.length > 0 || twice.length > 0) {
    const message = `The sequence must hold each of ${PHASES.join(', ')} once.`;
    return [{ path: ['sequence'], message, found: sequence, allowed: PHASES }];
  }
  if (sequence.indexOf('orders') < sequence.indexOf('move')) return [];
  return [{ path: ['sequence'], message: 'Orders come before the move that they are for.', found: sequence }];
}

const fireLines = (fire: SideInput['fire']): FireTactic => (typeof fire === 'string' ? [{ do: fire }] : fire);

/** Two groups that shoot, charge, fight and test over several turns. */
export const engagement: EncounterDef<EngagementSituation> = {
  kind: 'engagement',
  title: 'Engagement of two groups',
  schema,
  check: (s, book) => {
    const named = { ...TACTICS, ...s.tactics };
    return [
      ...(['a', 'b'] as const).flatMap((side) => [
        ...groupProblems(book, s[side], [side]),
        ...mixedProblems(book, s[side], [side]),
        ...choiceProblems(s[side].tactic, named, vocabulary, book, [side, 'tactic']),
        ...tacticProblems(fireLines(s[side].fire), vocabulary, book, [side, 'fire']),
        ...(s[side].orders === 'rout' || s[side].orders === 'retreat'
          ? [
              {
                path: [side, 'orders'],
                message: `A group on ${s[side].orders} orders is leaving the fight; an engagement starts with groups that stay.`,
                found: s[side].orders,
                allowed: ['advance', 'reserve', 'stand'],
              },
            ]
          : []),
      ]),
      ...Object.entries(s.tactics).flatMap(([name, lines]) =>
        tacticProblems(lines, vocabulary, book, ['tactics', name]),
      ),
      ...sequenceProblems(s.sequence),
      ...whenProblems(s.endWhen, vocabulary, ['endWhen'], book),
    ];
  },
  build: (situation, book) => {
    const { a, b, distance, turns } = situation;
    const input = { a, b, names: ['a', 'b'], titles: ['side A', 'side B'], lossesByPhase: true } as const;
    const battle = engagedBattle(book, input, turns, distance);
    const named = { ...TACTICS, ...situation.tactics };
    const lines = (side: SideInput) => chosenTactic(side.tactic, named) ?? TACTICS['hold'];
    return {
      machine: battle.machine({
        name: 'engagement',
        play: engagementPlay(battle, {
          ...situation,
          tactics: { a: lines(a), b: lines(b) },
          fire: { a: fireLines(a.fire), b: fireLines(b.fire) },
        }),
        start: () => {
          battle.muster();
          battle.state.turn = 1;
          battle.state.distance = distance;
        },
        outcomes: OUTCOMES.engagement,
        outcome: () => outcomeOf(battle.a, battle.b),
        measures: [
          ...standMeasures(battle.a, battle.b),
          { id: 'turns', label: 'turns played', of: () => battle.state.turn },
        ],
        sums: lossSums(battle),
        layer: (slot) => (battle.state.turn - 1) * 2 * PHASES.length + slot,
      }),
      notes: NOTES,
      sides: ['side A', 'side B'],
    };
  },
};

/** The worse fate tells; if nobody gave way, the larger share of stands lost. */
function outcomeOf(...groups: readonly [Group, Group]): string {
  const order = ['holds', 'retreats', 'routs', 'destroyed'];
  const [a, b] = groups.map(({ stands, state }) => order.indexOf(stands === 0 ? 'destroyed' : state.fate));
  if (a > b) return `a-${order[a]}`;
  if (b > a) return `b-${order[b]}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  const [shareA, shareB] = groups.map(({ members, stands }) => {
    const before = members.reduce((sum, u) => sum + u.before.stands, 0);
    return (before - stands) / before;
  });
  return shareA > shareB ? 'a-worse' : shareA < shareB ? 'b-worse' : 'even';
}

const NOTES: readonly Note[] = [
  {
    kind: 'info',
    text: 'The sheet prints no sequence of play and no rule for when groups test or recover: those are settings of the scenario.',
  },
  {
    kind: 'info',
    text: 'Units face each other in order; units without an opposite number overlap the last fight and shoot at its enemy.',
  },
];
