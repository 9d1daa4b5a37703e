import { deserialize, serialize } from 'node:v8';
import type { Piece, Work } from '../src/engine/work.ts';

/*
 * The work of a piece holds a whole rulebook, and a run has thousands of pieces of the same work. So it is packed once
 * into memory that all threads share; a thread unpacks it when it first meets it.
 */

/** A piece as it crosses to a thread: its work lies packed beside it. */
export interface PackedPiece {
  readonly piece: Omit<Piece, 'work'>;
  readonly work: Uint8Array;
}

const packedWorks = new WeakMap<Work, Uint8Array>();

export function packPiece({ work, ...piece }: Piece): PackedPiece {
  let packed = packedWorks.get(work);
  if (!packed) {
    const bytes = serialize(work);
    packed = new Uint8Array(new SharedArrayBuffer(bytes.length));
    packed.set(bytes);
    packedWorks.set(work, packed);
  }
  return { piece, work: packed };
}

/** Works that a thread keeps unpacked: runs that take turns find theirs again. */
const MOST_WORKS = 8;
const works = new Map<string, Work>();

export function unpackPiece({ piece, work }: PackedPiece): Piece {
  let known = works.get(piece.key);
  if (!known) {
    // Reading wants memory of its own.
    known = deserialize(Uint8Array.from(work)) as Work;
    if (works.size >= MOST_WORKS) works.delete(works.keys().next().value!);
    works.set(piece.key, known);
  }
  return { ...piece, work: known } as Piece;
}
