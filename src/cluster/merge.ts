import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Piece } from '../engine/work.ts';
import type { Workforce } from '../engine/workforce.ts';
import { VERSION } from '../results/version.ts';
import { InputError } from '../rules/problem.ts';
import { readAnswer } from './answers.ts';
import { type Part, PartError, partName, readPart } from './part-file.ts';
import { toWire } from './wire.ts';

/** The parts of one experiment, checked: they belong together and none is missing. */
export interface Parts {
  readonly folder: string;
  readonly order: string;
  readonly argv: readonly string[];
  readonly of: number;
  readonly answers: ReadonlyMap<string, string>;
}

export function readParts(folder: string): Parts {
  const names = filesIn(folder);
  const whole = names.filter((n) => n.endsWith('.jsonl'));
  const unfinished = names.filter((n) => n.endsWith('.jsonl.part'));
  if (whole.length + unfinished.length === 0) {
    const message = `There are no parts in ${folder}; '--shard K/N --out ${folder}' writes them there.`;
    throw new InputError([{ path: [], message, found: folder }]);
  }
  const parts = whole.map((name) => readPart(join(folder, name)));
  const torn = parts.find((p) => !p.whole);
  if (torn) throw new PartError(`${torn.file} is cut off: run shard ${torn.head.shard}/${torn.head.of} again.`);
  const first = parts[0];
  if (!first) throw new PartError(`No shard in ${folder} is done yet: ${unfinished.join(', ')}.`);
  for (const part of parts) assertSame(first, part);
  const { of } = first.head;
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((s) => !parts.some((p) => p.head.shard === s));
  if (missing.length > 0) throw new PartError(missingText(folder, missing, of, unfinished));
  return { folder, order: first.head.order, argv: first.head.argv, of, answers: allAnswers(parts) };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new InputError([{ path: [], message: `There is no folder ${folder}.`, found: folder }]);
  }
}

function assertSame(first: Part, part: Part): void {
  const { head } = part;
  if (head.version !== VERSION) {
    throw new PartError(`${part.file} was made by version ${head.version}; this is ${VERSION}.`);
  }
  if (head.order !== first.head.order || head.of !== first.head.of) {
    throw new PartError(`${part.file} belongs to another experiment than ${first.file}.`);
  }
  if (part !== first && head.shard === first.head.shard) {
    throw new PartError(`Shard ${head.shard} is there twice: ${first.file} and ${part.file}.`);
  }
}

function missingText(folder: string, missing: readonly number[], of: number, unfinished: readonly string[]): string {
  const names = missing.slice(0, 20).join(', ') + (missing.length > 20 ? ` and ${missing.length - 20} more` : '');
  const begun = missing.filter((shard) => unfinished.includes(`${partName({ shard, of })}.part`)).length;
  const which = missing.length === 1 ? `shard ${names} of ${of} is missing` : `shards ${names} of ${of} are missing`;
  return `In ${folder}, ${which}${begun > 0 ? ` (${begun} begun, not done)` : ''}.`;
}

function allAnswers(parts: readonly Part[]): Map<string, string> {
  const answers = new Map<string, string>();
  const from = new Map<string, Part>();
  for (const part of parts) {
    const twice = parts.find((p) => p !== part && p.head.shard === part.head.shard);
    if (twice) throw new PartError(`Shard ${part.head.shard} is there twice: ${part.file} and ${twice.file}.`);
    for (const [piece, answer] of part.answers) {
      const other = from.get(piece);
      if (other) throw new PartError(`The same piece is in ${other.file} and in ${part.file}.`);
      from.set(piece, part);
      answers.set(piece, answer);
    }
  }
  return answers;
}

/** Looks every answer up. */
export function partsWorkforce(parts: Parts): Workforce {
  const answer = async (piece: Piece) => {
    const { name } = toWire(piece);
    const text = parts.answers.get(name);
    if (text === undefined) {
      throw new PartError(
        `The parts in ${parts.folder} lack a piece (${name}): a file that the experiment reads has changed since.`,
      );
    }
    return readAnswer(text, piece);
  };
  return {
    width: 4,
    grain: 'coarse',
    run: (piece) => ({ answer: answer(piece), trials: () => 0 }),
    close: async () => {},
  };
}
