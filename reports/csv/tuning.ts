import type { CellResult, Tuning } from '../../src/results/types.ts';
import type { Row } from './row.ts';

/** A row for each value tried, and the target. */
export function tuningRows(t: Tuning, cell: CellResult | undefined): Row[] {
  const { id, label } = t.objective;
  const base = baseFigure(t, cell);
  return [
    ...t.tried.map((one) => ({
      row: 'tuning',
      cell: 0,
      id: t.best.map((b, i) => `${b.path}=${one.values[i]}`).join('; '),
      label,
      value: one.value,
      base,
      difference: base === undefined ? undefined : one.value - base,
      low: one.low,
      high: one.high,
      trials: one.trials,
    })),
    { row: 'tuning target', cell: 0, id, label, value: t.target, verdict: t.reached ? 'reached' : 'not reached' },
  ];
}

/** What the objective is in the base: read off its cell, or off the values it has where those were tried. */
function baseFigure({ objective: { id }, tried, best }: Tuning, cell: CellResult | undefined): number | undefined {
  const winner = /^winner=(a|b|none)$/.exec(id)?.[1];
  if (cell && winner) return cell.outcomes.reduce((sum, o) => sum + (o.winner === winner ? o.p : 0), 0);
  const own = cell?.outcomes.find((o) => o.id === id)?.p ?? cell?.measures.find((m) => m.id === id)?.mean;
  return own ?? tried.find((one) => one.values.every((v, i) => v === best[i].from))?.value;
}
