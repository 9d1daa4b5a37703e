import type { Faults, Path } from './faults.ts';
import type { Step } from './step-shape.ts';

/** What a step can be: the key that says so, and the keys that go with it. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'else'],
  while: ['do'],
  repeat: ['as', 'do'],
  each: ['of', 'where', 'do'],
  first: ['of', 'where', 'do', 'else'],
  roll: ['by', 'against', 'add', 'base', 'title', 'results', 'into', 'most'],
  pool: [
    'die',
    'hits',
    'add',
    'natural',
    'twice',
    'reroll',
    'explode',
    'explode-most',
    'stages',
    'damage',
    'into',
    'most',
    'by',
    'against',
    'base',
    'title',
    'results',
  ],
  compare: ['die', 'ties', 'into', 'by', 'against', 'title', 'results'],
  choose: ['title', 'options'],
  call: ['with'],
  end: [],
  note: [],
  set: ['count'],
  count: ['set'],
};

/** What kind of step it is; refuses one that is none or several. */
export function stepKind(faults: Faults, step: Step, path: Path): string | undefined {
  const keys = Object.keys(step);
  const kinds = keys.filter(
    (k) =>
      Object.hasOwn(KINDS, k) &&
      !keys.some((other) => KINDS[other]?.includes(k) && other !== k && !(k === 'set' || k === 'count')),
  );
  const kind = keys.includes('set') ? 'set' : kinds[0];
  if (kind === undefined) {
    faults.add(path, `A step has one of ${Object.keys(KINDS).join(', ')}.`);
    return undefined;
  }
  const odd = keys.find((k) => k !== kind && !KINDS[kind].includes(k));
  if (odd)
    faults.add(
      [...path, odd],
      `'${odd}' does not go with '${kind}'; with it may stand ${KINDS[kind].join(', ') || 'nothing else'}.`,
      { key: true },
    );
  return kind;
}
