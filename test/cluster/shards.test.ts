import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseShard, shardFromEnvironment } from '../../src/cluster/shard.ts';
import { closePool } from '../../workers/pool.ts';
import { grognard } from '../cli/harness.ts';

const root = mkdtempSync(join(tmpdir(), 'grognard-shards-'));
afterAll(async () => {
  await closePool();
  rmSync(root, { recursive: true, force: true });
});

const SWEEP = ['sweep', 'column-v-line', '--vary', 'attacker.fs=5..8', '--vary', 'defender.fs=5..7'];

const formations = (flag: string, side: string) => [`--${flag}`, `${side}.formation=line,attack-column`];
const written = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const VARIANT = written(
  'variant.yaml',
  'title: Weak volleys\nbase: oth2\nchange:\n  fire.small-arms.initial-volley: 1\n',
);
const SUITE = written(
  'suite.yaml',
  'title: A few\nrules: oth2\nsituations:\n  reactions: stand-or-square\n  volley: volley\n  rally: rally\n' +
    'targets:\n  - volley: target.hits at most 1\n  - reactions: attacker wins at least 1%\n',
);

/** Does every shard of a line and gives the folder of the parts. */
async function sharded(name: string, line: readonly string[], shards: number): Promise<string> {
  const folder = join(root, name);
  for (let i = 1; i <= shards; i++) {
    const { code, err } = await grognard([...line, '--shard', `${i}/${shards}`, '--out', folder]);
    expect([code, err]).toEqual([0, `Shard ${i} of ${shards} is done. When all are: grognard merge ${folder}\n`]);
  }
  return folder;
}

describe('shards put together give what one machine gives, byte for byte', () => {
  // Where preparing takes longer than the work itself, two shards do what three would; a table is made of what the JSON holds.
  it.each<[string, readonly string[], { shards?: number; table?: true }?]>([
    ['exact cells', SWEEP, { table: true }],
    ['sampled cells', [...SWEEP, '--trials', '20000', '--seed', '4']],
    ['a walk', ['run', 'column-v-line', '--trials', '1.2e7', '--seed', '3'], { table: true }],
    ['a pair of walks', ['compare', 'column-v-line', '--variant', 'attacker.fs=9', '--trials', '1.2e7']],
    ['played engagements', ['run', 'three-a-side', '--trials', '600', '--set', 'turns=1'], { shards: 2 }],
    ['a matrix', ['matrix', 'column-v-line', ...formations('rows', 'attacker'), ...formations('columns', 'defender')]],
    ['a sensitivity', ['sensitivity', 'volley', '--objective', 'target.hits']],
    ['a sampled sensitivity', ['sensitivity', 'rally', '--trials', '5e6', '--engine', 'sample']],
    ['a variant file', ['compare', 'volley', '--variant', VARIANT, '--trials', '2e7', '--engine', 'sample']],
    ['targets', ['check', SUITE]],
    ['points', ['points', 'pike-shot']],
    ['a variant over a suite', ['impact', VARIANT, '--suite', SUITE], { table: true }],
  ])('%s', async (name, line, { shards = 3, table = false } = {}) => {
    const folder = await sharded(name.replaceAll(' ', '-'), line, shards);
    const alone = await grognard([...line, '--format', 'json']);
    const merged = await grognard(['merge', folder, '--format', 'json']);
    expect(merged.code).toBe(alone.code);
    expect(merged.out === alone.out).toBe(true);
    if (table) expect((await grognard(['merge', folder])).out).toBe((await grognard(line)).out);
  });
});

describe('parts that do not go together', () => {
  const parts = () => readdirSync(folder).sort();
  let folder: string;
  let spare: string;
  beforeAll(async () => {
    folder = await sharded('faults', SWEEP, 3);
    spare = join(root, 'spare.jsonl');
  });
  const refusal = async () => {
    const { code, err } = await grognard(['merge', folder]);
    expect(code).toBe(1);
    return err;
  };

  it('one is missing', async () => {
    renameSync(join(folder, parts()[1]), spare);
    expect(await refusal()).toMatch(/shard 2 of 3 is missing\.\n$/);
    renameSync(spare, join(folder, 'shard-2-of-3.jsonl'));
  });

  it('one is there twice', async () => {
    copyFileSync(join(folder, parts()[0]), join(folder, 'shard-again.jsonl'));
    expect(await refusal()).toMatch(/Shard 1 is there twice: /);
    rmSync(join(folder, 'shard-again.jsonl'));
  });

  it('one is torn', async () => {
    const path = join(folder, parts()[2]);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, -30));
    expect(await refusal()).toMatch(/is cut off: run shard 3\/3 again/);
    writeFileSync(path, text.replace('"answer":"{', '"answer":"['));
    expect(await refusal()).toMatch(/is damaged at line 2: run that shard again/);
    writeFileSync(path, text);
  });

  it('one belongs to another experiment', async () => {
    const other = await sharded('other', [...SWEEP, '--seed', '9'], 3);
    const path = join(folder, 'shard-3-of-3.jsonl');
    renameSync(path, spare);
    copyFileSync(join(other, 'shard-3-of-3.jsonl'), path);
    expect(await refusal()).toMatch(/belongs to another experiment than/);
    renameSync(spare, path);
  });

  it('one comes from another version', async () => {
    const path = join(folder, 'shard-3-of-3.jsonl');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
    expect(await refusal()).toMatch(/was made by version 9\.9\.9; this is/);
    writeFileSync(path, text);
    expect((await grognard(['merge', folder])).code).toBe(0);
  });

  it('there are none, or no folder', async () => {
    for (const [folder, words] of [
      [join(root, 'nowhere'), /^There is no folder/],
      [root, /^There are no parts in/],
    ] as const) {
      const { code, err } = await grognard(['merge', folder]);
      expect(err).toMatch(words);
      expect(code).toBe(2);
    }
  });
});

it('a shard that was cut off goes on where it was', async () => {
  const folder = await sharded('resumed', SWEEP, 1);
  const path = join(folder, 'shard-1-of-1.jsonl');
  const whole = readFileSync(path, 'utf8');
  const lines = whole.split('\n');
  // Two pieces and half of a third.
  writeFileSync(`${path}.part`, `${lines.slice(0, 3).join('\n')}\n${lines[3].slice(0, 40)}`);
  rmSync(path);
  await sharded('resumed', SWEEP, 1);
  const sorted = (text: string) => text.split('\n').sort().join('\n');
  expect(sorted(readFileSync(path, 'utf8')) === sorted(whole)).toBe(true);
  expect(readdirSync(folder)).toEqual(['shard-1-of-1.jsonl']);
});

describe('what cannot be sharded says so', () => {
  it.each<[string, RegExp]>([
    ['run volley --precision 1% --shard 1/2 --out x', /^--precision decides as it goes .* it works with --queue\.\n$/],
    ['tune volley --target 50% --vary target.fs=1..3 --shard 1/2 --out x', /tune decides as it goes/],
    [`tune ${SUITE} --vary rules.fire.small-arms.initial-volley=0..1 --shard 1/2 --out x`, /tune decides as it goes/],
    ['best stand-and-deliver --shard 1/2 --out x', /best decides as it goes/],
    ['run volley --shard 3/2 --out x', /'--shard' is a part of many, such as 3\/16/],
    ['run volley --shard 1/2', /give '--out FOLDER'/],
    ['run volley --shard auto --out x', /finds no batch system here/],
  ])('%s', async (line, message) => {
    const { code, err } = await grognard(line);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('--shard', () => {
  it.each<[Record<string, string>, string]>([
    [{ SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_COUNT: '4', SLURM_ARRAY_TASK_MIN: '5' }, '3/4'],
    [{ JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '8' }, '1/8'],
    [{ PBS_ARRAY_INDEX: '3', PBS_ARRAY_COUNT: '4' }, '4/4'],
    [{ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '5' }, '2/5'],
    [{ CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '5' }, '3/5'],
    [{ BUILDKITE_PARALLEL_JOB: '4', BUILDKITE_PARALLEL_JOB_COUNT: '5' }, '5/5'],
    [{ GROGNARD_SHARD_INDEX: '1', GROGNARD_SHARD_COUNT: '2' }, '1/2'],
  ])('auto reads %o as %s', (env, text) => {
    expect(shardFromEnvironment(env)).toEqual(parseShard(text));
  });
  it.each<[string, Record<string, string>]>([
    ['an array that leaves numbers out', { SLURM_ARRAY_TASK_ID: '9', SLURM_ARRAY_TASK_COUNT: '2' }],
    ['an index without a count', { JOB_COMPLETION_INDEX: '0' }],
    ['an index that is no number', { PBS_ARRAY_INDEX: 'x', PBS_ARRAY_COUNT: '4' }],
  ])('auto reads nothing from %s', (_name, env) => {
    expect(shardFromEnvironment(env)).toBeUndefined();
  });
  it('auto is the shard of the batch system on the command line too', async () => {
    const env = { SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_COUNT: '2', SLURM_ARRAY_TASK_MIN: '0' };
    const line = ['run', 'volley', '--shard', 'auto', '--out', join(root, 'auto')];
    expect((await grognard(line, { env })).err).toMatch(/^Shard 2 of 2 is done/);
  });
  it.each(['0/3', '4/3', '1', '1/0', 'a/b', '1.5/2'])('%s is none', (text) => {
    expect(parseShard(text)).toBeUndefined();
  });
});
