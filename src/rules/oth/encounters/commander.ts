import * as z from 'zod';
import { d10 } from '../../../sim/die.ts';
import type { RollStep } from '../../../sim/machine.ts';
import { flag, int, oneOf } from '../../../sim/state.ts';
import { type CellRow, cell, cellTable, type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import type { Problem } from '../../problem.ts';
import { assemble } from '../assemble.ts';
import { killingFaces, replacementFor, replacements } from '../commander-risk.ts';

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
    problems.push({ path: [], message: `${book.id} gives no replacement for a lost commander.` });
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

interface S {
  step: string;
  lost: boolean;
  at: number;
  replacement: string;
}

function commanderMachine(situation: CommanderSituation, book: Rulebook) {
  const { commander: old, overrun } = situation;
  const risks = risksOf(situation, book);
  const rows = replacements(book);
  const place = replacementFor(book);
  const rowFor = (face: number): CellRow => rows[place(face)];
  const label = old.name ?? 'the commander';
  const takenIn = overrun
    ? overrun.nearestUnit <= Number(cell(book, 'commander.notes', 'overrun', 'inches') ?? 0)
    : true;
  const spec = { lost: flag(), at: int(0, risks.length), replacement: oneOf('none', ...rows.map((r) => r.id)) };

  const onward = (s: S): void => {
    if (s.lost) {
      s.at = 0;
      // One row for all faces needs no die.
      if (d10.faces.every((face) => rowFor(face) === rowFor(d10.faces[0]))) {
        s.replacement = rowFor(d10.faces[0]).id;
        s.step = 'end';
      } else s.step = 'replace';
    } else if (s.at < risks.length) s.step = 'risk';
    else {
      s.at = 0;
      s.step = 'end';
    }
  };
  const risk: RollStep<S, readonly number[]> = {
    roll: d10,
    side: 'commander',
    given: (s) => killingFaces(book, risks[s.at]),
    apply: (s, faces, face) => {
      s.lost = faces.includes(face);
      s.at++;
      onward(s);
    },
    title: (s) => `Is ${label} hit? His unit took ${risks[s.at]} FH`,
    result: (_s, faces, face) => (faces.includes(face) ? 'lost' : 'unhurt'),
    reasons: (s, faces) => ({
      rows: [],
      total: { label: 'fatigue hits on the unit', value: risks[s.at] },
      reading: `lost on ${faces.join(', ')}`,
      bounds: { low: 0, high: Math.max(...cellTable(book, 'commander.death').rows.map((r) => Number(r.id))) },
    }),
  };
  const told = (row: CellRow) =>
    `${row.label}: range ${figure(row, 'range')}, control ${figure(row, 'control')}, inspiration ${figure(row, 'inspiration')}`;
  const replace: RollStep<S, undefined> = {
    roll: d10,
    side: 'commander',
    apply: (s, _given, face) => {
      s.replacement = rowFor(face).id;
      s.step = 'end';
    },
    title: () => `Who takes the place of ${label}?`,
    result: (_s, _given, face) => told(rowFor(face)),
  };
  const figure = (row: CellRow, column: 'range' | 'control' | 'inspiration'): number => {
    const printed = row.cells[column];
    return typeof printed === 'number' ? printed : old[column];
  };
  const now = (s: S, column: 'range' | 'control' | 'inspiration'): number => {
    const row = rows.find((r) => r.id === s.replacement);
    return row ? figure(row, column) : old[column];
  };
  return assemble<S>(spec, () => ({
    name: `commander (${book.id})`,
    steps: {
      begin: {
        then: (s) => {
          s.lost = !takenIn;
          onward(s);
        },
        tell: () => (overrun ? (takenIn ? `A unit takes ${label} in.` : `${label} is overrun.`) : ''),
      },
      risk,
      replace,
    },
    start: (s) => {
      s.step = 'begin';
    },
    outcomes: OUTCOMES.commander,
    outcome: (s) => (s.lost ? (OUTCOME_OF[s.replacement] ?? 'killed-equal') : 'unhurt'),
    measures: [
      { id: 'commander.lost', label: 'commander lost', of: (s) => (s.lost ? 1 : 0) },
      { id: 'commander.range', label: 'command range afterwards', of: (s) => now(s, 'range') },
      { id: 'commander.control', label: 'control afterwards', of: (s) => now(s, 'control') },
      { id: 'commander.inspiration', label: 'inspiration afterwards', of: (s) => now(s, 'inspiration') },
    ],
    sums: [],
  }));
}
