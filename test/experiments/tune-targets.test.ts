import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineLine } from '../../reports/caption.ts';
import { checkTargets } from '../../src/experiments/targets/check.ts';
import { tuneTargets } from '../../src/experiments/targets/tune.ts';
import { axisFromFlag, combinations } from '../../src/scenarios/axes.ts';
import { loadSuite } from '../../src/scenarios/files.ts';

const file = join(mkdtempSync(join(tmpdir(), 'targets-')), 'suite.yaml');
const suite = (...targets: string[]) => {
  const lines = ['rules: oth2', 'situations:', '  fight: column-v-line', '  volley: volley', 'targets:'];
  writeFileSync(file, [...lines, ...targets.map((t) => `  - ${t}`)].join('\n'));
  return loadSuite(file);
};
const AXES = ['rules.melee.infantry.attack-column=0..4', 'rules.fire.small-arms.initial-volley=0..3'].map(axisFromFlag);
const tuned = async (...targets: string[]) =>
  (await tuneTargets(await suite(...targets), { parameters: AXES })).targetTuning!;

describe('tune over several targets', () => {
  test('rules that meet them are left as they are', async () => {
    const found = await tuned('volley: target.hits at least 1');
    expect(found).toMatchObject({ reached: true, variantFile: null, looked: 20 });
    expect(found.text).toMatch(/met as the rules stand/);
  });

  test('finds the smallest change that check then confirms, as trying everything does', async () => {
    const wanted = ['volley: target.hits at most 1.5', 'fight: attacker wins at most 43%'];
    const found = await tuned(...wanted);
    expect(found.reached).toBe(true);
    const changed = found.parameters.filter((p) => p.from !== p.to);
    const loaded = await suite(...wanted);
    const brute: number[][] = [];
    for (const overrides of combinations(AXES)) {
      const { targets } = await checkTargets(loaded, { name: 'try', overrides });
      const steps = overrides.map((o) => Math.abs(Number(o.value) - 2));
      if (targets.every((t) => t.met)) brute.push([steps.filter((s) => s > 0).length, steps.reduce((a, b) => a + b)]);
    }
    const [[rows, steps]] = brute.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(changed.length).toBe(rows);
    expect(changed.reduce((sum, p) => sum + Math.abs(p.to - p.from), 0)).toBe(steps);
    expect(found.variantFile).toMatch(/initial-volley/);
  });

  test('says which target cannot be met at all, and which only not together', async () => {
    const never = await tuned('fight: attacker wins at least 99%', 'volley: target.hits at least 1');
    expect(never).toMatchObject({ reached: false, impossible: [0], conflict: [] });
    expect(never.text).toMatch(/attacker wins at least 99%” cannot be met at all/);
    const clash = await tuned('volley: target.hits at most 1.5', 'volley: target-driven-back at least 15%');
    expect(clash).toMatchObject({ reached: false, impossible: [], conflict: [0, 1] });
    expect(clash.text).toMatch(/cannot be met together/);
    expect(clash.targets.filter((t) => t.met)).toHaveLength(1);
  });

  test('what meets no more targets than the rules as they stand is no compromise', async () => {
    const { text, parameters, targets } = await tuned(
      'fight: attacker wins at most 1%',
      'volley: target.hits at least 1',
    );
    expect(targets.map((t) => t.met)).toEqual([false, true]);
    expect(parameters.some((p) => p.from !== p.to)).toBe(true);
    expect(text).toMatch(
      /: no change meets more of them than the rules as they stand, 1 of 2\. Nearer .* comes .* from /,
    );
  });

  test('stopped early it speaks of what was looked at alone', async () => {
    const loaded = await suite('fight: attacker wins at most 1%', 'volley: target.hits at least 1');
    const parameters = ['rules.melee.infantry.attack-column=0..8', 'rules.fire.small-arms.initial-volley=0..8'];
    const options = { parameters: parameters.map(axisFromFlag), signal: AbortSignal.abort() };
    const results = await tuneTargets(loaded, options);
    const { partial, targetTuning } = results;
    expect([partial, targetTuning!.looked, targetTuning!.points]).toEqual([true, 32, 81]);
    expect(targetTuning!.text).toMatch(
      /^Stopped early: no change that was looked at meets every target: none meets more/,
    );
    expect(engineLine(results)).toMatch(/Stopped early: not all changes were looked at\.$/);
  });

  test.each([
    [['attacker.fs=5..9'], /must be a figure of the rules/],
    [[], /needs something that may move/],
  ])('%j is refused', async (flags, message) => {
    const loaded = await suite('volley: target.hits at least 1');
    await expect(tuneTargets(loaded, { parameters: flags.map(axisFromFlag) })).rejects.toThrow(message);
  });
});
