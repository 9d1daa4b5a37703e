import * as z from 'zod';
import { cellTable, hasRow, type Rulebook } from '../book.ts';
import { stated } from '../given.ts';
import { segmentsByTest } from './morale.ts';

const { flag } = stated;

/** Who is in command, as a scenario says it. */
export const commandSchema = () =>
  z
    .strictObject({
      division: flag('Is the division in command?').default(true),
      brigade: flag('Is the brigade in command?').default(true),
      unit: flag('Is the unit in command?').default(true),
      senior: flag('A division or army commander is attached: an out-of-command unit then moves normally.'),
    })
    .prefault({})
    .describe('Command status; all in command unless said.');
export type CommandGiven = z.output<ReturnType<typeof commandSchema>>;

/** What the command status table leaves a unit. */
export function commandStatus(book: Rulebook, given: CommandGiven): { move: 'full' | 'half' | 'none'; rally: boolean } {
  const row = cellTable(book, 'command.status').rows.find(
    ({ cells: c }) => c['division'] === given.division && c['brigade'] === given.brigade && c['unit'] === given.unit,
  );
  const normal = given.senior && hasRow(book, 'command.notes', 'senior-commander');
  const move = row?.cells['move'];
  return {
    move: normal || move === 'full' || move === undefined ? 'full' : move === 'half' ? 'half' : 'none',
    rally: row?.cells['rally'] !== false,
  };
}

/** What command status leaves of so many segments; one that may not move is asked whether it is engaged. */
export function segmentsUnder(
  book: Rulebook,
  given: CommandGiven,
): (segments: number, isEngaged: () => boolean) => number {
  const { move } = commandStatus(book, given);
  if (move === 'full') return (segments) => segments;
  if (move === 'half') return (segments) => segments / 2;
  const byTest = segmentsByTest(book);
  return (segments, isEngaged) => (byTest > 0 && isEngaged() ? Math.min(segments, byTest) : 0);
}
