import type { Evaluation } from '../../engine/types.ts';
import type { CellResult, HangingReading, Readings } from '../../results/types.ts';
import { type LoadedScenario, type Override, prepareCell, type Sides } from '../../scenarios/prepare.ts';
import type { Tally } from '../../sim/tally.ts';
import { agree, theName } from '../../words/names.ts';
import type { CellRequest } from '../cells.ts';
import { isContest, largestMove, lead, leadInFights, MOVES, mayMove, size } from './figures.ts';
import {
  budgetBeside,
  isWhole,
  otherReadingsInTurn,
  playedInTurn,
  type ReadingPlayer,
  readingPlayer,
  type Size,
} from './player.ts';
import { readingNotes, TRY_ALL, TRY_ONE } from './words.ts';

/** What is kept of every cell of a run until it is known which ones the headline speaks of. */
export interface CellLook extends Size {
  /** How well the first side does: its lead, or how often it goes well. */
  readonly worth: number;
}

export const lookedAt = ({ tally, states, method }: Evaluation): CellLook => ({ states, method, worth: lead(tally) });

/** As many other readings as cost no more than the run itself, or all of them. */
export type TriedReadings = boolean | 'all';

/** What a run of cells, or a sweep, says about other readings: in the results, and as notes of the cells. */
export async function hangingOf(
  loaded: LoadedScenario,
  requests: readonly CellRequest[],
  looked: readonly CellLook[],
  cells: readonly CellResult[],
  which: TriedReadings,
): Promise<{ readonly readings?: Readings; readonly cells: readonly CellResult[] }> {
  const turned = new Map<HangingReading, string>();
  const ask = (i: number): AskedCell => ({
    overrides: requests[i].overrides,
    sides: prepareCell(loaded, requests[i].overrides).sides,
  });
  const budget = which === 'all' ? Number.POSITIVE_INFINITY : budgetBeside(loaded.encounter, looked);
  const found = await readings(loaded, looked, ask, budget, (h, words) => turned.set(h, words));
  const said = readingNotes(found, (h) => turned.get(h) ?? '', {
    isSampled: cells.some((cell) => cell.engine === 'sample'),
    // What is played and not worked out cannot be tried whatever it costs.
    howToTry: which !== 'all' && looked.every(isWhole) ? TRY_ALL : TRY_ONE,
  });
  const notesOf = (i: number) =>
    said.filter((n) => (n.cell ?? i) === i).map(({ text }) => ({ kind: 'ruling', text }) as const);
  return {
    ...(found ? { readings: found } : {}),
    cells: said.length === 0 ? cells : cells.map((cell, i) => ({ ...cell, notes: [...cell.notes, ...notesOf(i)] })),
  };
}

/** A cell that can be asked for again. */
interface AskedCell {
  readonly overrides: readonly Override[];
  readonly sides: Sides;
}

/**
 * Does the result hang on a doubtful reading? Takes every other reading of every ruling that was really asked for while
 * the encounter was worked out, one at a time, as far as the budget goes. Of a grid the cells with the best and the worst
 * result are tried, which its headline speaks of. Undefined where one reading alone is too much.
 */
async function readings(
  loaded: LoadedScenario,
  cells: readonly CellLook[],
  ask: (index: number) => AskedCell,
  budget: number,
  onTurned: (reading: HangingReading, words: string) => void,
): Promise<Readings | undefined> {
  const at = headlineCells(cells);
  const asked = at.map(ask);
  const players: ReadingPlayer[] = [];
  for (const [k, { overrides }] of asked.entries()) {
    const player = await readingPlayer(loaded, overrides, cells[at[k]], budget / at.length);
    if (!player) return undefined;
    players.push(player);
  }
  // What the cases vary stands in the answer itself.
  const varied = new Set(asked.flatMap(({ overrides }) => overrides.map(({ path }) => path)));
  const all = otherReadingsInTurn(players).filter(({ ruling }) => !varied.has(`rulings.${ruling.key}`));
  const flips = all.filter(({ ruling }) => mayMoveAny(loaded.encounter, players, ruling.key));
  const found: HangingReading[] = [];
  // What cannot matter need not be worked out to be known.
  let tried = all.length - flips.length;
  for await (const { reading: flip, tallies } of playedInTurn(flips, players, budget)) {
    tried++;
    const moved = tallies && moveOf(loaded.encounter, cells.length > 1, asked, players, tallies);
    const { id, key, question, value: from } = flip.ruling;
    if (!moved) continue;
    const { player, turned, ...move } = moved;
    const cell = cells.length > 1 ? { cell: at[player] } : {};
    const turns = turned !== '';
    const hanging = { ruling: id, key, question, from, to: flip.to, unit: 'share', ...move, turns, ...cell } as const;
    found.push(hanging);
    onTurned(hanging, turned);
  }
  found.sort((x, y) => Number(y.turns) - Number(x.turns) || size(y) - size(x));
  return {
    consulted: [...new Set(players.flatMap((p) => p.consulted))],
    tried,
    of: all.length,
    hanging: found,
  };
}

function mayMoveAny(kind: LoadedScenario['encounter'], players: readonly ReadingPlayer[], key: string): boolean {
  const exposures = players.map((p) => p.exposure(key));
  const either = exposures.reduce((sum, e) => sum + e, 0);
  const isTurnable = players.length > 1 && 2 * either > Math.abs(gap(players.map((p) => p.printed)));
  return isTurnable || players.some((p, i) => mayMove(kind, p.printed, exposures[i]));
}

/** The best cell and the worst one; a run of one cell has but one. */
function headlineCells(cells: readonly CellLook[]): number[] {
  const figures = cells.map((c) => c.worth);
  const best = figures.indexOf(Math.max(...figures));
  const worst = figures.indexOf(Math.min(...figures));
  return [...new Set([best, worst])];
}

/** The largest move of a reading, and what it turns in words. */
type Finding = Pick<HangingReading, 'figure' | 'base' | 'value'> & { readonly player: number; readonly turned: string };

/** The largest move among the cells, if it is large enough or the finding of the headline is another. */
function moveOf(
  kind: LoadedScenario['encounter'],
  isGrid: boolean,
  asked: readonly AskedCell[],
  players: readonly ReadingPlayer[],
  others: readonly Tally[],
): Finding | undefined {
  const printed = players.map((p) => p.printed);
  const isTurned = isGrid && gap(printed) * gap(others) < -1e-12;
  const moves = players.flatMap((_, player): Finding[] => {
    const { overrides, sides } = asked[player];
    const both = [printed[player], others[player]] as const;
    const most = largestMove(kind, sides, ...both);
    if (!most) return [];
    const winner = isGrid ? newLeader(overrides, sides, ...both) : newWinner(...both);
    const turned = isTurned ? noLonger(player, sides) : isContest(kind) ? winner : '';
    return [{ ...most, player, turned }];
  });
  const [most] = moves.sort((x, y) => Number(y.turned !== '') - Number(x.turned !== '') || size(y) - size(x));
  return most && (most.turned !== '' || size(most) > MOVES) ? most : undefined;
}

/** How far the best cell is ahead of the worst. */
const gap = (tallies: readonly Tally[]): number => lead(tallies[0]) - lead(tallies[tallies.length - 1]);

/** Best and worst case have changed places. Others were not tried: which one is best then is not known. */
const noLonger = (player: number, { names }: Sides): string => {
  const which = player === 0 ? 'best' : 'worst';
  return `, and this is then no longer the ${which} case for ${theName(names[0])}`;
};

const newWinner = (printed: Tally, other: Tally): string =>
  leadInFights(printed) * leadInFights(other) < 0 ? ', and another winner' : '';

/** Where numbers are varied, the headline tells who leads where; of choices it tells the best one, whoever leads. */
function newLeader(overrides: readonly Override[], { names }: Sides, printed: Tally, other: Tally): string {
  const after = lead(other);
  if (!overrides.some((o) => typeof o.value === 'number') || lead(printed) * after >= 0) return '';
  const leader = names[after > 0 ? 0 : 1];
  return `, and ${theName(leader)} then ${agree(leader, 'leads')}`;
}
