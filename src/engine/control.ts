import type { BlockProgress } from '../sim/play/session.ts';

/** A few numbers through which a piece tells how far it is and hears whether to stop; shared with a thread. */
export const newControl = (): Int32Array =>
  new Int32Array(typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(8) : new SharedArrayBuffer(8));

const STOP = 0;
const PROGRESS = 1;
/** Progress counts in steps of this many encounters, so that 10^12 of them fit 32 bits. */
export const PROGRESS_UNIT = 1024;

export const stop = (control: Int32Array): void => {
  Atomics.store(control, STOP, 1);
};
export const isStopped = (control: Int32Array): boolean => Atomics.load(control, STOP) === 1;
export const trialsDone = (control: Int32Array): number => Atomics.load(control, PROGRESS) * PROGRESS_UNIT;

/** Counts the encounters of one block. */
export function blockProgress(control: Int32Array): BlockProgress {
  let reported = 0;
  const tell = (played: number) => {
    const units = Math.floor(played / PROGRESS_UNIT);
    if (units !== reported) Atomics.add(control, PROGRESS, units - reported);
    reported = units;
    return isStopped(control);
  };
  return { pause: tell, done: tell };
}
