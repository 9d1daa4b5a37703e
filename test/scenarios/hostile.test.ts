import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/rules/problem.ts';
import { readText } from '../../src/scenarios/files.ts';
import { parseText } from '../../src/scenarios/text.ts';

const bytes = (...list: number[]) => Uint8Array.from(list);
const refusal = (read: () => unknown): string => {
  const before = process.cpuUsage();
  try {
    read();
  } catch (e) {
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
    if (e instanceof InputError) return e.message;
    throw e;
  }
  return '';
};

describe('a hostile file is refused quickly, in one sentence', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
    .split('')
    .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]`)
    .join('\n')}\n`;
  it.each<[string, Uint8Array | string, RegExp]>([
    ['an alias bomb', bomb, /aliases/],
    ['an alias that holds itself', 'a: &a [*a, *a]\n', /holds itself/],
    ['brackets without end', '['.repeat(150_000), /nested/],
    ['braces without end', '{a: '.repeat(50_000), /nested/],
    ['brackets closed before they are opened', `a: ${']'.repeat(99_000)}${'['.repeat(99_000)}`, /nested/],
    ['values without end', `a: [${','.repeat(99_000)}]`, /over 60,000 values/],
    ['quotes without end', `a: ${'"'.repeat(200_000)}`, /over 60,000 values/],
    ['deep indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), /nested/],
    ['sequences inside sequences', '- '.repeat(99_000), /nested/],
    ['__proto__', 'firer: { __proto__: { fs: 3 } }\n', /'__proto__' cannot be a key/],
    ['constructor', 'constructor: 3\n', /cannot be a key/],
    ['a key that is a list', '? [a, b]\n: 3\n', /plain word/],
    ['a binary file', bytes(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2), /not a text file/],
    ['UTF-16', bytes(0xff, 0xfe, 0x61, 0), /UTF-16/],
    ['Latin-1', bytes(0x61, 0x3a, 0x20, 0xe9, 0x0a), /UTF-8/],
    ['a key with an escape sequence', '"a\\e[31m": 1\n', /plain word/],
    ['an empty file', '', /empty/],
    ['two documents', 'a: 1\n---\nb: 2\n', /one document: a line '---' starts a second here/],
    ['a tag', 'a: !foo bar\n', /'!foo' is a YAML tag/],
    ['a tag of YAML itself', 'b: 1\na: !!binary aGk=\n', /'!!binary' is a YAML tag/],
    ['a tag on a group', 'a: !foo { b: 1 }\n', /'!foo' is a YAML tag/],
    ['a tag with a handle', 'a: [!foo!bar x]\n', /'!foo!bar' is a YAML tag/],
    ['an alias of nothing', 'a: *b\n', /'\*b' stands for nothing/],
    ['more than a megabyte', `a: ${'x'.repeat(1_100_000)}`, /1\.1 MB; .* may have 1 MB/],
    ['one key too often', 'a: 1\n'.repeat(30_000), /stands here twice/],
  ])('%s', (_name, text, message) => {
    expect(refusal(() => parseText(text, 'f.yaml'))).toMatch(message);
  });

  it('many keys cost no more than their reading', () => {
    const many = Array.from({ length: 15_000 }, (_, i) => `key${i}: 1`).join('\n');
    expect(refusal(() => parseText(many, 'f.yaml'))).toBe('');
  });

  it.each([
    ['brackets in quotes', `"${'['.repeat(50)}"`],
    ['braces in single quotes', `'${'{ '.repeat(50)}'`],
    ['brackets in a comment', `1 # ${'['.repeat(50)}`],
    ['brackets in a block of text', `|\n  ${'['.repeat(50)}`],
    ['seventy thousand commas in quotes', `"${','.repeat(70_000)}"`],
    ['a block of seventy thousand lines', `|\n${'  x: {}\n'.repeat(70_000)}`],
    ['dashes in quotes', `"${'- '.repeat(50)}"`],
  ])('%s open nothing', (_name, value) => {
    expect(refusal(() => parseText(`title: ${value}\nnext: 1\n`, 'f.yaml'))).toBe('');
    expect(refusal(() => parseText(`title: ${value}\nnext: ${'['.repeat(50)}\n`, 'f.yaml'))).toMatch(/nested/);
  });

  it('a hundred megabytes on disk', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'grognard-')), 'big.yaml');
    writeFileSync(path, 'a: 1\n');
    truncateSync(path, 100_000_000);
    expect(refusal(() => readText(path))).toMatch(/100\.0 MB/);
  });

  it('a folder and a file that is not there', () => {
    expect(refusal(() => readText(tmpdir()))).toMatch(/folder/);
    expect(refusal(() => readText('/nowhere/at/all.yaml'))).toMatch(/no such file/);
  });

  it('escape sequences, line breaks and turned text do not survive in names', () => {
    const text = 'firer: { name: "A\\e]0;x\\a\\nB\\u202eC", fs: 8 }\nlist: ["\\e[31m 1", 2]\n';
    expect(parseText(text, 'f.yaml').value).toEqual({ firer: { name: 'A ]0;x B C', fs: 8 }, list: ['[31m 1', 2] });
  });

  it('__proto__ leaves no mark on other objects', () => {
    refusal(() => parseText('__proto__: { polluted: true }\n', 'f.yaml'));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
