import type { BlockPlan } from '../sim/blocks.ts';
import type { EngineOptions } from './types.ts';
import type { Answer, BlocksPiece, CellsAnswer, CellsPiece, Piece } from './work.ts';

/**
 * Whoever computes pieces: threads of this machine, workers of a page, a queue, files. The engine hands pieces over and
 * takes the answers in their order; nothing above it knows which workforce it is, and the answers are the same.
 */
export interface Workforce {
  /** Pieces that it can have in hand at the same time. */
  readonly width: number;
  /** Handing a piece over costs next to nothing ('fine'), or enough that a piece should take about a second ('coarse'). */
  readonly grain: 'fine' | 'coarse';
  /** Whether those who do pieces of the same work can tell each other what they have filled (see `Meeting`). */
  readonly meets?: boolean;
  /** Begins a piece. Where it cannot be computed, the answer is rejected with a sentence. */
  run(piece: Piece, signal?: AbortSignal): Running;
  close(): Promise<void>;
}

export interface Running {
  /** Undefined when the piece was given up because of the signal. */
  readonly answer: Promise<Answer | undefined>;
  /** Encounters of the piece done so far, as far as is known. */
  trials(): number;
}

export const PROGRESS_EVERY_MS = 100;

/** Pieces in hand: enough to keep the workforce busy, few enough to be dropped at once on a stop. */
const IN_HAND = 2;
/** Pieces that may be done ahead of one that is late, for each that can be in hand: their answers wait in memory. */
const AHEAD = 64;
/** However wide the workforce, no more than this: what waits must not grow with it. */
const MOST_AHEAD = 16_384;

/**
 * Hands pieces out in order and gives the answers to `take` in the same order, from the first on, as far as there is no
 * gap: after a stop, some are missing. `take` tells whether its answer was whole.
 */
export async function inOrder<A extends Answer>(
  workforce: Workforce,
  signal: AbortSignal | undefined,
  pieces: Iterable<Piece>,
  take: (answer: A, piece: number) => boolean | Promise<boolean>,
  running: Set<Running> = new Set(),
): Promise<void> {
  const source = pieces[Symbol.iterator]();
  const late = new Map<number, A | undefined>();
  const failure = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  let handed = 0;
  let taken = 0;
  let broken = false;
  let taking = Promise.resolve();
  const ahead = Math.max(IN_HAND * workforce.width, Math.min(MOST_AHEAD, AHEAD * workforce.width));
  let waitingForRoom: (() => void)[] = [];
  const makeRoom = () => {
    const all = waitingForRoom;
    waitingForRoom = [];
    for (const resume of all) resume();
  };

  const takeNext = async (): Promise<void> => {
    while (!broken && late.has(taken)) {
      const answer = late.get(taken);
      late.delete(taken);
      if (answer === undefined || !(await take(answer, taken))) broken = true;
      taken++;
    }
    makeRoom();
  };
  const hand = async (): Promise<void> => {
    while (!broken && !stop.aborted) {
      while (handed - taken >= ahead && !broken && !stop.aborted)
        await new Promise<void>((resume) => {
          waitingForRoom.push(resume);
        });
      const next = source.next();
      if (next.done) return;
      const place = handed++;
      const work = workforce.run(next.value, stop);
      running.add(work);
      try {
        late.set(place, (await work.answer) as A | undefined);
      } finally {
        running.delete(work);
      }
      taking = taking.then(takeNext);
      await taking;
    }
  };
  const hands = Array.from({ length: workforce.width * IN_HAND }, hand);
  try {
    await Promise.all(hands);
  } catch (error) {
    broken = true;
    failure.abort();
    makeRoom();
    await Promise.allSettled(hands);
    throw error;
  }
}

/** Blocks `from` to `to` of a plan, `perPiece` of them in a piece, with progress told as they are walked or played. */
export async function blocksInOrder<A extends Answer & { readonly done: number }>(
  workforce: Workforce,
  options: EngineOptions,
  stage: { readonly plan: BlockPlan; readonly from: number; readonly to: number; readonly perPiece: number },
  makePiece: (from: number, to: number) => BlocksPiece,
  take: (answer: A) => void,
): Promise<void> {
  const { plan, from, to, perPiece } = stage;
  const running = new Set<Running>();
  const startMs = performance.now();
  let doneBlocks = 0;
  // Never told to fall: a piece that has just ended is for a moment not counted, and one that was lost begins again.
  let most = 0;
  const timer = setInterval(() => {
    let trials = doneBlocks * plan.blockSize;
    for (const r of running) trials += r.trials();
    most = Math.max(most, trials);
    options.onProgress?.({
      doneTrials: Math.min(plan.trials, from * plan.blockSize + most),
      totalTrials: plan.trials,
      elapsedMs: performance.now() - startMs,
    });
  }, PROGRESS_EVERY_MS);
  try {
    await inOrder<A>(
      workforce,
      options.signal,
      cut(from, to, perPiece, makePiece),
      (answer, i) => {
        take(answer);
        doneBlocks = answer.done - from;
        return answer.done === Math.min(to, from + (i + 1) * perPiece);
      },
      running,
    );
  } finally {
    clearInterval(timer);
  }
}

function* cut(from: number, to: number, perPiece: number, make: (from: number, to: number) => BlocksPiece) {
  for (let k = from; k < to; k += perPiece) yield make(k, Math.min(to, k + perPiece));
}

/** The answers to pieces of cells, in order, until a stop. */
export const cellsInOrder = (
  workforce: Workforce,
  signal: AbortSignal | undefined,
  pieces: Iterable<CellsPiece>,
  take: (answer: CellsAnswer, piece: number) => Promise<boolean>,
): Promise<void> => inOrder<CellsAnswer>(workforce, signal, pieces, take);
