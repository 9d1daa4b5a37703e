import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

describe('run --convergence', () => {
  it('is the chart that standard output gets', async () => {
    const line = 'run volley --engine sample --trials 5000 --convergence target-hit --format vega-lite';
    const { out } = await grognard(line);
    expect(JSON.parse(out).usermeta.grognard.title).toMatch(/^After 5,000 trials the estimate is /);
  });

  it.each([
    [1, /^1 trial gives one point only, .* so there is no chart of convergence; sample more\.$/],
    [10, /^10 trials give one point only/],
  ])('says why there is no chart of %d trials', async (trials, text) => {
    const { out } = await grognard(`run volley --trials ${trials} --convergence target-hit --format json`);
    const [cell] = JSON.parse(out).cells;
    expect(cell.notes).toContainEqual({ kind: 'info', text: expect.stringMatching(text) });
  });

  it('says nothing of the kind where there is one', async () => {
    const { out } = await grognard('run volley --trials 1000 --convergence target-hit');
    expect(out).not.toMatch(/no chart/);
  });

  it('leaves no folder behind where nothing came of it', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'convergence-')), 'out');
    const { code } = await grognard(['run', 'volley', '--convergence', 'no-effect', '--engine', 'exact', '--out', out]);
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});
