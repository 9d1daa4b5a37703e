import type { Emit, Step } from '../../../sim/machine.ts';
import { flag, int } from '../../../sim/state.ts';
import { cellTable, type ModifierTable, type Rulebook, ruled } from '../../book.ts';
import { type FactRecord, type Facts, withFacts } from '../../pattern.ts';
import { stepNamer } from '../../step-names.ts';
import { rulingFacts, takeHits } from '../live.ts';
import type { Fighter } from './fighter.ts';
import { combatTables } from './score.ts';
import { type ResultTable, resultTable, type Verdict } from './verdict.ts';

export type Steps<S> = Record<string, Step<S>>;
/** Where the next step is named. */
export interface Stepping {
  step: string;
}

/** The state fields of one close combat: a few figures that live within a round, and what the next must know. */
export function boutFields(book: Rulebook) {
  const rounds = Number(ruled(book, 'maxRounds'));
  const most = mostHits(book);
  const loseBy = ruled(book, 'loseBy');
  const allRounds = loseBy === 'fh-all-rounds' ? most * rounds : 0;
  const byScore = loseBy === 'score-margin' ? 120 : 0;
  const margin = Math.max(most, allRounds, byScore);
  return {
    /** 0 until they fight. */
    round: int(0, Math.max(1, rounds)),
    /** Hits on each in this round, until they no longer matter. */
    onAttacker: int(0, most),
    onDefender: int(0, most),
    /** In the attacker's favour. */
    margin: int(-margin, margin),
    /** Earlier rounds, under ruling loseBy: fh-all-rounds. */
    lead: int(-allRounds, allRounds),
    /** The attacker's score less his die, or less the defender's too, under ruling loseBy: score-margin. */
    edge: int(-byScore, byScore),
    attackerTen: flag(),
    defenderTen: flag(),
    /** oth-half: the attacker failed the test after the round; the defender's is still to come. */
    attackerFailed: flag(),
    /** oth-half: the attacker has fought his way into the buildings. */
    foughtIn: flag(),
    alight: flag(),
  };
}
export interface Bout {
  round: number;
  onAttacker: number;
  onDefender: number;
  margin: number;
  lead: number;
  edge: number;
  attackerTen: boolean;
  defenderTen: boolean;
  attackerFailed: boolean;
  foughtIn: boolean;
  alight: boolean;
}

/** Puts a bout where it stands before any fighting. */
export function startBout(bout: Bout): void {
  bout.round = 0;
  bout.onAttacker = 0;
  bout.onDefender = 0;
  bout.margin = 0;
  bout.lead = 0;
  bout.edge = 0;
  bout.attackerTen = false;
  bout.defenderTen = false;
  bout.attackerFailed = false;
  bout.foughtIn = false;
  bout.alight = false;
}

function mostHits(book: Rulebook): number {
  const marks = Object.values(book.tables)
    .filter((t) => t.kind === 'cells' && t.id.startsWith('results.'))
    .flatMap((t) => cellTable(book, t.id).rows.map((r) => Number(r.cells['mark'] ?? 0)));
  return Math.max(...cellTable(book, 'melee.hits').columns.map(Number), ...marks);
}

/** What a fight between two units needs to know; an encounter or an engagement supplies it. */
export interface FightSpec {
  readonly book: Rulebook;
  /** Stands before the names of all steps, so that several fights can share a machine. */
  readonly prefix: string;
  /** By role in this fight: who came on, and who was contacted. `side` of each names it in outcomes. */
  readonly attacker: Fighter;
  readonly defender: Fighter;
  readonly bout: Bout;
  /** Writes the outcome ("defender-retreats"), or takes it back ("none") when the winner follows up. */
  readonly write: (outcome: string) => void;
  /** The step to go to at the end. */
  readonly end: string;
  /** Hits a unit has taken in this encounter, where that is not what it has over the scenario's. */
  readonly taken?: (unit: Fighter) => number;
  /** Hears of hits taken in "round1", "round2", "fire" … */
  readonly count?: (unit: Fighter, phase: string, hits: number, emit: Emit) => void;
}

/** One side of a fight: the unit, its facts in its role, and its opponent. */
export interface Corner {
  readonly role: 'attacker' | 'defender';
  readonly unit: Fighter;
  readonly facts: Facts;
  readonly tables: readonly ModifierTable[];
}
export interface Fight extends FightSpec {
  readonly corners: Readonly<Record<'attacker' | 'defender', Corner>>;
  readonly now: FactRecord;
  /** The result table of the two as they stand. */
  readonly results: () => ResultTable;
  /** What it makes of a margin in the attacker's favour. */
  readonly verdict: (margin: number) => Verdict;
  readonly named: (step: string) => string;
}

export function fightOf(spec: FightSpec): Fight {
  const { book, attacker, defender, bout } = spec;
  const now: FactRecord = {
    phase: 'combat',
    get round() {
      return bout.round;
    },
    get firstRound() {
      return bout.round === 1;
    },
    get bothInWoods() {
      return attacker.facts['inWoods'] === true && defender.facts['inWoods'] === true;
    },
    get buaFoughtIn() {
      return bout.foughtIn;
    },
  };
  const ruling = rulingFacts(book);
  const self = withFacts(attacker.facts, { role: 'attacker', inContact: true });
  const enemy = withFacts(defender.facts, { role: 'defender', inContact: true });
  const corner = (role: Corner['role'], unit: Fighter, own: FactRecord, other: FactRecord): Corner => ({
    role,
    unit,
    facts: { self: own, enemy: other, now, ruling },
    tables: combatTables(book, unit.given.arm),
  });
  const results = resultTable(book, attacker, defender);
  return {
    ...spec,
    now,
    results,
    verdict: (margin) => results().verdict(margin),
    corners: {
      attacker: corner('attacker', attacker, self, enemy),
      defender: corner('defender', defender, enemy, self),
    },
    named: stepNamer(spec.prefix),
  };
}

/** Takes hits off a unit and counts those that it really had left to lose. */
export function wound(spec: FightSpec, unit: Fighter, hits: number, phase: string, emit: Emit): void {
  const before = unit.live.hits;
  takeHits(unit, hits);
  spec.count?.(unit, phase, unit.live.hits - before, emit);
}
const ROUNDS: string[] = [];
/** "round2"; put together once a round, for it is asked with every blow. */
export const roundPhase = ({ round }: Bout): string => {
  ROUNDS[round] ??= `round${round}`;
  return ROUNDS[round];
};
