import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rootAbove } from '../../src/scenarios/package-root.ts';

it('looks upwards for the package, and ends at the root of the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'root-'));
  const inner = join(folder, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  expect(() => rootAbove(inner)).toThrow(/no package\.json in .*b or above it/);
  writeFileSync(join(folder, 'package.json'), '{}');
  expect(rootAbove(inner)).toBe(folder);
});
