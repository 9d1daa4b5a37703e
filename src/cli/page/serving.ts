import type { Server } from 'node:http';
import { InputError } from '../../rules/problem.ts';
import { EXIT, type Io } from '../io.ts';
import { messages } from '../messages.ts';
import { addressOf, servePage } from './server.ts';
import { siteFiles } from './site.ts';

/** Serves the page until Ctrl-C. `shown` is told the address once there is one. */
export async function servingUntilStopped(
  io: Io,
  port: number | undefined,
  shown: (address: string) => void | Promise<void>,
): Promise<number> {
  const server = await listening(port);
  await shown(addressOf(server));
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return EXIT.done;
}

async function listening(port: number | undefined): Promise<Server> {
  try {
    return await servePage(siteFiles(), port ?? 0);
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    const message =
      code === 'EADDRINUSE' ? messages.portTaken(port!) : code === 'EACCES' ? messages.portForbidden(port!) : undefined;
    if (message === undefined) throw e;
    throw new InputError([{ path: [], message, at: { file: `--port ${port}` } }]);
  }
}
