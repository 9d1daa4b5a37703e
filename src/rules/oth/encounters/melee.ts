import * as z from 'zod';
import { type Stepped, when } from '../../../kit/flow.ts';
import { ordinal } from '../../../words/names.ts';
import type { Rulebook } from '../../book.ts';
import { encounterOf } from '../../encounter.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { goAtEnemy, quitGround } from '../combatant.ts';
import { counting, fightMeasures, phaseSums, roundOf, statusNotes } from '../measures.ts';
import { boutFields, ends, isOpen, outcomeWord, startBout } from '../melee/bout.ts';
import { besideProblems, meetingProblems } from '../melee/check.ts';
import { type FightSpec, ROLES, type Role } from '../melee/fight.ts';
import { comeToContact, meleeOf } from '../melee/melee.ts';
import { stage } from '../stage.ts';
import { unitShape } from '../unit.ts';
import { ASPECTS } from '../words.ts';

const { flag, word, maybe, few } = stated;
/** Units beside the first of a side. */
const MOST_BESIDE = 3;
const SEVERAL = 'Each strikes; the first unit takes the hits and its side stands or falls with it (OTH2-R58).';

/** What a scenario says about a close combat. */
function meleeSchema(book: Rulebook) {
  const shape = unitShape(book);
  const into = maybe(ASPECTS, 'Which side of the defender it strikes; where the first unit does unless said.');
  const attacker = z.strictObject({
    ...shape,
    others: few(z.strictObject({ ...shape, into }), MOST_BESIDE, `More units that move in with it. ${SEVERAL}`),
  });
  const beside = `More units that fight beside it, against the first attacker. ${SEVERAL}`;
  const defender = z.strictObject({
    ...shape,
    countering: flag('It meets the attacker half way.'),
    evaded: flag('It has evaded this turn and was caught.'),
    others: few(z.strictObject(shape), MOST_BESIDE, beside),
  });
  const contact =
    'Fresh: the attacker has just moved in. Locked: the fight goes on from an earlier turn, without contact bonuses.';
  return z.strictObject({
    attacker: attacker.describe('The unit that moves into contact.'),
    defender: defender.describe('The unit that is contacted.'),
    contact: word(['fresh', 'locked'], 'fresh', contact),
  });
}
export type MeleeSituation = z.output<ReturnType<typeof meleeSchema>>;

export const melee = encounterOf<MeleeSituation>({
  ...{ kind: 'melee', title: 'Close combat', sides: ['attacker', 'defender'] },
  ...{ schema: meleeSchema, machine: meleeMachine },
  check: (situation, book) => [
    ...meetingProblems(situation.attacker, situation.defender, book),
    ...besideProblems(situation, book),
    ...defenderProblems(situation),
  ],
  notes: ({ contact, defender }, book) => (contact === 'fresh' ? statusNotes(book, defender, 'defender') : []),
});

function defenderProblems({ defender, contact }: MeleeSituation): Problem[] {
  const path = ['defender'];
  const { countering, evaded, arm, aspect } = defender;
  return refusals(defender, path, [
    [countering && arm === 'artillery', 'countering', 'Guns cannot counter.'],
    [countering && aspect !== 'front', 'countering', 'Only a unit that is contacted in front may counter.'],
    [countering && contact === 'locked', 'countering', 'Units that are locked in combat no longer counter.'],
    [evaded && countering, 'evaded', 'A unit cannot evade and counter at once.'],
  ]);
}

function meleeMachine(situation: MeleeSituation, book: Rulebook) {
  const { contact } = situation;
  const most = 1 + Math.max(...ROLES.map((role) => situation[role].others.length));
  const parts = [
    // The sums are of the first units; those beside have a measure of their own.
    ...ROLES.map((side) => ({ side, given: situation[side], counts: counting(side) })),
    ...ROLES.flatMap((side) =>
      situation[side].others.map((given, i) => {
        return { side, given, label: given.name ?? `the ${side}’s ${ordinal(i + 2)} unit` };
      }),
    ),
  ];
  const { units, view, machine } = stage(book, parts, { bout: boutFields(book, ['attacker', 'defender'], most) });
  const [attacker, defender, ...others] = units;
  const besideOf = (role: Role) => others.filter(({ side }) => side === role);
  const fight = {
    ...{ book, attacker, defender, bout: view.bout },
    beside: { attacker: besideOf('attacker'), defender: besideOf('defender') },
    isLocked: () => contact === 'locked',
    cause: roundOf(view.bout),
    replaces: true,
  } satisfies FightSpec;
  const { rounds, closing } = meleeOf(fight);
  return machine('melee', 'close combat', {
    play: [when<Stepped>(() => isOpen(view.bout), [...rounds, ...closing])],
    start: () => meet(situation, fight),
    outcome: () => outcomeWord(view.bout),
    measures: fightMeasures(fight),
    sums: phaseSums(book),
  });
}

/** The units as they stand in contact. */
function meet(
  { contact, attacker: { others }, defender }: MeleeSituation,
  fight: Required<Pick<FightSpec, 'beside'>> & FightSpec,
): void {
  startBout(fight.bout);
  if (defender.countering) {
    fight.defender.state.contact = 'countered';
    goAtEnemy(fight.defender);
  }
  fight.defender.state.evaded = defender.evaded;
  if (defender.evaded) quitGround(fight.defender);
  others.forEach(({ into }, i) => {
    fight.beside.attacker[i].state.into = into ?? defender.aspect;
  });
  if (contact === 'locked') return;
  for (const attacker of [fight.attacker, ...fight.beside.attacker]) comeToContact({ ...fight, attacker });
  // Line 29 of oth2: a unit that is routing when contacted is broken.
  if (fight.defender.facts['routing'] === true) ends(fight.bout, 'broken', fight.defender);
}
