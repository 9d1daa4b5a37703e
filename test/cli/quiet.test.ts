import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grognard } from './harness.ts';

it.each([
  [[], /outcomes\.png cannot show 🐎 because its font lacks them/],
  [['--quiet'], /^$/],
])('with %j, letters that the font lacks', async (flags, said) => {
  const out = mkdtempSync(join(tmpdir(), 'grognard-quiet-'));
  const line = ['run', 'column-v-line', '--set', 'attacker.name=Horse 🐎', '--out', out, ...flags];
  const { code, err } = await grognard(line);
  rmSync(out, { recursive: true, force: true });
  expect(err).toMatch(said);
  expect(code).toBe(0);
});
