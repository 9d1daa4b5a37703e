import type { Machine, Step } from '../../sim/machine.ts';
import { layout, type State, type StateSpec } from '../../sim/state.ts';
import type { Note } from '../encounter.ts';
import type { Rules } from './rules.ts';

type Parts<S> = Omit<Machine<S>, 'layout' | 'steps'> & { readonly steps: Readonly<Record<string, Step<S>>> };

/** Steps read the state, and its layout wants their names: so they are made once to be counted, and then for good. */
export function assemble<Spec extends StateSpec>(
  spec: Spec,
  make: (view: State<Spec>) => Parts<State<Spec>>,
): Machine<State<Spec>> {
  const names = Object.keys(make(layout(spec, []).view).steps);
  const laidOut = layout(spec, names);
  return { ...make(laidOut.view), layout: laidOut };
}

/** What must stand beside every result: that figures are invented, or whose they are. */
export function notesOf(rules: Rules): readonly Note[] {
  const { illustrative, notice, title } = rules.cards;
  if (!illustrative) return [{ kind: 'info', text: `Tables and cards: ${title}.` }];
  return [{ kind: 'illustrative', text: notice ?? `Illustrative: the figures of '${title}' are invented.` }];
}
