import type { Machine } from '../../sim/machine.ts';
import { layout, type StateSpec } from '../../sim/state.ts';

/** A machine whose steps are made over its state, which learns their names from them. */
export function assemble<S extends { step: string }>(
  spec: StateSpec,
  make: (view: S) => Omit<Machine<S>, 'layout'>,
  watch = false,
): Machine<S> {
  const laid = layout(spec, () => Object.keys(made.steps), { watch }) as unknown as Machine<S>['layout'];
  const made = make(laid.view);
  return { ...made, layout: laid, watched: () => assemble(spec, make, true) };
}
