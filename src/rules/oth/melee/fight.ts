import type { Emit, Step } from '../../../sim/machine.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { stepNamer } from '../../step-names.ts';
import { takeHits } from '../live.ts';
import type { Bout } from './bout.ts';
import { type Corner, type Role, strikersOf } from './corners.ts';
import type { Beside, Fighter } from './fighter.ts';
import { type ResultTable, resultTable, type Verdict } from './verdict.ts';

export type Steps<S> = Record<string, Step<S>>;
/** Where the next step is named. */
export interface Stepping {
  step: string;
}

/** What a fight between two units needs to know; an encounter or an engagement supplies it. */
export interface FightSpec {
  readonly book: Rulebook;
  /** Stands before the names of all steps, so that several fights can share a machine. */
  readonly prefix: string;
  /** By role in this fight: who came on, and who was contacted. `side` of each names it in outcomes. */
  readonly attacker: Fighter;
  readonly defender: Fighter;
  /** More units of either side in this combat (OTH2-R58). */
  readonly beside?: Readonly<Record<Role, readonly Beside[]>>;
  readonly bout: Bout;
  /** Does the fight go on from an earlier turn? Never, unless said. */
  readonly locked?: () => boolean;
  /** Writes the outcome ("defender-retreats"), or takes it back ("none") when the winner follows up. */
  readonly write: (outcome: string) => void;
  /** The step to go to at the end. */
  readonly end: string;
  /** Hits a unit has taken in this encounter, where that is not what it has over the scenario's. */
  readonly taken?: (unit: Fighter) => number;
  /** Is it rolled at the end who takes the place of a lost commander? */
  readonly replaces?: boolean;
  /** Hears that the winner moves once the loser has gone back, where there is ground to move on. */
  readonly winnerMoves?: (option: 'fall-back' | 'advance') => void;
  /** Hears of hits taken in "round1", "round2", "fire" … */
  readonly count?: (unit: Fighter, phase: string, hits: number, emit: Emit) => void;
}

export interface Fight extends FightSpec {
  /** The first unit of either side: it takes the hits, and its result is the side's. */
  readonly corners: Readonly<Record<Role, Corner>>;
  /** All that strike for a side, the first first. */
  readonly strikers: Readonly<Record<Role, readonly Corner[]>>;
  /** All units of a side that fight beside its first. */
  readonly beside: Readonly<Record<Role, readonly Beside[]>>;
  readonly now: FactRecord;
  /** The round as the sheet counts it: a locked fight may go on from those of earlier turns (ruling lockedRounds). */
  readonly countedRound: () => number;
  /** The result table of the two as they stand. */
  readonly results: () => ResultTable;
  /** What it makes of a margin in the attacker's favour. */
  readonly verdict: (margin: number) => Verdict;
  readonly named: (step: string) => string;
}

const NOBODY: Fight['beside'] = { attacker: [], defender: [] };

export function fightOf(spec: FightSpec): Fight {
  const { book, attacker, defender, bout } = spec;
  const earlier = ruled(book, 'lockedRounds') === 'go-on' ? Number(ruled(book, 'maxRounds')) : 0;
  const countedRound = (): number => bout.round + (earlier > 0 && spec.locked?.() ? earlier : 0);
  const inFight: FactRecord = {
    phase: 'combat',
    get round() {
      return countedRound();
    },
    get firstRound() {
      return countedRound() === 1;
    },
    get buaFoughtIn() {
      return bout.foughtIn;
    },
  };
  const beside = spec.beside ?? NOBODY;
  const strikers = strikersOf(spec, beside, inFight);
  // What is asked of the fight as a whole goes by the first two units.
  const { now } = strikers.attacker[0].facts;
  const results = resultTable(book, attacker, defender);
  return {
    ...spec,
    now,
    countedRound,
    results,
    verdict: (margin) => results().verdict(margin),
    corners: { attacker: strikers.attacker[0], defender: strikers.defender[0] },
    beside,
    strikers,
    named: stepNamer(spec.prefix),
  };
}

/** Takes hits off a unit and counts those that it really had left to lose. */
export function wound(spec: FightSpec, unit: Fighter, hits: number, phase: string, emit: Emit): void {
  const before = unit.live.hits;
  takeHits(unit, hits);
  spec.count?.(unit, phase, unit.live.hits - before, emit);
}
