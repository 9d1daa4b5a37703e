import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/scenarios/files.ts';
import { hostileFiles, largeFiles } from './hostile-files.ts';

/** Twice what is promised: processor time on a shared machine is not quite a constant. */
const MOST_CPU_MS = 4_000;
const HEAP_MB = 300;

interface Answer {
  readonly code: number;
  readonly err: string;
  readonly cpuMs: number;
}
let answers: Readonly<Record<string, Answer>>;

// One process reads them all: starting one costs more than most of the files.
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-small-'));
  const files = Object.entries({ ...hostileFiles, ...largeFiles }).map(([name, text], i) => {
    const path = join(folder, `${i}.yaml`);
    writeFileSync(path, text);
    return { name, path, variant: name.startsWith('a variant') };
  });
  const reader = join(packageRoot(), 'test/scenarios/answer-files.ts');
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const run = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, '--import', tsx, reader, JSON.stringify(files)],
    { encoding: 'utf8', timeout: 500_000, maxBuffer: 50_000_000 },
  );
  // A file that hangs or eats the memory ends the process: the answers up to it are there.
  answers = Object.fromEntries(
    run.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
});

describe('a small file is answered quickly, whatever stands in it', () => {
  it.each(Object.keys(hostileFiles))('%s', (name) => {
    const answer = answers[name];
    expect(answer, 'it was never answered').toBeDefined();
    const { code, err, cpuMs } = answer;
    expect(code).toBe(2);
    expect(cpuMs).toBeLessThan(MOST_CPU_MS);
    const lines = err.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(21);
    for (const line of lines) expect(line.length).toBeLessThan(2_200);
  });

  it.each(Object.keys(largeFiles))('%s is played', (name) => {
    expect(answers[name]).toMatchObject({ code: 0 });
    expect(answers[name].cpuMs).toBeLessThan(MOST_CPU_MS);
  });

  it.each([
    [
      'a variant of five thousand rows',
      /:4:\d+: add\.melee\.infantry: The table 'melee\.infantry' would have 5,0\d\d rows; 500 are allowed\.$/,
    ],
    ['a variant of a row with thousands of conditions', /A condition may list 100 patterns; this one lists 19,000\.$/],
  ])('%s says what is allowed', (name, message) => {
    expect(answers[name].err.trimEnd()).toMatch(message);
  });

  it('with more than 20 mistakes says how many more there are', () => {
    const lines = answers['unknown keys'].err.trimEnd().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('… and at least 12980 more like these.');
  });
});
