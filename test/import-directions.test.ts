import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Imports go one way, and the parts that a web page could run use nothing of Node. */
const root = resolve(import.meta.dirname, '..');

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/sim': [],
  'src/words': [],
  // The kit that rules are written with, and above the rules what reads rulebook files.
  'src/kit': ['src/sim'],
  'src/rules': ['src/sim', 'src/kit', 'src/words'],
  'src/kit/dice': ['src/sim', 'src/rules'],
  'src/kit/expression': ['src/rules'],
  'src/kit/file': ['src/sim', 'src/rules', 'src/words', 'src/kit', 'src/kit/dice', 'src/kit/expression'],
  'src/scenarios': ['src/kit/file', 'src/words', 'src/rules', 'src/sim'],
  'src/stats': ['src/sim'],
  'src/results': ['src/words', 'src/sim', 'src/stats', 'src/rules', 'src/scenarios', 'src/engine'],
  'src/engine': ['src/sim', 'src/rules', 'src/scenarios', 'src/stats'],
  workers: ['src/sim', 'src/engine'],
  'src/experiments': [
    'src/words',
    'src/sim',
    'src/kit/dice',
    'src/rules',
    'src/scenarios',
    'src/stats',
    'src/results',
    'src/engine',
  ],
  'src/cluster': ['src/sim', 'src/kit/file', 'src/rules', 'src/scenarios', 'src/results', 'src/engine'],
  'src/explain': ['src/words', 'src/sim', 'src/rules', 'src/engine'],
  reports: ['src/results', 'src/words'],
};
const TYPES_ONLY: readonly (readonly [from: string, to: string])[] = [['src/stats', 'src/sim']];
const WITHOUT_NODE = [
  'src/words',
  'src/sim',
  'src/kit',
  'src/rules',
  'src/scenarios',
  'src/stats',
  'src/results',
  'src/engine',
  'src/experiments',
];
/** The files of src/scenarios that read from the disk. */
const READS_FILES = ['src/scenarios/files.ts', 'src/scenarios/examples.ts', 'src/scenarios/package-root.ts'];
const OF_NODE = ['piscina', 'tsx', 'yargs', 'cli-table3'];

interface Import {
  readonly file: string;
  readonly to: string;
  readonly typesOnly: boolean;
}

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(path) ? [path.replaceAll('\\', '/')] : [];
  });

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const from = /(?:^|\n)\s*(import|export)\s+(type\s+)?([^;'"]*?)from\s*['"]([^'"]+)['"]/g;
  const bare = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;
  const found: Import[] = [];
  for (const m of text.matchAll(from)) {
    const names = m[3].replace(/[{}\s]/g, ' ').trim();
    const each = names.split(',').map((n) => n.trim());
    const typesOnly = m[2] !== undefined || each.filter(Boolean).every((n) => n.startsWith('type '));
    found.push({ file, to: target(file, m[4]), typesOnly });
  }
  for (const m of text.matchAll(bare)) found.push({ file, to: target(file, m[1] ?? m[2]), typesOnly: false });
  return found;
}

const target = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/') : specifier;
const inside = (path: string, folder: string) => path.startsWith(`${folder}/`);
const ours = (path: string) => /^(src|workers|reports|bench|test)\//.test(path);
/** The narrowest part that a file belongs to. */
const partOf = (path: string) =>
  Object.keys(MAY_IMPORT)
    .filter((p) => inside(path, p))
    .sort((a, b) => b.length - a.length)[0] ?? dirname(path);

const imports = [...new Set(Object.keys(MAY_IMPORT).flatMap(filesUnder))].flatMap(importsOf);

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.some((i) => i.to === 'zod')).toBe(true);
    expect(imports.some((i) => i.to === 'node:fs')).toBe(true);
  });

  it.each(Object.keys(MAY_IMPORT))('of %s go where they may', (folder) => {
    const wrong = imports
      .filter((i) => partOf(i.file) === folder && ours(i.to) && partOf(i.to) !== folder)
      .filter((i) => !MAY_IMPORT[folder].includes(partOf(i.to)));
    expect(wrong.map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });

  it('of src/kit from src/rules stop at what all families share, and only families take the kit', () => {
    const ofFamily = (path: string) => /^src\/rules\/[^/]+\//.test(path);
    const down = imports.filter((i) => inside(i.file, 'src/kit') && ofFamily(i.to));
    const up = imports.filter((i) => inside(i.file, 'src/rules') && inside(i.to, 'src/kit') && !ofFamily(i.file));
    expect([...down, ...up].map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });

  it('lead round in no ring, types included', () => {
    const rings: string[] = [];
    const follow = (path: readonly string[]): void => {
      for (const next of MAY_IMPORT[path[path.length - 1]]) {
        if (next === path[0]) rings.push([...path, next].join(' → '));
        else if (!path.includes(next)) follow([...path, next]);
      }
    };
    for (const folder of Object.keys(MAY_IMPORT)) follow([folder]);
    expect(rings).toEqual([]);
  });

  it.each(TYPES_ONLY)('of %s from %s are types', (from, to) => {
    const wrong = imports.filter((i) => inside(i.file, from) && inside(i.to, to) && !i.typesOnly);
    expect(wrong.map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });

  it('take everything that src exports: none of it is dead', () => {
    const folders = [...Object.keys(MAY_IMPORT), 'src/cli', 'web', 'bench', 'test', 'scripts'];
    const files = [...folders.flatMap(filesUnder), 'src/index.ts'];
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    const counts = new Map<string, number>();
    for (const text of texts.values())
      for (const word of text.match(/\w+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    const declared = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
    const dead = [...texts]
      .filter(([file]) => inside(file, 'src'))
      .flatMap(([file, text]) => [...text.matchAll(declared)].map((m) => ({ file, name: m[1] })))
      .filter(({ name }) => counts.get(name) === 1);
    expect(dead).toEqual([]);
  });

  it('of reports and scenarios from src/results stop at its types', () => {
    const allowed = ['src/results/types.ts', 'src/results/look.ts', 'src/results/version.ts'];
    const wrong = imports.filter(
      (i) =>
        (inside(i.file, 'reports') || inside(i.file, 'src/scenarios')) &&
        inside(i.to, 'src/results') &&
        !allowed.includes(i.to),
    );
    expect(wrong.map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });

  it.each(WITHOUT_NODE)('of %s take nothing of Node', (folder) => {
    const wrong = imports.filter(
      (i) =>
        inside(i.file, folder) && !READS_FILES.includes(i.file) && (i.to.startsWith('node:') || OF_NODE.includes(i.to)),
    );
    expect(wrong.map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });

  it.each(['src/engine', 'src/experiments'])('of %s reach no module of Node by any way, types included', (folder) => {
    const next = new Map<string, string[]>();
    for (const { file, to } of imports) next.set(file, [...(next.get(file) ?? []), to]);
    const reached = new Set(filesUnder(folder));
    for (const file of reached) for (const to of next.get(file) ?? []) reached.add(to);
    expect([...reached].filter((to) => to.startsWith('node:') || OF_NODE.includes(to))).toEqual([]);
    expect(reached.size).toBeGreaterThan(100);
  });

  it.each(WITHOUT_NODE)('%s names no global of Node', (folder) => {
    const wrong = filesUnder(folder)
      .filter((f) => !READS_FILES.includes(f))
      .filter((f) =>
        /\b(process\.|Buffer\.|require\(|__dirname|setImmediate\()/.test(readFileSync(join(root, f), 'utf8')),
      );
    expect(wrong).toEqual([]);
  });

  it('name their files with the extension, so that they can be built', () => {
    const wrong = imports.filter((i) => ours(i.to) && !i.to.endsWith('.ts') && !i.to.endsWith('.json'));
    expect(wrong.map((i) => `${i.file} imports ${i.to}`)).toEqual([]);
  });
});
