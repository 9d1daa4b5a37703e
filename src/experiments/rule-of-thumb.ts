import type { Field, FieldScalar } from '../sim/state.ts';

/** One moment at which a decision comes up: how likely, what can be seen of it, and what each option is worth. */
export interface Moment {
  readonly weight: number;
  readonly seen: readonly FieldScalar[];
  /** High is good for whoever decides. */
  readonly worth: readonly number[];
}

/** A field whose value a player sees on the table. */
export interface Sight {
  /** "distance", "own hits". */
  readonly name: string;
  readonly kind: Field['kind'];
}

/** A bound on what is seen: at most a figure, or exactly a word. */
interface Test {
  readonly sight: number;
  readonly value: FieldScalar;
}

/** A rule of thumb: a question with a rule for each answer, or in the end an option by its place. */
export type Rule = { readonly option: number } | { readonly test: Test; readonly yes: Rule; readonly no: Rule };

/** Questions beyond this number are not for the table. */
const MOST_TESTS = 3;
/** A question is asked if it saves this much of what one option for all moments would lose. */
const WORTH_ASKING = 0.08;

/** The few questions that lose least against the right choice at every moment, asked one after another. */
export function ruleOfThumb(moments: readonly Moment[], sights: readonly Sight[]): Rule {
  const enough = WORTH_ASKING * loss(moments);
  let left = MOST_TESTS;
  const grow = (some: readonly Moment[]): Rule => {
    const split = left > 0 ? bestSplit(some, sights) : undefined;
    if (!split || loss(some) - split.loss <= enough) return { option: steadiest(some) };
    left--;
    const [yes, no] = parted(some, split.test);
    // The branch with more at stake asks first.
    if (loss(yes) >= loss(no)) {
      const first = grow(yes);
      return { test: split.test, yes: first, no: grow(no) };
    }
    const second = grow(no);
    return { test: split.test, yes: grow(yes), no: second };
  };
  return grow(moments);
}

/** The option that a rule takes at a moment. */
export function optionAt(rule: Rule, seen: readonly FieldScalar[]): number {
  let at = rule;
  while ('test' in at) at = holds(at.test, seen) ? at.yes : at.no;
  return at.option;
}

const holds = ({ sight, value }: Test, seen: readonly FieldScalar[]): boolean =>
  typeof value === 'number' ? (seen[sight] as number) <= value : seen[sight] === value;

const parted = (moments: readonly Moment[], test: Test): [Moment[], Moment[]] => [
  moments.filter((m) => holds(test, m.seen)),
  moments.filter((m) => !holds(test, m.seen)),
];

/** What each option loses over all moments against the right choice at each. */
function losses(moments: readonly Moment[]): Float64Array {
  const lost = new Float64Array(moments[0]?.worth.length ?? 0);
  for (const { weight, worth } of moments) add(lost, worth, weight);
  return lost;
}

function add(lost: Float64Array, worth: readonly number[], weight: number): void {
  const top = Math.max(...worth);
  for (let o = 0; o < worth.length; o++) lost[o] += weight * (top - worth[o]);
}

const loss = (moments: readonly Moment[]): number => (moments.length === 0 ? 0 : Math.min(...losses(moments)));
const steadiest = (moments: readonly Moment[]): number => {
  const lost = losses(moments);
  return lost.indexOf(Math.min(...lost));
};

function bestSplit(moments: readonly Moment[], sights: readonly Sight[]): { test: Test; loss: number } | undefined {
  const all = losses(moments);
  let found: { test: Test; loss: number } | undefined;
  sights.forEach(({ kind }, sight) => {
    const byValue = new Map<FieldScalar, Float64Array>();
    for (const m of moments) {
      const lost = byValue.get(m.seen[sight]) ?? new Float64Array(all.length);
      byValue.set(m.seen[sight], lost);
      add(lost, m.worth, m.weight);
    }
    const values = [...byValue.keys()];
    if (kind === 'int') values.sort((x, y) => Number(x) - Number(y));
    const inside = new Float64Array(all.length);
    // The last value of an ordered field bounds nothing.
    for (const value of kind === 'int' ? values.slice(0, -1) : values.length > 1 ? values : []) {
      if (kind !== 'int') inside.fill(0);
      byValue.get(value)!.forEach((x, o) => {
        inside[o] += x;
      });
      const both = Math.min(...inside) + Math.min(...all.map((x, o) => x - inside[o]));
      if (!found || both < found.loss - 1e-12) found = { test: { sight, value }, loss: both };
    }
  });
  return found;
}
