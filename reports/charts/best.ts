import type { Best, BestDecision, Results } from '../../src/results/types.ts';
import { hangsOnTheMoment, mainDecisions } from '../../src/words/decisions.ts';
import { labelOf } from '../../src/words/labels.ts';
import { theName } from '../../src/words/names.ts';
import { coursesOf, ownFigures, triedBy } from '../best.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { furtherSentences, unstopped } from '../headline.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { capital, distinct, plain, theSide } from '../text.ts';
import { INK, NEUTRAL } from '../theme.ts';
import { NUMBER_LABELS, PERCENT_LABELS, POINT_LABELS } from './marks.ts';
import { namedBars } from './tuning.ts';

const MOST_ROWS = 14;
const OTHER = { label: 'other choices', colour: NEUTRAL[1] };

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly chosen: boolean;
}

/** The options of the decision that the title speaks of, or the tactics tried by the side that gains most. */
export function best(results: Results, style?: Style): VegaLiteSpec {
  const found = results.best as Best;
  const chosen = { label: found.method === 'solved' ? 'best' : 'best found', colour: INK };
  const { bars, what, side } = found.tactics === undefined ? optionBars(results) : tacticBars(results);
  const { label, show, range, of, interval, isShare, isLead } = ownFigures(results, side);
  const names = distinct(bars.map((b) => b.name));
  const rows = bars.map((b, i) => {
    const value = of(b.value);
    const bounds = b.interval === undefined ? undefined : interval(b.interval);
    return {
      name: names[i],
      value,
      low: bounds?.low,
      high: bounds?.high,
      start: Math.min(0, bounds?.low ?? value),
      end: Math.max(0, bounds?.high ?? value),
      shown: show(b.value),
      interval: b.interval === undefined ? '' : range(b.interval),
      which: (b.chosen ? chosen : OTHER).label,
    };
  });
  const columns = [
    { field: 'name', title: 'Choice' },
    { field: 'shown', title: capital(plain(label)), said: plain(label) },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
    { field: 'which', title: '' },
  ];
  const labels = isLead ? POINT_LABELS : isShare ? PERCENT_LABELS : NUMBER_LABELS;
  const entries = [chosen, OTHER].filter((entry) => rows.some((r) => r.which === entry.label));
  return frame(
    results,
    {
      title: unstopped(found.text),
      subtitle: setting(results, `${capital(plain(label))}, ${what}`),
      rows,
      columns,
      remark: furtherSentences(found.text) || undefined,
      plot: (room) => namedBars(room, { rows, names, columns, entries, labels }),
    },
    style,
  );
}

interface Bars {
  readonly bars: readonly Bar[];
  readonly what: string;
  readonly side: string;
}

function optionBars({ best: found }: Results): Bars {
  const [main] = mainDecisions((found as Best).decisions);
  // The title then tells what the encounter is worth, not one moment of it.
  if (hangsOnTheMoment(main))
    return { bars: coursesOf(found as Best, main), what: `in all, ${byChoice(main)}`, side: main.side };
  const bars = main.options.map((o) => ({
    name: plain(labelOf(o.option)),
    value: o.value,
    chosen: o.taken > 1 - 1e-9,
  }));
  // Where the right choice is now this, now that, no single option may look like the answer.
  const each = bars.some((b) => b.chosen) ? [] : [{ name: 'the right one each time', value: main.value, chosen: true }];
  const all = [...bars, ...each];
  const top = all.find((b) => b.chosen)?.value ?? 0;
  // From the best to the worst, whichever end of the scale that is.
  const sorted = all.sort((x, y) => Math.abs(x.value - top) - Math.abs(y.value - top));
  return { bars: sorted, what: byChoice(main), side: main.side };
}

/** "by how the defender reacts to the charge", or "by what the defender chooses: Fire or charge". */
function byChoice({ title, side }: BestDecision): string {
  const question = plain(title);
  return /^(?:how|what|when|where|whether|which|who)\b/i.test(question)
    ? `by ${question.charAt(0).toLowerCase()}${question.slice(1)}`
    : `by what ${theSide(side)} chooses: ${question}`;
}

/** One side's, since the figures are its own; the other's are in the table. */
function tacticBars(results: Results): Bars {
  const { best: found, cells } = results;
  const { tactics = [], choosers } = found as Best;
  const gains = choosers.filter((side) => tactics.some((t) => t.side === side && t.chosen));
  const named = cells[1]?.labels['variant'];
  const side = gains.find((s) => named === `best found for ${theName(s)}`) ?? gains[0] ?? choosers[0];
  const bars = triedBy(results, side)
    .slice(0, MOST_ROWS)
    .map((t) => ({ name: plain(t.label), value: t.value, interval: t.interval, chosen: t.chosen }));
  return {
    bars,
    what: `with each tactic tried by ${theSide(side)}, the other side as written; by the dice of the search, those of the title are fresh`,
    side,
  };
}
