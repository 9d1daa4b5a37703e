import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bookById, bookIds, loadBooks } from '../src/rules/registry.ts';
import { packageRoot } from '../src/scenarios/files.ts';
import { closePool } from '../workers/pool.ts';
import { readPage } from './docs/document.ts';
import { GENERATED, pages, pageText } from './docs/pages.ts';
import { play } from './docs/play.ts';
import { playedCells, rulingRows } from './docs/rulings-page.ts';

/** Documentation that cannot lie: every page is played, and what it shows is compared. `npm run docs` mends it. */
const root = packageRoot();
const RULINGS = 'docs/reference/rulings.md';

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

describe('pages written from the rules', () => {
  it.each(Object.keys(GENERATED).filter((p) => p !== RULINGS))('%s is up to date', async (path) => {
    expect(pageText(path)).toBe(await GENERATED[path]());
  });

  // To try every reading of every ruling takes a minute: all are looked for, some are tried.
  it(`${RULINGS} names every ruling, and every twelfth of them moves what it says`, async () => {
    const text = pageText(RULINGS);
    await loadBooks(bookIds());
    for (const { book } of bookIds().map(bookById)) {
      const cells = await playedCells(book);
      for (const [i, ruling] of Object.values(book.rulings).entries()) {
        expect(text.includes(ruling.id), ruling.id).toBe(true);
        const open = text.includes(`\`${ruling.key}\``);
        if (!open || i % 12 > 0) continue;
        const rows = rulingRows(ruling, cells).join('\n');
        expect(text.includes(rows), `${RULINGS} should say\n${rows}`).toBe(true);
      }
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

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const known = [...Object.keys(scripts), 'ci'];
    for (const path of all) {
      for (const [, run, name] of pageText(path).matchAll(/\bnpm (run )?([a-z-]+)/g)) {
        expect(run ? Object.keys(scripts) : [...known, 'link'], `${path}: npm ${run ?? ''}${name}`).toContain(name);
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
