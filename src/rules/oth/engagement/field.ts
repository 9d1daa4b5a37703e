import { declareState, type StateOptions } from '../../../kit/machine.ts';
import { clock, int } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { Tactic } from '../../tactic.ts';
import { muster } from '../combatant.ts';
import { startBout } from '../melee/bout.ts';
import { isAlive, type Pair, pairFields, pairOf } from './pair.ts';
import { SIDES, type SideKey, type TroopGiven } from './situation.ts';
import { GRID, type Troop } from './troop.ts';

export const MOST_BUDGET = 5;

/** A unit of an engagement, and the enemies that it may come upon. */
export interface Body {
  readonly side: SideKey;
  readonly lane: number;
  /** Where its state is. */
  readonly record: string;
  readonly unit: Troop;
  readonly tactic: Tactic;
  /** It and each of those enemies, as it would come upon them. */
  readonly pairs: readonly Pair[];
}

/** Where a contact is kept, and the pairs that may be in it. */
export interface Place {
  readonly record: string;
  readonly pairs: readonly Pair[];
  /** Which of them is, -1 for none. */
  readonly held: () => number;
}

/** The units of an engagement over one state, and who stands against whom. */
export interface Ranks<B extends Body = Body> {
  readonly book: Rulebook;
  readonly bodies: readonly B[];
  readonly places: readonly Place[];
  /** Which of its pairs a unit is up against, and which it may shoot at, as things are; -1 for none. */
  opponent(x: B): number;
  target(x: B, hasShot: (pair: number) => boolean): number;
  /** It is in no contact, and charges nobody. */
  isFree(x: B): boolean;
  /** Whether there is anything left for it to do. */
  isActive(x: B): boolean;
  /** Friends that may come as near as this. */
  friends(x: B, within: number): readonly { readonly body: B; readonly isNear: () => boolean }[];
  /** Who is told of support before it acts: those that face each other alone. */
  readonly hearsOfSupport: boolean;
  /** Whose commander may be lost in what it does. */
  readonly atRisk: (record: string) => readonly Troop[];
  /** How far the commander in chief of its side is; none where a unit has its own. */
  chiefAway?(x: B): number | undefined;
  /** The commanders in chief go where they are wanted. */
  chiefGoes?(side: SideKey): void;
  /** Whether he has not ridden too far this turn to rally. */
  chiefRallies?(side: SideKey): boolean;
}

/** Units that face each other one by one and act on nobody else: nothing but a distance tells where a pair is. */
export function facingRanks(
  book: Rulebook,
  troops: readonly Readonly<Record<SideKey, TroopGiven>>[],
  input: { readonly turns: number; readonly edge: number; readonly distance: number },
  options: StateOptions,
) {
  const { turns, edge, distance } = input;
  const given = troops.map(({ a, b }) => ({ a: a.given, b: b.given }));
  const own = given.map((units, i) => [nameOf(i), pairFields(book, units, edge)] as const);
  const pairSpecs: Record<PairName, ReturnType<typeof pairFields>> = Object.fromEntries(own);
  const spec = Object.assign({ turn: clock(1, turns), budget: int(0, MOST_BUDGET) }, pairSpecs);
  const { view, machine } = declareState(spec, options);
  const pairs = given.map((units, i) => pairOf(book, nameOf(i), units, view[nameOf(i)], edge));
  const bodies = SIDES.flatMap((side) =>
    pairs.map((pair, i): Body => {
      const { tactic } = troops[i][side];
      return { side, lane: i, record: pair.name, unit: pair[side].unit, tactic, pairs: [pair] };
    }),
  );
  const spacing = Number(ruled(book, 'spacing'));
  const ranks: Ranks = {
    ...{ book, bodies, hearsOfSupport: true },
    places: pairs.map((pair) => ({
      record: pair.name,
      pairs: [pair],
      held: () => (pair.stage === 'apart' ? -1 : 0),
    })),
    opponent: () => 0,
    target: (_, hasShot) => (hasShot(0) ? 0 : -1),
    isFree: ({ pairs: [pair] }) => pair.stage === 'apart',
    isActive: ({ pairs: [pair] }) => isAlive(pair),
    friends: (x, within) =>
      spacing > within
        ? []
        : bodies
            .filter((y) => y.side === x.side && Math.abs(y.lane - x.lane) === 1)
            .map((body) => ({ body, isNear: () => true })),
    atRisk: (record) => bodies.filter((x) => x.record === record).map((x) => x.unit),
  };
  const start = (): void => {
    for (const pair of pairs) {
      for (const side of SIDES) muster(pair[side].unit);
      startBout(pair.contact.bout);
      view[pair.name as PairName].distance = Math.round(distance * GRID);
    }
    view.turn = 1;
  };
  return { ranks, view, machine, start };
}
type PairName = `p${number}`;
const nameOf = (i: number): PairName => `p${i + 1}`;
