#!/usr/bin/env node
import { EXIT, processIo } from './io.ts';

const stop = new AbortController();
process.on('SIGINT', () => {
  // The first Ctrl-C asks for what is done so far; the second does not wait for it.
  if (stop.signal.aborted) process.exit(EXIT.interrupted);
  stop.abort();
});
// `grognard … | head` closes the pipe early: that is no fault of anybody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (e: NodeJS.ErrnoException) => {
    process.exit(e.code === 'EPIPE' ? EXIT.done : EXIT.failed);
  });
}
// Loaded only now, so that Ctrl-C is heard while modules are still coming in.
const { cli } = await import('./cli.ts');
process.exitCode = await cli(process.argv.slice(2), processIo(stop.signal));
