import type { Answer, Piece } from '../engine/work.ts';
import type { Running, Workforce } from '../engine/workforce.ts';
import { answerText, readAnswer } from './answers.ts';
import type { PartWriter } from './part-file.ts';
import { standIn } from './stand-in.ts';
import { toWire } from './wire.ts';

export interface Shard {
  readonly shard: number;
  readonly of: number;
}

/** `3/16`, or undefined where the text says no such thing. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim());
  const [shard, of] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  return shard >= 1 && shard <= of ? { shard, of } : undefined;
}

/** Variables in which batch systems say which of how many tasks this is, and from which number they count. */
const BATCH_SYSTEMS: readonly { index: string; count: string; first?: string; from: number }[] = [
  { index: 'SLURM_ARRAY_TASK_ID', count: 'SLURM_ARRAY_TASK_COUNT', first: 'SLURM_ARRAY_TASK_MIN', from: 0 },
  { index: 'JOB_COMPLETION_INDEX', count: 'JOB_COMPLETIONS', from: 0 },
  { index: 'PBS_ARRAY_INDEX', count: 'PBS_ARRAY_COUNT', from: 0 },
  { index: 'CI_NODE_INDEX', count: 'CI_NODE_TOTAL', from: 1 },
  { index: 'CIRCLE_NODE_INDEX', count: 'CIRCLE_NODE_TOTAL', from: 0 },
  { index: 'BUILDKITE_PARALLEL_JOB', count: 'BUILDKITE_PARALLEL_JOB_COUNT', from: 0 },
  { index: 'GROGNARD_SHARD_INDEX', count: 'GROGNARD_SHARD_COUNT', from: 1 },
];

/** What `--shard auto` stands for, by the variables of the batch system that started this process. */
export function shardFromEnvironment(env: Readonly<Record<string, string | undefined>>): Shard | undefined {
  for (const { index, count, first, from } of BATCH_SYSTEMS) {
    if (env[index] === undefined || env[count] === undefined) continue;
    const lowest = first === undefined ? from : Number(env[first] ?? from);
    return parseShard(`${Number(env[index]) - lowest + 1}/${Number(env[count])}`);
  }
  return undefined;
}

export const SHARD_VARIABLES: readonly string[] = BATCH_SYSTEMS.flatMap((s) => [s.index, s.count]);

/** Does the pieces of one shard on `inner` and writes their answers down; for all others a stand-in is given. */
export function shardWorkforce(inner: Workforce, { shard, of }: Shard, part: PartWriter): Workforce {
  const isMine = (piece: Piece): boolean =>
    (Number.parseInt(toWire(piece).work.slice(0, 8), 16) + piece.place) % of === shard - 1;
  const mine = async (piece: Piece, running: (r: Running) => void, signal?: AbortSignal) => {
    const { name } = toWire(piece);
    const known = part.answerOf(name);
    if (known !== undefined) return readAnswer(known, piece);
    const work = inner.run(piece, signal);
    running(work);
    const answer = await work.answer;
    if (answer === undefined || !isWhole(answer, piece)) return answer;
    part.write(name, answerText(answer));
    return answer;
  };
  return {
    width: inner.width,
    grain: 'coarse',
    run: (piece, signal) => {
      let trials = () => 0;
      const set = (r: Running) => {
        trials = r.trials;
      };
      return { answer: isMine(piece) ? mine(piece, set, signal) : standIn(piece), trials: () => trials() };
    },
    close: () => inner.close(),
  };
}

const isWhole = (answer: Answer, piece: Piece): boolean =>
  'cells' in piece
    ? 'cells' in answer && answer.cells.length === piece.cells.length
    : 'done' in answer && answer.done === piece.to;
