import type { LoggedResult, LuckLog, PlayerLuck } from '../src/results/types.ts';
import { furtherSentences } from './headline.ts';
import { decimal, percent, signed } from './number.ts';
import { left, right, type Section } from './table.ts';
import { plain } from './text.ts';

/** The luck of an evening, as tables: each player, the luckiest moments, every result. */

/** Nobody has done better, or worse, than everybody: past the last whole figure it is said as a bound. */
const percentile = ({ percentile: at }: PlayerLuck): string => (at > 99 ? '> 99' : at < 1 ? '< 1' : at.toFixed(0));

const playersTable = (players: readonly PlayerLuck[]): Section => ({
  table: {
    title: 'Luck of the evening',
    columns: [left('player'), right('results'), right('surprises'), right('as good or better'), right('percentile')],
    rows: players.map((p) => ({
      cells: [plain(p.name), String(p.counted), signed(p.sum, 2), percent(p.asGood), percentile(p)],
    })),
  },
  lines: [],
});

const resultText = (r: LoggedResult): string =>
  plain(r.measure === 'outcome' ? (r.shown ?? '') : `${r.label} ${decimal(r.observed)}`);
const where = (r: LoggedResult): string => (r.line === undefined ? '' : ` (line ${r.line})`);

const moments = ({ results, moments }: LuckLog): Section => ({
  table: {
    title: moments.length === 1 ? 'The luckiest moment' : `The ${moments.length} luckiest moments`,
    columns: [left('encounter'), left('result'), left('lucky for'), right('so or better')],
    rows: moments.map((i) => {
      const r = results[i];
      return {
        cells: [`${plain(r.encounter)}${where(r)}`, resultText(r), plain(r.favours ?? ''), percent(r.tail ?? 0)],
      };
    }),
  },
  lines: [],
});

const everything = ({ results }: LuckLog): Section => ({
  table: {
    title: 'What happened',
    columns: [left('encounter'), left('sides'), left('result'), right('exactly that'), left('lucky for')],
    rows: results.map((r) => ({
      cells: [
        `${plain(r.encounter)}${where(r)}`,
        r.players.map(plain).join(' against '),
        resultText(r),
        percent(r.exactly.p),
        r.possible === false ? 'cannot happen' : plain(r.favours ?? 'nobody in particular'),
      ],
    })),
  },
  lines: [],
});

/** What the finding says beyond its first sentence, and how the figures are meant. */
const further = (log: LuckLog): string[] => [
  ...(furtherSentences(log.text) === '' ? [] : [furtherSentences(log.text)]),
  'A surprise is where a result stands among all that could have come up, from −½ to ½; it is 0 on average, whatever was rolled for.',
];

export const logOnScreen = (log: LuckLog): Section[] => [
  playersTable(log.players),
  { ...moments(log), lines: further(log) },
];

export const logSections = (log: LuckLog): Section[] => [...logOnScreen(log), everything(log)];
