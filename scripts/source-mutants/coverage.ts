import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Crew } from './crew.ts';
import type { Check, Covered } from './protocol.ts';

const root = resolve(import.meta.dirname, '../..');
/** So many checks of a file are covered per load: what one of them leaves remembered, the next would not reach. */
const PER_LOAD = 100;

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

/** What all files of tests reach; kept for each of them until the program, the tests' helpers or the file change. */
async function all(crew: Crew, path: string, { tests, sources, helpers }: Watched, many: number): Promise<Covered[]> {
  const common = createHash('sha256');
  for (const file of [...sources, ...helpers]) common.update(read(file));
  const base = common.digest('hex');
  const found: Covered[] = [];
  for (const file of tests) {
    const hash = createHash('sha256').update(base).update(file).update(read(file)).digest('hex').slice(0, 20);
    const stored = join(dirname(path), `covered-${hash}.json`);
    if (!existsSync(stored)) {
      const begin = Date.now();
      writeFileSync(stored, JSON.stringify(await covered(crew, path, file, many)));
      console.log(`${file}: covered in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
    }
    found.push(...(JSON.parse(readFileSync(stored, 'utf8')) as Covered[]));
  }
  return found;
}

/** Files by what they are; a change in one of the last two means that everything is looked at again. */
export interface Watched {
  readonly tests: readonly string[];
  readonly sources: readonly string[];
  readonly helpers: readonly string[];
}

export async function coverage(crew: Crew, path: string, watched: Watched, many: number): Promise<Reaching> {
  const reaching = new Map<number, Check[]>();
  const note = (id: number, check: Check): void => {
    const checks = reaching.get(id);
    if (checks) checks.push(check);
    else reaching.set(id, [check]);
  };
  for (const part of await all(crew, path, watched, many)) {
    for (const { reached, ...one } of part.checks) {
      // Loading a file is shared by its checks.
      const check = { ...one, cost: one.cost + part.seconds / Math.max(1, part.many) };
      for (const id of new Set([...reached, ...part.loading])) note(id, check);
    }
  }
  for (const checks of reaching.values()) checks.sort((a, b) => a.cost - b.cost);
  return reaching;
}
