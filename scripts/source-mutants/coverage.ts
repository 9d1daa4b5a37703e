import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Crew } from './crew.ts';
import type { Mutant } from './mutations.ts';
import type { Check, Covered } from './protocol.ts';

const root = resolve(import.meta.dirname, '../..');
/** How many checks of a file are covered per load: what one of them leaves remembered, the next would not reach. */
const PER_LOAD = 100;
const KEPT = 'test/rules/kept';

/** The checks that reach each mutant, the cheapest first. */
export type Reaching = ReadonlyMap<number, readonly Check[]>;

/** A part that fails is tried once more in a fresh process: the one before may have been out of memory. */
async function covered(crew: Crew, path: string, file: string, many: number): Promise<Covered[]> {
  const parts: Covered[] = [];
  for (let from = 0; ; from += PER_LOAD) {
    const question = { what: 'cover', path, file, from, to: from + PER_LOAD, many } as const;
    const part = (await crew.ask<Covered>(question)) ?? (await crew.ask<Covered>(question));
    if (part) parts.push(part);
    else console.log(`${file} from ${from} on cannot be run and is left out.`);
    if (!part || from + PER_LOAD >= part.many) return parts;
  }
}

const read = (path: string): Buffer => readFileSync(join(root, path));

/** Where the mutants of a source file stand among all of them, and what the file was when it was covered. */
interface Stretch {
  readonly file: string;
  readonly first: number;
  readonly many: number;
  readonly hash: string;
}
interface Stored {
  readonly stretches: readonly Stretch[];
  readonly parts: readonly Covered[];
}

const hashOf = (...files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(read(file));
  return hash.digest('hex').slice(0, 20);
};

function stretchesOf(mutants: readonly Mutant[]): Stretch[] {
  const found: { file: string; first: number; many: number; hash: string }[] = [];
  for (const [id, { file }] of mutants.entries()) {
    if (found.at(-1)?.file === file) found.at(-1)!.many++;
    else found.push({ file, first: id, many: 1, hash: hashOf(file) });
  }
  return found;
}

const folderOf = (file: string): string => dirname(file);

/**
 * Numbers of then as numbers of now: of a file changed since, what reached any of it counts as reaching all of it, and so
 * does what reached a file of its folder that is changed or gone, for a file that there was not: it was parted from one.
 */
function renumbered(then: readonly Stretch[], now: readonly Stretch[]): (reached: readonly number[]) => number[] {
  const places = new Map(now.map((s) => [s.file, s]));
  const files = new Set(then.map((s) => s.file));
  const added = now.filter((s) => !files.has(s.file));
  const stretchAt = then.flatMap((s) => new Array<Stretch>(s.many).fill(s));
  return (reached) => {
    const [found, whole] = [[] as number[], new Set<Stretch>()];
    for (const id of reached) {
      const was = stretchAt[id];
      const is = places.get(was.file);
      if (is?.hash === was.hash) found.push(id - was.first + is.first);
      else {
        if (is) whole.add(is);
        for (const one of added) if (folderOf(one.file) === folderOf(was.file)) whole.add(one);
      }
    }
    for (const { first, many } of whole) for (let i = 0; i < many; i++) found.push(first + i);
    return found;
  };
}

/** A file of tests, what it takes from other tests, and the kept data where it reads those. */
function partsOf(file: string): string[] {
  const found = new Set([file]);
  for (const one of found) {
    const text = String(read(one));
    for (const [, to] of text.matchAll(/from '(\.[^']+\.ts)'/g)) {
      const path = relative(root, resolve(root, dirname(one), to));
      if (path.startsWith('test/')) found.add(path);
    }
    if (one.startsWith('test/rules/kept-'))
      for (const data of readdirSync(join(root, KEPT))) found.add(`${KEPT}/${data}`);
  }
  return [...found].sort();
}

/** What all files of tests reach; kept for each of them until it or what it takes from other tests changes. */
async function all(crew: Crew, path: string, tests: readonly string[], mutants: readonly Mutant[]): Promise<Covered[]> {
  const stretches = stretchesOf(mutants);
  const found: Covered[] = [];
  // As they are now: whoever writes tests meanwhile changes nothing of what has been bundled.
  const places = tests.map((file) => ({ file, kept: join(dirname(path), `covered-${hashOf(...partsOf(file))}.json`) }));
  for (const { file, kept } of places) {
    if (!existsSync(kept)) {
      const begin = Date.now();
      const parts = await covered(crew, path, file, mutants.length);
      writeFileSync(kept, JSON.stringify({ stretches, parts } satisfies Stored));
      const failed = (parts[0]?.many ?? 0) - parts.reduce((sum, part) => sum + part.checks.length, 0);
      const without = failed > 0 ? `, ${failed} of its checks do not hold here and are left out` : '';
      console.log(`${file}: covered in ${((Date.now() - begin) / 1000).toFixed(1)} s${without}`);
    }
    const stored = JSON.parse(readFileSync(kept, 'utf8')) as Stored;
    const now = renumbered(stored.stretches, stretches);
    for (const part of stored.parts)
      found.push({
        ...part,
        loading: now(part.loading),
        checks: part.checks.map((c) => ({ ...c, reached: now(c.reached) })),
      });
  }
  return found;
}

export async function coverage(
  crew: Crew,
  path: string,
  tests: readonly string[],
  mutants: readonly Mutant[],
): Promise<Reaching> {
  const reaching = new Map<number, Check[]>();
  const note = (id: number, check: Check): void => {
    const checks = reaching.get(id);
    if (checks) checks.push(check);
    else reaching.set(id, [check]);
  };
  for (const part of await all(crew, path, tests, mutants)) {
    for (const { reached, ...one } of part.checks) {
      // Loading a file is shared by its checks.
      const check = { ...one, cost: one.cost + part.seconds / Math.max(1, part.many) };
      for (const id of new Set([...reached, ...part.loading])) note(id, check);
    }
  }
  for (const checks of reaching.values()) checks.sort((a, b) => a.cost - b.cost);
  return reaching;
}
