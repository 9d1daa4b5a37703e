import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Sfc32 } from '../src/sim/random.ts';
import { AREAS, sources, tests } from './source-mutants/areas.ts';
import { bundles, childIn } from './source-mutants/bundle.ts';
import { coverage } from './source-mutants/coverage.ts';
import { Crew } from './source-mutants/crew.ts';
import { Judge } from './source-mutants/judge.ts';
import { Killers } from './source-mutants/killers.ts';
import type { Mutant } from './source-mutants/mutations.ts';

/**
 * Changes one thing in the source of the rules or engines, asks the checks that reach it, and tells what nobody noticed:
 *
 *   npx tsx scripts/source-mutants.ts --area syw --many 300 --seed 1
 *
 * A sample drawn by the seed, or all mutants of the area without --many; several areas in turn. --under takes a part of a path instead, and
 * --tests asks only the files of tests whose path fits a regular expression. --minutes ends it early.
 */
const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: [] },
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

/** This many of a list, drawn without putting back; what is tried before the time is up is a sample, too. */
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
const row = ({ file, line, was, is }: Mutant, { ran, asked }: { ran: number; asked: number }): string =>
  `| ${file}:${line} | \`${short(was)}\` | \`${short(is)}\` | ${asked === 0 ? 'not reached' : `${ran} of ${asked} checks`} |`;

const crew = new Crew(await childIn(folder));
const asked = tests().filter((path) => new RegExp(values.tests).test(path));
const mutants = await bundles(folder, sources(), asked);
const reaching = await coverage(crew, join(folder, 'noted.mjs'), asked, mutants);
const judge = new Judge(crew, join(folder, 'switched.mjs'), Number(values.seconds));
const killers = new Killers(join(folder, 'killers.json'));
const until = Date.now() + Number(values.minutes) * 60_000;

/** A sample of the mutants of an area, and what became of those that were tried. */
class Trial {
  private readonly name: string;
  private readonly all: readonly number[];
  private readonly drawn: readonly number[];
  private readonly count = { failed: 0, endless: 0, unnoticed: 0 };
  private readonly survivors: string[] = [];

  constructor(area: string | undefined) {
    const isOf = area === undefined ? () => true : AREAS[area];
    if (!isOf) throw new Error(`There is no area '${area}'; there are ${Object.keys(AREAS).join(', ')}.`);
    const isAsked = ({ file, isRoom }: Mutant): boolean => !isRoom && isOf(file) && file.includes(values.under);
    this.name = area ?? values.under;
    this.all = [...mutants.keys()].filter((id) => isAsked(mutants[id]));
    this.drawn = sample(this.all, Number(values.many), Number(values.seed));
  }

  private get tried(): number {
    return this.count.failed + this.count.endless + this.count.unnoticed;
  }

  /** Tries one more; false where none is left. */
  async next(): Promise<boolean> {
    const id = this.drawn[this.tried];
    if (id === undefined) return false;
    const mutant = mutants[id];
    const verdict = await judge.verdict(id, killers.likelyFirst(mutant, reaching.get(id) ?? []));
    this.count[verdict.what]++;
    if (verdict.what === 'failed') killers.note(mutant.file, verdict.by);
    if (verdict.what === 'unnoticed') {
      this.survivors.push(row(mutant, verdict));
      console.log(this.survivors.at(-1));
    }
    return true;
  }

  tell(): void {
    const { tried, all, count } = this;
    const killed = tried - count.unnoticed;
    const share = `${((100 * killed) / tried).toFixed(1)} %`;
    const within = tried < all.length ? `, ${interval(killed, tried)}` : '';
    console.log(
      `${this.name}: ${tried} mutants of ${all.length}: ${killed} killed (${share}${within}), ${count.endless} of them without end`,
    );
  }

  keep(): void {
    writeFileSync(join(folder, `survivors-${this.name.replaceAll('/', '-')}.md`), `${this.survivors.join('\n')}\n`);
  }
}

// One mutant of each area in turn: whenever it is ended, each has a sample.
const trials = (values.area.length === 0 ? [undefined] : values.area).map((area) => new Trial(area));
for (let round = 1, going = true; going; round++) {
  going = false;
  for (const trial of trials) going = (Date.now() < until && (await trial.next())) || going;
  if (round % 5 === 0 || !going) for (const trial of trials) trial.tell();
  for (const trial of trials) trial.keep();
  killers.keep();
}
crew.end();
