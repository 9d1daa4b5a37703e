import { compiled } from '../engine/evaluate.ts';
import type { Evaluation } from '../engine/types.ts';
import { contactOf } from '../results/contact.ts';
import type { HangingReading, Readings } from '../results/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../rules/book.ts';
import type { EncounterKind } from '../rules/encounter.ts';
import { recordingRulings, withRuling } from '../rules/ruling-reads.ts';
import { type LoadedScenario, type Override, resolveCell, type Sides } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import { exact } from '../sim/exact.ts';
import type { Tally } from '../sim/tally.ts';
import { agree, bareName } from '../words/names.ts';
import { otherReadings } from './rulings.ts';
import { percent } from './words.ts';

/** A reading that moves a figure of the headline by more than this is named. */
const MOVES = 0.05;
/**
 * All readings together may cost this much, about what starting the program and one run do, so that a command never
 * takes twice as long. Counted in work and not by the clock: the same question always gets the same answer.
 */
const BUDGET = 240;
/** Building an encounter and matching its rows cost something even where it has few states. */
const costOf = (states: number): number => 8 + states / 50;

/**
 * Does the result hang on a doubtful reading? Takes every other reading of every ruling that was really asked for while
 * the encounter was worked out, one at a time, as far as the budget goes. Undefined where one reading alone is too much.
 */
export async function readings(
  loaded: LoadedScenario,
  overrides: readonly Override[],
  sides: Sides,
  evaluation: Evaluation,
): Promise<Readings | undefined> {
  const { states, method } = evaluation;
  if (states === null || !['compiled whole', 'walk'].includes(method)) return undefined;
  const affordable = Math.floor(BUDGET / costOf(states)) - 1;
  if (affordable < 1) return undefined;
  const cell = resolveCell(loaded, overrides);
  const played = async (book: Rulebook, built?: () => void): Promise<Tally | undefined> => {
    if (cell.def.check(cell.situation, book).length > 0) return undefined;
    const { machine } = cell.def.build(cell.situation, book);
    built?.();
    const stateBudget = 4 * states + 1000;
    const automaton = await quietly(() => compiled(machine, { engine: 'exact', seed: 1, stateBudget }));
    return automaton ? exact(automaton) : undefined;
  };
  const { book: recorded, read } = recordingRulings(cell.book);
  const readAtBuild: string[] = [];
  const printed = await played(recorded, () => {
    readAtBuild.push(...read);
    read.clear();
  });
  if (!printed) return undefined;
  // What is asked for at the rolls themselves goes first: it is likelier to matter than what builds the encounter.
  const consulted = [...new Set([...read, ...readAtBuild])];
  const flips = otherReadingsInTurn(consulted.map((key) => cell.book.rulings[key]));
  const tried = flips.slice(0, affordable);
  const found: HangingReading[] = [];
  for (const { key, to } of tried) {
    const other = await played(withRuling(cell.book, key, to));
    const moved = other && largestMove(loaded.encounter, sides, printed, other);
    if (moved) found.push({ ruling: cell.book.rulings[key].id, key, from: cell.book.rulings[key].value, to, ...moved });
  }
  found.sort((x, y) => Number(y.turns) - Number(x.turns) || Math.abs(y.value - y.base) - Math.abs(x.value - x.base));
  return { consulted, tried: tried.length, of: flips.length, hanging: found };
}

/** The first other reading of every ruling, then the second of those that have one, and so on. */
function otherReadingsInTurn(rulings: readonly Ruling[]): { key: string; to: RulingValue }[] {
  return rulings
    .flatMap((r) => otherReadings(r).map((to, turn) => ({ key: r.key, to, turn })))
    .sort((x, y) => x.turn - y.turn)
    .map(({ key, to }) => ({ key, to }));
}

/** A reading under which the encounter cannot be worked out says nothing. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    if (e instanceof SimError) return undefined;
    throw e;
  }
}

interface Figure {
  readonly figure: string;
  readonly p: number;
}
type Move = Pick<HangingReading, 'figure' | 'base' | 'value' | 'turns'>;

/** The figure of the headline that moves most, if it moves enough or the winner changes. */
function largestMove(kind: EncounterKind, sides: Sides, printed: Tally, other: Tally): Move | undefined {
  const after = headlineFigures(kind, sides, other);
  const [most] = headlineFigures(kind, sides, printed)
    .map(({ figure, p }) => ({ figure, base: p, value: after.find((f) => f.figure === figure)?.p ?? 0 }))
    .sort((x, y) => Math.abs(y.value - y.base) - Math.abs(x.value - x.base));
  const turns = isContest(kind) && lead(printed) * lead(other) < 0;
  return most && (turns || Math.abs(most.value - most.base) > MOVES) ? { ...most, turns } : undefined;
}

const isContest = (kind: EncounterKind): boolean => kind === 'charge' || kind === 'melee' || kind === 'engagement';

const winnerShare = (tally: Tally, winner: 'a' | 'b'): number =>
  tally.ends.reduce((sum, e) => sum + (tally.outcomes[e.outcome].winner === winner ? e.weight : 0), 0);

const lead = (tally: Tally): number => {
  const found = winnerShare(tally, 'a') - winnerShare(tally, 'b');
  return Math.abs(found) < 1e-9 ? 0 : found;
};

/** What the headline of a run speaks of. */
function headlineFigures(kind: EncounterKind, { names }: Sides, tally: Tally): Figure[] {
  if (!isContest(kind)) return tally.outcomes.map((o, i) => ({ figure: o.label, p: outcomeShare(tally, i) }));
  const contact = contactOf(tally);
  const wins = (i: 0 | 1, given = '') => `${bareName(names[i])} ${agree(names[i], 'wins')}${given}`;
  if (contact === undefined || contact.met.p === 1)
    return [
      { figure: wins(0), p: winnerShare(tally, 'a') },
      { figure: wins(1), p: winnerShare(tally, 'b') },
    ];
  const given = ' when the two meet';
  return [
    { figure: 'charges that come to contact', p: contact.met.p },
    ...(contact.whenMet
      ? [
          { figure: wins(0, given), p: contact.whenMet.a.p },
          { figure: wins(1, given), p: contact.whenMet.b.p },
        ]
      : []),
  ];
}

const outcomeShare = (tally: Tally, at: number): number =>
  tally.ends.reduce((sum, e) => sum + (e.outcome === at ? e.weight : 0), 0);

/** At most this many readings are named under a result; the rest are counted. */
const MOST_NAMED = 3;

/** What is said under the result: "Hangs on ruling cavalryContactRow: off gives …". */
export function readingNotes({ hanging, tried, of }: Readings): string[] {
  const named = hanging.slice(0, MOST_NAMED).map(({ key, to, figure, base, value, turns }) => {
    const turned = turns ? ', and turns the winner' : '';
    return `Hangs on ruling ${key}: ${to} gives ${percent(value)} instead of ${percent(base)} (${figure})${turned}.`;
  });
  if (named.length === 0) return [];
  const more = hanging.length - named.length;
  const others = more > 0 ? [`${more} more ${more === 1 ? 'moves' : 'move'} it by over 5 percentage points`] : [];
  const untried = tried < of ? [`${tried} of ${of} other readings were tried`] : [];
  const aside = [...others, ...untried].join('; ');
  return [...named.slice(0, -1), `${named.at(-1)}${aside === '' ? '' : ` (${aside}.)`}`];
}
