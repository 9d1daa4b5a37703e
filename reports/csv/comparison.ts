import type { Results } from '../../src/results/types.ts';
import type { Row } from './row.ts';

/** A row for each difference, and for each reading it was tried under. */
export function compareRows(results: Results): Row[] {
  return [
    ...(results.differences ?? []).map((d) => ({
      row: `difference of ${d.kind}`,
      cell: d.cell,
      id: d.id,
      label: d.label,
      value: d.value,
      base: d.base,
      difference: d.difference,
      low: d.low,
      high: d.high,
      p_value: d.pValue,
      verdict: d.verdict,
    })),
    ...(results.robustness ?? []).map((r) => ({
      row: 'ruling',
      cell: results.verdicts?.find((v) => v.variant === r.variant)?.cell,
      id: `${r.key}=${r.to}`,
      label: `${r.variant}: ${r.measure}`,
      difference: r.difference,
      verdict: r.survives ? 'survives' : 'does not survive',
    })),
  ];
}
