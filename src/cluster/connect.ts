import { VERSION } from '../results/version.ts';
import { SimError } from '../sim/error.ts';
import type { Address } from './address.ts';

/** Versions never mix: each has a queue of its own. */
export const QUEUE_NAME = `grognard-${VERSION}`;
export const workPlace = (work: string): string => `grognard:${VERSION}:work:${work}`;
/** Answers and work are kept for a week: a run that is typed again finds them. */
export const KEPT_SECONDS = 7 * 24 * 3600;
/** How often workers try a piece before its fault is told. */
export const TRIES = 3;
/** What a worker says when the server has forgotten the work of a piece. */
export const WORK_MISSING = 'The work of this piece is missing';

interface QueuePackages {
  readonly Queue: typeof import('bullmq').Queue;
  readonly Worker: typeof import('bullmq').Worker;
  readonly Redis: typeof import('ioredis').Redis;
}

/** BullMQ and its client are brought in when a queue is asked for; whoever has none is told what to install. */
export async function queuePackages(): Promise<QueuePackages> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    const { Queue, Worker } = bullmq;
    return { Queue, Worker, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SimError('A queue needs two packages more: npm install bullmq ioredis.');
  }
}

const ANSWER_WITHIN_MS = 10_000;

/** A connection that has been tried: a queue that is not there, or that refuses us, is told at once. */
export async function connect(address: Address) {
  const { Redis } = await queuePackages();
  const first = new Redis({
    ...address.options,
    lazyConnect: true,
    connectTimeout: ANSWER_WITHIN_MS,
    retryStrategy: () => null,
  });
  let fault: Error | undefined;
  first.on('error', (error: Error) => {
    fault = error;
  });
  try {
    await first.connect();
    await first.ping();
  } catch (error) {
    throw new SimError(`The queue at ${address.shown} cannot be used: ${reasonOf(fault ?? (error as Error))}.`);
  } finally {
    first.disconnect();
  }
  const redis = new Redis(address.options);
  // Outages are waited out; what matters is told by whoever waits.
  redis.on('error', () => {});
  return redis;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  const { message } = error;
  if (/WRONGPASS|invalid password|NOAUTH/i.test(message)) return 'it refuses the password, or asks for one';
  if (error.code === 'ECONNREFUSED') return 'nothing answers there';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'there is no such host';
  const tls = tlsFault(`${error.code} ${message}`);
  if (tls) return tls;
  if (/ETIMEDOUT|timeout/i.test(`${error.code} ${message}`)) return 'it does not answer';
  return message.replace(/redis(s)?:\/\/\S+/g, 'the address').replace(/\.$/, '');
}

function tlsFault(fault: string): string | undefined {
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|self.signed certificate|unable to (verify|get)/i.test(fault))
    return 'its certificate is signed by nobody who is trusted here (GROGNARD_QUEUE_CA names the certificate of whoever signed it)';
  if (/ALTNAME_INVALID/.test(fault)) return 'its certificate is that of another host';
  if (/CERT_HAS_EXPIRED/.test(fault)) return 'its certificate has expired';
  if (/EPROTO|wrong version number|packet length too long/i.test(fault)) return 'it does not speak TLS';
  return undefined;
}
