import type { Axis, Game, Results } from '../../src/results/types.ts';
import type { Row } from './row.ts';

/** A row for each meeting, each share of the best mixes, and the value of the game. */
export function gameRows(results: Results): Row[] {
  const g = results.game;
  if (g === undefined) return [];
  const pair = (i: number, j: number): string => `${g.rowPlayer.options[i]} / ${g.columnPlayer.options[j]}`;
  const width = g.columnPlayer.options.length;
  const mix = ({ side, options }: Game['rowPlayer'], weights: readonly number[], axis: Axis | undefined): Row[] =>
    weights.map((p, i) => ({
      row: 'best mix',
      id: options[i],
      label: side,
      p,
      labels: axis ? { [axis.path]: axis.values[i] } : {},
    }));
  return [
    ...g.values.flatMap((line, i) =>
      line.map((value, j) => ({
        row: 'matrix',
        cell: i * width + j,
        id: pair(i, j),
        label: g.objective,
        value,
        ...g.intervals?.[i]?.[j],
      })),
    ),
    ...mix(g.rowPlayer, g.equilibrium.rows, results.axes?.[0]),
    ...mix(g.columnPlayer, g.equilibrium.columns, results.axes?.[1]),
    { row: 'value of the game', label: g.objective, value: g.equilibrium.value },
  ];
}
