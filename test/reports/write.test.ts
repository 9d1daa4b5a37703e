import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intoFolder, OutputError, prepareFolder, writeFolder, writeOne } from '../../reports/write.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'grognard-write-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'was not refused',
    (error: unknown) => (error instanceof OutputError ? error.message : `another error: ${error}`),
  );

describe('preparing the folder', () => {
  it('makes it and leaves nothing in it', async () => {
    const dir = join(root, 'a', 'b');
    await prepareFolder(dir);
    expect(await readdir(dir)).toEqual([]);
  });

  it('takes away what it made where the work fails before a file is there, and nothing else', async () => {
    const fails = () => Promise.reject(new Error('wrong'));
    const dir = join(root, 'c', 'd');
    await expect(intoFolder(dir, {}, fails)).rejects.toThrow('wrong');
    expect(await readdir(root)).toEqual([]);
    await prepareFolder(join(root, 'c'));
    await expect(intoFolder(dir, {}, fails)).rejects.toThrow('wrong');
    expect(await readdir(root)).toEqual(['c']);
    await intoFolder(dir, {}, () => writeFile(join(dir, 'x.txt'), 'x'));
    expect(await readdir(dir)).toEqual(['x.txt']);
  });

  it('refuses a folder with files unless forced', async () => {
    await writeFile(join(root, 'diary.txt'), 'mine');
    expect(await refusal(prepareFolder(root))).toMatch(/already holds "diary\.txt": choose another, or add --force/);
    await prepareFolder(root, { force: true });
    expect(await readdir(root)).toEqual(['diary.txt']);
  });

  it('refuses a place where the system allows no folder, at once', async () => {
    if (process.platform !== 'linux') return;
    expect(await refusal(prepareFolder('/proc/grognard/out'))).toMatch(/^Cannot write to .*: /);
  });

  it('refuses a file in the folder’s place, or in its path', async () => {
    const path = join(root, 'file');
    await writeFile(path, '');
    expect(await refusal(prepareFolder(path))).toMatch(/^Cannot write to .*file: there is a file of that name\.$/);
    expect(await refusal(prepareFolder(join(path, 'deeper')))).toMatch(/part of the path is a file/);
  });

  it.runIf(process.getuid?.() !== 0)('refuses a folder one may not write to', async () => {
    await chmod(root, 0o500);
    expect(await refusal(prepareFolder(root))).toMatch(/you may not write there/);
    await chmod(root, 0o700);
  });
});

describe('writing', () => {
  const files = [
    { name: 'a.txt', content: 'one' },
    { name: 'b.bin', content: new Uint8Array([1, 2, 3]) },
  ];

  it('writes every file whole and leaves no temporary name', async () => {
    await writeFolder(root, files);
    expect((await readdir(root)).sort()).toEqual(['a.txt', 'b.bin']);
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one');
    expect([...(await readFile(join(root, 'b.bin')))]).toEqual([1, 2, 3]);
  });

  it('never loses an existing file without --force, and writes none of the others', async () => {
    await writeFile(join(root, 'b.bin'), 'mine');
    expect(await refusal(writeFolder(root, files))).toMatch(/b\.bin exists already: add --force to replace it\.$/);
    expect(await readdir(root)).toEqual(['b.bin']);
    expect(await readFile(join(root, 'b.bin'), 'utf8')).toBe('mine');
    await writeFolder(root, files, { force: true });
    expect((await readFile(join(root, 'b.bin'))).length).toBe(3);
  });

  it('leaves the old file when the new one cannot be written', async () => {
    await writeFile(join(root, 'a.txt'), 'old');
    const bad = [
      { name: 'a.txt', content: 'new' },
      { name: 'x'.repeat(300), content: '' },
    ];
    expect(await refusal(writeFolder(root, bad, { force: true }))).toMatch(/the name is too long/);
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('old');
    expect(await readdir(root)).toEqual(['a.txt']);
  });

  it('says that a place is a folder, and writes none of the others', async () => {
    await mkdir(join(root, 'b.bin'));
    expect(await refusal(writeFolder(root, files, { force: true }))).toBe(
      `Nothing was written to ${root}: ${join(root, 'b.bin')} is a folder, where a file of that name should go.`,
    );
    expect(await readdir(root)).toEqual(['b.bin']);
  });

  it.each<[string, number, string]>([
    ['EFBIG', -27, 'a file is larger than the system allows here.'],
    ['EIO', -5, 'the disk has a fault.'],
    ['ENXIO', -6, 'the system says “no such device or address” (ENXIO).'],
    ['EODD', -999_999, 'the system gives the error EODD.'],
  ])('says what %s means', async (code, errno, reason) => {
    const unwritable = {
      name: 'a.txt',
      get content(): string {
        throw Object.assign(new Error(code), { code, errno });
      },
    };
    expect(await refusal(writeFolder(root, [unwritable]))).toBe(`Cannot write to ${root}: ${reason}`);
    expect(await readdir(root)).toEqual([]);
  });

  it('stops between files when told to, leaving nothing', async () => {
    await expect(writeFolder(root, files, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(await readdir(root)).toEqual([]);
  });

  it('takes no path for a name', async () => {
    expect(await refusal(writeFolder(root, [{ name: '../out.txt', content: '' }]))).toBe(
      '"../out.txt" is not a file name.',
    );
  });

  it('writes a single file anywhere', async () => {
    await writeOne(join(root, 'variant.yaml'), 'name: x\n');
    expect(await readFile(join(root, 'variant.yaml'), 'utf8')).toBe('name: x\n');
    expect(await refusal(writeOne(join(root, 'variant.yaml'), ''))).toMatch(/exists already/);
  });

  it('leaves nothing behind on Ctrl-C in the middle of the files', async () => {
    const module = new URL('../../reports/write.ts', import.meta.url).href;
    const code = `
      import { writeFolder } from ${JSON.stringify(module)};
      const files = Array.from({ length: 200 }, (_, i) => ({ name: 'f' + i, content: new Uint8Array(300_000) }));
      const stopping = { name: 'stop', get content() { process.kill(process.pid, 'SIGINT'); return 'x'; } };
      files.splice(20, 0, stopping);
      await writeFolder(${JSON.stringify(root)}, files);
    `;
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const run = spawnSync(process.execPath, ['--import', tsx, '--input-type=module', '-e', code], { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([130, '']);
    expect(await readdir(root)).toEqual([]);
  });
});
