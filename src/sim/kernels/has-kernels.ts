import type { Machine } from '../machine.ts';

/** Whether a machine is worth playing over phase kernels: several act in it, and what they touch can be seen. */
export const hasKernels = <S>({ watched, records = [] }: Machine<S>): boolean =>
  watched !== undefined && records.length > 1;
