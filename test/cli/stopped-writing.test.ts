import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grognard-stop-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Ctrl-C at the moment something is said. */
function stopAt(stream: 'out' | 'err') {
  const stop = new AbortController();
  let said = '';
  const say = (text: string) => {
    said += text;
    stop.abort();
  };
  return { signal: stop.signal, [stream]: say, said: () => said };
}

describe('Ctrl-C after the computation', () => {
  it('while charts are drawn says that nothing was written, and nothing is', async () => {
    const out = join(root, 'out');
    const ran = await grognard(['compare', 'column-v-line', '--variant', 'oth-half', '--out', out], stopAt('out'));
    expect(ran.err).toBe(
      `Stopped while the files were made: what is shown is whole, but nothing was written to ${out}.\n`,
    );
    expect(ran.code).toBe(130);
    expect(readdirSync(root)).toEqual([]);
  });

  it('with nothing to write is no stop at all', async () => {
    const ran = await grognard('run volley', stopAt('out'));
    expect([ran.code, ran.err]).toEqual([0, '']);
  });

  it('with every file written is no stop either', async () => {
    const out = join(root, 'out');
    const io = stopAt('err');
    const ran = await grognard(['run', 'volley', '--out', out], io);
    expect(ran.code).toBe(0);
    expect(io.said()).not.toMatch(/Stopped/);
    expect(readdirSync(out)).toContain('results.json');
  });
});
