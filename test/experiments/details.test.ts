import { describe, expect, test } from 'vitest';
import { best, compare, matrix, run, sensitivity, sweep, tune } from '../../src/index.ts';
import type { CellResult } from '../../src/results/types.ts';
import { toy } from './toy.ts';

const text = 'rulings: { rounds: 2 }\nattacker: { strength: 6, height: true }';
const sampled = { engine: 'sample', trials: 20_000, seed: 6 } as const;
const cellOf = async (options = {}): Promise<CellResult> => (await run(await toy(text), options)).cells[0];

describe('a cell in detail', () => {
  test('means given who wins add up to the mean', async () => {
    const { measures, details } = await cellOf();
    for (const m of measures.filter((x) => x.quantiles && x.sd > 0)) {
      const parts = details!.conditionals.filter((c) => c.measure === m.id);
      expect(parts.reduce((sum, c) => sum + c.p, 0)).toBeCloseTo(1, 12);
      expect(parts.reduce((sum, c) => sum + c.p * c.mean, 0)).toBeCloseTo(m.mean, 12);
    }
  });

  test('has its details whatever is asked', async () => {
    const axis = { path: 'attacker.strength', label: 'strength', kind: 'number', values: [5, 6] } as const;
    const other = { ...axis, path: 'defender.strength' };
    const height = 'rules.fight.rows.height=1..2';
    const loaded = await toy(text);
    const all = [
      await sweep(loaded, { axes: [axis] }),
      await matrix(loaded, { rows: axis, columns: other }),
      await sensitivity(loaded),
      await best(loaded),
      await tune(loaded, { target: 0.3, parameters: [height] }),
    ];
    for (const { kind, cells } of all)
      for (const cell of cells) expect(cell.details?.conditionals.length, kind).toBeGreaterThan(0);
  });

  test('quantiles lie where the distribution has so much below them', async () => {
    for (const { quantiles, distribution } of (await cellOf()).measures) {
      for (const { share, value } of quantiles ?? []) {
        const upTo = (test: (v: number) => boolean) =>
          distribution.filter((d) => test(d.value)).reduce((sum, d) => sum + d.p, 0);
        expect(upTo((v) => v <= value)).toBeGreaterThanOrEqual(share - 1e-12);
        expect(upTo((v) => v < value)).toBeLessThan(share);
      }
    }
  });

  test('correlations are those of the joint distribution, exact and sampled', async () => {
    const [exact, played] = [await cellOf(), await cellOf(sampled)];
    expect(exact.details!.correlations.length).toBeGreaterThan(0);
    exact.details!.correlations.forEach(({ r, low }, i) => {
      expect(low).toBeUndefined();
      const other = played.details!.correlations[i];
      expect(other.low!).toBeLessThan(other.r);
      expect(Math.abs(other.r - r)).toBeLessThan(4.5 / Math.sqrt(20_000));
    });
  });

  test('losses of both sides together add up to those of each side alone', async () => {
    for (const options of [{}, { engine: 'sample', trials: 5_000 } as const]) {
      const { cells } = await run('column-v-line', options);
      const { first, second, rows } = cells[0].details!.joint!;
      expect([first, second]).toEqual(['attacker.hits', 'defender.hits']);
      const sides = ['first', 'second'] as const;
      for (const [k, id] of [first, second].entries()) {
        for (const { value, p } of cells[0].measures.find((m) => m.id === id)!.distribution) {
          const alone = rows.filter((r) => r[sides[k]] === value).reduce((sum, r) => sum + r.p, 0);
          expect(alone).toBeCloseTo(p, 12);
        }
      }
    }
  });

  test('survival falls to nothing, and what ends in a round is what was left of the one before', async () => {
    const { cells } = await run('column-v-line');
    const { measure, rows } = cells[0].details!.survival!;
    const { distribution } = cells[0].measures.find((m) => m.id === measure)!;
    let before = 1;
    rows.forEach(({ value, p }) => {
      expect(before - p).toBeCloseTo(distribution.find((d) => d.value === value)!.p, 12);
      before = p;
    });
    expect(before).toBe(0);
  });
});

describe('another level', () => {
  test('may stand in the scenario file, and the caller outranks it', async () => {
    const loaded = await toy(`${text}\nlevel: 99%`);
    expect((await run(loaded, sampled)).cells[0].level).toBe(0.99);
    expect((await run(loaded, { ...sampled, level: 0.9 })).cells[0].level).toBe(0.9);
    await expect(toy(`${text}\nlevel: 30%`)).rejects.toThrow(/level/i);
  });

  test('makes every interval as much wider as the normal says, and is told', async () => {
    const [usual, sure] = [await cellOf(sampled), await cellOf({ ...sampled, level: 0.99 })];
    expect([usual.level, sure.level]).toEqual([0.95, 0.99]);
    const width = ({ low, high }: { low?: number; high?: number }) => high! - low!;
    const ratio = 2.5758293035489004 / 1.959963984540054;
    usual.measures.forEach((m, i) => {
      if (m.sd > 0) expect(width(sure.measures[i]) / width(m)).toBeCloseTo(ratio, 2);
    });
    usual.outcomes.forEach((o, i) => {
      if (o.count! > 1_000) expect(width(sure.outcomes[i]) / width(o)).toBeCloseTo(ratio, 2);
    });
  });

  test('is refused where it is none', async () => {
    for (const level of [0, 0.4, 1, 95]) await expect(cellOf({ ...sampled, level })).rejects.toThrow(/The level is/);
  });

  test('moves intervals and verdicts of a comparison', async () => {
    const loaded = await toy(text);
    const variants = ['rules.fight.rows.height=1'];
    const [usual, sure] = [
      await compare(loaded, { ...sampled, variants }),
      await compare(loaded, { ...sampled, variants, level: 0.999 }),
    ];
    usual.differences!.forEach((d, i) => {
      if (d.high! > d.low!)
        expect(sure.differences![i].high! - sure.differences![i].low!).toBeGreaterThan(d.high! - d.low!);
      expect(sure.differences![i].rawPValue).toBe(d.rawPValue);
      expect(sure.differences![i].verdict === 'no detectable difference').toBe(
        sure.differences![i].pValue! >= 1 - 0.999,
      );
    });
    expect(sure.verdicts![0].notes.join(' ')).toContain('Intervals are 99.9% each');
    expect(sure.verdicts![0].notes.join(' ')).toContain('at most 1 time in 1,000');
  });
});

describe('what a difference needs', () => {
  test('is the number of trials at which this run would just have detected it', async () => {
    const { differences } = await compare(await toy(text), { ...sampled, variants: ['rules.fight.rows.height=1'] });
    for (const d of differences!.filter((x) => x.trialsNeeded !== undefined)) {
      const times = (d.detectable! / Math.abs(d.difference)) ** 2;
      expect(d.trialsNeeded! / (sampled.trials * times)).toBeCloseTo(1, 1);
    }
  });

  test('exact differences have effect sizes too', async () => {
    const { differences } = await compare(await toy(text), { variants: ['rules.fight.rows.height=1'] });
    const win = differences!.find((d) => d.id === 'winner=a')!;
    expect(win.effect).toEqual({
      kind: 'cohens-h',
      value: expect.closeTo(2 * Math.asin(Math.sqrt(win.value)) - 2 * Math.asin(Math.sqrt(win.base)), 12),
    });
    expect(win.trialsNeeded).toBeGreaterThan(10);
    expect(win.rawPValue).toBeUndefined();
  });
});

describe('two changes together', () => {
  const variants = ['attacker.strength=7', 'rules.fight.rows.height=1'];

  test('differ from the sum of each by what a comparison of both says', async () => {
    const loaded = await toy(text);
    const { interactions } = await compare(loaded, { variants, interactions: true });
    const apart = await compare(loaded, { variants: [...variants, variants] });
    for (const x of interactions!) {
      const [one, other, both] = apart.differences!.filter((d) => d.id === x.id).map((d) => d.difference);
      expect(x.together).toBeCloseTo(both, 12);
      expect(x.interaction).toBeCloseTo(both - one - other, 12);
    }
    expect(interactions!.length).toBeGreaterThan(3);
    const { interactions: played } = await compare(loaded, { ...sampled, variants, interactions: true });
    for (const x of played!) {
      const truth = interactions!.find((y) => y.id === x.id)!.interaction;
      expect(x.low).toBeLessThanOrEqual(truth);
      expect(x.high).toBeGreaterThanOrEqual(truth);
    }
  });

  test('that set the same thing are left out', async () => {
    const same = ['attacker.strength=7', 'attacker.strength=5'];
    expect((await compare(await toy(text), { variants: same, interactions: true })).interactions).toBeUndefined();
  });
});
