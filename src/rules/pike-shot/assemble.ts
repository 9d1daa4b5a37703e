import type { Machine, Step } from '../../sim/machine.ts';
import { layout, type State, type StateSpec } from '../../sim/state.ts';
import type { Note } from '../encounter.ts';
import type { Rules } from './rules.ts';

type Parts<S> = Omit<Machine<S>, 'layout' | 'steps'> & { readonly steps: Readonly<Record<string, Step<S>>> };

/** A machine whose steps are made over its state, which learns their names from them. */
export function assemble<Spec extends StateSpec>(
  spec: Spec,
  make: (view: State<Spec>) => Parts<State<Spec>>,
  watch = false,
): Machine<State<Spec>> {
  const laidOut = layout(spec, () => Object.keys(made.steps), { watch });
  const made = make(laidOut.view);
  return { ...made, layout: laidOut, watched: () => assemble(spec, make, true) };
}

/** What must stand beside every result: that figures are invented, or whose they are. */
export function notesOf(rules: Rules): readonly Note[] {
  const { illustrative, notice, title } = rules.cards;
  if (!illustrative) return [{ kind: 'info', text: `Tables and cards: ${title}.` }];
  return [{ kind: 'illustrative', text: notice ?? `Illustrative: the figures of '${title}' are invented.` }];
}
