import { describe, expect, test } from 'vitest';
import { run } from '../../src/experiments/run.ts';
import { sweep } from '../../src/experiments/sweep.ts';
import { InputError } from '../../src/rules/problem.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';
import { chance, toy } from './toy.ts';

const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (e) {
    expect(e).toBeInstanceOf(InputError);
    expect((e as Error).message.split('\n')).toHaveLength(1);
    return (e as Error).message;
  }
  throw new Error('nothing was refused');
};

describe('sweep', () => {
  test('one axis of numbers over the situation', async () => {
    const { axes, cells, kind } = await sweep(await toy(), { axes: [axisFromFlag('attacker.strength=4..8')] });
    expect(kind).toBe('sweep');
    expect(axes![0].values).toEqual([4, 5, 6, 7, 8]);
    for (const [i, strength] of [4, 5, 6, 7, 8].entries()) {
      expect(cells[i].labels).toEqual({ 'attacker.strength': strength });
      expect(cells[i].outcomes[2].p).toBeCloseTo(chance(strength) * 0.5, 12);
    }
  });
  test('two axes, over rules, books and rulings', async () => {
    const loaded = await toy('attacker: { height: true }');
    const rows = axisFromFlag('rules=toy,toy-two');
    const { cells } = await sweep(loaded, { axes: [rows, axisFromFlag('rules.fight.rows.height=0..3')] });
    expect(cells.map((c) => c.rulebook.id)).toEqual([...Array(4).fill('toy'), ...Array(4).fill('toy-two')]);
    expect(cells.map((c) => c.measures[1].mean)).toEqual(
      [5, 6, 7, 8, 5, 6, 7, 8].map((s) => expect.closeTo(chance(s), 12)),
    );
    const ties = await sweep(loaded, { axes: [axisFromFlag('rulings.tie=nobody,attacker,defender')] });
    expect(ties.cells.map((c) => c.rulings['tie'])).toEqual(['nobody', 'attacker', 'defender']);
  });
  test('sampled cells carry intervals, and the same seed the same bytes', async () => {
    const options = { engine: 'sample', trials: 5000, axes: [axisFromFlag('attacker.strength=4..6')] } as const;
    const first = await sweep(await toy(), options);
    expect(first.cells.every((c) => c.trials === 5000 && c.outcomes.every((o) => o.low !== undefined))).toBe(true);
    expect(JSON.stringify(await sweep(await toy(), options))).toBe(JSON.stringify(first));
  });
  test('the axes of the scenario serve when none is given', async () => {
    expect((await sweep(await toy('vary: { attacker.strength: 1..3 }'))).cells).toHaveLength(3);
  });
  test('a thousand exact cells are a small thing', async () => {
    const axes = [axisFromFlag('attacker.strength=0..20'), axisFromFlag('rules.fight.rows.press=-25..24')];
    const { cells } = await sweep(await toy('attacker: { plan: press }'), { axes });
    expect(cells).toHaveLength(1050);
  });
  test('tells how far it has come', async () => {
    const told: number[] = [];
    const axes = [axisFromFlag('attacker.strength=0..20')];
    await sweep(await toy(), { axes, onProgress: (p) => told.push(p.doneCells / p.totalCells) });
    expect(told.at(-1)).toBe(1);
  });
  test('gives what it has when it is stopped, and says so', async () => {
    const stop = new AbortController();
    const axes = [axisFromFlag('attacker.strength=0..20'), axisFromFlag('rules.fight.rows.press=-50..49')];
    const loaded = await toy('attacker: { plan: press }');
    const results = await sweep(loaded, { axes, signal: stop.signal, onProgress: () => stop.abort() });
    expect(results.partial).toBe(true);
    expect(results.cells.length).toBeGreaterThan(0);
    expect(results.cells.length).toBeLessThan(2100);
  });
});

describe('sweep refuses in one sentence', () => {
  test.each([
    ['an axis that names nothing', ['attacker.strenth=1..3'], /strenth.*strength/],
    ['a rule that names nothing', ['rules.fight.rows.hight=1..3'], /hight.*height/],
    ['a book that does not exist', ['rules=toy,tin'], /no rulebook 'tin'/],
    ['the same axis twice', ['attacker.strength=1..3', 'attacker.strength=1..3'], /Both axes move/],
    [
      'three axes',
      ['attacker.strength=1..3', 'defender.strength=1..3', 'attacker.height=true,false'],
      /one or two axes; 3 are/,
    ],
    ['none', [], /none is given/],
    ['a value that is out of bounds', ['attacker.strength=19..22'], /21/],
  ])('%s', async (_, axes, pattern) => {
    expect(await refusal(toy().then((s) => sweep(s, { axes: axes.map(axisFromFlag) })))).toMatch(pattern);
  });
  test('an empty range', () => {
    expect(() => axisFromFlag('attacker.strength=')).toThrow(InputError);
    expect(() => axisFromFlag('attacker.strength=5..1..1')).toThrow(/never leads/);
  });
  test('a million cells without asking', async () => {
    const axes = [axisFromFlag('attacker.strength=0..0.999..0.001'), axisFromFlag('defender.strength=0..0.999..0.001')];
    expect(await refusal(toy().then((s) => sweep(s, { axes })))).toMatch(/1,000,000 cells.*--max-cells/);
    const few = [axisFromFlag('attacker.strength=1..3')];
    expect(await refusal(toy().then((s) => sweep(s, { axes: few, maxCells: 2 })))).toMatch(/3 cells/);
  });
});

describe('run', () => {
  test('multiplies the axes of the scenario into cells', async () => {
    const { cells, axes } = await run(await toy('vary: { attacker.strength: 1..3, defender.plan: [hold, press] }'));
    expect(cells).toHaveLength(6);
    expect(axes).toHaveLength(2);
    expect(cells[1].labels).toEqual({ 'attacker.strength': 1, 'defender.plan': 'press' });
  });
  test('tells how unusual a result at the table was', async () => {
    const { luck } = await run(await toy('attacker: { strength: 9 }'), { observed: 'defender.hits=0' });
    expect(luck).toMatchObject({ measure: 'defender.hits', observed: 0, atLeast: { p: 1 } });
    expect(luck!.atMost.p).toBeCloseTo(0.1, 12);
    expect(luck!.percentile).toBeCloseTo(5, 10);
    expect(luck!.text).toBe(
      'A bit of bad luck: hits on the defender 0, the worst there is for the attacker, 10.0% of the time (1 in 10).',
    );
  });
  test('an outcome can be observed too, in the order of severity', async () => {
    const { luck } = await run(await toy('attacker: { strength: 9 }'), { observed: 'outcome=attacker-loses' });
    expect(luck!.atMost.p).toBeCloseTo(0.05, 12);
    expect(luck!.text).toBe(
      'A bit of bad luck: attacker loses, the worst there is for the attacker, 5.0% of the time (1 in 20).',
    );
  });
  test('what cannot happen is said to be so', async () => {
    const { luck } = await run(await toy(), { observed: 'defender.hits=7' });
    expect(luck!.text).toMatch(/cannot happen under these rules/);
  });
  test('a sample says only that it has not seen a thing', async () => {
    const { luck } = await run(await toy(), { engine: 'sample', trials: 2_000, observed: 'defender.hits=7' });
    expect(luck!.text).toMatch(/never came up in 2,000 trials/);
  });
  test.each([
    [{ observed: 'defender.hit=3' }, /Did you mean 'defender.hits'/],
    [{ convergence: 'defender-lose' }, /There is no outcome 'defender-lose'; .*Did you mean 'defender-loses'/],
    [{ convergence: 'attacker wins' }, /There is no outcome 'attacker wins'/],
  ])('%j is refused before anything is run', async (asked, pattern) => {
    let ran = false;
    const onProgress = () => {
      ran = true;
    };
    const work = toy().then((s) => run(s, { engine: 'sample', trials: 1_000_000_000, onProgress, ...asked }));
    expect(await refusal(work)).toMatch(pattern);
    expect(ran).toBe(false);
  });
  test.each([
    ['defender.hit=3', /Did you mean 'defender.hits'/],
    ['defender.hits=many', /must be a number/],
    ['defender.hits', /is no observation/],
    ['outcome=attacker-lose', /Did you mean 'attacker-loses'/],
  ])('an observation such as %s is refused', async (observed, pattern) => {
    expect(await refusal(toy().then((s) => run(s, { observed })))).toMatch(pattern);
  });
  test('one result is not set against many cells', async () => {
    const work = toy('vary: { attacker.strength: 1..3 }').then((s) => run(s, { observed: 'defender.hits=1' }));
    expect(await refusal(work)).toMatch(/against one cell/);
  });
  test('a sampled run shows how its estimate closed in on the exact value', async () => {
    const options = { engine: 'sample', trials: 100_000, convergence: 'defender-loses' } as const;
    const { convergence } = await run(await toy(), options);
    expect(convergence!.exact).toBeCloseTo(0.25, 12);
    expect(convergence!.points.at(-1)!.trials).toBe(100_000);
    const widths = convergence!.points.map((p) => p.high - p.low);
    expect(widths).toEqual([...widths].sort((a, b) => b - a));
    expect(Math.abs(convergence!.points.at(-1)!.p - 0.25)).toBeLessThan(0.006);
  });
  test('convergence is of samples only', async () => {
    expect(await refusal(toy().then((s) => run(s, { convergence: true })))).toMatch(/engine sample/);
  });
});
