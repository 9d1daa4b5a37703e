import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../src/sim/kernels/fields.ts';
import { Heard } from '../../../src/sim/kernels/heard.ts';
import { LookTrees, valueAt } from '../../../src/sim/kernels/look-trees.ts';
import { type Look, TURN } from '../../../src/sim/kernels/space.ts';
import type { Position } from '../../../src/sim/kernels/steps.ts';
import { BATCH, hear } from '../../../src/sim/kernels/visit-loop.ts';
import { weyl } from '../../rules/slow-stepper.ts';

const STATES = 60;
const UNKNOWN = -1;

/** Records with states of two words each, and trees that look at them one after the other until one look finds nothing. */
function made(records: number, trees: number, seed: number) {
  const random = weyl(seed);
  const below = (n: number) => Math.floor(random() * n);
  const state = () => ({ data: Int32Array.from({ length: 2 * STATES }, () => below(2 ** 31)), words: 2 });
  const fields = { words: 2, records: Array.from({ length: records }, state) } as unknown as Fields<unknown>;
  const look = (): Look =>
    below(6) === 0
      ? { pair: TURN, word: 0, shift: 0, mask: 31 }
      : { pair: below(records), word: below(2), shift: 3 * below(9), mask: [1, 3, 7][below(3)] };
  const looks = Array.from({ length: trees }, () => Array.from({ length: 4 }, look));
  const position = (): Position => ({
    control: 0,
    turn: below(5),
    states: Int32Array.from({ length: records }, () => below(STATES)),
  });
  const pathOf = (tree: number, p: Position): Look[] => {
    const last = looks[tree].findIndex((one) => valueAt(fields, one, p) === 0);
    return last < 0 ? looks[tree] : looks[tree].slice(0, last + 1);
  };
  return { fields, below, position, pathOf };
}

/** The words of what is heard at a position, as a batch keeps them for its first engagement. */
function packed(heard: Heard<unknown>, { states, turn }: Position): Int32Array {
  for (;;) {
    const { version } = heard;
    const words = new Int32Array(BATCH * heard.words);
    words[0] = turn;
    for (const [record, { word }] of heard.standing.entries())
      words[word * BATCH] |= heard.partOf(record, states[record]);
    // Numbers may have been given anew on the way.
    if (version === heard.version) return words;
  }
}

/** The leaf that somebody comes to who knows nothing but what is heard. */
function leafHeard(heard: Heard<unknown>, root: number, position: Position): number {
  const words = packed(heard, position);
  const ear = heard.earOf(root);
  const leaf = (ear & 1) === 1 && ear > 0 ? hear(ear >> 1, 0, words, heard.listeners, heard.cells, heard.words) : ear;
  return leaf < 0 ? UNKNOWN : leaf >> 1;
}

describe('what is heard', () => {
  it.each([
    [2, 1],
    [4, 1],
    [8, 2],
    [14, 3],
  ])('of %i records leads where looking does, once it has been learnt, and nowhere else before', (records, words) => {
    const many = 5;
    const { fields, below, position, pathOf } = made(records, many, records);
    const trees = new LookTrees(fields);
    const heard = new Heard(fields, trees);
    const roots = new Array<number>(many).fill(UNKNOWN);
    const learnt: { readonly tree: number; readonly p: Position }[] = [];
    let leaves = 0;
    for (let n = 0; n < 400; n++) {
      const [tree, p] = [below(many), position()];
      roots[tree] = trees.lead(roots[tree], pathOf(tree, p), p, leaves++).root;
      heard.learn(roots[tree], p);
      learnt.push({ tree, p });
      expect(leafHeard(heard, roots[tree], p)).toBe(trees.leaf(roots[tree], p));
      // All that was learnt before is still so, or forgotten; what comes up for the first time may be known, but not wrong.
      const others = [learnt[below(learnt.length)], learnt[below(learnt.length)], { tree: below(many), p: position() }];
      for (const other of others)
        expect([UNKNOWN, trees.leaf(roots[other.tree], other.p)]).toContain(
          leafHeard(heard, roots[other.tree], other.p),
        );
    }
    for (let time = 0; time < 2; time++)
      for (const { tree, p } of learnt) {
        // Nothing is told apart any more that was not before: what is learnt now stays.
        if (time === 0) heard.learn(roots[tree], p);
        else expect(leafHeard(heard, roots[tree], p)).toBe(trees.leaf(roots[tree], p));
      }
    expect(heard.words).toBe(words);
  });

  it('makes no more of a record than anybody has looked at', () => {
    const { fields } = made(2, 0, 1);
    const heard = new Heard(fields, new LookTrees(fields));
    // Nobody has looked at more than answers, the first word.
    const [first] = fields.records;
    const numbers = Array.from({ length: STATES }, (_, state) => heard.numberOf(0, state));
    const different = new Set(Array.from({ length: STATES }, (_, state) => first.data[2 * state]));
    expect(new Set(numbers).size).toBe(different.size);
  });
});
