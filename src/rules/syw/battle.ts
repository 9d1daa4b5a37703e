import type { Stepped } from '../../kit/flow.ts';
import { declareState, type Encounter } from '../../kit/machine.ts';
import type { StateSpec } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { rulingFacts } from '../ruling-reads.ts';
import { groupOver, musteredIn } from './group.ts';
import { contactSpec, type Ground, groundSpec } from './state.ts';
import type { GroupInput, SideKey } from './troops.ts';

/** Two groups under one book: what they are called in results, and what the scenario says of them. */
export interface BattleInput {
  readonly a: GroupInput;
  readonly b: GroupInput;
  readonly names: readonly [string, string];
  readonly titles?: readonly [string, string];
  /** Whether losses are told apart by phase; pointless where there is only one. */
  readonly lossesByPhase?: boolean;
}

/** The groups as rules see them, over the state of one encounter, which has fields of its `own`. */
export function battleOf<Own extends StateSpec>(book: Rulebook, input: BattleInput, own: Own) {
  const { names, titles = names, lossesByPhase = false } = input;
  const mustered = { a: musteredIn(book, input.a), b: musteredIn(book, input.b) };
  const { view, machine } = declareState({ ...groundSpec(book, mustered), ...contactSpec, own });
  const ruling = rulingFacts(book);
  const groupAt = (side: SideKey, place: 0 | 1) =>
    groupOver(book, ruling, {
      ...{ side, ground: view, state: view[side], units: mustered[side], input: input[side] },
      ...{ name: names[place], title: titles[place] },
    });
  const [a, b] = [groupAt('a', 0), groupAt('b', 1)];
  const muster = (): void => {
    for (const group of [a, b]) group.muster();
  };
  /** The groups begin as the scenario has them. */
  const played = (rest: Omit<Encounter<Stepped>, 'start'> & { readonly start?: () => void }) =>
    machine({ start: muster, ...rest });
  return { book, ruling, a, b, state: view, lossesByPhase, muster, machine: played };
}

type Built = ReturnType<typeof battleOf<Record<never, never>>>;

/** Two groups that shoot at each other, fight and test. */
export interface Battle extends Pick<Built, 'book' | 'ruling' | 'a' | 'b' | 'lossesByPhase'> {
  readonly state: Ground;
}

/** Two groups whose contact is the whole of the encounter. */
export interface Contact extends Battle {
  readonly state: Built['state'];
}
