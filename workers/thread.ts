import type { Answer } from '../src/engine/work.ts';
import { type PackedPiece, unpackPiece } from './packed.ts';
import { type Hall, ThreadMeeting } from './thread-meeting.ts';
import work, { type Failed } from './worker.ts';

/** What crosses to a thread: plain data and shared memory. */
export interface ThreadTask {
  readonly packed: PackedPiece;
  readonly control: Int32Array;
  /** Where it meets other threads that do pieces of the same work. */
  readonly hall: Hall;
}

/** The side of a thread of Node. */
export default async ({ packed, control, hall }: ThreadTask): Promise<Answer | Failed> =>
  work({ piece: unpackPiece(packed), control }, () => new ThreadMeeting(hall));
