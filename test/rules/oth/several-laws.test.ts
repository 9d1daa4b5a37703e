import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { apartness, playSlowly, tallied, weyl } from '../slow-stepper.ts';
import { odds } from './odds.ts';

type Loose = Record<string, unknown>;
const charges = { fs: 3, formation: 'attack-column', tactic: 'charge' };
const holds = { fs: 3, tactic: 'hold' };
const play = (situation: Loose, book = oth2) => odds(book, 'engagement', situation);
const IDS = ['a-broken', 'a-routs', 'a-worse', 'b-broken', 'b-routs', 'b-worse', 'both-broken', 'even'];

describe('laws of several units', () => {
  test.each([oth2, othHalf])('one unit a side is the same alone and in a lane ($id)', (book) => {
    const situation = { a: charges, b: { ...holds, training: 'militia' }, distance: 6, turns: 1 };
    expect(play({ ...situation, together: true }, book).text).toBe(play(situation, book).text);
  });

  test('two engagements that never touch multiply', () => {
    const still = { tactic: [{ do: 'fire' }, { do: 'hold' }, { do: 'rest' }] };
    const [first, second] = [
      { ...holds, ...still },
      { ...holds, fs: 4, ...still },
    ];
    const cut = [1, 2].map((lane) => ({ lane, neighbours: [] }));
    const one = (foe: Loose, distance: number) => play({ a: first, b: foe, distance, turns: 1 });
    const both = play({
      a: { ...first, others: [first] },
      b: { ...first, others: [second] },
      lanes: [cut[0], { ...cut[1], distance: 9 }],
      ...{ distance: 4, turns: 1 },
    });
    const [x, y] = [one(first, 4), one(second, 9)];
    for (let hits = 0; hits <= 9; hits++) {
      let wanted = 0;
      for (let n = 0; n <= hits; n++) wanted += x.p('b.hits', n) * y.p('b.hits', hits - n);
      expect(both.p('b.hits', hits), `${hits} hits`).toBeCloseTo(wanted, 10);
    }
  });

  test('a unit that cannot reach anything changes nothing', () => {
    // Nobody is broken in one exchange, so that it is over for neither.
    const sequence = ['a-moves', 'b-shoots', 'a-shoots'];
    const [a, b] = [
      { ...charges, fs: 9 },
      { ...holds, fs: 9 },
    ];
    const base = { a, b, distance: 20, turns: 1, together: true, sequence };
    const idle = { ...holds, lane: 5 };
    const more = play({ ...base, a: { ...a, others: [idle] }, lanes: [{ lane: 5, neighbours: [] }] });
    const without = play(base);
    for (const id of ['a.hits', 'b.hits', 'turns'])
      for (let n = 0; n <= 8; n++) expect(more.p(id, n), `${id} ${n}`).toBeCloseTo(without.p(id, n), 12);
  });

  test('sides and their phases swapped are mirrored', () => {
    const phases = ['shoots', 'command', 'moves', 'rallies', 'defensive-fire', 'combats'];
    const order = (first: string, second: string) => [
      ...phases.map((p) => `${p === 'defensive-fire' ? second : first}-${p}`),
      ...phases.map((p) => `${p === 'defensive-fire' ? first : second}-${p}`),
    ];
    const x = { ...charges, fs: 2, others: [{ ...charges, fs: 2, lane: 2 }] };
    const y = { ...holds, fs: 2 };
    const there = play({ a: x, b: y, distance: 6, turns: 1, sequence: order('a', 'b') });
    const back = play({ a: y, b: x, distance: 6, turns: 1, sequence: order('b', 'a') });
    const swap = (id: string) => id.replace(/^[ab]-/, (s) => (s === 'a-' ? 'b-' : 'a-'));
    for (const id of IDS) expect(back.outcome(swap(id)), id).toBeCloseTo(there.outcome(id), 12);
    expect(there.outcome('b-broken')).toBeGreaterThan(0.01);
  });

  test('turns after the end change nothing', () => {
    const situation = {
      a: { ...charges, fs: 2, others: [{ ...charges, fs: 1 }] },
      b: { ...holds, fs: 1 },
      distance: 6,
    };
    const broken = (turns: number) => play({ ...situation, turns, endWhen: { now: { turn: 2 } } }).outcome('b-broken');
    expect(broken(3)).toBeCloseTo(broken(2), 12);
  });

  test.each([oth2, othHalf])('the engine agrees with a slow stepper ($id)', (book) => {
    const def = oth.encounters.engagement!;
    const situation = {
      a: { ...charges, others: [{ ...holds, lane: 1, line: 'second' }, { ...charges, arm: 'cavalry', formation: 'line', lane: 2 }] },
      b: { ...holds, fs: 2, commander: { control: 3, goes: 'to-the-shaken' }, others: [{ ...holds, fs: 2, arm: 'artillery', lane: 2 }] },
      ...{ distance: 9, turns: 1, sequence: ['a-command', 'a-moves', 'b-defensive-fire', 'a-combats', 'b-rallies'] },
    }; // biome-ignore format: one line
    const { machine } = def.build(def.schema(book).parse(situation), book);
    const random = weyl(7);
    const slow = tallied(Array.from({ length: 300 }, () => playSlowly(machine, random).outcome));
    const exactly = play(situation, book);
    expect(apartness(slow, new Map(IDS.map((id) => [id, 1e6 * exactly.outcome(id)]))).z).toBeLessThan(4.5);
  });
});
