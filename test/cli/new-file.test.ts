import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grognard } from './harness.ts';

it('says in words why a new file cannot be written', async () => {
  const path = join(tmpdir(), `${'x'.repeat(300)}.yaml`);
  const { code, err } = await grognard(['new', 'fire', '--file', path]);
  expect(err).toBe(`'${path}' cannot be written: the name is too long.\n`);
  expect(code).toBe(2);
});
