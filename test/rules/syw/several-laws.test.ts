import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { load } from '../../../src/index.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import type { Tally } from '../../../src/sim/tally.ts';
import { apartness, playSlowly, tallied, weyl } from '../slow-stepper.ts';
import { exactly, type Loose, machineOf, measureOf, outcomesOf, problemsOf } from './play.ts';

const none = { melee: false, losses: false };
const foot = { type: 'medium-infantry', stands: 2, tactic: 'hold' };
const horse = { type: 'medium-cavalry', stands: 2, tactic: 'charge' };
const play = (situation: Loose): Tally => exactly('engagement', situation);
const close = (found: Record<string | number, number>, wanted: Record<string | number, number>) => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [id, p] of Object.entries(wanted)) expect(found[id], id).toBeCloseTo(p, 12);
};
/** A lane that no other can be reached from. */
const cutOff = (...lanes: number[]) => lanes.map((lane) => ({ lane, neighbours: [] }));

describe('laws of several groups', () => {
  it('one group a side is the same whether its distance or its positions are kept', () => {
    // Ground that nobody comes to makes the lanes be kept.
    const ground = [{ lane: 1, ground: [{ from: 280, to: 290, cover: 'soft' }] }];
    for (const a of [horse, { ...foot, tactic: 'charge', others: [{ type: 'heavy-infantry', stands: 1 }] }]) {
      const situation = { a: { ...a, general: 10 }, b: { ...foot, general: 5 }, distance: 30, turns: 3 };
      expect(Object.keys(machineOf('engagement', { ...situation, lanes: ground }).layout.view)).toContain('l1');
      const [pair, lanes] = [play(situation), play({ ...situation, lanes: ground })];
      close(outcomesOf(lanes), outcomesOf(pair));
      for (const id of ['a.lost', 'b.lost', 'a.disordered', 'turns']) close(measureOf(lanes, id), measureOf(pair, id));
      lanes.sums.forEach((sum, i) => {
        expect(sum.mean, sum.id).toBeCloseTo(pair.sums[i].mean, 12);
      });
    }
  });

  it('a place of its own for one group a side is a distance', () => {
    const plain = (distance: number) => play({ a: horse, b: foot, distance, turns: 2, edge: 100 });
    const placed = (own: Loose, foe: Loose, more: Loose = {}) =>
      play({ a: { ...horse, ...own }, b: { ...foot, ...foe }, distance: 20, turns: 2, edge: 100, ...more });
    // 20 apart, and 10 or 5 forward from there, or 8 behind; in a lane whose own distance is 12.
    const lanes = [{ lane: 1, distance: 12 }];
    close(outcomesOf(placed({ forward: 10 }, {})), outcomesOf(plain(10)));
    close(outcomesOf(placed({ line: 'second' }, { forward: 5 }, { depth: 8 })), outcomesOf(plain(23)));
    close(outcomesOf(placed({}, { line: 'second' }, { depth: 8 })), outcomesOf(plain(28)));
    close(outcomesOf(placed({}, {}, { lanes })), outcomesOf(plain(12)));
  });

  it('two engagements that never touch multiply', () => {
    const [first, second] = [
      { a: { ...foot, stands: 1 }, b: { ...foot, stands: 2 }, distance: 10 },
      { a: { type: 'medium-artillery', stands: 2, tactic: 'hold' }, b: { ...foot, stands: 3 }, distance: 25 },
    ];
    const lost = (s: Loose) => measureOf(play({ ...s, turns: 2, testAfter: none }), 'b.lost');
    const both = lost({
      a: { ...first.a, groups: [second.a] },
      b: { ...first.b, groups: [second.b] },
      distance: 10,
      lanes: [{ lane: 1, neighbours: [] }, { lane: 2, distance: 25, neighbours: [] }], // biome-ignore format: one line
    });
    const product: Record<number, number> = {};
    for (const [x, p] of Object.entries(lost(first)))
      for (const [y, q] of Object.entries(lost(second)))
        product[Number(x) + Number(y)] = (product[Number(x) + Number(y)] ?? 0) + p * q;
    expect(Object.keys(product).length).toBeGreaterThan(3);
    close(both, product);
  });

  it('a group that cannot reach anything changes nothing', () => {
    const idle = { type: 'medium-infantry', stands: 3, lane: 5, tactic: 'hold' };
    const base = {
      a: { ...foot, groups: [foot] },
      b: { ...foot, groups: [horse] },
      distance: 10,
      turns: 1,
      endWhen: [],
    };
    const more = { ...base, a: { ...base.a, groups: [foot, idle] }, lanes: cutOff(5) };
    const [without, beside] = [play(base), play(more)];
    for (const id of ['a.lost', 'b.lost', 'a.out', 'b.out', 'b.disordered'])
      close(measureOf(beside, id), measureOf(without, id));
  });

  it('turns after the end change nothing', () => {
    const [gun, target] = [
      { type: 'medium-artillery', stands: 2, tactic: 'hold' },
      { ...foot, stands: 1, fire: 'hold' },
    ];
    const situation = { a: { ...gun, groups: [gun] }, b: { ...target, groups: [target] }, distance: 10 };
    const over = (turns: number) => {
      const tally = play({ ...situation, turns });
      const place = tally.measures.findIndex((m) => m.id === 'turns');
      const ended: Record<string, number> = {};
      for (const e of tally.ends) {
        if (e.values[place] !== 1) continue;
        const id = [tally.outcomes[e.outcome].id, ...e.values].join(' ');
        ended[id] = (ended[id] ?? 0) + e.weight;
      }
      return ended;
    };
    // Of two turns, what was over in the first; of three, the same.
    expect(Object.keys(over(2)).length).toBeGreaterThan(0);
    close(over(3), over(2));
  });

  it('lanes counted from the other end are the same', () => {
    const groups = (lanes: readonly number[], ...all: Loose[]): Loose => {
      const [first, ...rest] = all.map((g, i) => ({ ...g, lane: lanes[i] }));
      return { ...first, groups: rest };
    };
    const of = (lanes: readonly number[]) =>
      play({
        a: groups(lanes, { ...foot, stands: 1 }, horse),
        b: groups(lanes, { ...foot, stands: 1, forward: 5 }),
        distance: 15,
        turns: 2,
        testAfter: none,
      });
    const [there, back] = [of([1, 2]), of([2, 1])];
    expect(Object.keys(outcomesOf(there)).length).toBeGreaterThan(2);
    close(outcomesOf(back), outcomesOf(there));
    close(measureOf(back, 'b.lost'), measureOf(there, 'b.lost'));
  });

  it('sides swapped are mirrored, where one of them only receives', () => {
    const passive = { ...foot, stands: 1, fire: 'hold', groups: [{ ...foot, fire: 'hold', forward: -30 }] };
    const gun = { type: 'medium-artillery', stands: 1, tactic: 'hold' };
    const active = { ...foot, groups: [gun, { ...gun, lane: 3 }] };
    const swap = (id: string) => id.replace(/^[ab]-/, (side) => (side === 'a-' ? 'b-' : 'a-'));
    const there = outcomesOf(play({ a: active, b: passive, distance: 10, turns: 2, testAfter: none }));
    const back = outcomesOf(play({ a: passive, b: active, distance: 10, turns: 2, testAfter: none }));
    // Lane 3 has nobody in front and shoots into lane 2, whatever the side.
    expect(Object.keys(there).length).toBeGreaterThan(1);
    close(Object.fromEntries(Object.entries(back).map(([id, p]) => [swap(id), p])), there);
  });
});

describe('engines on several groups', () => {
  const situation = {
    a: { ...foot, groups: [horse, { ...foot, line: 'second' }], commander: { goes: 'to-the-shaken' } },
    b: { ...foot, drill: 'normal', groups: [{ type: 'medium-artillery', stands: 1, tactic: 'bring-up-guns' }] },
    distance: 40,
    turns: 3,
  };

  it('can have the machine again over a state whose looks are seen', () => {
    const machine = machineOf('engagement', situation);
    const watched = machine.watched!();
    expect(watched.layout.reads).toBeDefined();
    expect(Object.keys(watched.steps)).toEqual(Object.keys(machine.steps));
  });

  it('agree with a slow stepper', async () => {
    const { built, recipe } = prepareCell(await load('cavalry-on-the-flank'), []);
    const random = weyl(7);
    const slow = tallied(Array.from({ length: 400 }, () => playSlowly(built.machine, random).outcome));
    const p = async (engine: 'exact' | 'sample') =>
      outcomesOf((await evaluate({ machine: built.machine, recipe }, { engine, seed: 3, trials: 4_000 })).tally);
    for (const found of [await p('exact'), await p('sample')]) {
      const { z, kinds } = apartness(slow, new Map(Object.entries(found).map(([id, share]) => [id, share * 1e5])));
      expect(kinds).toBeGreaterThan(3);
      expect(z).toBeLessThan(3.5);
    }
  });
});

describe('places that cannot be', () => {
  const base = { a: foot, b: foot, distance: 20 };
  const many = (n: number) => Array.from({ length: n }, () => foot);
  const wrong = (more: Loose) =>
    problemsOf('engagement', { ...base, ...more }).map((p) => `${p.path.join('.')}: ${p.message}`);
  it.each([
    ['two on one spot', { a: { ...foot, groups: [{ ...foot, lane: 1 }] } }, 'a.groups.0.lane: Two groups of side A stand in the first line of lane 1; free there are lanes 2, 3, 4, 5, 6, 7, 8.'], // biome-ignore format: one line
    ['a neighbour that is not there', { lanes: [{ lane: 1, neighbours: [4] }] }, 'lanes.0.neighbours.0: Nobody stands in lane 4; there are lanes 1.'], // biome-ignore format: one line
    ['groups that are not to act together', { together: false, a: { ...foot, groups: [foot] } }, 'together: Groups act together in these rules; leave `together` out, or cut lanes off from each other with `neighbours: []`.'], // biome-ignore format: one line
    ['its own neighbour', { lanes: [{ lane: 1, neighbours: [1] }] }, 'lanes.0.neighbours.0: Lane 1 is not its own neighbour.'], // biome-ignore format: one line
    ['a lane nobody stands in', { lanes: [{ lane: 2, distance: 10 }] }, 'lanes.0.lane: Nobody stands in lane 2; there are lanes 1.'], // biome-ignore format: one line
    ['a lane spoken of twice', { lanes: [{ lane: 1 }, { lane: 1 }] }, 'lanes.1.lane: Lane 1 is spoken of twice.'],
    ['lines that cross', { a: { ...foot, forward: 12 }, b: { ...foot, forward: 8 } }, 'a.forward: The distances cross: in lane 1 the two sides start 20 apart, and come 12 and 8 forward from there.'], // biome-ignore format: one line
    ['a second line before the first', { a: { ...foot, groups: [{ ...foot, line: 'second', forward: 20 }] } }, 'a.groups.0.forward: The distances cross: the second line of lane 1 would start at 0, which is not behind its first line at 0.'], // biome-ignore format: one line
    ['a start off the table', { a: { ...foot, line: 'second' }, depth: 61 }, "a.line: The distances cross: it would start 61 behind its side's first line, and the edge of the table is 60 behind it."], // biome-ignore format: one line
    ['ground that ends before it begins', { lanes: [{ lane: 1, ground: [{ from: 5, to: 5 }] }] }, 'lanes.0.ground.0.to: The distances cross: the strip begins at 5 and ends at 5.'], // biome-ignore format: one line
  ])('%s', (_, more, sentence) => {
    expect(wrong(more)).toEqual([sentence]);
  });

  it('takes what files of other books say: that groups act together', () => {
    expect(wrong({ together: true, a: { ...foot, groups: [foot] } })).toEqual([]);
  });

  it('takes eight groups a side, in lanes of their own', () => {
    expect(wrong({ a: { ...foot, groups: many(7) } })).toEqual([]);
  });
});
