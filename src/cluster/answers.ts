import * as z from 'zod';
import type { Answer, BlocksPiece, CellsAnswer, Piece, PlayAnswer, WalkAnswer } from '../engine/work.ts';
import { trialsInBlock } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { unpacked } from './packing.ts';

/*
 * Answers as text that travels, and what is asked of one that arrives: that every part of it has its shape, and that it
 * counts the encounters of its piece, no more and no fewer.
 */

/** A play of a large engagement has tens of thousands of kinds of endings; no answer comes near this. */
const MAX_ANSWER_BYTES = 64_000_000;

/** An answer as text: typed arrays, maps and numbers that JSON lacks are marked. */
export const answerText = (answer: Answer): string =>
  JSON.stringify(answer, (key, v: unknown) => {
    // How long it took is nobody's business, and would tell equal answers apart.
    if (key === 'elapsedMs') return 0;
    if (v instanceof Float64Array) return { $f64: Array.from(v) };
    if (v instanceof Map) return { $map: [...v] };
    return typeof v === 'number' && !Number.isFinite(v) ? { $number: String(v) } : v;
  });

const whole = z.number().int().min(0);
/** Spreads that nobody can know are not a number. */
const anyNumber = z.custom<number>((v) => typeof v === 'number');
const numbers = z.array(anyNumber);
const label = z.string().max(1_000);
const f64 = z.instanceof(Float64Array);
const blocks = z.array(z.strictObject({ trials: whole, means: f64 }));
const ends = z.array(z.strictObject({ outcome: whole, values: z.array(z.number()), weight: z.number().min(0) }));
const labelled = z.looseObject({ id: label, label });
const tally = z.strictObject({
  kind: z.enum(['exact', 'sampled']),
  trials: whole.nullable(),
  partial: z.literal(false),
  outcomes: z.array(labelled).min(1),
  measures: z.array(labelled),
  ends: ends.min(1),
  sums: z.array(z.strictObject({ id: label, label, mean: anyNumber, sd: anyNumber })),
  level: z.number().optional(),
  blocks,
});
const cell = z.strictObject({
  evaluation: z.strictObject({ tally, method: label, states: whole.nullable(), elapsedMs: z.number() }),
  notes: z.array(z.strictObject({ kind: label, text: z.string().max(10_000) })),
  sides: z.tuple([label, label]),
});
const answerSchemas = {
  walk: z.strictObject({ done: whole, edges: f64, blocks }),
  play: z.strictObject({
    done: whole,
    counts: z.array(z.strictObject({ trials: whole, ends, squares: numbers, blocks })),
    joint: z.map(z.string(), whole).nullable(),
    sumDifferences: z.strictObject({ squares: numbers, largest: numbers, most: numbers }).nullable(),
  }),
  cells: z.strictObject({ cells: z.array(cell.nullable()) }),
};

/** An answer read from its text and checked against what was asked; throws a sentence for anything else. */
export function readAnswer(text: string, piece: Piece): Answer {
  if (text.length > MAX_ANSWER_BYTES) throw new SimError('An answer is larger than any can be.');
  const value = parsedAnswer(text);
  if (!answerSchemas[piece.work.kind].safeParse(value).success || !answers(value as Answer, piece))
    throw new SimError('An answer does not have the shape of the piece that was asked for.');
  return value as Answer;
}

function parsedAnswer(text: string): unknown {
  try {
    return revived(JSON.parse(unpacked(text, MAX_ANSWER_BYTES)));
  } catch {
    return undefined;
  }
}

/** Puts back what was marked, in place: a reviver of JSON.parse would look at every number by itself. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (typeof value[i] === 'object') value[i] = revived(value[i]);
    return value;
  }
  if ('$f64' in value) return numbers.safeParse(revived(value.$f64)).success ? f64Of(value.$f64) : undefined;
  if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
  if ('$number' in value) return Number(value.$number);
  const held = value as Record<string, unknown>;
  for (const key in held) if (typeof held[key] === 'object') held[key] = revived(held[key]);
  return value;
}

const f64Of = (list: unknown): Float64Array => Float64Array.from(list as number[]);

/** Whether an answer of the right shape is about this piece. */
function answers(answer: Answer, piece: Piece): boolean {
  if ('cells' in piece) return cellsAnswered(answer as CellsAnswer, piece.cells.length);
  const sizes = sizesOf(piece);
  if ((answer as WalkAnswer).done !== piece.to) return false;
  if (piece.work.kind === 'walk') return inBlocks((answer as WalkAnswer).blocks, sizes);
  const { counts } = answer as PlayAnswer;
  const trials = sizes.reduce((a, b) => a + b, 0);
  return (
    counts.length === piece.work.recipes.length &&
    counts.every((c) => c.trials === trials && weightOf(c.ends) === trials && inBlocks(c.blocks, sizes))
  );
}

const cellsAnswered = ({ cells }: CellsAnswer, wanted: number): boolean =>
  cells.length === wanted &&
  cells.every((c) => {
    if (c === null) return true;
    const { outcomes, measures, ends, trials } = c.evaluation.tally;
    return (
      ends.every((e) => e.outcome < outcomes.length && e.values.length === measures.length) &&
      (trials === null || weightOf(ends) === trials)
    );
  });

const weightOf = (ends: readonly { readonly weight: number }[]): number => ends.reduce((sum, e) => sum + e.weight, 0);

const inBlocks = (blocks: readonly { readonly trials: number }[], sizes: readonly number[]): boolean =>
  blocks.length === sizes.length && blocks.every((b, i) => b.trials === sizes[i]);

/** Encounters in each block of a piece. */
export const sizesOf = ({ work, from, to }: BlocksPiece): number[] =>
  Array.from({ length: to - from }, (_, i) => trialsInBlock(work.plan, from + i));
