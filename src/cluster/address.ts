import { readFileSync } from 'node:fs';
import { SimError } from '../sim/error.ts';

/** Where a queue is. The password is never part of what is shown. */
export interface Address {
  readonly shown: string;
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly username?: string;
    readonly password?: string;
    readonly db?: number;
    readonly tls?: { readonly ca?: string };
    readonly maxRetriesPerRequest: null;
    readonly retryStrategy: (times: number) => number;
  };
}

/**
 * `redis://host:6379`, `rediss://user:password@host:6380/2` (rediss is TLS). A password may be left out of the address and
 * given in the environment, where no list of processes shows it.
 */
export function parseAddress(url: string, env: Readonly<Record<string, string | undefined>>): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw notAnAddress();
  }
  if (!['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') throw notAnAddress();
  const tls = parsed.protocol === 'rediss:';
  const port = parsed.port === '' ? 6379 : Number(parsed.port);
  const password = decodeURIComponent(parsed.password) || env['GROGNARD_QUEUE_PASSWORD'];
  const username = decodeURIComponent(parsed.username);
  const ca = tls ? authority(env['GROGNARD_QUEUE_CA']) : undefined;
  return {
    shown: `${parsed.hostname}:${port}`,
    options: {
      host: parsed.hostname.replace(/^\[|\]$/g, ''),
      port,
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
      ...(parsed.pathname.length > 1 ? { db: Number(parsed.pathname.slice(1)) } : {}),
      ...(tls ? { tls: ca ? { ca } : {} } : {}),
      // An outage is waited out, however long.
      maxRetriesPerRequest: null,
      retryStrategy: (times: number) => Math.min(200 * times, 2_000),
    },
  };
}

/** The certificate of whoever signed the server's: a file, or its text. */
function authority(named: string | undefined): string | undefined {
  if (!named || named.includes('-----BEGIN')) return named || undefined;
  try {
    return readFileSync(named, 'utf8');
  } catch {
    throw new SimError(`The certificate that GROGNARD_QUEUE_CA names cannot be read: ${named}.`);
  }
}

/** The address itself is left out: it may hold a password. */
const notAnAddress = (): SimError =>
  new SimError('The address of a queue is redis://HOST:PORT, or rediss://HOST:PORT for TLS.');
