import type { Axis } from '../results/types.ts';
import { kindOf } from '../scenarios/override.ts';
import type { PreparedCell } from '../scenarios/prepare.ts';
import { parameter } from './parameter.ts';

/** Axes with the rows of the sheet called as they are in a sentence: "attack column", “one supporting unit”. */
export const labelled = (axes: readonly Axis[], prepared: PreparedCell): readonly Axis[] =>
  axes.map((axis) => {
    if (axis.kind !== 'number' || kindOf(axis.path) !== 'rule') return axis;
    return { ...axis, label: parameter(prepared, axis.path).name };
  });
