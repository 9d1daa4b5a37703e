import { SimError } from '../error.ts';

/** Memory that threads share where the surroundings have any. A page without cross-origin isolation has none: there each worker gets a copy. */
export function sharedBytes(bytes: number, what: string): ArrayBuffer | SharedArrayBuffer {
  const Memory = typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer;
  try {
    return new Memory(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SimError(`There is not enough memory for ${what} (${bytes.toLocaleString('en')} bytes).`);
  }
}
