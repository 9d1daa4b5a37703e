import { type Cell, cellIfAny, figure, hasRow, numberAt, type Rulebook } from '../book.ts';
import type { TestId } from './vocabulary.ts';

/** What a failed test costs. */
export interface Failure {
  readonly hits: number;
  /** Moves to the rear. */
  readonly moves: number;
  /** The word of the table: no-move, ragged-volley, retire … */
  readonly effect: string;
}
/** An occasion for a test: which rows go on the target, and what failing does. */
export interface Occasion {
  /** What the unit does or suffers, as a title goes on: "<unit> leaves cover". */
  readonly title: string;
  readonly tables: readonly string[];
  readonly failure: (by: number) => Failure;
  /** The test is asked for only this near: to the enemy, or to a wavering friend. */
  readonly within: number | null;
}

/** The rows that go on most tests. */
export const GENERAL: readonly string[] = ['morale.modifiers'];
const AROUND_FIRE = [...GENERAL, 'fire.tests.modifiers'];

type Printed = readonly [test: TestId, table: string, row: string, tables: readonly string[], title: string];
/** The tests of the sheets: where each is printed, which rows count, what it is called. */
const PRINTED: readonly Printed[] = [
  ['command', 'morale.tests', 'command', GENERAL, 'sees friends waver close by'],
  ['formation-change', 'movement.tests', 'formation-change', GENERAL, 'changes formation near the enemy'],
  ['militia-formation-change', 'formation.notes', 'militia-hit', [], 'changes formation, being militia'],
  ['leaving-cover', 'movement.tests', 'leaving-cover', GENERAL, 'leaves cover'],
  ['move-after-firing', 'movement.tests', 'move-after-firing', GENERAL, 'moves after firing'],
  ['hold-fire', 'fire.tests', 'hold-fire', AROUND_FIRE, 'tries to hold fire'],
  ['overhead', 'fire.tests', 'overhead', AROUND_FIRE, 'is fired over by friendly guns'],
  ['natural-ten', 'fire.tests', 'natural-ten', AROUND_FIRE, 'rolled a 10 when firing'],
  ['first-fire', 'fire.tests', 'first-fire', AROUND_FIRE, 'fires for the first time'],
  ['contact', 'contact.tests', 'contact', [...GENERAL, 'contact.modifiers'], 'moves to contact'],
  ['defensive-fire', 'contact.tests', 'defensive-fire', AROUND_FIRE, 'delivers defensive fire'],
  ['no-hits', 'contact.tests', 'no-hits-by-1', GENERAL, 'has hit nothing with its fire'],
  ['follow-up', 'contact.tests', 'follow-up', GENERAL, 'is held back from following up'],
  ['combat-round', 'morale.tests', 'combat-round', GENERAL, 'has drawn a round of combat or lost it by 1'],
  ['engaged-move', 'command.notes', 'engaged-move', ['command.engaged-move'], 'moves though out of command'],
];

/** The face of the die that asks for a test. */
export const tenFace = (book: Rulebook): number => numberAt(book, 'fire.tests', 'natural-ten', 'face');
/** Segments that an engaged unit out of command may move by a test (line 45 of oth2); 0 in oth-half, which prints none. */
export const segmentsByTest = (book: Rulebook): number =>
  hasRow(book, 'command.notes', 'engaged-move') ? numberAt(book, 'command.notes', 'engaged-move', 'segments') : 0;

/** The tests that the sheet asks for. */
export const testsOf = (book: Rulebook): TestId[] =>
  PRINTED.filter(([, table, row]) => hasRow(book, table, row)).map(([test]) => test);

/** A test of the sheet as the book has it; undefined for one that no table of tests prints. Militia may fare worse. */
export function occasionOf(book: Rulebook, test: TestId, training: string): Occasion | undefined {
  const entry = PRINTED.find(([id]) => id === test);
  if (!entry || !hasRow(book, entry[1], entry[2])) return undefined;
  const [, table, printed, tables, title] = entry;
  const militia = `${printed}-militia`;
  const row = training === 'militia' && hasRow(book, table, militia) ? militia : printed;
  const at = (column: string): Cell => cellIfAny(book, table, row, column);
  const failure: Failure = {
    hits: figure(at('hits')) ?? (test === 'command' ? Number(book.rulings['commandTestHits']?.value ?? 0) : 0),
    moves: figure(at('moves')) ?? 0,
    // Engaged units that fail stay where they are; a row without a word costs hits alone.
    effect: test === 'engaged-move' ? 'no-move' : String(at('effect') ?? 'none'),
  };
  return {
    title,
    tables,
    failure: test === 'no-hits' ? (by) => nothingHit(book, by) : () => failure,
    within: figure(at('within')),
  };
}

/** The tests that a change of formation asks for: within so many inches of the enemy, and of militia anywhere. */
export function formingTests(book: Rulebook, training: string): { readonly test: TestId; readonly within: number }[] {
  const near = occasionOf(book, 'formation-change', training)?.within ?? -1;
  const militia = training === 'militia' && occasionOf(book, 'militia-formation-change', training) !== undefined;
  return [
    { test: 'formation-change', within: near },
    ...(militia ? [{ test: 'militia-formation-change' as const, within: Number.POSITIVE_INFINITY }] : []),
  ];
}

/** Fire that hit nothing: the worst row whose margin was reached; hits, or a move to the rear (ruling noHitsChoice). */
function nothingHit(book: Rulebook, by: number): Failure {
  const rows = book.tables['contact.tests'].rows.map((r) => r.id).filter((id) => id.startsWith('no-hits'));
  const reached = rows.filter((id) => by >= numberAt(book, 'contact.tests', id, 'failBy'));
  const worst = (column: string) => Math.max(0, ...reached.map((id) => numberAt(book, 'contact.tests', id, column)));
  if (book.rulings['noHitsChoice']?.value === 'move') return { hits: 0, moves: worst('moves'), effect: 'retire' };
  return { hits: worst('hits'), moves: 0, effect: 'none' };
}

/** The failure in a few words. */
export function failureText({ hits, moves, effect }: Failure): string {
  const words: Record<string, string> = {
    'no-move': 'no move',
    'ragged-volley': 'ragged volley',
    'withdraw-without-fire': 'withdraws without firing',
    'must-follow-up': 'must follow up',
    'column-to-line-and-fire': 'a column goes into line, and it fires',
    'line-and-fire': 'into line, and it fires',
    retreat: 'a retreat',
    retire: `${moves} ${moves === 1 ? 'move' : 'moves'} to the rear`,
  };
  const parts = [...(hits > 0 ? [`${hits} FH`] : []), ...(words[effect] ? [words[effect]] : [])];
  return parts.join(', ') || 'nothing';
}
