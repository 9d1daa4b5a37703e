import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FightFigures } from './idiomatic.ts';

/** The C sources stand beside the TypeScript ones; from the build they are two folders up. */
const sources = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../bench/native/' : './native/', import.meta.url),
);

export interface Compiler {
  readonly name: string;
  readonly version: string;
}

export function compilers(): Compiler[] {
  const found = ['gcc', 'clang', 'cc'].flatMap((name) => {
    try {
      const version = execFileSync(name, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      return [{ name, version: version.split('\n')[0] }];
    } catch {
      return [];
    }
  });
  // `cc` is often one of the others under another name.
  return found.filter((c) => c.name !== 'cc' || found.length === 1);
}

/** Compiles a source of bench/native with every compiler found; gives the program of each. */
export function build(
  source: string,
  header: string,
  found: readonly Compiler[],
  headerName = 'fight.h',
): { compiler: string; program: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-bench-'));
  writeFileSync(join(folder, headerName), header);
  return found.map(({ name }) => {
    const program = join(folder, `${source}-${name}`);
    execFileSync(name, ['-O3', '-march=native', '-I', folder, '-o', program, join(sources, `${source}.c`)]);
    return { compiler: name, program };
  });
}

/** fight.h: the figures of the fight, from the rulebook. */
export function fightHeader(f: FightFigures): string {
  const rows = f.hits.map((row) => `{${row.join(', ')}}`).join(', ');
  return [
    `enum { FS_A = ${f.fsA}, FS_B = ${f.fsB}, CONTACT = ${f.contact}, WON_LAST = ${f.wonLast} };`,
    `static const unsigned char HITS[11][11] = {${rows}};`,
    '',
  ].join('\n');
}

/** Runs a program: its own nanoseconds, and the lines after them. */
export function run(program: string, args: readonly string[]): { ns: number; lines: string[] } {
  const out = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 24 })
    .trim()
    .split('\n');
  return { ns: Number(out[0]), lines: out.slice(1) };
}
