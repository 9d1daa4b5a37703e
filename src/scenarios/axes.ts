import { InputError, type Problem } from '../rules/problem.ts';
import { pathInWords } from '../words/paths.ts';
import type { Axis } from './axis.ts';

export { pathInWords };

/** More steps than this on one axis is a slip of the pen. */
const MAX_AXIS_VALUES = 10_000;
/** Axes multiply: nobody can run, or read, a scenario that varies more things than this at once. */
export const MAX_AXES = 20;

type Scalar = string | number | boolean;

/**
 * An axis from what a file or flag says: `5..10`, `0..1..0.25`, `a,b,c`, a list, or a single value.
 *
 * axis('attacker.fs', '5..7').values // [5, 6, 7]
 */
export function axis(path: string, values: unknown): Axis {
  const list = Array.isArray(values) ? values : typeof values === 'string' ? fromText(path, values) : [values];
  if (list.length === 0) throw fault(path, 'An axis needs at least one value.');
  const scalars = list.map((v) => scalar(path, v));
  const seen = new Set<Scalar>();
  for (const v of scalars) {
    if (seen.has(v)) throw fault(path, `The value ${String(v)} stands twice on one axis.`);
    seen.add(v);
  }
  const kind = scalars.length > 1 && scalars.every((v) => typeof v === 'number') ? 'number' : 'list';
  return { path, label: pathInWords(path), values: scalars, kind };
}

/** An axis of a file: its values, or its values and what it is called. */
export function axisOf(path: string, written: unknown): Axis {
  if (written === null || typeof written !== 'object' || Array.isArray(written)) return axis(path, written);
  const { values, label } = written as { readonly values: unknown; readonly label?: string };
  return { ...axis(path, values), ...(label === undefined ? {} : { label }) };
}

/** `attacker.fs=5..10` from the command line. */
export function axisFromFlag(text: string): Axis {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw fault(text, `'${text}' is not an axis; write PATH=A..B, PATH=A..B..STEP or PATH=a,b,c.`);
  }
  return axis(text.slice(0, at).trim(), text.slice(at + 1).trim());
}

/** Every combination of the axes' values, the last axis running fastest. */
export function combinations(axes: readonly Axis[]): { path: string; value: Scalar }[][] {
  return axes.reduce<{ path: string; value: Scalar }[][]>(
    (sofar, a) => sofar.flatMap((head) => a.values.map((value) => [...head, { path: a.path, value }])),
    [[]],
  );
}

const NUMBER = '[-+]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
// Three dots are a slip, not a range up to .8.
const RANGE = new RegExp(`^(${NUMBER})\\.\\.(?!\\.)(${NUMBER})(?:\\.\\.(?!\\.)(${NUMBER}))?$`);
/** What others write for a range. */
const NEAR_RANGE = /^(-?\d+(?:\.\d+)?)(?:\s+to\s+|\s*(?:\.{3,}|-|–|:)\s*)(-?\d+(?:\.\d+)?)$/;

function fromText(path: string, text: string): unknown[] {
  const range = RANGE.exec(text.trim());
  if (range)
    return steps(path, Number(range[1]), Number(range[2]), range[3] === undefined ? undefined : Number(range[3]));
  const near = NEAR_RANGE.exec(text.trim());
  if (near) throw fault(path, `'${text.trim()}' is no range; write ${near[1]}..${near[2]}.`);
  return text.split(',').map((part) => wordOrNumber(part.trim()));
}

/** Counts in whole steps from the first value, so that 0..1..0.1 has no rounding dust. */
function steps(path: string, from: number, to: number, by?: number): number[] {
  const step = by ?? (to >= from ? 1 : -1);
  if (step === 0) throw fault(path, 'The step of a range must not be 0.');
  if (to !== from && Math.sign(to - from) !== Math.sign(step)) {
    throw fault(path, `A step of ${step} never leads from ${from} to ${to}.`);
  }
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > MAX_AXIS_VALUES) {
    throw fault(path, `${from}..${to} in steps of ${step} is ${count} values; an axis may have ${MAX_AXIS_VALUES}.`);
  }
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toPrecision(12)));
}

/** Words of a list: numbers, true and false are read as such. */
export function wordOrNumber(text: string): Scalar {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return new RegExp(`^${NUMBER}$`).test(text) ? Number(text) : text;
}

function scalar(path: string, value: unknown): Scalar {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && value !== '') return value;
  throw fault(path, `An axis holds numbers and words; found ${JSON.stringify(value) ?? String(value)}.`);
}

const fault = (path: string, message: string): InputError => {
  const problem: Problem = { path: ['vary', path], message };
  return new InputError([problem]);
};
