import type { Evaluation } from '../../engine/types.ts';
import type { HangingReading, Readings } from '../../results/types.ts';
import type { LoadedScenario, Override, Sides } from '../../scenarios/prepare.ts';
import type { Tally } from '../../sim/tally.ts';
import { asShown } from '../../words/figures.ts';
import { theNames } from '../../words/names.ts';
import { objective } from '../objective.ts';
import { objectiveValue } from '../objective-value.ts';
import { isContest, MOVES, size, winnerShare } from './figures.ts';
import {
  budgetBeside,
  type OtherReading,
  otherReadingsInTurn,
  playedInTurn,
  type ReadingPlayer,
  readingPlayer,
} from './player.ts';
import { readingNotes, type ShownMove, TRY_ALL } from './words.ts';

/** A comparison whose verdicts are to be tried under other readings. */
interface ComparedCells {
  readonly loaded: LoadedScenario;
  readonly sides: Sides;
  /** What the verdicts are about. */
  readonly headline: string;
  /** The base first. */
  readonly cells: readonly { readonly overrides: readonly Override[]; readonly evaluation: Evaluation }[];
}

/** What a small comparison costs beside its cells, less what a busy machine takes longer over other readings. */
const COMPARING = 80;
/** Differences closer to nothing than this are no verdict to turn. */
const TURNS = 0.01;

/** The table of a comparison is long: on one screen there is room for the reading that moves it most. */
const MOST_NAMED = 1;

/** What a comparison says about other readings: in the results, and under the verdict of each variant. */
export async function hangingVerdicts(
  compared: ComparedCells,
): Promise<{ readonly readings?: Readings; readonly notesOf: (cell: number) => string[] }> {
  const shown = new Map<HangingReading, ShownMove>();
  const found = await comparisonReadings(compared, shown);
  const turned = (h: HangingReading): string => (h.turns ? ', and another verdict' : '');
  const isSampled = compared.cells.some(({ evaluation }) => evaluation.tally.kind !== 'exact');
  const notes = readingNotes(found, turned, { mostNamed: MOST_NAMED, howToTry: TRY_ALL, isSampled, shown });
  return {
    ...(found ? { readings: found } : {}),
    // What is said of all variants stands under the first.
    notesOf: (cell) => notes.filter((n) => (n.cell ?? 1) === cell).map((n) => n.text),
  };
}

/**
 * Does a verdict hang on a doubtful reading? As for a run, with base and variants under the same reading. A plain
 * comparison costs more than a run does: it looks at all scores and differences besides.
 */
async function comparisonReadings(
  compared: ComparedCells,
  shown: Map<HangingReading, ShownMove>,
): Promise<Readings | undefined> {
  const { loaded, sides, headline, cells } = compared;
  const evaluations = cells.map((c) => c.evaluation);
  const budget = budgetBeside(loaded.encounter, evaluations) + COMPARING;
  const named = (all: readonly { readonly id: string }[]) => all.map((m) => m.id).filter((id) => headline.includes(id));
  const { measures, sums } = cells[0].evaluation.tally;
  const asked = { measures: named(measures), sums: named(sums).length > 0 };
  const players: ReadingPlayer[] = [];
  for (const { overrides, evaluation } of cells) {
    const player = await readingPlayer(loaded, overrides, evaluation, budget / cells.length, asked);
    if (!player) return undefined;
    players.push(player);
  }
  const flips = otherReadingsInTurn(players).filter(({ ruling: { key } }) => !isCompared(key, players));
  const printed = players.map((p) => p.printed);
  // Who asked for something else than who wins is told of that alone.
  const isOfWins = objective(headline, printed[0], sides).id.startsWith('winner=');
  const figures = isContest(loaded.encounter) && isOfWins ? [headline, LEAD] : [headline];
  const found: HangingReading[] = [];
  let tried = 0;
  for await (const { reading, tallies } of playedInTurn(flips, players, budget)) {
    tried++;
    if (tallies) {
      for (const { reading: moved, ...move } of movesOf(reading, figures, sides, printed, tallies)) {
        found.push(moved);
        shown.set(moved, move);
      }
    }
  }
  found.sort((x, y) => Number(y.turns) - Number(x.turns) || size(y) - size(x));
  const consulted = [...new Set(players.flatMap((p) => p.consulted))];
  return { consulted, tried, of: flips.length, hanging: found };
}

/** Who gains is told by the lead where both sides win more often. */
const LEAD = 'advantage';

/** A ruling that base and variant read differently is what they are compared for. */
const isCompared = (key: string, players: readonly ReadingPlayer[]): boolean =>
  new Set(players.flatMap(({ book }) => (key in book.rulings ? [book.rulings[key].value] : []))).size > 1;

/** The figure of each variant whose difference moves most, if it moves enough or turns. */
function movesOf(
  { ruling, to }: OtherReading,
  figures: readonly string[],
  sides: Sides,
  printed: readonly Tally[],
  others: readonly Tally[],
): (ShownMove & { readonly reading: HangingReading })[] {
  const { id, key, question, value: from } = ruling;
  const opened = { ruling: id, key, question, from, to };
  return printed.slice(1).flatMap((_, i) => {
    const moves = figures.map((text) => {
      const valueIn = (tally: Tally) => objectiveValue(objective(text, tally, sides), tally).value;
      const [base, value] = [printed, others].map((all) => withoutRounding(valueIn(all[i + 1]) - valueIn(all[0])));
      const { kind, label } = objective(text, printed[0], sides);
      const unit = kind === 'mean' ? ('amount' as const) : ('points' as const);
      const turns = base * value < 0 && Math.abs(value - base) > TURNS;
      const figure = text === LEAD ? `${theNames(sides.names[0])} lead` : label;
      const reading = { ...opened, figure, base, value, unit, turns, cell: i + 1 };
      const seen = (all: readonly Tally[]): number =>
        asShown(seenIn(text, all[i + 1], sides) - seenIn(text, all[0], sides));
      return { reading, base: seen(printed), value: seen(others) };
    });
    const [most] = moves
      .filter(({ reading: m }) => m.turns || (m.unit === 'points' && size(m) > MOVES))
      .sort((x, y) => Number(y.reading.turns) - Number(x.reading.turns));
    return most ? [most] : [];
  });
}

/** A figure as the table above the note rounds it, so that the note's differences are those of the table. */
function seenIn(text: string, tally: Tally, sides: Sides): number {
  if (text === LEAD) return asShown(winnerShare(tally, 'a')) - asShown(winnerShare(tally, 'b'));
  const asked = objective(text, tally, sides);
  const { value } = objectiveValue(asked, tally);
  return asked.kind === 'mean' ? Math.round(value * 100) / 100 : asShown(value);
}

const withoutRounding = (x: number): number => (Math.abs(x) < 1e-9 ? 0 : x);
