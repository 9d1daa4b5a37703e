import { clear } from '../../../kit/scratch.ts';
import { type Fields, flag, int, oneOf } from '../../../sim/state.ts';
import { cellTable, type Rulebook } from '../../book.ts';
import { mayBe, mayBeUpTo } from '../../ruling-reads.ts';
import type { Combatant } from '../combatant.ts';
import { mostCombatHits } from '../hits.ts';

/** How a charge or a close combat may end for a unit, or for both. */
const ENDINGS = [
  'open',
  'refuses',
  'stops-short',
  'evades',
  'withdraws',
  'driven-back',
  'undecided',
  'falls-back',
  'retreats',
  'broken',
  'destroyed',
] as const;
export type How = (typeof ENDINGS)[number];

/** The state of one close combat: a few figures that live within a round, what the next must know, and how it ended. */
export function boutFields(book: Rulebook, sides: readonly [string, string], unitsASide = 1) {
  const rounds = mayBeUpTo(book, 'maxRounds');
  const most = mostHits(book) * unitsASide;
  const allRounds = mayBe(book, 'loseBy', 'fh-all-rounds') ? most * rounds : 0;
  const byScore = mayBe(book, 'loseBy', 'score-margin') ? MOST_EDGE * unitsASide : 0;
  const margin = Math.max(most, allRounds, byScore);
  return {
    /** 0 until they fight. */
    round: int(0, Math.max(1, rounds)),
    /** Hits on each in this round, until they no longer matter. */
    hitsOn: { attacker: int(0, most), defender: int(0, most) },
    /** In the attacker's favour. */
    margin: int(-margin, margin),
    /** Earlier rounds, under ruling loseBy: fh-all-rounds. */
    lead: int(-allRounds, allRounds),
    /** The attacker's score less his die, or less the defender's too, under ruling loseBy: score-margin. */
    edge: int(-byScore, byScore),
    /** oth-half: who failed the test after the round. */
    failed: { attacker: flag(), defender: flag() },
    /** oth-half: the attacker has fought his way into the buildings. */
    foughtIn: flag(),
    alight: flag(),
    how: oneOf(...ENDINGS),
    /** Whose ending it is; the side of a unit, or of both. */
    whose: oneOf('none', ...sides, 'both'),
  };
}
export type Bout = Fields<ReturnType<typeof boutFields>>;

/** No score lies further from its die. */
const MOST_EDGE = 120;

/** Puts a bout where it stands before any fighting. */
export function startBout(bout: Bout): void {
  for (const group of [bout, bout.hitsOn, bout.failed]) clear(group);
}

/** It is over for a unit, for both or (where no unit is named) for nobody in particular; or it goes on. */
export function ends(bout: Bout, how: How, unit?: Combatant | 'both'): void {
  bout.how = how;
  bout.whose = unit === undefined ? 'none' : unit === 'both' ? 'both' : unit.side;
}
export const isOpen = ({ how }: Bout): boolean => how === 'open';

/** The outcome by its name: "defender-retreats". The words of the list take the attacker for the charger. */
export function outcomeWord({ how, whose }: Bout): string {
  if (how === 'refuses') return 'charge-refused';
  if (how === 'undecided') return how;
  if (whose === 'both') return how === 'broken' ? 'both-broken' : 'both-retreat';
  if (how === 'evades' && whose === 'defender') return 'evaded';
  return how === 'stops-short' && whose === 'attacker' ? 'stopped-short' : `${whose}-${how}`;
}

function mostHits(book: Rulebook): number {
  const results = Object.values(book.tables).filter((t) => t.kind === 'cells' && t.id.startsWith('results.'));
  const marks = results.flatMap((t) => cellTable(book, t.id).rows.map((r) => Number(r.cells['mark'] ?? 0)));
  return Math.max(mostCombatHits(book), ...marks);
}
