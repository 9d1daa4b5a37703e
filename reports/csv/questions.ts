import type { Results } from '../../src/results/types.ts';
import { bestRows } from './best.ts';
import { estimate, type Row } from './row.ts';
import { tuningRows } from './tuning.ts';

/** What sensitivity, tune, run --observed and a sampled run with an exact twin add. They speak of the base, cell 0. */
export function questionRows(results: Results): Row[] {
  const { sensitivity: s, tuning: t, best: b, luck: l, convergence: c } = results;
  return [
    ...(b === undefined ? [] : bestRows(b)),
    ...(s?.rows ?? []).flatMap((r) => {
      const shared = { row: 'sensitivity', cell: 0, label: r.label, base: s?.base };
      return [
        { ...shared, id: `${r.path}=${r.value - 1}`, value: r.minus, difference: r.minusChange, ...r.minusInterval },
        { ...shared, id: `${r.path}=${r.value + 1}`, value: r.plus, difference: r.plusChange, ...r.plusInterval },
        { ...shared, id: `without ${r.path}`, value: r.without, difference: r.withoutChange, ...r.withoutInterval },
      ];
    }),
    ...(s?.unmoved ?? []).map((u) => ({ row: 'unmoved', cell: 0, id: u.path, label: u.label, verdict: u.reason })),
    ...(t === undefined ? [] : tuningRows(t, results.cells[0])),
    ...(l === undefined
      ? []
      : (['atLeast', 'exactly', 'atMost'] as const).map((way) => ({
          row: `luck: ${way}`,
          cell: 0,
          id: l.measure,
          label: l.label,
          value: l.observed,
          ...estimate(l[way]),
        }))),
    ...(results.evening?.results ?? []).map((one, i) => ({
      row: 'evening',
      cell: i,
      id: one.measure,
      label: `${one.encounter}: ${one.measure === 'outcome' ? one.shown : one.label}`,
      value: one.observed,
      ...estimate(one.exactly),
    })),
    ...(c?.points ?? []).map(({ trials, ...point }) => ({
      row: 'convergence',
      cell: 0,
      id: c?.outcome,
      base: c?.exact,
      ...point,
      trials,
    })),
  ];
}
