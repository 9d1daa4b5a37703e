import { flag, int } from '../../../sim/state.ts';
import { cellTable, type Rulebook, ruled } from '../../book.ts';

/** The state fields of one close combat: a few figures that live within a round, and what the next must know. */
export function boutFields(book: Rulebook, unitsASide = 1) {
  const rounds = Number(ruled(book, 'maxRounds'));
  const most = mostHits(book) * unitsASide;
  const loseBy = ruled(book, 'loseBy');
  const allRounds = loseBy === 'fh-all-rounds' ? most * rounds : 0;
  const byScore = loseBy === 'score-margin' ? 120 * unitsASide : 0;
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

const ROUNDS: string[] = [];
/** "round2"; put together once a round, for it is asked with every blow. */
export const roundPhase = ({ round }: Bout): string => {
  ROUNDS[round] ??= `round${round}`;
  return ROUNDS[round];
};
