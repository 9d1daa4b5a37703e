import { SimError } from '../sim/error.ts';
import type { Machine } from '../sim/machine.ts';
import { type Layout, layout, type State, type StateSpec } from '../sim/state.ts';
import { assemble, BEGIN } from './assemble.ts';
import type { Flow } from './flow.ts';
import { noteBlanks } from './scratch.ts';

/** What an encounter is, besides its state: how it is played, and what is read off its end. */
export interface Encounter<S>
  extends Pick<Machine<S>, 'name' | 'outcomes' | 'outcome' | 'measures' | 'looksAcross'>,
    Partial<Pick<Machine<S>, 'sums'>> {
  readonly play: readonly Flow<S>[];
  /** Puts the state where the encounter begins; fields that it leaves alone are at their first value. */
  readonly start: () => void;
  /** How far play has come, by the slot that a step stands in. */
  readonly layer?: (slot: number) => number;
}

export interface StateOptions {
  /** Whether looks and writes are seen; as the compiler needs it, if left out. */
  readonly watch?: boolean;
}

/** For small encounters: where there are a few hundred states, seeing looks costs more than it spares. */
export const UNSEEN: StateOptions = { watch: false };

/**
 * A machine that engines can have again over a state whose looks are seen: what has duties is played by them over that.
 * @param make hands its options on to `declareState`
 */
export const watchable = <S>(make: (options: StateOptions) => Machine<S>): Machine<S> => ({
  ...make({}),
  watched: () => make({ watch: true }),
});

/**
 * Declares the state of an encounter. Units and procedures are written over the view; then they become a machine:
 *
 *   spec ─ declareState ─▶ view ─ (procedures) ─▶ Flow[] ─ machine ─▶ Machine
 */
export function declareState<Spec extends StateSpec>(spec: Spec, options: StateOptions = {}) {
  let names: readonly string[] = [];
  // Looks are seen where the compiler makes use of them: in encounters without a clock.
  const { watch = !Object.values(spec).some((field) => 'clock' in field) } = options;
  const laidOut = layout(spec, () => names, { watch });
  noteBlanks(spec, laidOut.view);
  laidOut.reads?.beginNode();
  type S = State<Spec>;
  const machine = ({ play, start, layer, sums = [], ...rest }: Encounter<S>): Machine<S> => {
    refuseEarlyLooks(rest.name, laidOut);
    const endless = () => new SimError(`A loop of '${rest.name}' goes round for ever without a throw.`);
    const { steps, slotOf, records } = assemble<S>(play, endless);
    names = Object.keys(steps);
    const last = Math.max(0, ...slotOf.values());
    return {
      ...rest,
      sums,
      layout: laidOut,
      steps,
      ...(records.size > 0 ? { records: [...records] } : {}),
      start: (s) => {
        start();
        s.step = BEGIN;
      },
      ...(layer ? { layer: (s) => layer(s.step === BEGIN ? 0 : (slotOf.get(s.step) ?? last)) } : {}),
    };
  };
  return { view: laidOut.view, machine };
}

/** Whoever looks at the state while procedures are put together takes down a value where a function is wanted. */
function refuseEarlyLooks(name: string, layout: Layout<unknown>): void {
  const [early] = layout.reads?.looked ?? [];
  if (early === undefined) return;
  const { path } = layout.fields[early + 1];
  throw new SimError(
    `'${path}' was looked at while '${name}' was put together: what follows the state must be a function, not its value.`,
  );
}
