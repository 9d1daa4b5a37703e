import type { Best } from '../../src/results/types.ts';
import { takenText } from '../best.ts';
import type { Row } from './row.ts';

/** A row for each option of a decision, each tactic tried, and best play. */
export function bestRows(b: Best): Row[] {
  const { label } = b.objective;
  return [
    ...b.decisions.flatMap((d) =>
      d.options.map((o) => ({
        row: 'decision',
        cell: 1,
        id: `${d.side}: ${d.title}: ${o.option}`,
        label,
        value: o.value,
        p: d.chance,
        verdict: takenText(o, d.options) || undefined,
      })),
    ),
    ...(b.tactics ?? []).map((t) => ({
      row: 'tactic tried',
      cell: 0,
      id: `${t.side}: ${t.label}`,
      label,
      value: t.value,
      ...t.interval,
      verdict: t.chosen ? 'best found' : undefined,
    })),
    { row: 'best play', cell: 1, id: b.objective.id, label, value: b.value, base: b.written, ...b.interval },
  ];
}
