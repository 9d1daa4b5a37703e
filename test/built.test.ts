import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

describe('the built command', () => {
  it('is there after npm ci, and answers', () => {
    expect(existsSync(main), 'npm ci or npm run build makes it').toBe(true);
    const out = execFileSync(process.execPath, [main, 'run', 'volley'], { encoding: 'utf8' });
    expect(out).toMatch(/^Target hit, no worse 80\.0% of the time; target driven back 20\.0%/);
    expect(out).toMatch(/Reproduce: grognard run volley/);
  });

  it('finds its threads', () => {
    const args = ['run', 'column-v-line', '--engine', 'sample', '--trials', '1e8', '--threads', '2', '--quiet'];
    expect(execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' })).toMatch(/100,000,000 trials, seed 1/);
  });
});
