import { PROGRESS, PROGRESS_UNIT, STOP } from './task.ts';

/** Tells the main thread of a block's progress, and hears whether to stop. */
export function blockProgress(control: Int32Array): { pause(played: number): boolean; done(trials: number): boolean } {
  let told = 0;
  const tell = (played: number) => {
    const units = Math.floor(played / PROGRESS_UNIT);
    if (units !== told) Atomics.add(control, PROGRESS, units - told);
    told = units;
    return Atomics.load(control, STOP) === 1;
  };
  return { pause: tell, done: tell };
}
