import { randomUUID } from 'node:crypto';
import type { Hall } from './thread-meeting.ts';

/** Works that are remembered at a time: runs that take turns meet again where they met before. */
const MOST_HALLS = 64;
const halls = new Map<string, Hall>();

/** Where threads meet that do pieces of the work of this name. */
export function hallOf(key: string): Hall {
  let hall = halls.get(key);
  if (!hall) {
    hall = { name: randomUUID(), host: new Int32Array(new SharedArrayBuffer(4)) };
    if (halls.size >= MOST_HALLS) halls.delete(halls.keys().next().value!);
    halls.set(key, hall);
  }
  return hall;
}

/** A thread has died: if it was the one that filled tables, another does so from now on. */
export function seekHost({ host }: Hall): void {
  Atomics.store(host, 0, 0);
}

/** Threads have ended: what they would have filled tables for is left to others. */
export function withoutThreads(ended: readonly number[]): void {
  for (const { host } of halls.values()) for (const thread of ended) Atomics.compareExchange(host, 0, thread, 0);
}
