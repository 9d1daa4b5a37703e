import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import { tallyPlay } from '../../../src/sim/play/counts.ts';
import { StreamDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { sample } from '../../../src/sim/sample.ts';
import { sigmasApart } from '../../sim/agree.ts';

const fires = [{ do: 'fire' }, { when: { now: { distance: { gt: 6 } } }, do: 'advance-one-segment' }, { do: 'hold' }];
const waits = [
  { when: { now: { distance: { gt: 6 } } }, do: 'hold-fire' },
  { do: 'fire' },
  { when: { self: { fired: true } }, do: 'charge' },
  { do: 'hold' },
];
const machineOf = (book: Rulebook, situation: object) => {
  const def = oth.encounters.engagement;
  if (!def) throw new Error('no engagement');
  return def.build(def.schema(book).parse(situation), book).machine;
};
const pair = (turns: number) => ({ a: { fs: 5, tactic: fires }, b: { fs: 5, tactic: waits }, distance: 12, turns });
const three = (turns: number) => ({
  a: {
    fs: 6,
    tactic: fires,
    commander: { control: 3 },
    others: [
      { fs: 6, hits: 4 },
      { fs: 7, training: 'militia' },
    ],
  },
  b: {
    ...{ fs: 7, tactic: waits, commander: { control: 3 } },
    others: [
      { arm: 'cavalry', fs: 6, tactic: 'charge-home' },
      { fs: 6, formation: 'attack-column' },
    ],
  },
  distance: 18,
  turns,
});

describe('one pair', () => {
  test('eight turns compile whole in under a hundred thousand states', () => {
    const automaton = compile(machineOf(oth2, pair(8)));
    expect(automaton.states).toBeLessThan(100_000);
    const total = exact(automaton).ends.reduce((s, e) => s + e.weight, 0);
    expect(Math.abs(total - 1)).toBeLessThan(1e-12);
  });

  test('layer by layer it is the same, and so when sampled', async () => {
    const machine = machineOf(oth2, pair(2));
    const automaton = compile(machine);
    const whole = exact(automaton);
    const { tally } = exactByLayers(machine);
    const weights = new Map(tally.ends.map((e) => [`${e.outcome}|${e.values}`, e.weight]));
    expect(tally.ends.length).toBe(whole.ends.length);
    for (const e of whole.ends) expect(weights.get(`${e.outcome}|${e.values}`)).toBeCloseTo(e.weight, 13);
    whole.sums.forEach((s, i) => {
      expect(tally.sums[i].mean).toBeCloseTo(s.mean, 11);
    });
    expect(sigmasApart(await sample(automaton, 1e7, 1), whole)).toBeLessThan(4.5);
  });

  test('hits by phase less hits shed are the hits at the end, save those of the destroyed', () => {
    const tally = exact(compile(machineOf(othHalf, { ...pair(2), distance: 6 })));
    for (const side of ['a', 'b']) {
      const at = tally.measures.findIndex((m) => m.id === `${side}.hits`);
      const hits = tally.ends.reduce((sum, e) => sum + e.weight * e.values[at], 0);
      const sum = (id: string) => tally.sums.filter((s) => s.id.startsWith(id)).reduce((a, s) => a + s.mean, 0);
      expect(sum(`${side}.hits.`) - sum(`${side}.shed`)).toBeCloseTo(hits, 10);
    }
  });
});

describe('three pairs', () => {
  test.each([
    ['oth2', oth2],
    ['oth-half', othHalf],
  ])('%s: play over local automata gives roll for roll what direct stepping gives', (_id, book) => {
    const machine = machineOf(book, { ...three(3), distance: book === oth2 ? 18 : 9 });
    const local = new Player(machine).block(new StreamDice(3, 0), 0, 200);
    const direct = new Player(machine, { direct: true }).block(new StreamDice(3, 0), 0, 200);
    expect(local).toEqual(direct);
  });

  test('tactics that look at the turn stay right over local automata', () => {
    const lines = [
      { when: { now: { turn: { gte: 2 } } }, do: 'charge' },
      { do: { fire: 50, 'hold-fire': 50 } },
      { do: 'advance' },
    ];
    const machine = machineOf(oth2, { ...three(3), a: { ...three(3).a, tactic: lines } });
    const local = new Player(machine).block(new StreamDice(5, 0), 0, 150);
    const direct = new Player(machine, { direct: true }).block(new StreamDice(5, 0), 0, 150);
    expect(local).toEqual(direct);
  });

  test('two small pairs: exact layer by layer agrees with play', () => {
    const small = { fs: 3, tactic: fires };
    const machine = machineOf(oth2, {
      a: { ...small, others: [{ fs: 3 }] },
      b: { fs: 3, tactic: waits, others: [{ fs: 3 }] },
      distance: 6,
      turns: 1,
    });
    const { tally } = exactByLayers(machine);
    const played = tallyPlay(machine, new Player(machine).block(new StreamDice(11, 0), 0, 20_000)!, false);
    expect(sigmasApart(played, tally)).toBeLessThan(4.5);
  });
});
