import * as z from 'zod';
import { type Stepped, when } from '../../../kit/flow.ts';
import { declareState, UNSEEN } from '../../../kit/machine.ts';
import { ordinal } from '../../../words/names.ts';
import type { Rulebook } from '../../book.ts';
import type { EncounterDef } from '../../encounter.ts';
import { stated } from '../../given.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { combatant, goAtEnemy, muster, quitGround, unitFields } from '../combatant.ts';
import { boutFields, ends, isOpen, outcomeWord, startBout } from '../melee/bout.ts';
import { besideProblems, meetingProblems } from '../melee/check.ts';
import { type FightSpec, ROLES, type Role } from '../melee/fight.ts';
import { counting, fightMeasures, phaseSums, roundOf, statusNotes } from '../melee/measures.ts';
import { comeToContact, meleeOf } from '../melee/melee.ts';
import { unitShape } from '../unit.ts';
import { ASPECTS } from '../words.ts';

const { flag, word, maybe, few } = stated;
/** Units beside the first of a side. */
const MOST_BESIDE = 3;
const SEVERAL = 'Each strikes; the first unit takes the hits and its side stands or falls with it (OTH2-R58).';

/** What a scenario says about a close combat. */
export function meleeSchema(book: Rulebook) {
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

export const melee: EncounterDef<MeleeSituation> = {
  kind: 'melee',
  title: 'Close combat',
  schema: meleeSchema,
  check: (situation, book) => [
    ...meetingProblems(situation.attacker, situation.defender, book),
    ...besideProblems(situation, book),
    ...defenderProblems(situation),
  ],
  build: (situation, book) => ({
    machine: meleeMachine(situation, book),
    notes: situation.contact === 'fresh' ? statusNotes(book, situation.defender, 'defender') : [],
    sides: ['attacker', 'defender'],
  }),
};

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
  const fieldsBeside = (role: Role) =>
    Object.fromEntries(situation[role].others.map((u, i) => [`u${i + 2}`, unitFields(u, book)]));
  const most = 1 + Math.max(situation.attacker.others.length, situation.defender.others.length);
  const { view, machine } = declareState(
    {
      attacker: unitFields(situation.attacker, book),
      defender: unitFields(situation.defender, book),
      beside: { attacker: fieldsBeside('attacker'), defender: fieldsBeside('defender') },
      bout: boutFields(book, ['attacker', 'defender'], most),
    },
    UNSEEN,
  );
  // The sums are of the first units; those beside have a measure of their own.
  const first = (role: Role) => combatant(book, role, situation[role], view[role], { counts: counting(role) });
  const besideOf = (role: Role) =>
    situation[role].others.map((u, i) =>
      combatant(book, role, u, view.beside[role][`u${i + 2}`], {
        label: u.name ?? `the ${role}’s ${ordinal(i + 2)} unit`,
      }),
    );
  const fight = {
    ...{ book, attacker: first('attacker'), defender: first('defender'), bout: view.bout },
    beside: { attacker: besideOf('attacker'), defender: besideOf('defender') },
    isLocked: () => contact === 'locked',
    cause: roundOf(view.bout),
    replaces: true,
  } satisfies FightSpec;
  const { rounds, closing } = meleeOf(fight);
  return machine({
    name: `close combat (${book.id})`,
    play: [when<Stepped>(() => isOpen(view.bout), [...rounds, ...closing])],
    start: () => meet(situation, fight),
    outcomes: OUTCOMES.melee,
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
  for (const unit of ROLES.flatMap((role) => [fight[role], ...fight.beside[role]])) muster(unit);
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
