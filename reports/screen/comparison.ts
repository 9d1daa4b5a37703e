import type { Difference, Results } from '../../src/results/types.ts';
import { theLabel } from '../../src/words/labels.ts';
import { askedDifferences } from '../asked.ts';
import { cellNames, isContest, shownOutcomes } from '../cells.ts';
import { decimalsOf, figureChange, halfWidth, meanError, shareChange } from '../number.ts';
import { sumsNote } from '../rounding.ts';
import { left, right, type Section } from '../table.ts';
import { list, plain, shownText } from '../text.ts';
import { readingsTogether } from './readings-together.ts';
import { isMain, isSum, MORE, plusMinus } from './short.ts';

const isMoved = (d: Difference): boolean => d.base !== 0 || d.value !== 0;

/** The differences that matter: who wins, the outcomes that moved most, the main measures. */
export function comparison(results: Results): Section {
  const variants = [...new Set(results.differences!.map((d) => d.cell))];
  return variants.length === 1 ? oneVariant(results) : severalVariants(results, variants);
}

const MOST_OUTCOMES = 7;

function oneVariant(results: Results): Section {
  // What was asked for stands first, however small it is: its figure and its interval are the answer.
  const asked = askedDifferences(results);
  const all = results.differences!.filter((d) => isMoved(d) && !asked.includes(d));
  const sums = isContest(results) ? all.filter((d) => d.id.startsWith('winner=')) : [];
  const outcomes = all.filter((d) => d.kind === 'outcome' && !d.id.startsWith('winner=') && d.id !== 'advantage');
  const shares = [...asked, ...sums, ...outcomes].filter((d) => d.kind === 'outcome');
  const decimals = decimalsOf(shares.map((d) => d.difference));
  const cellsOf = (d: Difference): string[] => changeCells(d, decimals);
  // One of the outcomes may be all there is of a side's wins: the same figures are told once.
  const same = (x: Difference, y: Difference): boolean => cellsOf(x).join() === cellsOf(y).join();
  const isTiny = (d: Difference): boolean => Math.abs(d.difference) * 100 < 10 ** -decimals / 2;
  const own = outcomes.filter((d) => !isTiny(d) && ![...asked, ...sums].some((s) => same(s, d)));
  const most = [...own].sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  const kept = most.slice(0, Math.max(0, MOST_OUTCOMES - sums.length));
  const measures = all.filter((d) => d.kind === 'measure' && isMain(d) && !isSum(d)).slice(0, 3);
  const shown = [...asked, ...sums, ...own.filter((d) => kept.includes(d)), ...measures];
  const sampled = shown.some((d) => d.low !== undefined);
  const names = cellNames(results);
  return {
    table: {
      title: 'Against the base',
      columns: [
        left('what'),
        right(names[0]),
        right(names[shown[0]?.cell ?? 1] ?? ''),
        right('difference'),
        ...(sampled ? [left('')] : []),
      ],
      rows: shown.map((d) => ({
        cells: [
          plain(d.label),
          ...cellsOf(d),
          ...(sampled ? [d.verdict === 'no detectable difference' ? 'not detectable' : ''] : []),
        ],
      })),
    },
    ...notesOf(results, [
      ...(decimals === 1 ? sumsNote(sumsOf(results, shown, cellsOf)) : []),
      ...correctionNote(results, shown),
    ]),
  };
}

/** What a reader may add up of the rows shown: the outcomes of each winner, and everything together. */
function sumsOf(results: Results, shown: readonly Difference[], cellsOf: (d: Difference) => string[]) {
  const outcomes = shownOutcomes(results);
  const idsOf = (winner: string): string[] => outcomes.filter((o) => o.winner === winner).map((o) => o.id);
  const wins = ['a', 'b'].filter((winner) => idsOf(winner).length > 0);
  const figure = (id: string, column: 0 | 1): string | undefined => {
    const row = shown.find((d) => d.id === id);
    return row && cellsOf(row)[column];
  };
  return ([0, 1] as const).flatMap((column) => [
    ...wins.map((w) => ({ whole: figure(`winner=${w}`, column), parts: idsOf(w).map((id) => figure(id, column)) })),
    { whole: '100%', parts: [...wins.map((w) => `winner=${w}`), ...idsOf('none')].map((id) => figure(id, column)) },
  ]);
}

/** Before, after, and the difference with its interval. */
function changeCells(d: Difference, decimals: number): string[] {
  const half = halfWidth(d);
  const measure = d.kind === 'measure';
  const { before, after, difference } = measure
    ? figureChange(d.base, d.value)
    : shareChange(d.base, d.value, decimals);
  const interval = measure ? meanError(d) : `${plusMinus(half, decimals)} pp`;
  return [before, after, difference + interval];
}

/** One line per variant. */
function severalVariants(results: Results, variants: readonly number[]): Section {
  const all = results.differences!;
  const names = cellNames(results);
  const sums = ['winner=a', 'winner=b'].filter((id) => all.some((d) => d.id === id && isMoved(d)));
  const moved = [...new Set(all.filter((d) => d.kind === 'outcome' && isMoved(d)).map((d) => d.id))];
  const most = (id: string): number => Math.max(...all.filter((d) => d.id === id).map((d) => Math.abs(d.difference)));
  const shownIds = isContest(results)
    ? sums
    : moved
        .filter((id) => !id.includes('=') && id !== 'advantage')
        .sort((x, y) => most(y) - most(x))
        .slice(0, 3);
  const asked = askedDifferences(results).filter((d) => d.kind === 'outcome');
  const ids = [...new Set([...asked.map((d) => d.id), ...shownIds])];
  const of = (cell: number, id: string) => all.find((d) => d.cell === cell && d.id === id);
  const decimals = decimalsOf(all.filter((d) => ids.includes(d.id)).map((d) => d.difference));
  const unsure = all.some((d) => ids.includes(d.id) && d.verdict === 'no detectable difference');
  const baseOf = (id: string): string => {
    const base = of(variants[0], id)?.base ?? 0;
    return shareChange(base, base, decimals).before;
  };
  return {
    table: {
      title: 'Against the base, difference in percentage points',
      columns: [left(''), ...ids.flatMap((id) => [right(plain(of(variants[0], id)?.label ?? id)), right('')])],
      rows: [
        { cells: [names[0], ...ids.flatMap((id) => [baseOf(id), ''])] },
        ...variants.map((cell) => ({
          cells: [
            names[cell],
            ...ids.flatMap((id) => {
              const d = of(cell, id);
              if (d === undefined) return ['', ''];
              const mark = d.verdict === 'no detectable difference' ? '?' : '';
              const { after, difference } = shareChange(d.base, d.value, decimals);
              return [after, difference + plusMinus(halfWidth(d), decimals) + mark];
            }),
          ],
        })),
      ],
    },
    ...notesOf(results, [
      ...(unsure ? ['? = no difference that these trials can detect.'] : []),
      ...correctionNote(
        results,
        all.filter((d) => ids.includes(d.id)),
      ),
    ]),
  };
}

/** An interval that leaves out 0 beside "not detectable" needs its reason. */
function correctionNote(results: Results, shown: readonly Difference[]): string[] {
  const isClear = (d: Difference): boolean =>
    d.verdict === 'no detectable difference' && d.low !== undefined && Math.abs(d.difference) > halfWidth(d);
  if (!shown.some(isClear)) return [];
  const tested = (results.differences ?? []).filter((d) => d.pValue !== undefined).length;
  return [
    `Each interval is for one difference alone; of ${tested} together some leave out 0 by chance, so that verdicts are corrected for all of them (Holm).`,
  ];
}

/** What caps do belongs under the table, what other readings would do to the rules. */
function notesOf(results: Results, before: readonly string[] = []): Pick<Section, 'lines' | 'readings'> {
  const all = verdictNotes(results);
  return {
    lines: [...before, ...all.filter((note) => !OF_READINGS.test(note))],
    readings: all.filter((note) => OF_READINGS.test(note)),
  };
}
const OF_READINGS =
  /The rules leave open|[Oo]ther readings? of|\bother readings were tried|readings? moves? it by over/i;

/** Caps and readings change how a comparison is read; how the dice were shared does not. */
function verdictNotes(results: Results): string[] {
  const verdicts = results.verdicts ?? [];
  const notes = verdicts.flatMap(({ variant, notes: own }) =>
    own
      .map(plain)
      .filter((note) => !/^(?:Intervals are|Played under|Each was played|The two were played)/.test(note))
      .map((note) => note.replace(/; \d+ rulings? ha(?:s|ve) no effect:.*$/, `: ${MORE}.`))
      .map((note) => ({ variant, note, isOwn: verdicts.length > 1 && OF_ONE_VARIANT.test(note) })),
  );
  const capped = notes.filter((n) => n.isOwn && OF_A_CAP.test(n.note));
  const read = notes.filter((n) => n.isOwn && OF_ALL_READINGS.test(n.note));
  const alike = [capped, read].filter((same) => same.length > 1);
  const single = notes.filter((n) => n.isOwn && !alike.some((same) => same.includes(n)));
  const own = [
    ...single.map(({ variant, note }) => ofVariant(variant, note)),
    ...capsTogether(capped),
    ...(alike.includes(read) ? readingsTogether(results) : []),
  ];
  return [...new Set([...own, ...notes.filter((n) => !n.isOwn).map((n) => n.note)])];
}

/** Notes that mean nothing to a reader who does not know which of several variants they speak of. */
const OF_ONE_VARIANT = /^(?:A cap absorbs|The rules leave open|Other readings of the rulings:)/;

const OF_A_CAP = /^A cap absorbs/;
const OF_ALL_READINGS = /^Other readings of the rulings:/;

/** A longer list of names is read by nobody. */
const MOST_NAMED = 4;

/** Lines for the caps of each would take the place of the variants themselves. */
function capsTogether(capped: readonly { readonly variant: string }[]): string[] {
  if (capped.length < 2) return [];
  const names = [...new Set(capped.map(({ variant }) => shownText(theLabel(variant))))];
  const which = names.length > MOST_NAMED ? `${names.length} of the variants` : list(names);
  return [`A cap absorbs part of the change with ${which}: ${MORE}.`];
}

/** "With attacker FS 9, a cap absorbs …". */
const ofVariant = (variant: string, note: string): string =>
  `With ${shownText(theLabel(variant))}, ${note.charAt(0).toLowerCase()}${note.slice(1)}`;
