import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Check } from './protocol.ts';

/** So many cheap checks are asked before one of each file is. */
const CHEAP = 40;
const keyOf = ({ file, index }: Check): string => `${file} ${index}`;

/** Checks that noticed something in a file are asked first about its other mutants, in later runs as well. */
export class Killers {
  readonly #known: Record<string, Record<string, number>>;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  }

  note(file: string, check: Check): void {
    const known = this.#known[file] ?? {};
    known[keyOf(check)] = (known[keyOf(check)] ?? 0) + 1;
    this.#known[file] = known;
  }

  keep(): void {
    writeFileSync(this.#path, JSON.stringify(this.#known));
  }

  likelyFirst(file: string, checks: readonly Check[]): readonly Check[] {
    const known = this.#known[file] ?? {};
    const kills = (check: Check): number => (check.cost > 1 ? 0 : (known[keyOf(check)] ?? 0));
    const [seen, rank] = [new Set<string>(), new Map<Check, number>()];
    for (const [i, check] of checks.entries()) {
      rank.set(check, i < CHEAP ? 0 : seen.has(check.file) ? 2 : 1);
      seen.add(check.file);
    }
    return checks.toSorted((a, b) => kills(b) - kills(a) || rank.get(a)! - rank.get(b)! || a.cost - b.cost);
  }
}
