import { act, type Flow, type Stepped, when } from '../../kit/flow.ts';
import type { Emit } from '../../sim/machine.ts';
import { clause, itsOwn } from '../../words/names.ts';
import { type Battle, type Contact, otherSide, SIDES, within } from './battle.ts';
import { type Fight, fightFacts, scoreOn } from './facts.ts';
import { type Group, suffer } from './group.ts';
import { harmRoll, meleeHarm } from './results.ts';
import type { SideKey } from './troops.ts';

/** Fights that may be fought, those that `live` allows at the time, and which side was charged to bring them about. */
export interface Bouts {
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
  readonly charged: () => SideKey | 'none';
}

/**
 * The dice of a melee: in every fight each unit throws a D6 and its own score is read on the results. All of it is
 * simultaneous (SYW-R13): losses wait in `hits` until the last fight of the phase is done.
 */
export const strikes = (battle: Battle, { fights, live, charged }: Bouts): Flow<Stepped>[] =>
  fights.map((fight) => {
    const both = SIDES.map((side) => strike(battle, side, fight, charged));
    return when<Stepped>(() => live(fight), both);
  });

/** A melee phase of two groups. */
export const meleePhase = (contact: Contact, bouts: Bouts): Flow<Stepped>[] => [
  ...strikes(contact, bouts),
  act((_, emit) => {
    const { a, b, state, lossesByPhase } = contact;
    count([a, b], lossesByPhase ? emit : undefined);
    const won = a.state.won - b.state.won;
    state.winner = won === 0 ? 'none' : won > 0 ? 'a' : 'b';
  }),
];

function strike(battle: Battle, side: SideKey, fight: Fight, charged: () => SideKey | 'none'): Flow<Stepped> {
  const { book, state } = battle;
  const byScore = battle.ruling['meleeWinner'] === 'higher-score';
  const struck = fight[otherSide(side)];
  const called = `Melee: ${itsOwn(battle[side].title)} ${clause(fight[side].label, `strikes ${struck.label}`)}`;
  const present = () => struck.state.stands - struck.state.hits;
  return harmRoll({
    ...{ side: battle[side].title, title: () => called, present },
    rows: scoreOn(book, 'melee.modifiers', fightFacts(battle, side, fight, charged)),
    ...{ harm: meleeHarm(book), results: 'the results of melee' },
    does: (harm, total) => {
      const kills = Math.min(harm.kills, present());
      struck.state.hits += kills;
      battle[side].state.caused += kills;
      if (harm.disorganises) struck.state.shaken = true;
      const score = byScore ? within(total) : 0;
      if (side === 'b') countWin(battle, byScore ? state.strike.score - score : state.strike.kills - kills);
      state.strike.kills = side === 'a' ? kills : 0;
      state.strike.score = side === 'a' ? score : 0;
    },
  });
}

/** A fight is won by whoever leads; nobody wins at 0. */
function countWin({ a, b }: Battle, leadOfA: number): void {
  if (leadOfA === 0) return;
  const [winner, loser] = leadOfA > 0 ? [a, b] : [b, a];
  winner.state.won++;
  loser.state.lost++;
}

/** The phase is over: losses count, and each group knows whether it has caused more of them than it took. */
export function count(groups: readonly Group[], emit?: Emit): void {
  for (const { name, members, state } of groups) {
    let taken = 0;
    for (const unit of members) {
      taken += suffer(unit, unit.state.hits, unit.state.shaken);
      unit.state.hits = 0;
      unit.state.shaken = false;
    }
    if (taken > 0) emit?.(`${name}.lost.melee`, taken);
    state.causedMore = state.caused > taken;
    state.caused = 0;
  }
}

/** The tests of these groups have read how the melee went; it makes no difference any more. */
export function forgetMelee(...groups: readonly Group[]): void {
  for (const { state } of groups) {
    state.won = 0;
    state.lost = 0;
    state.causedMore = false;
  }
}
