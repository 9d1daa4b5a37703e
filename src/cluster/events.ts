import type { Redis } from 'ioredis';

/** What happened to a piece: it was done, failed, or was there already when it was asked for. */
export interface PieceEvent {
  readonly event: string;
  readonly name: string;
  /** The answer, where it was done. */
  readonly text: string | undefined;
}

/** Between two reads, so that the events of a busy fleet come by the dozen: each read costs more than an event. */
const GATHER_MS = 10;
const BLOCK_MS = 5_000;
const AFTER_FAULT_MS = 500;

/**
 * Reads the stream in which BullMQ writes down what happens to jobs, from its last entry at this moment on. It wants a
 * connection of its own, which it keeps waiting, and ends when that is closed.
 */
export async function readEvents(
  redis: Redis,
  stream: string,
  onEvents: (events: readonly PieceEvent[]) => void,
): Promise<void> {
  const [last] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  let from = last?.[0] ?? '0';
  let ended = false;
  redis.once('end', () => {
    ended = true;
  });
  const read = async () => {
    while (!ended) {
      try {
        const [found] = (await redis.xread('BLOCK', BLOCK_MS, 'STREAMS', stream, from)) ?? [];
        const entries = found?.[1] ?? [];
        from = entries.at(-1)?.[0] ?? from;
        if (!ended) onEvents(entries.map(([, fields]) => eventOf(fields)));
        if (entries.length > 0) await pause(GATHER_MS);
      } catch {
        // The connection is down; what is missed meanwhile is looked for.
        await pause(AFTER_FAULT_MS);
      }
    }
  };
  void read();
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms).unref());

function eventOf(fields: readonly string[]): PieceEvent {
  const of = (name: string): string | undefined => {
    for (let i = 0; i + 1 < fields.length; i += 2) if (fields[i] === name) return fields[i + 1];
    return undefined;
  };
  const event = of('event') ?? '';
  const returned = event === 'completed' ? of('returnvalue') : undefined;
  return { event, name: of('jobId') ?? '', text: returned === undefined ? undefined : textOf(returned) };
}

/** A value that a job returned, as BullMQ keeps it. */
export function textOf(returned: string): string {
  try {
    return String(JSON.parse(returned));
  } catch {
    return '';
  }
}
