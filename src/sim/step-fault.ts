import { SimError, StateBudgetError } from './error.ts';
import type { Machine } from './machine.ts';

/** Says which step was at fault; a mistake in the rules' code is told as one too. */
export function faultOf<S>(error: unknown, machine: Machine<S>, step: string): Error {
  if (error instanceof StateBudgetError) return error;
  if (error instanceof SimError && error.message.includes(`'${machine.name}'`)) return error;
  if (error instanceof SimError) {
    return new SimError(`${error.message.replace(/\.$/, '')} (step '${step}' of '${machine.name}').`);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new SimError(`The step '${step}' of '${machine.name}' failed: ${message}.`, { cause: error });
}
