import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Sfc32 } from '../src/sim/random.ts';
import { AREAS, helpers, sources, tests } from './source-mutants/areas.ts';
import { bundles } from './source-mutants/bundle.ts';
import { coverage } from './source-mutants/coverage.ts';
import { Crew } from './source-mutants/crew.ts';
import type { Mutant } from './source-mutants/mutations.ts';
import type { Check, Told } from './source-mutants/protocol.ts';

/**
 * Changes one thing in the source of the rules or engines, asks the checks that reach it, and tells what nobody noticed:
 *
 *   npx tsx scripts/source-mutants.ts --area syw --many 300 --seed 1
 *
 * A sample drawn by the seed, or all mutants of the area without --many. --under takes a part of a path instead, and
 * --tests asks only the files of tests whose path fits a regular expression. --minutes ends it early.
 */
const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    under: { type: 'string', default: 'src/' },
    many: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    tests: { type: 'string', default: '' },
    seconds: { type: 'string', default: '15' },
  },
});
const folder = resolve(import.meta.dirname, '../node_modules/.source-mutants');
mkdirSync(folder, { recursive: true });

/** So many of a list, drawn without putting back; what is tried before the time is up is a sample, too. */
function sample<T>(list: readonly T[], many: number, seed: number): T[] {
  const [random, left, drawn] = [new Sfc32(seed, 3), [...list.keys()], [] as number[]];
  while (drawn.length < many && left.length > 0) drawn.push(...left.splice(random.next() % left.length, 1));
  return drawn.map((i) => list[i]);
}

/** Wilson's interval of a share at 95 %. */
function interval(killed: number, tried: number): string {
  const z = 1.96;
  const middle = (killed + (z * z) / 2) / (tried + z * z);
  const half = (z * Math.sqrt((killed * (tried - killed)) / tried + (z * z) / 4)) / (tried + z * z);
  return `${(100 * (middle - half)).toFixed(1)} to ${(100 * (middle + half)).toFixed(1)} %`;
}

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 110);
const row = ({ file, line, was, is }: Mutant, reached: number): string =>
  `| ${file}:${line} | \`${short(was)}\` | \`${short(is)}\` | ${reached === 0 ? 'not reached' : `${reached} checks`} |`;

/** Checks that noticed something in a file are asked first about its other mutants. */
const killers = new Map<string, Map<string, number>>();
const keyOf = ({ file, index }: Check): string => `${file} ${index}`;
function noteKiller(file: string, check: Check | undefined): void {
  if (!check) return;
  const known = killers.get(file) ?? new Map<string, number>();
  killers.set(file, known.set(keyOf(check), (known.get(keyOf(check)) ?? 0) + 1));
}
/** So many cheap checks are asked before one of each file is. */
const CHEAP = 40;
function likelyFirst(file: string, checks: readonly Check[]): readonly Check[] {
  const known = killers.get(file);
  const kills = (check: Check): number => (check.cost > 1 ? 0 : (known?.get(keyOf(check)) ?? 0));
  const [seen, rank] = [new Set<string>(), new Map<Check, number>()];
  for (const [i, check] of checks.entries()) {
    rank.set(check, i < CHEAP ? 0 : seen.has(check.file) ? 2 : 1);
    seen.add(check.file);
  }
  return checks.toSorted((a, b) => kills(b) - kills(a) || rank.get(a)! - rank.get(b)! || a.cost - b.cost);
}

const crew = new Crew();
const watched = {
  tests: tests().filter((path) => new RegExp(values.tests).test(path)),
  sources: sources(),
  helpers: helpers(),
};
const mutants = await bundles(folder, watched.sources, watched.tests);
const reaching = await coverage(crew, join(folder, 'noted.mjs'), watched, mutants.length);
const wanted = values.area === undefined ? () => true : AREAS[values.area];
if (!wanted) throw new Error(`There is no area '${values.area}'; there are ${Object.keys(AREAS).join(', ')}.`);
const all = [...mutants.keys()].filter((id) => wanted(mutants[id].file) && mutants[id].file.includes(values.under));
const drawn = sample(all, Number(values.many), Number(values.seed));
const until = Date.now() + Number(values.minutes) * 60_000;
let [tried, killed] = [0, 0];
const survivors: string[] = [];
const path = join(folder, 'switched.mjs');
for (const mutant of drawn) {
  if (Date.now() > until) break;
  const checks = likelyFirst(mutants[mutant].file, reaching.get(mutant) ?? []);
  const question = { what: 'play', path, mutant, checks, seconds: Number(values.seconds) } as const;
  const told: Told | null = checks.length === 0 ? { killedBy: null, ran: 0 } : await crew.ask<Told>(question);
  // A process that ended was in a loop without end, or out of memory.
  if (told === null || told.killedBy !== null) {
    killed++;
    if (told) noteKiller(mutants[mutant].file, checks[told.ran]);
  } else {
    survivors.push(row(mutants[mutant], told.ran));
    console.log(survivors.at(-1));
  }
  if (++tried % 25 === 0) console.log(`${tried} of ${drawn.length}: ${killed} killed`);
}
crew.end();
writeFileSync(join(folder, `survivors-${values.area ?? 'under'}.md`), `${survivors.join('\n')}\n`);
console.log(
  `${tried} mutants of ${all.length}: ${killed} killed (${((100 * killed) / tried).toFixed(1)} %` +
    `${tried < all.length ? `, ${interval(killed, tried)}` : ''})`,
);
