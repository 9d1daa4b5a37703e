import type { Machine } from '../../sim/machine.ts';
import { layout, type StateSpec } from '../../sim/state.ts';

/**
 * A machine whose steps are made over its state. The state must name its steps before they can be made: it is laid out
 * once to learn the names, and again with them.
 */
export function assemble<S extends { step: string }>(
  spec: StateSpec,
  make: (view: S) => Omit<Machine<S>, 'layout'>,
): Machine<S> {
  const names = Object.keys(make(layout(spec, []).view as unknown as S).steps);
  const laid = layout(spec, names) as unknown as Machine<S>['layout'];
  return { ...make(laid.view), layout: laid };
}
