import type { Meeting } from '../src/engine/meeting.ts';
import type { Answer, Piece } from '../src/engine/work.ts';

/** What crosses to a worker of a page or, packed, to a thread. */
export interface Task {
  readonly piece: Piece;
  readonly control: Int32Array;
}

/** A fault in the work itself, as against the death of the thread: running it again would fail again. */
export interface Failed {
  readonly failed: string;
}

/** The thread side; `meet` meets others that do pieces of the same work, where threads can. */
export default async function work({ piece, control }: Task, meet?: () => Meeting): Promise<Answer | Failed> {
  try {
    return await (await import('../src/engine/do-piece.ts')).doPiece(piece, control, meet);
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
