import * as z from 'zod';
import { act, type Flow, note, roll, type Stepped, when } from '../../../kit/flow.ts';
import { declareState, UNSEEN } from '../../../kit/machine.ts';
import { d10 } from '../../../sim/die.ts';
import { flag, oneOf } from '../../../sim/state.ts';
import { type CellRow, cell, cellTable, type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { killingFaces, replacementFor, replacements, riskReasons } from '../commander-risk.ts';
import { theEdition } from '../edition.ts';

const hits = z.int().min(0).max(15);

/** What a scenario says about a commander at risk. */
export function commanderSchema(_book: Rulebook) {
  return z.strictObject({
    commander: z
      .strictObject({
        name: z.string().min(1).max(60).optional().describe('What to call him in reports.'),
        range: z.number().min(0).max(60).default(12).describe('Command range.'),
        control: z.int().min(0).max(5).default(3).describe('Control factor.'),
        inspiration: z.int().min(-3).max(5).default(0).describe('Inspiration.'),
        attached: z.boolean().default(true).describe('Is he in base contact with the unit?'),
      })
      .prefault({})
      .describe('The commander.'),
    hits: z
      .union([hits, z.array(hits).min(1).max(12)])
      .default(0)
      .describe('Fatigue hits on his unit: one figure, or one for each volley and each round of combat.'),
    overrun: z
      .strictObject({ nearestUnit: z.number().min(0).max(120).describe('How far the nearest friendly unit is.') })
      .optional()
      .describe('The enemy goes over the place where he stands.'),
  });
}
export type CommanderSituation = z.output<ReturnType<typeof commanderSchema>>;

export const commander: EncounterDef<CommanderSituation> = {
  kind: 'commander',
  title: 'Commander at risk',
  schema: commanderSchema,
  check: commanderProblems,
  build: (situation, book) => ({
    machine: commanderMachine(situation, book),
    notes: commanderNotes(situation, book),
    sides: ['commander', 'enemy'],
  }),
};

const eventsOf = (situation: CommanderSituation): readonly number[] =>
  Array.isArray(situation.hits) ? situation.hits : [situation.hits as number];

/** The hits he is diced for, one die each: by event, or once on the total (ruling commanderCheck). */
function risksOf(situation: CommanderSituation, book: Rulebook): number[] {
  const events = eventsOf(situation);
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  return (once ? [events.reduce((a, b) => a + b, 0)] : events).filter((n) => killingFaces(book, n).length > 0);
}

function commanderProblems(situation: CommanderSituation, book: Rulebook): Problem[] {
  const problems: Problem[] = [];
  const suffered = eventsOf(situation).some((n) => n > 0);
  if (suffered && !situation.commander.attached)
    problems.push({
      path: ['commander', 'attached'],
      message: 'Only a commander in base contact with the unit is at risk from its hits.',
      found: false,
    });
  if (!suffered && !situation.overrun)
    problems.push({
      path: ['hits'],
      message: 'He is at risk only when his unit takes hits, or when the enemy overruns him.',
      found: situation.hits,
    });
  if (cellTable(book, 'commander.replacement').rows.length === 0)
    problems.push({ path: [], message: `The sheet of ${theEdition(book)} gives no replacement for a lost commander.` });
  return problems;
}

function commanderNotes({ overrun }: CommanderSituation, book: Rulebook): Note[] {
  const reach = cell(book, 'commander.notes', 'overrun', 'inches');
  if (!overrun) return [];
  return [
    { kind: 'info', text: `A commander who is overrun is lost unless a unit within ${String(reach)} takes him in.` },
  ];
}

/** Outcomes by the rows that the sheets print; a row that a variant adds counts as ordinary. */
const OUTCOME_OF: Readonly<Record<string, string>> = {
  poor: 'killed-poor',
  ordinary: 'killed-equal',
  good: 'killed-good',
};

function commanderMachine(situation: CommanderSituation, book: Rulebook) {
  const { commander: old, overrun } = situation;
  const rows = replacements(book);
  const { rowFor, needsDie } = replacementFor(book);
  const label = old.name ?? 'the commander';
  const reach = Number(cell(book, 'commander.notes', 'overrun', 'inches') ?? 0);
  const takenIn = !overrun || overrun.nearestUnit <= reach;
  const { view, machine } = declareState(
    { lost: flag(), replacement: oneOf('none', ...rows.map((r) => r.id)) },
    UNSEEN,
  );
  const replace = (row: number): void => {
    view.replacement = rows[row].id;
  };
  const figure = (row: CellRow | undefined, column: 'range' | 'control' | 'inspiration'): number => {
    const printed = row?.cells[column];
    return typeof printed === 'number' ? printed : old[column];
  };
  const told = (row: CellRow) =>
    `${row.label}: range ${figure(row, 'range')}, control ${figure(row, 'control')}, inspiration ${figure(row, 'inspiration')}`;
  const risk = (hits: number) =>
    riskRoll(book, label, hits, (isLost) => {
      view.lost = isLost;
    });
  const successor = roll<Stepped, undefined>({
    roll: d10,
    side: 'commander',
    comesTo: (_given, face) => rowFor(face),
    apply: (_s, _given, row) => replace(row),
    title: () => `Who takes the place of ${label}?`,
    result: (_s, _given, face) => told(rows[rowFor(face)]),
  });
  const now = (column: 'range' | 'control' | 'inspiration') => () =>
    figure(
      rows.find((r) => r.id === view.replacement),
      column,
    );
  return machine({
    name: `commander (${book.id})`,
    play: [
      ...(overrun ? [note<Stepped>(() => (takenIn ? `A unit takes ${label} in.` : `${label} is overrun.`))] : []),
      ...risksOf(situation, book).map((hits) => when<Stepped>(() => !view.lost, [risk(hits)])),
      when(() => view.lost, [needsDie ? successor : act(() => replace(rowFor(d10.faces[0])))]),
    ],
    start: () => {
      view.lost = !takenIn;
    },
    outcomes: OUTCOMES.commander,
    outcome: () => (view.lost ? (OUTCOME_OF[view.replacement] ?? 'killed-equal') : 'unhurt'),
    measures: [
      { id: 'commander.lost', label: 'commander lost', of: () => (view.lost ? 1 : 0) },
      { id: 'commander.range', label: 'command range afterwards', of: now('range') },
      { id: 'commander.control', label: 'control afterwards', of: now('control') },
      { id: 'commander.inspiration', label: 'inspiration afterwards', of: now('inspiration') },
    ],
    sums: [],
  });
}

/** The die for him after so many hits on his unit. */
const riskRoll = (book: Rulebook, label: string, hits: number, lose: (isLost: boolean) => void): Flow<Stepped> =>
  roll({
    roll: d10,
    side: 'commander',
    given: () => killingFaces(book, hits),
    apply: (_s, faces, face) => lose(faces.includes(face)),
    title: () => `Is ${label} hit? His unit took ${hits} FH`,
    result: (_s, faces, face) => (faces.includes(face) ? 'lost' : 'unhurt'),
    reasons: (_s, faces) => riskReasons(book, hits, faces),
  });
