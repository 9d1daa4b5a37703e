import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Mutant } from './mutations.ts';
import type { Check } from './protocol.ts';

/** A check that takes this many seconds waits for another round of the cheaper ones. */
const DEAR = 0.3;
/** What is kept of the schemas holds their figures. */
const SCHEMAS = 'test/scenarios/json-schema.test.ts';
const FIGURE = /^-?[\d_.]+$/;
/** Tests that bear the name of a file are asked about it before others. */
const bearsName = (file: string): RegExp => new RegExp(`/${file.slice(file.lastIndexOf('/') + 1, -3)}\\.test`);
/** So are, after those, tests that import it: they ask it directly. */
const IMPORTING = 0.4;
const root = resolve(import.meta.dirname, '../..');
const imports = new Map<string, ReadonlySet<string>>();
function importsOf(test: string): ReadonlySet<string> {
  let found = imports.get(test);
  if (!found) {
    const paths = [...readFileSync(join(root, test), 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)];
    found = new Set(paths.map(([, path]) => relative(root, resolve(root, dirname(test), path))));
    imports.set(test, found);
  }
  return found;
}
const keyOf = ({ file, index }: Check): string => `${file} ${index}`;
/** What noticed something in a neighbour is asked after what noticed something in the file itself. */
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);
const NEIGHBOURS = 1e-3;
/** Then cheap tests of the same part of the program. */
const PART = 1e-6;
const isOfPart = (file: string, check: Check): boolean =>
  check.cost < DEAR && check.file.split('/')[1] === file.split('/')[1];

/** Checks that noticed something in a file are asked first about its other mutants, in later runs as well. */
export class Killers {
  readonly #known: Record<string, Record<string, number>>;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  }

  note(file: string, check: Check): void {
    for (const place of [file, folderOf(file)]) {
      const known = this.#known[place] ?? {};
      known[keyOf(check)] = (known[keyOf(check)] ?? 0) + 1;
      this.#known[place] = known;
    }
  }

  keep(): void {
    writeFileSync(this.#path, JSON.stringify(this.#known));
  }

  /** One check of each file before a second one: what one does not see its neighbour often does not see either. */
  likelyFirst({ file, was }: Mutant, checks: readonly Check[]): readonly Check[] {
    const [known, near] = [this.#known[file] ?? {}, this.#known[folderOf(file)] ?? {}];
    const isFigure = FIGURE.test(was);
    const own = bearsName(file);
    const kills = (check: Check): number => {
      if (isFigure && check.file === SCHEMAS) return known[keyOf(check)] ?? 0.5;
      const beside = NEIGHBOURS * (near[keyOf(check)] ?? 0);
      return check.cost > 1
        ? 0
        : (known[keyOf(check)] ??
            (own.test(check.file)
              ? 0.5
              : importsOf(check.file).has(file)
                ? IMPORTING
                : beside || PART * Number(isOfPart(file, check))));
    };
    const [inFile, round] = [new Map<string, number>(), new Map<Check, number>()];
    for (const check of checks) {
      const place = inFile.get(check.file) ?? 0;
      inFile.set(check.file, place + 1);
      round.set(check, Math.floor(Math.log2(1 + place)) + Math.floor(check.cost / DEAR));
    }
    return checks.toSorted((a, b) => kills(b) - kills(a) || round.get(a)! - round.get(b)! || a.cost - b.cost);
  }
}
