import type { CellResult, Estimate, Evening, Luck, Results, RulingCheck } from '../src/results/types.ts';
import { labelOf, theLabel } from '../src/words/labels.ts';
import { askedWords, readAs } from '../src/words/readings.ts';
import { valueName } from './cells.ts';
import { isShare } from './findings.ts';
import {
  count,
  decimal,
  decimalRange,
  decimalsOf,
  figureChange,
  leadChange,
  percent,
  percentRange,
  pointsRange,
  shareChange,
  signed,
  tablePoints,
} from './number.ts';
import { intervalTitle, left, right, type Section } from './table.ts';
import { capital, plain, theSide } from './text.ts';

/** What compare, matrix, sensitivity, tune and run --observed add to the figures of the cells. */

export function luckLine(l: Luck, [first]: CellResult['sides']): string {
  const way = (name: string, e: Estimate): string =>
    `${name} ${percent(e.p)}${e.low === undefined ? '' : ` (${percentRange(e)})`}`;
  const among = l.given === undefined ? 'of the time' : plain(l.given);
  const [name, more, less] =
    l.measure === 'outcome'
      ? [capital(plain(l.shown ?? l.label)), `that or better for ${theSide(first)}`, 'that or worse']
      : [`${decimal(l.observed)} ${plain(l.label)}`, 'that or more', 'that or less'];
  return `${name}: ${way('exactly that', l.exactly)}, ${way(more, l.atLeast)}, ${way(less, l.atMost)} ${among}.`;
}

/** Every result of an evening, and the verdict on all of them. */
export function evening({ results }: Evening): Section {
  return {
    table: {
      title: 'What happened',
      columns: [left('encounter'), left('result'), right('exactly that'), left('verdict')],
      rows: results.map((l) => ({
        cells: [
          plain(l.encounter),
          plain(l.measure === 'outcome' ? (l.shown ?? '') : `${l.label} ${decimal(l.observed)}`),
          percent(l.exactly.p),
          plain(l.possible === false ? 'cannot happen' : l.text.split(': ')[0].toLowerCase()),
        ],
      })),
    },
    lines: [],
  };
}

/** How many lines show how an estimate settles. */
const CONVERGENCE_ROWS = 8;

export function convergence(results: Results): Section {
  const c = results.convergence!;
  const label = results.cells[0].outcomes.find((o) => o.id === c.outcome)?.label ?? c.outcome;
  const last = c.points.length - 1;
  // About as many trials more from line to line, as a share, as the points are spread.
  const shown = new Set(
    Array.from({ length: CONVERGENCE_ROWS }, (_, i) => Math.round((i * last) / (CONVERGENCE_ROWS - 1))),
  );
  return {
    table: {
      title: `Closing in on the exact ${percent(c.exact)}: ${plain(label)}`,
      columns: [right('trials'), right('estimate'), right(intervalTitle(results)), right('off by, pp')],
      rows: c.points
        .filter((_, i) => shown.has(i))
        .map((p) => ({
          cells: [count(p.trials), percent(p.p), percentRange(p), shareChange(c.exact, p.p, 1).difference],
        })),
    },
    lines: [],
  };
}

/** The column before has the figure, in the precision of its table. */
const MEAN_CHANGE = / \([^()]* on average\)$/;

export function differences(results: Results): Section {
  const shown = (results.differences ?? []).filter((d) => d.base !== 0 || d.value !== 0 || d.difference !== 0);
  const several = new Set(shown.map((d) => d.cell)).size > 1;
  const sampled = shown.some((d) => d.low !== undefined);
  // One precision for all shares of the table, as on the screen.
  const decimals = decimalsOf(shown.filter((d) => d.kind === 'outcome').map((d) => d.difference));
  return {
    table: {
      title: 'Against the base',
      columns: [
        left('what'),
        ...(several ? [left('variant')] : []),
        right('base'),
        right('variant gives'),
        right('difference'),
        ...(sampled ? [right(intervalTitle(results))] : []),
        left('in words'),
      ],
      rows: shown.map((d) => {
        const share = d.kind === 'outcome';
        const lead = d.id === 'advantage';
        const { before, after, difference } = lead
          ? leadChange(d.base, d.value)
          : share
            ? shareChange(d.base, d.value, decimals)
            : figureChange(d.base, d.value);
        return {
          cells: [
            plain(d.label),
            ...(several ? [plain(labelOf(d.variant))] : []),
            before,
            after,
            share ? `${difference} pp` : difference,
            ...(sampled ? [share ? pointsRange(d) : decimalRange(d)] : []),
            d.verdict === 'more' || d.verdict === 'less' ? plain(d.size).replace(MEAN_CHANGE, '') : d.verdict,
          ],
        };
      }),
    },
    lines: (results.verdicts ?? []).flatMap((v) => [
      `${plain(labelOf(v.variant))}: ${plain(v.text)}`,
      ...v.notes.map(plain),
      ...(v.pairingGain === undefined || v.notes.some((note) => /same dice/i.test(note))
        ? []
        : [`The same dice for both made the comparison ${decimal(v.pairingGain)} times less noisy.`]),
    ]),
  };
}

export function sensitivity(results: Results): Section {
  const s = results.sensitivity!;
  const share = isShare(results, s.objective.id);
  const change = (value: number): string => (share ? tablePoints(value) : signed(value, 2));
  const range = share ? pointsRange : decimalRange;
  const both = (value: number, interval: { low: number; high: number } | undefined): string =>
    interval === undefined ? change(value) : `${change(value)} (${range(interval)})`;
  return {
    table:
      s.rows.length === 0
        ? undefined
        : {
            title: `What each modifier is worth: ${plain(s.objective.label)}, now ${share ? percent(s.base) : decimal(s.base)}${s.baseInterval === undefined ? '' : ` (${share ? percentRange(s.baseInterval) : decimalRange(s.baseInterval)})`}`,
            columns: [
              left('modifier'),
              right('now'),
              right(`one less${share ? ', pp' : ''}`),
              right(`one more${share ? ', pp' : ''}`),
              right(`without it${share ? ', pp' : ''}`),
              left('printed'),
            ],
            rows: s.rows.map((r) => ({
              cells: [
                plain(r.label),
                signed(r.value, 0),
                both(r.minusChange, r.minusInterval),
                both(r.plusChange, r.plusInterval),
                both(r.withoutChange, r.withoutInterval),
                plain(r.source),
              ],
            })),
          },
    lines: [
      ...s.rows.flatMap((r) => (r.note === undefined ? [] : [`${capital(plain(r.label))}: ${plain(r.note)}`])),
      ...(s.pairs ?? []).map(
        (p) =>
          `“${plain(p.labels[0])}” makes no difference as long as “${plain(p.labels[1])}” counts: without both ${both(p.change, p.interval)}${share ? ' pp' : ''}, without the latter alone ${change(p.alone)}.`,
      ),
      ...s.unmoved.map((u) => `${capital(plain(u.label))} changes nothing here: ${plain(u.reason)}`),
    ],
  };
}

/** A line for each reading: what it does to the headline, and what else it turns. */
export function robustness(checks: readonly RulingCheck[]): Section {
  const several = new Set(checks.map((r) => r.variant)).size > 1;
  const readings = new Map<string, RulingCheck[]>();
  for (const r of checks) {
    const reading = `${r.key} ${r.to} ${r.variant}`;
    readings.set(reading, [...(readings.get(reading) ?? []), r]);
  }
  // The columns name the ruling and the variant, so the sentences need not.
  const said = ({ question, to, variant, text }: RulingCheck): string => {
    const reading = `${askedWords(question)} ${readAs(to)}`;
    const start = [`${reading} with ${theLabel(variant)}: `, `${reading}: `].find((s) => text.startsWith(s)) ?? '';
    return plain(text.slice(start.length)).replace(/\.$/, '');
  };
  return {
    table: {
      title: 'Other readings of the rulings',
      columns: [left('ruling'), left('read as'), ...(several ? [left('variant')] : []), left('then')],
      rows: [...readings.values()].map((same) => {
        const [{ question, from, to, variant }] = same;
        return {
          cells: [
            plain(askedWords(question)),
            `${valueName(to)}, not ${valueName(from)}`,
            ...(several ? [plain(labelOf(variant))] : []),
            same.map(said).join('; '),
          ],
        };
      }),
    },
    lines: [],
  };
}
