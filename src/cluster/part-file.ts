import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { digest } from '../rules/hash.ts';

/*
 * One shard's answers on disk, a line of JSON each: what the part belongs to, then its pieces as they are done, then how
 * many there were. It is called `.part` until it is whole.
 */

export const PART_FORMAT = 'grognard/shard@1';

const headSchema = z.strictObject({
  format: z.literal(PART_FORMAT),
  version: z.string(),
  /** What the parts of one experiment have in common: the name of all its work. */
  order: z.string(),
  shard: z.number().int().min(1),
  of: z.number().int().min(1),
  /** The experiment as it was typed, less where it went. */
  argv: z.array(z.string()),
});
export type PartHead = z.infer<typeof headSchema>;

const lineSchema = z.strictObject({ piece: z.string(), sum: z.string(), answer: z.string() });
const endSchema = z.strictObject({ pieces: z.number().int() });

export interface Part {
  readonly file: string;
  readonly head: PartHead;
  /** Texts of the answers, by the name of their piece. */
  readonly answers: ReadonlyMap<string, string>;
  /** False where the end is missing: the shard is at work still, or was cut off. */
  readonly whole: boolean;
}

/** A file that is no part, or a part that is damaged in the middle; the message is one sentence. */
export class PartError extends Error {
  override readonly name = 'OutputError';
}

const sumOf = (text: string): string => digest(text).slice(0, 12);

export const partName = ({ shard, of }: { readonly shard: number; readonly of: number }): string =>
  `shard-${String(shard).padStart(String(of).length, '0')}-of-${of}.jsonl`;

/** Reads a part. A last line that was cut off is left out; damage anywhere else is refused. */
export function readPart(file: string): Part & { readonly soundBytes: number } {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const torn = lines.pop();
  const head = parsed(headSchema, lines[0]);
  if (!head) throw new PartError(`${file} is not a part of a sharded experiment.`);
  const answers = new Map<string, string>();
  let whole = false;
  let soundBytes = Buffer.byteLength(`${lines[0]}\n`);
  for (let i = 1; i < lines.length; i++) {
    const line = parsed(lineSchema, lines[i]);
    const end = line ? undefined : parsed(endSchema, lines[i]);
    const sound = line ? sumOf(line.answer) === line.sum : end?.pieces === answers.size && i === lines.length - 1;
    if (!sound && i < lines.length - 1)
      throw new PartError(`${file} is damaged at line ${i + 1}: run that shard again.`);
    if (!sound) break;
    if (line) answers.set(line.piece, line.answer);
    else whole = torn === '';
    soundBytes += Buffer.byteLength(`${lines[i]}\n`);
  }
  return { file, head, answers, whole, soundBytes };
}

function parsed<T>(schema: z.ZodType<T>, line: string | undefined): T | undefined {
  if (line === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Appends answers as they come; what an earlier try of the same shard has done is kept. */
export class PartWriter {
  private readonly path: string;
  private readonly fd: number;
  private open = true;
  private readonly done: Map<string, string>;
  private readonly head: PartHead;
  private readonly folder: string;

  constructor(folder: string, head: PartHead) {
    this.folder = folder;
    this.head = head;
    this.path = join(folder, `${partName(head)}.part`);
    this.done = new Map();
    const earlier = existsSync(this.path) ? earlierPart(this.path, head) : undefined;
    if (earlier) {
      truncateSync(this.path, earlier.soundBytes);
      for (const [piece, answer] of earlier.answers) this.done.set(piece, answer);
    }
    this.fd = openSync(this.path, earlier ? 'a' : 'w');
    if (!earlier) this.line(head);
  }

  get pieces(): number {
    return this.done.size;
  }

  answerOf(piece: string): string | undefined {
    return this.done.get(piece);
  }

  write(piece: string, answer: string): void {
    this.line({ piece, sum: sumOf(answer), answer });
    this.done.set(piece, answer);
  }

  /** Gives the file its name: all of its pieces are there. */
  finish(): string {
    this.line({ pieces: this.done.size });
    fsyncSync(this.fd);
    this.close();
    const whole = join(this.folder, partName(this.head));
    renameSync(this.path, whole);
    return whole;
  }

  close(): void {
    if (this.open) closeSync(this.fd);
    this.open = false;
  }

  /** A disk that is nearly full takes a part of what it is given, and says no to the rest only. */
  private line(value: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at);
  }
}

/** Whether this very part is in a folder, whole. */
export function isDone(folder: string, head: PartHead): boolean {
  const path = join(folder, partName(head));
  return existsSync(path) && earlierPart(path, head)?.whole === true;
}

/** A part of the same shard of the same experiment; anything else is begun anew. */
function earlierPart(path: string, head: PartHead) {
  try {
    const part = readPart(path);
    return JSON.stringify(part.head) === JSON.stringify(head) ? part : undefined;
  } catch (error) {
    if (error instanceof PartError) return undefined;
    throw error;
  }
}
