import type { Best, BestDecision, Results } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { isShare, setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { furtherSentences, unstopped } from '../headline.ts';
import { decimal, decimalRange, percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { capital, distinct, plain, theSide } from '../text.ts';
import { INK, NEUTRAL } from '../theme.ts';
import { NUMBER_LABELS, PERCENT_LABELS } from './marks.ts';
import { namedBars } from './tuning.ts';

const MOST_ROWS = 14;
const OTHER = { label: 'other choices', colour: NEUTRAL[1] };

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly chosen: boolean;
}

/** The options of the decision at which most is at stake, or the tactics that were tried. */
export function best(results: Results, style?: Style): VegaLiteSpec {
  const found = results.best as Best;
  const asShare = isShare(results, found.objective.id);
  const chosen = { label: found.method === 'solved' ? 'best' : 'best found', colour: INK };
  const { bars, what } = found.tactics === undefined ? optionBars(found) : tacticBars(found);
  const names = distinct(bars.map((b) => b.name));
  const rows = bars.map((b, i) => ({
    name: names[i],
    value: b.value,
    low: b.low,
    high: b.high,
    start: Math.min(0, b.low ?? b.value),
    end: Math.max(0, b.high ?? b.value),
    shown: asShare ? percent(b.value) : decimal(b.value),
    interval: asShare ? percentRange(b) : decimalRange(b),
    which: (b.chosen ? chosen : OTHER).label,
  }));
  const columns = [
    { field: 'name', title: 'Choice' },
    { field: 'shown', title: capital(plain(found.objective.label)) },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
    { field: 'which', title: '' },
  ];
  const entries = [chosen, OTHER].filter((entry) => rows.some((r) => r.which === entry.label));
  return frame(
    results,
    {
      title: unstopped(found.text),
      subtitle: setting(results, what),
      rows,
      columns,
      remark: furtherSentences(found.text) || undefined,
      plot: (room) =>
        namedBars(room, { rows, names, columns, entries, labels: asShare ? PERCENT_LABELS : NUMBER_LABELS }),
    },
    style,
  );
}

function optionBars(found: Best): { bars: Bar[]; what: string } {
  const stake = ({ chance, options }: BestDecision): number => {
    const values = options.map((o) => o.value);
    return chance * (Math.max(...values) - Math.min(...values));
  };
  const chosen = found.decisions.reduce((most, d) => (stake(d) > stake(most) ? d : most));
  const bars = chosen.options.map((o) => ({
    name: plain(labelOf(o.option)),
    value: o.value,
    chosen: o.taken > 1 - 1e-9,
  }));
  // Where the right choice is now this, now that, no single option may look like the answer.
  const each = bars.some((b) => b.chosen)
    ? []
    : [{ name: 'the right one each time', value: chosen.value, chosen: true }];
  const all = [...bars, ...each];
  const top = all.find((b) => b.chosen)?.value ?? 0;
  return {
    // From the best to the worst, whichever end of the scale that is.
    bars: all.sort((x, y) => Math.abs(x.value - top) - Math.abs(y.value - top)),
    what: `${capital(plain(found.objective.label))}, ${byChoice(chosen)}`,
  };
}

/** "by how the defender reacts to the charge", or "by what the defender chooses: Fire or charge". */
function byChoice({ title, side }: BestDecision): string {
  const question = plain(title);
  return /^(?:how|what|when|where|whether|which|who)\b/i.test(question)
    ? `by ${question.charAt(0).toLowerCase()}${question.slice(1)}`
    : `by what ${theSide(side)} chooses: ${question}`;
}

function tacticBars(found: Best): { bars: Bar[]; what: string } {
  const several = found.choosers.length > 1;
  const each = Math.floor(MOST_ROWS / found.choosers.length);
  const shown = found.choosers.flatMap((side) => (found.tactics ?? []).filter((t) => t.side === side).slice(0, each));
  return {
    bars: shown.map((t) => ({
      name: `${several ? `${plain(t.side)}: ` : ''}${plain(t.label)}`,
      value: t.value,
      ...t.interval,
      chosen: t.chosen,
    })),
    what: `${capital(plain(found.objective.label))} with each tactic tried, the other side as written`,
  };
}
