import type { CellResult } from '../../src/results/types.ts';
import { estimate, type Row } from './row.ts';

/** A row for each outcome, measure and value of a measure. */
export function cellRows(cell: CellResult, index: number): Row[] {
  return [
    ...cell.outcomes.map((o) => ({
      row: 'outcome',
      cell: index,
      id: o.id,
      label: o.label,
      winner: o.winner,
      severity: o.severity,
      ...estimate(o),
    })),
    ...cell.measures.flatMap((m) => [
      { row: 'measure', cell: index, id: m.id, label: m.label, mean: m.mean, sd: m.sd, low: m.low, high: m.high },
      ...m.distribution.map((d) => ({
        row: 'distribution',
        cell: index,
        id: m.id,
        label: m.label,
        value: d.value,
        ...estimate(d),
      })),
    ]),
  ];
}
