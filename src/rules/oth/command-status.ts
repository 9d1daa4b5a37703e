import * as z from 'zod';
import { cellTable, type Rulebook } from '../book.ts';

/** Who is in command, as a scenario says it. */
export const commandSchema = () =>
  z
    .strictObject({
      division: z.boolean().default(true).describe('Is the division in command?'),
      brigade: z.boolean().default(true).describe('Is the brigade in command?'),
      unit: z.boolean().default(true).describe('Is the unit in command?'),
      senior: z
        .boolean()
        .default(false)
        .describe('A division or army commander is attached: an out-of-command unit then moves normally.'),
    })
    .prefault({})
    .describe('Command status; all in command unless said.');
export type CommandGiven = z.output<ReturnType<typeof commandSchema>>;

/** What the command status table leaves a unit. */
export function commandStatus(book: Rulebook, given: CommandGiven): { move: 'full' | 'half' | 'none'; rally: boolean } {
  const row = cellTable(book, 'command.status').rows.find(
    ({ cells: c }) => c['division'] === given.division && c['brigade'] === given.brigade && c['unit'] === given.unit,
  );
  const normal = given.senior && (book.tables['command.notes']?.rows.some((r) => r.id === 'senior-commander') ?? false);
  const move = row?.cells['move'];
  return {
    move: normal || move === 'full' || move === undefined ? 'full' : move === 'half' ? 'half' : 'none',
    rally: row?.cells['rally'] !== false,
  };
}
