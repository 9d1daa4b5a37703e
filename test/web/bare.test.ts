import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleEntries } from '../../scripts/bake.ts';
import { run } from '../../src/experiments/run.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { site, workerFile } from './browser.ts';

const scripts = () =>
  readdirSync(join(site, 'assets'))
    .filter((f) => f.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(site, 'assets', name), 'utf8') }));

describe('the engine of the page without a browser', () => {
  it('names nothing of Node in any file', () => {
    for (const { name, text } of scripts()) {
      expect(text, name).not.toMatch(/from\s*["'`]node:|import\(\s*["'`]node:|\brequire\(["'`]/);
    }
  });

  it.each([
    ['the reader of expressions', 'Invalid regular expression', 1],
    ['the measures of a globe', 'MultiPolygon', 0],
  ])('holds %s as often as its charts need it', (_, sign, times) => {
    expect(scripts().filter(({ text }) => text.includes(sign)).length).toBe(times);
  });

  it.each(['column-v-line', 'grenadiers-charge', 'push-of-pike'])(
    'answers %s in a bare context with the figures of the command line',
    async (name) => {
      const { scenario } = exampleEntries().find((e) => e.name === name)!;
      const play = { kind: 'run', scenario, command: '' };
      const question = { id: 1, kind: 'file', ask: { play, chart: '', dark: false, format: 'json' } };
      const script = join(import.meta.dirname, 'bare-engine.mjs');
      const flags = ['--experimental-vm-modules', '--no-warnings', script, join(site, workerFile())];
      const { stdout, stderr } = spawnSync(process.execPath, flags, { input: JSON.stringify(question) });
      expect(stderr.toString()).toBe('');
      const { value, problems } = JSON.parse(stdout.toString());
      expect(problems).toBeUndefined();
      const expected = await run(await loadScenario(name), { command: '' });
      expect(JSON.parse(value.content).cells).toEqual(JSON.parse(JSON.stringify(expected.cells)));
    },
  );
});
