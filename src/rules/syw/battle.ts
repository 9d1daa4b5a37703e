import type { Stepped } from '../../kit/flow.ts';
import { declareState, type Encounter } from '../../kit/machine.ts';
import { type Fields, flag, int, oneOf, type StateSpec } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import { rulingFacts } from '../ruling-reads.ts';
import { groupOver, musteredIn } from './group.ts';
import { mostKills } from './results.ts';
import { type GroupInput, type MusteredUnit, ORDERS, type SideKey } from './troops.ts';

/** Melees of one phase; more than any group fights. */
export const MOST_FIGHTS = 12;

/** What a test, or a player, has made of a group. */
export const FATES = ['holds', 'refuses', 'falls-back', 'retreats', 'routs'] as const;

export const SIDES = ['a', 'b'] as const;

export const otherSide = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');

/** What changes of a unit; `hits` and `shaken` count when the melee phase is over, for melee is simultaneous. */
const unitSpec = ({ stands }: MusteredUnit) => ({
  stands: int(0, stands),
  disorganised: flag(),
  fired: flag(),
  hits: int(0, stands),
  shaken: flag(),
});

/**
 * What changes of a group; `won`, `lost` and `causedMore` are of the melees of this phase, until the tests have read
 * them, and `caused` counts stands until the phase is over.
 */
const groupSpec = (units: readonly MusteredUnit[], most: number) => ({
  orders: oneOf(...ORDERS),
  fate: oneOf(...FATES),
  won: int(0, MOST_FIGHTS),
  lost: int(0, MOST_FIGHTS),
  caused: int(0, MOST_FIGHTS * most),
  causedMore: flag(),
  moved: flag(),
  mustTest: flag(),
  units: Object.fromEntries(units.map((u, i) => [`u${i + 1}`, unitSpec(u)])) as Record<
    string,
    ReturnType<typeof unitSpec>
  >,
});

/** The fields of groups by name, and what is in hand between two dice. */
export function groundSpec<Name extends string>(
  book: Rulebook,
  groups: Readonly<Record<Name, readonly MusteredUnit[]>>,
) {
  const most = mostKills(book);
  const specs = Object.entries<readonly MusteredUnit[]>(groups).map(([name, units]) => [name, groupSpec(units, most)]);
  return {
    ...(Object.fromEntries(specs) as Record<Name, ReturnType<typeof groupSpec>>),
    /** The die has brought the general of the group that tests near enough. */
    generalReaches: flag(),
    /** What side a has done in the fight in hand. */
    strike: { kills: int(0, most), score: int(-FURTHEST, FURTHEST) },
  };
}

/** What the contact of two groups has come to. */
export const contactSpec = {
  /** Who won more fights of the last melee. */
  winner: oneOf('none', ...SIDES),
  /** A charge has come to contact. */
  met: flag(),
};

/** A score further out changes nothing on any table; scores are held within it. */
const FURTHEST = 60;

export const within = (score: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, score));

/** What is in hand between two dice where groups fight and test. */
export type Ground = Pick<Fields<ReturnType<typeof groundSpec<never>>>, 'generalReaches' | 'strike'>;

export type GroupView = Fields<ReturnType<typeof groupSpec>>;

/** Two groups under one book: what they are called in results, and what the scenario says of them. */
interface BattleInput extends Readonly<Record<SideKey, GroupInput>> {
  readonly names: readonly [a: string, b: string];
  /** Whether losses are told apart by phase; pointless where there is only one. */
  readonly lossesByPhase?: boolean;
}

/** The groups as rules see them, over the state of one encounter, which has fields of its `own`. */
export function battleOf<Own extends StateSpec>(book: Rulebook, input: BattleInput, own: Own) {
  const mustered = { a: musteredIn(book, input.a), b: musteredIn(book, input.b) };
  const { view, machine } = declareState({ ...groundSpec(book, mustered), ...contactSpec, own });
  const ruling = rulingFacts(book);
  const [a, b] = SIDES.map((side, i) => {
    const name = input.names[i];
    const place = { side, ground: view, state: view[side], units: mustered[side], input: input[side] };
    return groupOver(book, ruling, { ...place, name, title: name });
  });
  /** The groups begin as the scenario has them; `start` does the rest. */
  const played = ({ start, ...rest }: Omit<Encounter<Stepped>, 'start'> & { readonly start?: () => void }) =>
    machine({
      ...rest,
      start: () => {
        for (const group of [a, b]) group.muster();
        start?.();
      },
    });
  return { book, ruling, a, b, state: view, lossesByPhase: input.lossesByPhase ?? false, machine: played };
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
