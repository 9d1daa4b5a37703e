import type { Evaluation } from '../../engine/types.ts';
import type { CellResult, HangingReading, Readings } from '../../results/types.ts';
import { type LoadedScenario, type Override, prepareCell, type Sides } from '../../scenarios/prepare.ts';
import type { Tally } from '../../sim/tally.ts';
import type { CellPlan } from '../cells.ts';
import { isContest, largestMove, lead, MOVES, size } from './figures.ts';
import {
  budgetBeside,
  otherReadingsInTurn,
  playedInTurn,
  type ReadingPlayer,
  readingPlayer,
  type Size,
} from './player.ts';
import { readingNotes } from './words.ts';

/** What is kept of every cell of a run until it is known which ones the headline speaks of. */
export interface Looked extends Size {
  /** How well the first side does: its lead, or how often it goes well. */
  readonly worth: number;
}

export const lookedAt = ({ tally, states, method }: Evaluation): Looked => ({ states, method, worth: lead(tally) });

/** What a run of cells, or a sweep, says about other readings: in the results, and as notes of the cells. */
export async function hangingOf(
  loaded: LoadedScenario,
  plans: readonly CellPlan[],
  looked: readonly Looked[],
  cells: readonly CellResult[],
): Promise<{ readonly readings?: Readings; readonly cells: readonly CellResult[] }> {
  const found = await readings(loaded, looked, (i) => ({
    overrides: plans[i].overrides,
    sides: prepareCell(loaded, plans[i].overrides).sides,
  }));
  const said = readingNotes(found);
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
  cells: readonly Looked[],
  ask: (index: number) => AskedCell,
): Promise<Readings | undefined> {
  const budget = budgetBeside(cells);
  const at = headlineCells(cells);
  const asked = at.map(ask);
  const players: ReadingPlayer[] = [];
  for (const [k, { overrides }] of asked.entries()) {
    const player = await readingPlayer(loaded, overrides, cells[at[k]], budget / at.length);
    if (!player) return undefined;
    players.push(player);
  }
  const flips = otherReadingsInTurn(players);
  const found: HangingReading[] = [];
  let tried = 0;
  for await (const { reading: flip, tallies } of playedInTurn(flips, players, budget)) {
    tried++;
    const moved = tallies && moveOf(loaded.encounter, asked, players, tallies);
    const { id, key, question, value: from } = flip.ruling;
    if (!moved) continue;
    const { player, ...move } = moved;
    const cell = cells.length > 1 ? { cell: at[player] } : {};
    found.push({ ruling: id, key, question, from, to: flip.to, unit: 'share', ...move, ...cell });
  }
  found.sort((x, y) => Number(y.turns) - Number(x.turns) || size(y) - size(x));
  return {
    consulted: [...new Set(players.flatMap((p) => p.consulted))],
    tried,
    of: flips.length,
    hanging: found,
  };
}

/** The best cell and the worst one; a run of one cell has but one. */
function headlineCells(cells: readonly Looked[]): number[] {
  const figures = cells.map((c) => c.worth);
  const best = figures.indexOf(Math.max(...figures));
  const worst = figures.indexOf(Math.min(...figures));
  return [...new Set([best, worst])];
}

type Found = Pick<HangingReading, 'figure' | 'base' | 'value' | 'turns'> & { readonly player: number };

/** The largest move among the cells, if it is large enough, a winner changes, or another cell is the better one. */
function moveOf(
  kind: LoadedScenario['encounter'],
  asked: readonly AskedCell[],
  players: readonly ReadingPlayer[],
  others: readonly Tally[],
): Found | undefined {
  const moves = players.flatMap(({ printed }, player) => {
    const most = largestMove(kind, asked[player].sides, printed, others[player]);
    const turned = isContest(kind) && lead(printed) * lead(others[player]) < 0;
    return most ? [{ ...most, player, turns: turned }] : [];
  });
  const [most] = moves.sort((x, y) => Number(y.turns) - Number(x.turns) || size(y) - size(x));
  const order = (tallies: readonly Tally[]) => lead(tallies[0]) - lead(tallies[tallies.length - 1]);
  const turns = most?.turns || order(players.map((p) => p.printed)) * order(others) < -1e-12;
  return most && (turns || size(most) > MOVES) ? { ...most, turns } : undefined;
}
