import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { planBlocks, trialsInBlock } from '../../src/sim/blocks.ts';
import { compile } from '../../src/sim/compile.ts';
import { d10 } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { explore } from '../../src/sim/explore.ts';
import { FIRST_FORECAST } from '../../src/sim/layer-forecast.ts';
import { exactByLayers, workingByLayers } from '../../src/sim/layers.ts';
import { isRoll } from '../../src/sim/machine.ts';
import { tallyPlay } from '../../src/sim/play/counts.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { product } from '../../src/sim/product.ts';
import { sample, Walker } from '../../src/sim/sample.ts';
import { solve } from '../../src/sim/solve.ts';
import { Stepper } from '../../src/sim/stepper.ts';
import { facesOf, trace } from '../../src/sim/trace.ts';
import { walkTable } from '../../src/sim/walk/table.ts';
import { shareOf, sigmasApart } from './agree.ts';
import { toyFight } from './toy.ts';
import { toyEngagement } from './toy-engagement.ts';

const fight = compile(toyFight());
const answer = exact(fight);

/** Every sequence of dice of a one-round fight, by hand: 100 pairs of faces. */
function bruteForce(): Map<string, number> {
  const machine = toyFight({ rounds: 1 });
  const shares = new Map<string, number>();
  for (const first of d10.faces) {
    for (const second of d10.faces) {
      const stepper = new Stepper(machine);
      stepper.start();
      for (const face of [first, second]) {
        const step = stepper.step!;
        if (!isRoll(step)) throw new Error('expected a roll');
        stepper.apply(step, stepper.against(), face);
      }
      const o = machine.outcome(machine.layout.view);
      shares.set(o, (shares.get(o) ?? 0) + 1 / 100);
    }
  }
  return shares;
}

describe('exact', () => {
  it('equals brute force over every sequence of dice', () => {
    const one = exact(compile(toyFight({ rounds: 1 })));
    for (const [o, p] of bruteForce()) expect(shareOf(one, o)).toBeCloseTo(p, 14);
  });

  it('adds up to 1 within 1e-12, for large fights too', () => {
    for (const size of [{}, { a: 20, b: 20, rounds: 20 }]) {
      const total = exact(compile(toyFight(size))).ends.reduce((s, e) => s + e.weight, 0);
      expect(Math.abs(total - 1)).toBeLessThan(1e-12);
    }
  });

  it('gives the same layer by layer as compiled whole, spreads of sums included', () => {
    const machine = toyEngagement();
    const whole = exact(compile(machine));
    const { tally } = exactByLayers(machine);
    const weights = new Map(tally.ends.map((e) => [`${e.outcome}|${e.values}`, e.weight]));
    expect(tally.ends.length).toBe(whole.ends.length);
    for (const e of whole.ends) expect(weights.get(`${e.outcome}|${e.values}`)).toBeCloseTo(e.weight, 14);
    expect(tally.sums[0].mean).toBeCloseTo(whole.sums[0].mean, 12);
    expect(tally.sums[0].sd).toBeCloseTo(whole.sums[0].sd, 11);
  });

  it('stops layer by layer at its stated limit', () => {
    expect(() => exactByLayers(toyEngagement({ pairs: 3 }), { layerStates: 100 })).toThrow(/let it be sampled/);
  });
});

describe('sample', () => {
  it('agrees with exact over ten million encounters, end by end', async () => {
    expect(sigmasApart(await sample(fight, 1e7, 1), answer)).toBeLessThan(4.5);
  });

  it.each([1, 2, 3, 63, 64, 65, 1000, 12_345])('plays exactly the %i encounters asked for', async (n) => {
    const tally = await sample(fight, n, 9);
    expect(tally.ends.reduce((s, e) => s + e.weight, 0)).toBe(n);
  });

  it('does not favour short encounters, however few are played', async () => {
    // 8,000 runs of three encounters each: stopping at the third ending instead would show here at once.
    const walker = await Walker.on(fight);
    const edges = new Float64Array(fight.target.length);
    for (let k = 0; k < 8_000; k++) walker.block(5, k, 3, edges);
    const rounds = new Map<number, number>();
    for (let e = 0; e < edges.length; e++) {
      if (fight.target[e] < 0) {
        const r = fight.ends[~fight.target[e]].values[2];
        rounds.set(r, (rounds.get(r) ?? 0) + edges[e]);
      }
    }
    const p = answer.ends.filter((e) => e.values[2] === 1).reduce((s, e) => s + e.weight, 0);
    const sd = Math.sqrt(p * (1 - p) * 24_000);
    expect(Math.abs(rounds.get(1)! - p * 24_000) / sd).toBeLessThan(4.5);
  });

  it('gives the same for the same seed and another for another', async () => {
    expect(await sample(fight, 100_000, 4)).toEqual(await sample(fight, 100_000, 4));
    expect((await sample(fight, 100_000, 4)).ends).not.toEqual((await sample(fight, 100_000, 5)).ends);
  });

  it.each([16, 32, 64, 128, 256])('agrees with exact in rows %i wide', async (width) => {
    const walker = await Walker.on(fight, walkTable(fight, width));
    const edges = new Float64Array(fight.target.length);
    walker.block(3, 0, 1e6, edges);
    const weights = new Float64Array(fight.ends.length);
    fight.target.forEach((t, e) => {
      if (t < 0) weights[~t] += edges[e];
    });
    const ends = fight.ends.map((e, i) => ({ ...e, weight: weights[i] }));
    expect(sigmasApart({ ...answer, kind: 'sampled', trials: 1e6, ends }, answer)).toBeLessThan(4.5);
  });

  it('agrees with exact on the wide kernel', async () => {
    const large = compile(toyFight({ a: 16, b: 16, rounds: 12 }));
    expect(walkTable(large).next.length).toBeGreaterThan(65_536);
    // Rows are half as wide where the table would not stay in the cache.
    const widths = [{ a: 10, b: 10, rounds: 6 }, { a: 12, b: 12, rounds: 8 }].map((f) => walkTable(compile(toyFight(f)))); // biome-ignore format: one line
    expect(widths.map(({ width, rows }) => [width, rows * 256 > 131_072])).toEqual([[256, false], [128, true]]); // biome-ignore format: a table
    expect(sigmasApart(await sample(large, 1e6, 2), exact(large))).toBeLessThan(4.5);
  });

  it('loses no count at 10^12 trials', () => {
    const plan = planBlocks(1e12);
    let total = 0;
    for (let k = 0; k < plan.blocks; k++) total += trialsInBlock(plan, k);
    expect(total).toBe(1e12);
    expect(plan.blockSize).toBeLessThan(2 ** 31);
  });

  it.each([0, -1, 1.5, 1e99, Number.NaN])('refuses %d trials in one sentence', async (n) => {
    await expect(sample(fight, n, 1)).rejects.toThrow(/it must be a whole number from 1 to 1,000,000,000,000/);
  });

  it('allocates nothing in the loop: the heap does not grow over ten million encounters', async () => {
    const walker = await Walker.on(fight);
    const edges = new Float64Array(fight.target.length);
    const pauses: number[] = [];
    const look = () => {
      pauses.push(process.memoryUsage().heapUsed);
      return false;
    };
    walker.block(1, 0, 2 ** 20, edges);
    let grown = 0;
    for (let k = 0; k < 10; k++) {
      pauses.length = 0;
      walker.block(1, k, 2 ** 20, edges, look);
      // Looking costs a few hundred bytes itself; encounters by the thousand between looks must cost nothing more.
      const perPiece = (pauses.at(-1)! - pauses[0]) / pauses.length;
      grown = k === 0 ? perPiece : Math.min(grown, perPiece);
    }
    expect(grown).toBeLessThan(4096);
  });
});

describe('trace', () => {
  it('replays the very encounters that were counted', async () => {
    const trials = 500;
    const tally = await sample(fight, trials, 8);
    const counted = new Map<string, number>();
    for (let i = 0; i < trials; i++) {
      const story = trace(toyFight(), fight, { seed: 8, trials, encounter: i });
      const key = `${story.outcome}|${story.measures.map((m) => m.value)}`;
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
    const expected = new Map(tally.ends.map((e) => [`${tally.outcomes[e.outcome].id}|${e.values}`, e.weight]));
    expect(counted).toEqual(expected);
  });

  it('tells every roll with its title, face and result', () => {
    const story = trace(toyFight(), fight, { seed: 8, trials: 1000, encounter: 0 });
    const rolls = story.entries.filter((e) => e.kind === 'roll');
    expect(rolls.map((r) => r.title).slice(0, 2)).toEqual(['Round 1: A strikes', 'Round 1: B strikes']);
    expect(rolls.length).toBe(facesOf(fight, planBlocks(1000), 8, 0).length);
  });

  it('refuses an encounter that the run does not have', () => {
    expect(() => trace(toyFight(), fight, { seed: 1, trials: 10, encounter: 10 })).toThrow(/numbered from 0/);
  });
});

describe('the product of two automata', () => {
  const other = compile(toyFight({ b: 6 }));
  const both = product(fight, other);

  it('keeps the law of either side exactly', () => {
    const joint = exact(both.automaton);
    const sideA = new Float64Array(fight.ends.length);
    const sideB = new Float64Array(other.ends.length);
    joint.ends.forEach((e, i) => {
      sideA[both.pairs[i].a] += e.weight;
      sideB[both.pairs[i].b] += e.weight;
    });
    for (const [i, e] of exact(fight).ends.entries()) expect(sideA[i]).toBeCloseTo(e.weight, 13);
    for (const [i, e] of exact(other).ends.entries()) expect(sideB[i]).toBeCloseTo(e.weight, 13);
  });

  it('takes variance out of the difference', () => {
    const joint = exact(both.automaton);
    const wins = fight.outcomes.findIndex((o) => o.id === 'a-wins');
    const mean = joint.ends.reduce((s, e) => s + e.weight * e.values[wins], 0);
    const paired = joint.ends.reduce((s, e) => s + e.weight * (e.values[wins] - mean) ** 2, 0);
    const p = shareOf(answer, 'a-wins');
    const q = shareOf(exact(other), 'a-wins');
    expect(mean).toBeCloseTo(q - p, 12);
    expect(paired).toBeLessThan((p * (1 - p) + q * (1 - q)) / 2);
  });

  it('of an automaton with itself shows no difference at all', () => {
    const same = exact(product(fight, compile(toyFight())).automaton);
    expect(same.ends.every((e) => e.weight === 0 || e.values.slice(0, 6).every((v) => v === 0))).toBe(true);
  });
});

describe('play over local automata', () => {
  const machine = toyEngagement({ pairs: 3, turns: 4 });

  it('gives roll for roll what direct stepping gives', () => {
    const local = new Player(machine).block(new StreamDice(3, 0), 0, 3000);
    const direct = new Player(machine, { direct: true }).block(new StreamDice(3, 0), 0, 3000);
    expect(local).toEqual(direct);
  });

  it('stays right when its tables are full and begun anew', () => {
    // Large enough that both pairs come to more than the thousand states a table holds at the least.
    const large = toyEngagement({ pairs: 2, turns: 30, fs: 24 });
    const roomy = new Player(large);
    const tight = new Player(large, { localStates: 1 });
    for (let k = 0; k < 3; k++) {
      const dice = () => new StreamDice(3, k);
      expect(tight.block(dice(), 0, 500)).toEqual(roomy.block(dice(), 0, 500));
    }
    // The same dice come to the same states: fewer are held only because tables were begun anew.
    expect(tight.states).toBeLessThan(roomy.states);
  });

  it.each([
    ['stream dice', () => new StreamDice(11, 0)],
    ['keyed dice', () => new KeyedDice(11)],
  ])('agrees with exact under %s', (_name, dice) => {
    const two = toyEngagement();
    const played = tallyPlay(two, new Player(two).block(dice(), 0, 200_000)!, false);
    expect(sigmasApart(played, exact(compile(two)))).toBeLessThan(4.5);
  });
});

describe('solve', () => {
  it('takes expectations at rolls, so that an encounter without choices has its exact value', () => {
    const worth = (e: { outcome: number }) => (fight.outcomes[e.outcome].id === 'a-wins' ? 1 : 0);
    expect(solve(toyFight(), explore(toyFight()), { worth, wantsHigh: () => true }).value).toBeCloseTo(
      shareOf(answer, 'a-wins'),
      13,
    );
  });
});

describe('an encounter far too large for exact work', () => {
  it('is refused after a forecast, long before the limit is reached', async () => {
    const loaded = await loadScenario('brigades-engage');
    const { machine } = prepareCell(loaded).built;
    const working = workingByLayers(machine);
    let found = 0;
    const work = () => {
      for (let next = working.next(); !next.done; next = working.next()) found = next.value;
    };
    expect(work).toThrow(/over 50,000,000 states .* let it be sampled/);
    expect(found).toBeLessThan(300_000);
  });

  it('is not mistaken for one that fits, whose states grow evenly', async () => {
    const loaded = await loadScenario('two-battalions', { set: ['turns=20', 'a.fs=10', 'b.fs=10'] });
    const { machine } = prepareCell(loaded).built;
    const { states } = exactByLayers(machine, { allStates: 200_000 });
    expect(states).toBeGreaterThan(2 * FIRST_FORECAST);
  });
});
