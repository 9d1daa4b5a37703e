import { describe, expect, it } from 'vitest';
import { compare, type ExperimentProgress, sensitivity, sweep } from '../../src/index.ts';
import { toy } from './toy.ts';

const loaded = await toy('attacker: { strength: 6, height: true, plan: press }\ndefender: { plan: wary }');
const sampled = { engine: 'sample', trials: 4_000_000, seed: 4, threads: 1 } as const;

/** Options that stop as soon as progress says so. */
function stoppedWhen(when: (p: ExperimentProgress) => boolean) {
  const stop = new AbortController();
  const onProgress = (p: ExperimentProgress) => {
    if (when(p)) stop.abort();
  };
  return { ...sampled, signal: stop.signal, onProgress };
}

describe('what is done when a stop comes is given back', () => {
  it('compare keeps the variants that are done', async () => {
    const variants = [1, 2, 3, 4, 5, 7, 8].map((n) => `attacker.strength=${n}`);
    const results = await compare(loaded, { ...stoppedWhen((p) => p.doneCells >= 1), variants });
    const names = results.cells.map((c) => c.labels['variant']);
    expect(results.partial).toBe(true);
    expect(names).toEqual(['attacker.strength=6', ...variants].slice(0, names.length));
    expect(results.verdicts).toHaveLength(names.length - 1);
    expect(names.length).toBeGreaterThan(1);
    expect(names.length).toBeLessThan(8);
  });

  it('sweep keeps the cells that are done, though the stop comes while the states of another are counted', async () => {
    const { signal, onProgress } = stoppedWhen((p) => p.doneCells >= 1 && p.states !== undefined);
    // Where the first cell takes long, others would go to another thread, which counts for itself.
    const asked = { axes: ['turns=1,8,7'], threads: 1, signal, onProgress };
    const { cells, partial } = await sweep('two-battalions', asked);
    expect(partial).toBe(true);
    expect(cells.map((c) => c.labels['turns'])).toEqual([1]);
  });

  it('compare --rulings says that not all readings were tried', async () => {
    // The comparison itself counts two cells; the readings are more.
    const options = stoppedWhen((p) => p.totalCells > 2 && p.doneCells >= 2);
    const { verdicts, robustness } = await compare(loaded, {
      ...options,
      variants: ['attacker.strength=2'],
      rulings: true,
    });
    expect(verdicts![0].notes.at(-1)).toMatch(/Stopped early: not all other readings of the rulings were tried\.$/);
    expect(robustness!.length).toBeLessThan(5);
  });

  it('sensitivity keeps the rows that are done, and says nothing of the others', async () => {
    const results = await sensitivity(
      loaded,
      stoppedWhen((p) => p.doneCells >= 3),
    );
    const { rows, unmoved } = results.sensitivity!;
    expect(results.partial).toBe(true);
    expect(rows.length + unmoved.length).toBeGreaterThan(0);
    expect(rows.length + unmoved.length).toBeLessThan(5);
  });

  it('sensitivity without a single row is no answer', async () => {
    // Long enough that the first row is still being played when it is first heard of.
    const options = { ...stoppedWhen((p) => p.totalCells > 1 && p.cell !== undefined), trials: 400_000_000 };
    await expect(sensitivity(loaded, options)).rejects.toThrow(/Stopped before the first row was done/);
  });
});
