import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/scenarios/files.ts';

const main = join(packageRoot(), 'src/cli/main.ts');
const tsx = fileURLToPath(import.meta.resolve('tsx'));

/** The real program in a process of its own, from source. */
function start(args: readonly string[], { showsProgress = false } = {}) {
  const terminal = showsProgress ? ['--import', 'data:text/javascript,process.stderr.isTTY=true'] : [];
  const child = spawn(process.execPath, ['--import', tsx, ...terminal, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (d) => {
    err += d;
  });
  const ended = new Promise<{ code: number | null; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, err }));
  });
  return { child, ended };
}

const wholeOutput = async (child: ReturnType<typeof start>['child']): Promise<string> => {
  let out = '';
  for await (const part of child.stdout) out += part;
  return out;
};

describe('the program', () => {
  it('ends quietly when its reader goes away', async () => {
    const { child, ended } = start(['rules', 'show', 'oth2', '--format', 'json']);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toEqual({ code: 0, err: '' });
  });

  it('ends with 2 and one sentence for wrong input', async () => {
    const { child, ended } = start(['run', 'volley', '--trials', 'many']);
    child.stdout.resume();
    const { code, err } = await ended;
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('stops at Ctrl-C with what it has, marked partial, and 130', async () => {
    const { child, ended } = start(['run', 'column-v-line', '--precision', '0.001%', '--format', 'json'], {
      showsProgress: true,
    });
    // By the time millions are counted, the first stage of blocks is done.
    let shown = '';
    let stopping = false;
    child.stderr.on('data', (part) => {
      shown += part;
      if (stopping || !/million trials/.test(shown)) return;
      stopping = child.kill('SIGINT');
    });
    const out = await wholeOutput(child);
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(err).toMatch(/Stopped\. What is shown is what was done by then, marked as partial\.\n$/);
    const [cell] = JSON.parse(out).cells;
    expect(cell).toMatchObject({ engine: 'sample', partial: true });
    expect(cell.notes.at(-1).text).toMatch(/the line that reproduces it plays the whole run, not the part done here/);
  });
});
