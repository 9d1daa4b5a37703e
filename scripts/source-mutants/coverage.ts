import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Crew } from './crew.ts';
import type { Mutant } from './mutations.ts';
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

/** Numbers of then as numbers of now: of a file changed since, what reached any of it counts as reaching all of it. */
function renumbered(then: readonly Stretch[], now: readonly Stretch[]): (reached: readonly number[]) => number[] {
  const places = new Map(now.map((s) => [s.file, s]));
  const stretchAt = then.flatMap((s) => new Array<Stretch>(s.many).fill(s));
  return (reached) => {
    const [found, whole] = [[] as number[], new Set<Stretch>()];
    for (const id of reached) {
      const was = stretchAt[id];
      const is = places.get(was.file);
      if (is?.hash === was.hash) found.push(id - was.first + is.first);
      else if (is) whole.add(is);
    }
    for (const { first, many } of whole) for (let i = 0; i < many; i++) found.push(first + i);
    return found;
  };
}

/** What all files of tests reach; kept for each of them until it or what tests share changes. */
async function all(
  crew: Crew,
  path: string,
  { tests, helpers }: Watched,
  mutants: readonly Mutant[],
): Promise<Covered[]> {
  const shared = hashOf(...helpers);
  const stretches = stretchesOf(mutants);
  const found: Covered[] = [];
  for (const file of tests) {
    const kept = join(dirname(path), `covered-${shared}-${hashOf(file)}.json`);
    if (!existsSync(kept)) {
      const begin = Date.now();
      const parts = await covered(crew, path, file, mutants.length);
      writeFileSync(kept, JSON.stringify({ stretches, parts } satisfies Stored));
      console.log(`${file}: covered in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
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

/** Files by what they are; a change in what tests share means that everything is looked at again. */
export interface Watched {
  readonly tests: readonly string[];
  readonly helpers: readonly string[];
}

export async function coverage(
  crew: Crew,
  path: string,
  watched: Watched,
  mutants: readonly Mutant[],
): Promise<Reaching> {
  const reaching = new Map<number, Check[]>();
  const note = (id: number, check: Check): void => {
    const checks = reaching.get(id);
    if (checks) checks.push(check);
    else reaching.set(id, [check]);
  };
  for (const part of await all(crew, path, watched, mutants)) {
    for (const { reached, ...one } of part.checks) {
      // Loading a file is shared by its checks.
      const check = { ...one, cost: one.cost + part.seconds / Math.max(1, part.many) };
      for (const id of new Set([...reached, ...part.loading])) note(id, check);
    }
  }
  for (const checks of reaching.values()) checks.sort((a, b) => a.cost - b.cost);
  return reaching;
}
