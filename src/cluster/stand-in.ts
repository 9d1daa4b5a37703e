import { newControl } from '../engine/control.ts';
import { doPiece, prepareCells } from '../engine/do-piece.ts';
import type { Answer, BlocksPiece, CellAnswer, CellsPiece, Piece, PlayAnswer, WalkAnswer } from '../engine/work.ts';
import { describedMeasure } from '../sim/machine.ts';
import { KeyedDice } from '../sim/play/dice.ts';
import { Player } from '../sim/play/player.ts';
import type { Tally } from '../sim/tally.ts';
import { sizesOf } from './answers.ts';

/**
 * A stand-in for the answer to a piece that somebody else computes: every encounter goes as one single encounter goes.
 * That is an answer like any other, so an experiment can walk on to its next pieces; what comes out of it is thrown away.
 */
export async function standIn(piece: Piece): Promise<Answer> {
  if ('cells' in piece) return cellsStandIn(piece);
  return piece.work.kind === 'walk' ? walkStandIn(piece) : playStandIn(piece);
}

/** One encounter walked, counted as often as there are encounters in the piece. */
async function walkStandIn(piece: BlocksPiece): Promise<WalkAnswer> {
  const { plan } = piece.work;
  const one = { ...piece, work: { ...piece.work, plan: { trials: 1, blockSize: 1, blocks: 1 } }, from: 0, to: 1 };
  const { edges, blocks } = (await doPiece(one, newControl())) as WalkAnswer;
  const sizes = sizesOf(piece);
  const n = sizes.reduce((a, b) => a + b, 0);
  return {
    done: Math.min(piece.to, plan.blocks),
    edges: edges.map((e) => e * n),
    blocks: sizes.map((trials) => ({ trials, means: blocks[0].means })),
  };
}

async function playStandIn(piece: BlocksPiece): Promise<PlayAnswer> {
  const one = { ...piece, work: { ...piece.work, plan: { trials: 1, blockSize: 1, blocks: 1 } }, from: 0, to: 1 };
  const played = (await doPiece(one, newControl())) as PlayAnswer;
  const sizes = sizesOf(piece);
  const n = sizes.reduce((a, b) => a + b, 0);
  return {
    done: piece.to,
    counts: played.counts.map((c) => ({
      ...c,
      trials: n,
      ends: c.ends.map((e) => ({ ...e, weight: n })),
      squares: c.squares.map((s) => s * n),
      blocks: sizes.map((trials) => ({ trials, means: c.blocks[0].means })),
    })),
    joint: played.joint && new Map([...played.joint].map(([key]) => [key, n])),
    sumDifferences: played.sumDifferences && {
      ...played.sumDifferences,
      squares: played.sumDifferences.squares.map((s) => s * n),
    },
  };
}

async function cellsStandIn(piece: CellsPiece): Promise<Answer> {
  const { engine } = piece.work;
  const cells: CellAnswer[] = [];
  for await (const { built } of prepareCells(piece)) {
    const { machine } = built;
    const player = new Player(machine, { direct: true });
    const sums = new Float64Array(machine.sums.length);
    const dice = new KeyedDice(1);
    dice.begin(0);
    player.one(dice, sums);
    const end = {
      outcome: machine.outcomes.findIndex((o) => o.id === machine.outcome(machine.layout.view)),
      values: machine.measures.map((m) => m.of(machine.layout.view)),
    };
    const sampled = engine.engine === 'sample';
    const trials = engine.trials ?? 1;
    const tally: Tally = {
      kind: sampled ? 'sampled' : 'exact',
      trials: sampled ? trials : null,
      partial: false,
      outcomes: machine.outcomes,
      measures: machine.measures.map(describedMeasure),
      ends: [{ ...end, weight: sampled ? trials : 1 }],
      sums: machine.sums.map(({ id, label }, k) => ({ id, label, mean: sums[k], sd: 0 })),
      blocks: [],
    };
    const evaluation = { tally, method: 'compiled whole', states: 1, elapsedMs: 0 };
    cells.push({ evaluation, notes: built.notes, sides: built.sides });
  }
  return { cells };
}
