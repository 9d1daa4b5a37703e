import { describe, expect, it } from 'vitest';
import { Alike } from '../../../src/sim/alike.ts';
import { Edges } from '../../../src/sim/edges.ts';
import type { Fields } from '../../../src/sim/kernels/fields.ts';
import { Heard } from '../../../src/sim/kernels/heard.ts';
import { LookMemo } from '../../../src/sim/kernels/look-memo.ts';
import { LookTrees, valueAt } from '../../../src/sim/kernels/look-trees.ts';
import { PlaceOrder } from '../../../src/sim/kernels/place-order.ts';
import { PlaceTable } from '../../../src/sim/kernels/place-table.ts';
import { EMPTY, Slots } from '../../../src/sim/kernels/slots.ts';
import { type Look, TURN } from '../../../src/sim/kernels/space.ts';
import type { Position } from '../../../src/sim/kernels/steps.ts';
import type { Step } from '../../../src/sim/machine.ts';
import { Masses } from '../../../src/sim/masses.ts';
import { Sfc32 } from '../../../src/sim/random.ts';
import { topologicalOrder } from '../../../src/sim/topological.ts';

const dice = (seed: number) => {
  const random = new Sfc32(seed, 0);
  return (n: number): number => random.next() % n;
};

describe('a table by some bits of a record', () => {
  it('finds the same place for what agrees on them, and another for what does not, however much it grows', () => {
    const below = dice(1);
    const slots = new Slots(2, 2, Int32Array.of(0xf0, 0x30));
    const names = new Map<string, number>();
    for (let i = 0; i < 3_000; i++) {
      const held = Int32Array.of(99, below(256), below(256));
      const name = `${held[1] & 0xf0} ${held[2] & 0x30}`;
      const at = slots.put(held, 1);
      expect(slots.find(held, 1)).toBe(at);
      expect(slots.data[at] === EMPTY).toBe(!names.has(name));
      if (slots.data[at] === EMPTY) {
        slots.data[at] = names.size;
        slots.data[at + 1] = 7 * names.size;
        names.set(name, names.size);
      }
      expect([slots.data[at], slots.data[at + 1]]).toEqual([names.get(name), 7 * names.get(name)!]);
    }
    expect(slots.count).toBe(names.size);
    // Half of it stays empty at least, and no more than it needs.
    expect(slots.places / 4).toBeLessThan(slots.count);
    expect(slots.places / 2).toBeGreaterThanOrEqual(slots.count);
  });
  it('forgets all when it is to tell more apart', () => {
    const slots = new Slots(1, 1, Int32Array.of(1));
    slots.data[slots.put(Int32Array.of(3), 0)] = 5;
    expect([slots.covers(Int32Array.of(1)), slots.covers(Int32Array.of(3))]).toEqual([true, false]);
    slots.widen(Int32Array.of(2));
    expect([slots.covers(Int32Array.of(3)), slots.count]).toEqual([true, 0]);
    expect(slots.data[slots.find(Int32Array.of(3), 0)]).toBe(EMPTY);
    expect(slots.put(Int32Array.of(1), 0)).not.toBe(slots.find(Int32Array.of(3), 0));
  });
});

it('answers by what was looked at are those of states that agree there', () => {
  const memo = new LookMemo<string>(2);
  memo.put(Int32Array.of(6, 9), Int32Array.of(7, 0), 'six');
  memo.put(Int32Array.of(5, 9), Int32Array.of(7, 0), 'five');
  memo.put(Int32Array.of(1, 8), Int32Array.of(1, 15), 'one and eight');
  const got = [[14, 0], [5, 8], [1, 8], [3, 24], [1, 9]].map((s) => memo.get(Int32Array.from(s))); // biome-ignore format: a table
  expect(got).toEqual(['six', 'five', 'one and eight', 'one and eight', undefined]);
});

/** Two records of two words each, so that what is heard of them has something to look at. */
function records() {
  const below = dice(4);
  const one = (states: number) => ({ data: Int32Array.from({ length: 2 * states }, () => below(2 ** 30)), words: 2 });
  return { words: 2, records: [one(300), one(200)] } as unknown as Fields<unknown>;
}
const TURN_LOOK: Look = { pair: TURN, word: 0, shift: 0, mask: 31 };
const LOOKS: readonly Look[] = [
  { pair: 0, word: 1, shift: 3, mask: 7 },
  { pair: 1, word: 0, shift: 0, mask: 3 },
  { pair: 0, word: 0, shift: 28, mask: 3 },
  { pair: 1, word: 1, shift: 9, mask: 15 },
  TURN_LOOK,
];
const positions = (many: number): Position[] => {
  const below = dice(5);
  return Array.from(
    { length: many },
    () => ({ states: Int32Array.of(below(300), below(200)), turn: below(6) }) as never,
  );
};

/** A tree that looks in this order, but asks for the last look only where the first finds more than 3. */
function ledThrough(
  trees: LookTrees<unknown>,
  fields: Fields<unknown>,
  looks: readonly Look[],
  all: readonly Position[],
) {
  const names = new Map<string, number>();
  let root = -1;
  const pathOf = (p: Position) => (valueAt(fields, looks[0], p) > 3 ? looks : looks.slice(0, -1));
  const nameOf = (p: Position) => pathOf(p).map((look) => valueAt(fields, look, p)).join(); // biome-ignore format: one line
  for (const p of all) {
    expect(trees.fits(root, pathOf(p), p)).toBe(true);
    const led = trees.lead(root, pathOf(p), p, names.size);
    root = led.root;
    if (!names.has(nameOf(p))) names.set(nameOf(p), names.size);
    expect(led.leaf).toBe(names.get(nameOf(p)));
  }
  return { root, leafOf: (p: Position) => names.get(nameOf(p)) ?? -1, leaves: names.size, pathOf };
}

describe('trees of looks', () => {
  const fields = records();
  const trees = new LookTrees(fields);
  const all = positions(1_500);
  const [early, late] = [all.slice(0, 700), all.slice(700)];
  const first = ledThrough(trees, fields, LOOKS.slice(0, 3), early);
  const second = ledThrough(trees, fields, [LOOKS[3], TURN_LOOK, LOOKS[0]], early);

  it('lead to a leaf for each that finds something else, and nowhere where nobody has looked', () => {
    for (const { root, leafOf } of [first, second])
      for (const p of [...early, ...late]) expect(trees.leaf(root, p)).toBe(leafOf(p));
    expect(late.some((p) => second.leafOf(p) < 0)).toBe(true);
  });
  it('do not fit who looks elsewhere, or less', () => {
    for (const p of early.slice(0, 50)) {
      expect(trees.fits(first.root, second.pathOf(p), p)).toBe(false);
      expect(trees.fits(first.root, LOOKS.slice(0, 1), p)).toBe(false);
      const shifted = { ...LOOKS[0], shift: 4 };
      expect(trees.fits(first.root, [shifted, ...LOOKS.slice(1, 3)], p)).toBe(false);
    }
  });
  it('tell of all their leaves and whom they look at', () => {
    expect([...trees.extent(first.root).leaves].sort((a, b) => a - b)).toEqual([...Array(first.leaves).keys()]);
    expect([...trees.extent(first.root).records].sort()).toEqual([0, 1]);
    expect([...trees.extent(second.root).records].sort()).toEqual([TURN, 0, 1].sort());
    expect(trees.extent(8).leaves).toEqual(new Set([4]));
  });

  it('are known by what is heard of records, as they are known by looking', () => {
    const heard = new Heard(fields, trees);
    for (const { root, leafOf } of [first, second]) {
      for (const p of early) heard.learn(root, p);
      for (const p of early) {
        const numbers = Int32Array.from([0, 1], (record) => heard.numberOf(record, p.states[record]));
        const leaf = heard.leafBy(root, numbers, p.turn);
        expect(leaf).toBe(leafOf(p));
      }
    }
    // What is heard of a state is where it stands, and states of which the same is heard lead to the same.
    const [a, b] = heard.standing;
    expect((a.mask & b.mask) !== 0 && a.word === b.word).toBe(false);
    for (const p of early)
      for (const [record, stand] of heard.standing.entries()) {
        const part = heard.partOf(record, p.states[record]);
        expect(part & ~stand.mask).toBe(0);
        expect(part >>> stand.shift).toBe(heard.numberOf(record, p.states[record]));
      }
    expect(heard.earOf(12)).toBe(12);
    expect(heard.earOf(first.root) & 1).toBe(1);
    expect(heard.earOf(first.root)).not.toBe(heard.earOf(second.root));
    expect(heard.earOf(first.root)).toBe(heard.earOf(first.root));
  });
});

describe('the order of places', () => {
  it('is later than all that lead there, whatever was seen first', () => {
    const order = new PlaceOrder();
    for (const [from, to] of [[2, 3], [3, 4], [0, 1], [1, 2], [0, 4], [2, 3]]) order.note(from, to); // biome-ignore format: a table
    expect([0, 1, 2, 3, 4, 9].map((p) => order.lateness(p))).toEqual([0, 1, 2, 3, 4, 0]);
    expect(order.first([4, 2, 3], (p) => [p])).toBe(2);
    expect(order.first([9, 0], (p) => [1, p])).toBe(0);
    expect(order.first([0, 9], (p) => [1, p])).toBe(0);
    expect(order.first([9, 0], () => [1])).toBe(9);
    expect(order.first([], () => [])).toBe(-1);
  });
  it('comes to an end where places lead round', () => {
    const order = new PlaceOrder();
    order.note(0, 1);
    order.note(1, 0);
    expect(order.lateness(1)).toBeGreaterThan(9_000);
  });
});

it('masses keep the mean and the square of each sum', () => {
  const masses = new Masses(2);
  masses.reserve(200);
  const [start, even] = [[1, 0, 0, 0, 0], [0.5, 1, 3, 2, 9]]; // biome-ignore format: a table
  masses.add(100, start, 0.25, [2, 0]);
  masses.add(100, even, 0.5, [1, -1]);
  // p 1/4 with 2 and 0; p 1/4 with the moments 1/2, 3/2 and 1, 9/2 to which 1 and -1 are added.
  const p = 0.25 + 0.25;
  const [first, second] = [0.5 + (0.5 + 0.25), 1 + (1.5 + 2 * 0.5 + 0.25)];
  const [third, fourth] = [1 - 0.25, 4.5 - 2 * 1 + 0.25];
  expect([...masses.at(100)]).toEqual([p, first, second, third, fourth]);
  expect([...masses.at(63)]).toEqual([0, 0, 0, 0, 0]);
  for (let i = 0; i < 1e5; i++) masses.add(3, [0.1, 0, 0, 0, 0], 1, [0, 0]);
  expect(masses.at(3)[0]).toBe(1e4);
});

it('nodes come after all that lead to them, and not where they lead round', () => {
  // 0 leads to 2 and 1, 1 to 2, 2 to 3; 4 is not reached; 5 and 6 lead round behind 3.
  const leads = [[2, 1], [2], [3], [5], [1], [6], [5]]; // biome-ignore format: a table
  const graph = (nodes: number[][]) => ({
    nodes: nodes.length,
    firstEdge: Int32Array.from([0, ...nodes.map((_, n) => nodes.slice(0, n + 1).flat().length)]),
    target: Int32Array.from(nodes.flat()),
  });
  const plain = topologicalOrder(graph([[2, 1], [2], [3], []]));
  expect([[...plain.order], [...plain.waiting]]).toEqual([[0, 1, 2, 3], [0, 0, 0, 0]]); // biome-ignore format: a table
  const { order, waiting } = topologicalOrder(graph(leads));
  expect([[...order], [...waiting]]).toEqual([[0], [0, 1, 1, 1, 0, 2, 1]]);
  expect([...topologicalOrder(graph([[1], [0]])).order]).toEqual([]);
});

it('faces that are alike follow the first of their kind', () => {
  const alike = new Alike();
  const step = {
    roll: () => {},
    apply: () => {},
    alike: (by: number, face: number) => face % by,
  } as unknown as Step<unknown>;
  expect([...alike.of(step, 3, [1, 2, 3, 4, 6]).subarray(0, 5)]).toEqual([0, 1, 2, 0, 2]);
  const many = Array.from({ length: 200 }, (_, i) => i);
  expect([...alike.of(step, 7, many).subarray(0, 200)]).toEqual(many.map((i) => i % 7));
  const plain = { roll: () => {}, apply: () => {} } as unknown as Step<unknown>;
  expect([...alike.of(plain, 3, many).subarray(0, 200)]).toEqual(many);
});

it('edges are kept in order, however many', () => {
  const edges = new Edges();
  for (let e = 0; e < 20_000; e++) e % 3 === 2 ? edges.addLike(e - 1, 7) : edges.add(e, 2 * e, 3 * e);
  expect(edges.count).toBe(20_000);
  expect([19_998, 19_999].map((e) => [edges.target[e], edges.emission[e], edges.way[e]])).toEqual([
    [19_998, 39_996, 59_994],
    [19_999, 39_998, 59_997],
  ]);
  expect([edges.target[8192], edges.emission[8192], edges.way[8192]]).toEqual([8191, 16_382, 7]);
});

it('rows of a place are known by kind and message, and take no room for states that never come there', () => {
  const fields = records();
  const trees = new LookTrees(fields);
  const table = new PlaceTable(0, fields.words, trees, new Heard(fields, trees));
  const held = fields.records[0];
  table.widen(Int32Array.of(0xf, 0));
  const path: Look[] = [{ pair: 1, word: 1, shift: 3, mask: 7 }];
  const at = (state: number, other: number): Position => ({ control: 0, turn: 0, states: [state, other] });
  const rowOf = (state: number, other: number) =>
    (held.data[2 * state] & 0xf) * 100 + valueAt(fields, path[0], at(state, other));
  for (let n = 0; n < 200; n++) table.put(n % 40, held, path, at(n % 40, n), rowOf(n % 40, n));
  for (let n = 0; n < 200; n++) expect(table.rowOf(n % 40, held, at(n % 40, n))).toBe(rowOf(n % 40, n));
  expect(table.links.length).toBeLessThan(100);
  table.link(39, held, at(39, 39), 1234, 0);
  expect([table.linkOf(39, at(39, 39)), table.linkOf(250, at(250, 39))]).toEqual([1234, -1]);
  expect(table.links.length).toBeLessThan(100);
});
