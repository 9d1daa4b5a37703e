import { describe, expect, it } from 'vitest';
import type { ExperimentOptions } from '../../src/experiments/options.ts';
import { run } from '../../src/experiments/run.ts';
import type { Results } from '../../src/results/types.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { breathe } from '../../src/sim/giving-way.ts';
import { withFirstLooks } from '../../web/engine/first-look.ts';

type Told = Parameters<NonNullable<ExperimentOptions['onProgress']>>[0];
const one = { doneCells: 0, totalCells: 1, elapsedMs: 1 };

/** An experiment whose answer is there as soon as `looks` looks were taken, and how often each look was played. */
async function looksAt(told: Told, isEngagement: boolean, looks: number): Promise<(number | undefined)[]> {
  const plays: (number | undefined)[] = [];
  const whole = { title: 'whole' } as Results;
  let isFinished = looks === 0;
  const experiment = async ({ trials, engine, isPastCompiling, onProgress }: ExperimentOptions): Promise<Results> => {
    if (engine !== 'sample') {
      do {
        void onProgress?.(told);
        await breathe();
      } while (!isFinished);
      return whole;
    }
    expect(isPastCompiling).toBe(true);
    plays.push(trials);
    return { title: 'a look' } as Results;
  };
  const seen: Results[] = [];
  const answer = withFirstLooks(experiment, { isEngagement }, {}, (look) => {
    seen.push(look);
    isFinished = seen.length === looks;
  });
  expect(await answer).toBe(whole);
  expect(seen.every((r) => r.title === 'a look')).toBe(true);
  return plays;
}

describe('first looks', () => {
  it.each<[string, Told, boolean, number, number[]]>([
    [
      'none at a fight that is there soon, whatever the clock says',
      { ...one, states: 1_800, elapsedMs: 5_000 },
      false,
      0,
      [],
    ],
    ['one at a fight with many states', { ...one, states: 3_000 }, false, 1, [100]],
    ['one at an engagement that is slow', { ...one, states: 500, elapsedMs: 200 }, true, 1, [100]],
    ['fewer plays of each of many cases', { ...one, totalCells: 5, elapsedMs: 200 }, true, 1, [40]],
    [
      'ever more plays while the answer is being sampled',
      { ...one, cell: { doneTrials: 0, totalTrials: 100_000, elapsedMs: 1 } },
      true,
      3,
      [100, 1_000, 10_000],
    ],
  ])('are taken: %s', async (_, told, isEngagement, looks, plays) => {
    expect(await looksAt(told, isEngagement, looks)).toEqual(plays);
  });

  it('come before the answer goes on being worked out', async () => {
    const order: string[] = [];
    const experiment = async ({ engine, onProgress }: ExperimentOptions): Promise<Results> => {
      if (engine === 'sample') {
        await breathe();
        return { title: 'a look' } as Results;
      }
      await onProgress?.({ ...one, states: 10_000 });
      order.push('the rest of the answer');
      return { title: 'whole' } as Results;
    };
    await withFirstLooks(experiment, { isEngagement: true }, {}, (look) => order.push(look.title));
    expect(order).toEqual(['a look', 'the rest of the answer']);
  });

  it('leave it to the answer to say what is wrong', async () => {
    const experiment = async ({ engine, onProgress }: ExperimentOptions): Promise<Results> => {
      onProgress?.({ ...one, states: 10_000 });
      throw new Error(engine === 'sample' ? 'of the look' : 'of the answer');
    };
    await expect(withFirstLooks(experiment, { isEngagement: true }, {}, () => {})).rejects.toThrow('of the answer');
  });

  it('can be taken at any encounter, without working out its states', async () => {
    const options = { engine: 'sample', isPastCompiling: true, trials: 200 } as const;
    const [cell] = (await run(await loadScenario('column-v-line'), options)).cells;
    const [exact] = (await run(await loadScenario('column-v-line'))).cells;
    expect(cell).toMatchObject({ engine: 'sample', trials: 200 });
    for (const { id, low, high } of cell.outcomes) {
      const p = exact.outcomes.find((o) => o.id === id)!.p;
      // Intervals of 95 % widened by half: none of some ten may miss.
      const margin = (high! - low!) / 2;
      expect(p > low! - margin && p < high! + margin, id).toBe(true);
    }
  });
});
