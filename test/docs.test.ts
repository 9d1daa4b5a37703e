import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/scenarios/files.ts';
import { closePool } from '../workers/pool.ts';
import { readPage } from './docs/document.ts';
import { GENERATED, pages, pageText } from './docs/pages.ts';
import { play } from './docs/play.ts';

/** Documentation that cannot lie: every page is played, and what it shows is compared. `npm run docs` mends it. */
const root = packageRoot();

afterAll(closePool);

describe.each(pages())('%s', (path) => {
  it('shows what its commands print', async () => {
    const { text, pictures } = await play(pageText(path));
    expect(pageText(path)).toBe(text);
    for (const { shown, spec } of pictures) {
      const picture = join(root, dirname(path), shown);
      expect(existsSync(picture), shown).toBe(true);
      expect(JSON.parse(readFileSync(picture.replace(/\.png$/, '.vl.json'), 'utf8'))).toEqual(JSON.parse(spec));
    }
  });
});

describe('links and commands', () => {
  const all = [...pages(), ...Object.keys(GENERATED)];

  it.each(all)('%s links only to what is there', (path) => {
    const prose = pageText(path).replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor] = target.split('#');
      const at = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(root, at)), `${path} → ${target}`).toBe(true);
      if (anchor && at.endsWith('.md')) expect(anchors(pageText(at)), `${path} → ${target}`).toContain(anchor);
    }
  });

  it.each(all)('%s quotes code as it is', (path) => {
    for (const [, from, code] of pageText(path).matchAll(/^```\w+ from="([^"]+)"\n([\s\S]*?)^```$/gm)) {
      expect(readFileSync(join(root, from), 'utf8'), from).toContain(code);
    }
  });

  it.each(all)('%s runs in any shell: no pipe through a tool that some lack', (path) => {
    expect(pageText(path)).not.toMatch(/^\$ .*\| *(?:head|tail|grep|cut|sed|awk|less)\b/m);
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const known = [...Object.keys(scripts), 'ci'];
    for (const path of all) {
      for (const [, run, name] of pageText(path).matchAll(/\bnpm (run )?([a-z-]+)/g)) {
        expect(
          run ? Object.keys(scripts) : [...known, 'link', 'install'],
          `${path}: npm ${run ?? ''}${name}`,
        ).toContain(name);
      }
    }
  });
});

describe('reading a page', () => {
  it('takes files, commands and pictures in order', () => {
    const page = readPage(
      ['```yaml title="a.yaml"', 'x: 1', '```', '```console', '$ one \\', '  two', 'said', '$ three', '```'].join('\n'),
    );
    expect(page.parts).toMatchObject([
      { kind: 'file', name: 'a.yaml', from: 1, to: 2 },
      { kind: 'console', fails: false, commands: [{ command: 'one two', output: ['said'] }, { command: 'three' }] },
    ]);
  });

  it('puts the true output in place of a false one', async () => {
    const { text } = await play('```console\n$ npx grognard --version\n9.9.9\n```\n');
    expect(text).toMatch(/^```console\n\$ npx grognard --version\n\d+\.\d+\.\d+\n```\n$/);
    expect(text).not.toContain('9.9.9');
  });

  it('does not pass over a command that fails', async () => {
    await expect(play('```console\n$ npx grognard run nowhere\n```\n')).rejects.toThrow(/ended with 2/);
    await expect(play('```console fails\n$ npx grognard run volley\n```\n')).rejects.toThrow(/ended with 0/);
  });
});

const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map((m) =>
    m[1]
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
