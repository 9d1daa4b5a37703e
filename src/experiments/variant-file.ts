import { stringify } from 'yaml';
import type { PreparedCell } from '../scenarios/prepare.ts';
import type { Parameter } from './parameter.ts';

/** The variant file that sets the values found; null where nothing in the rules changes. */
export function variantFile(
  base: PreparedCell,
  what: string,
  moving: readonly Parameter[],
  values: readonly number[],
): string | null {
  const change: Record<string, unknown> = {};
  const rulings: Record<string, number> = {};
  moving.forEach((p, i) => {
    if (values[i] === p.value) return;
    if (p.rulePath !== null) change[p.rulePath] = { was: p.value, to: values[i] };
    else if (p.ruling !== null) rulings[p.ruling] = values[i];
  });
  const edits = {
    ...(Object.keys(change).length > 0 ? { change } : {}),
    ...(Object.keys(rulings).length > 0 ? { rulings } : {}),
  };
  if (Object.keys(edits).length === 0) return null;
  return stringify({ title: `Tuned: ${what}`, base: base.book.id, ...edits });
}
