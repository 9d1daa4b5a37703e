import * as z from 'zod';
import { note, type Stepped, when } from '../../../kit/flow.ts';
import { type CellRow, cell, numberAt, type Rulebook, ruled } from '../../book.ts';
import { encounterOf, type Note } from '../../encounter.ts';
import { stated } from '../../given.ts';
import type { Problem } from '../../problem.ts';
import { ROOT, refusals } from '../../refusal.ts';
import {
  commanderFields,
  killingFaces,
  replacementFlows,
  replacements,
  riskRoll,
  worthNow,
  worthOf,
} from '../commander.ts';
import { theEdition } from '../edition.ts';
import { measure } from '../measures.ts';
import { stage } from '../stage.ts';

const { flag, whole, inches, name } = stated;
const hits = z.int().min(0).max(15);

/** What a scenario says about a commander at risk. */
function commanderSchema(_book: Rulebook) {
  return z.strictObject({
    commander: z
      .strictObject({
        name: name('What to call him in reports.'),
        range: z.number().min(0).max(60).default(12).describe('Command range.'),
        control: whole([0, 5], 3, 'Control factor.'),
        inspiration: whole([-3, 5], 0, 'Inspiration.'),
        attached: flag('Is he in base contact with the unit?', true),
      })
      .prefault({})
      .describe('The commander.'),
    hits: z
      .union([hits, z.array(hits).min(1).max(12)])
      .default(0)
      .describe('Fatigue hits on his unit: one figure, or one for each volley and each round of combat.'),
    overrun: z
      .strictObject({ nearestUnit: inches(120, 'How far the nearest friendly unit is.') })
      .optional()
      .describe('The enemy goes over the place where he stands.'),
  });
}
export type CommanderSituation = z.output<ReturnType<typeof commanderSchema>>;

export const commander = encounterOf<CommanderSituation>({
  ...{ kind: 'commander', title: 'Commander at risk', sides: ['commander', 'enemy'] },
  ...{ schema: commanderSchema, check: commanderProblems, notes: commanderNotes, machine: commanderMachine },
});

const eventsOf = (situation: CommanderSituation): readonly number[] =>
  Array.isArray(situation.hits) ? situation.hits : [situation.hits as number];

/** The hits he is diced for, one die each: by event, or once on the total (ruling commanderCheck). */
function risksOf(situation: CommanderSituation, book: Rulebook): number[] {
  const events = eventsOf(situation);
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  return (once ? [events.reduce((a, b) => a + b, 0)] : events).filter((n) => killingFaces(book, n).length > 0);
}

function commanderProblems(situation: CommanderSituation, book: Rulebook): Problem[] {
  const isHit = eventsOf(situation).some((n) => n > 0);
  const { commander, overrun } = situation;
  const apart = 'Only a commander in base contact with the unit is at risk from its hits.';
  const none = `The sheet of ${theEdition(book)} gives no replacement for a lost commander.`;
  return refusals(situation, ROOT, [
    [isHit && !commander.attached, ['commander', 'attached'], apart],
    [!isHit && !overrun, 'hits', 'He is at risk only when his unit takes hits, or when the enemy overruns him.'],
    [replacements(book).length === 0, [], none],
  ]);
}

function commanderNotes({ overrun }: CommanderSituation, book: Rulebook): Note[] {
  const reach = cell(book, 'commander.notes', 'overrun', 'inches');
  const text = `A commander who is overrun is lost unless a unit within ${String(reach)} takes him in.`;
  return overrun ? [{ kind: 'info', text }] : [];
}

/** Outcomes by the rows that the sheets print; a row that a variant adds counts as ordinary. */
const OUTCOME_OF: Readonly<Record<string, string>> = {
  poor: 'killed-poor',
  ordinary: 'killed-equal',
  good: 'killed-good',
};

function commanderMachine(situation: CommanderSituation, book: Rulebook) {
  const { commander: own, overrun } = situation;
  const called = own.name ?? 'the commander';
  const isTakenIn = !overrun || overrun.nearestUnit <= numberAt(book, 'commander.notes', 'overrun', 'inches');
  const { view, machine } = stage(book, [], commanderFields(book, true));
  const commander = { side: 'commander', called, state: view };
  const worth = worthNow(book, view, own);
  const figures = (row: CellRow) => COLUMNS.map((column) => `${column} ${worthOf(own, row, column)}`).join(', ');
  const outcomeOf = () => OUTCOME_OF[replacements(book)[view.replacement - 1]?.id] ?? 'killed-equal';
  return machine('commander', 'commander', {
    play: [
      ...(overrun ? [note<Stepped>(() => (isTakenIn ? `A unit takes ${called} in.` : `${called} is overrun.`))] : []),
      ...risksOf(situation, book).map((hits) =>
        when<Stepped>(() => !view.commanderLost, [riskRoll(book, commander, () => hits)]),
      ),
      when(
        () => view.commanderLost,
        replacementFlows(book, commander, (row) => `${row.label}: ${figures(row)}`),
      ),
    ],
    start: () => {
      view.commanderLost = !isTakenIn;
    },
    outcome: () => (view.commanderLost ? outcomeOf() : 'unhurt'),
    measures: [
      measure('commander.lost', 'commander lost', () => view.commanderLost),
      measure('commander.range', 'command range afterwards', () => worth('range')),
      measure('commander.control', 'control afterwards', () => worth('control')),
      measure('commander.inspiration', 'inspiration afterwards', () => worth('inspiration')),
    ],
  });
}
const COLUMNS = ['range', 'control', 'inspiration'] as const;
