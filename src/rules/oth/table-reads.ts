import type { Rulebook } from '../book.ts';
import { type Narrowed, type TableReads, unknown } from '../table-reads.ts';
import { formationWords } from './unit.ts';
import { ARMS, FORMATIONS_OF, isPrintedFormation } from './words.ts';

const SHOT = 'range ammunition initialVolley firstShot raggedVolley skirmishAdvantage skirmishDisadvantage screenFires';
const FIGHT = 'round firstRound bothInWoods buaFoughtIn';
const APPROACH = 'movesToContact gap reaction';

const inCombat: Narrowed = {
  ...unknown(`test turn distance hitsThisPhase ${SHOT} ${APPROACH}`),
  phase: ['combat'],
};
const shooting: Narrowed = {
  ...unknown(`test turn ${FIGHT} ${APPROACH}`),
  phase: ['fire', 'defensive-fire'],
};
const onContact: Narrowed = { ...unknown(`turn hitsThisPhase ${SHOT} ${FIGHT}`), phase: ['contact', undefined] };
const alone: Narrowed = unknown(`phase turn distance hitsThisPhase ${SHOT} ${FIGHT} ${APPROACH}`);

/** A formation that no sheet prints may be anybody's. */
const formationsOf = (arm: (typeof ARMS)[number], words: readonly string[]): string[] => [
  ...FORMATIONS_OF[arm],
  ...words.filter((word) => !isPrintedFormation(word)),
];

const TESTS = ['morale.tests', 'movement.tests', 'formation.notes', 'fire.tests', 'command.notes'];
/** Tables of which all rows are read; of the tests of contact, those that begin with "no-hits", by their margin. */
const EVERY =
  'contact.tests fire.small-arms.ranges fire.artillery.ranges commander.death commander.replacement command.status ' +
  'fire.hits melee.hits winner.options results.infantry-infantry results.cavalry-cavalry results.cavalry-infantry ' +
  'results.cavalry-square results.artillery results.notes results.bua';
const rowIds = (book: Rulebook, table: string): string[] => book.tables[table]?.rows.map((r) => r.id) ?? [];

export const othReads: TableReads = {
  rows: (book) => {
    const formations = formationWords(book);
    return {
      // "infantry-line": an arm and a formation.
      'movement.segments': (['infantry', 'cavalry'] as const).flatMap((arm) =>
        formationsOf(arm, formations).map((formation) => `${arm}-${formation}`),
      ),
      'formation.infantry': formationsOf('infantry', formations),
      'formation.cavalry': formationsOf('cavalry', formations),
      // A new row is itself a new word for scenarios.
      'fire.shares': formations,
      'melee.infantry.shares': formations,
      'melee.cavalry.shares': formations,
      'melee.artillery.shares': formations,
      // Militia may have a row of their own for any test.
      ...Object.fromEntries(TESTS.map((id) => [id, rowIds(book, id).map((row) => `${row}-militia`)])),
      ...Object.fromEntries(EVERY.split(' ').map((id) => [id, 'every' as const])),
    };
  },
  facts: {
    'melee.infantry': { self: { arm: ['infantry'] }, now: inCombat },
    'melee.cavalry': { self: { arm: ['cavalry'] }, now: inCombat },
    'melee.artillery': { now: inCombat },
    'commander.combat': { now: inCombat },
    'fire.small-arms': { self: { arm: ['infantry', 'cavalry'] }, now: shooting },
    'fire.artillery': { self: { arm: ['artillery'] }, now: shooting },
    'fire.artillery.ruled': { self: { arm: ['artillery'] }, now: shooting },
    'contact.modifiers': { now: { ...onContact, test: ['contact'] } },
    'emergency.modifiers': {
      now: { ...onContact, test: ['emergency-turn', 'emergency-square', 'emergency-redeploy'] },
    },
    'rally.modifiers': { now: { ...alone, test: ['rally', 'self-rally'] } },
    'command.engaged-move': { now: { ...alone, test: ['engaged-move'] } },
    'morale.modifiers': { now: unknown('turn') },
    'fire.tests.modifiers': { now: unknown(`turn ${FIGHT} ${APPROACH}`) },
  },
  units: (book) => {
    const formations = formationWords(book);
    return ARMS.map((arm) => ({ arm: [arm], formation: formationsOf(arm, formations) }));
  },
};
