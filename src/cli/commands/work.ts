import { threadWorkforce } from '../../../workers/threads.ts';
import { MOST_PIECE_MS, serve } from '../../cluster/worker.ts';
import { VERSION } from '../../results/version.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { commonOptions, Flags } from '../options.ts';

export const command: Command = {
  positionals: [],
  options: { queue: commonOptions['queue'], threads: commonOptions['threads'], quiet: commonOptions['quiet'] },
  examples: [
    ['work --queue redis://HOST:6379', 'compute for whoever asks, on all threads of this machine'],
    ['work --threads 4', 'the queue named by GROGNARD_QUEUE, on four threads'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const queue = flags.text('queue') ?? io.env['GROGNARD_QUEUE'];
    const threads = flags.whole('threads', 1, 1024);
    const quiet = flags.flag('quiet');
    if (queue === undefined) flags.wrong(messages.noQueue);
    flags.done();
    const workforce = threadWorkforce(threads, { mostMs: MOST_PIECE_MS, ownsProcess: true });
    const worker = await serve(queue!, workforce, io.env);
    // Heard before anybody is told that it serves.
    const stop = stopped(io.signal);
    if (!quiet) io.err(`${messages.servingQueue(worker.shown, workforce.width, VERSION)}\n`);
    await stop;
    if (!quiet) io.err(`${messages.finishing}\n`);
    const isDropped = (await worker.close()) === 'dropped';
    if (!quiet) io.err(`${isDropped ? `${messages.serverGone}\n` : ''}${messages.served(worker.pieces())}\n`);
    // Connections to a server that is gone would keep the program waiting.
    if (isDropped) process.exit(EXIT.done);
    await (await import('../../../workers/pool.ts')).closePool();
    return EXIT.done;
  },
};

/** Ctrl-C, or the word of whoever runs the machine. */
const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    process.once('SIGTERM', () => resolve());
  });
