import { writeFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cells } from './cells.ts';
import { onePair, severalPairs } from './engagements.ts';
import { fights } from './fights.ts';
import { games } from './games.ts';
import { growth, kernelGrowth, unitGrowth } from './growth.ts';
import { page } from './page.ts';
import { plainStatesPerSecond } from './plain.ts';
import { commandLine, processRun } from './processes.ts';
import { queueAgainstThreads, queueCosts } from './queue.ts';
import { engagementThreads, stopTime, type ThreadFindings, threads, twoPrograms } from './threads.ts';
import { walkSizes } from './walk-sizes.ts';

/**
 * The bench: every figure is a ratio within this one run. `npm run bench` prints as it goes and writes bench/results.md
 * and bench/growth.svg.
 */
const BILLION = 1e9;
/** Filling tables is most of a short run, and one thread does that. */
const ENGAGEMENTS = [4e6, 4e7];
const peakOf = (trials: string) => commandLine(['run', 'three-a-side', '--trials', trials, '--quiet']);
const say = (text: string) => process.stderr.write(`${text}\n`);

say('one pair over eight turns …');
// First of all: a command compiles in a process that has done nothing else, and code that has seen one rulebook's
// machines is quicker than code that has seen many.
const pair = await onePair();
say('one fight, one thread …');
const fight = await fights();
say('one thread against two …');
const threaded = await threads(BILLION);
say('a billion encounters through the command line …');
const cli = await commandLine(['run', 'column-v-line', '--engine', 'sample', '--trials', '1e9', '--quiet']);
const straight = fight.straight ? await processRun(fight.straight.program, ['1e9', '1']) : null;
say('rulebook files …');
const played = await games();
say('cells of a suite …');
const suite = await cells();
say('several pairs …');
const several = await severalPairs();
const engaged: ThreadFindings[] = [];
for (const plays of ENGAGEMENTS) engaged.push(await engagementThreads(plays));
const atOnce = await twoPrograms(ENGAGEMENTS[0]);
say('growth …');
const grown = await growth();
const units = await unitGrowth();
const kernels = await kernelGrowth();
const [ownRun, longRun, longerRun] = [await peakOf('20000'), await peakOf('200000'), await peakOf('2000000')];
const plainStates = plainStatesPerSecond();
say('a queue …');
const queue = await queueCosts(6_000);
const fleet = await queueAgainstThreads(4e9);
say('stopping …');
const stopMs = await stopTime();
say('kernels of large tables …');
const sizes = await walkSizes();

const root = fileURLToPath(new URL('../../bench/', import.meta.url));
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB; ${platform()} ${release()}; Node ${process.version}; ${fight.compilers.join('; ') || 'no C compiler found'}`;
const { markdown, svg } = await page({
  machine,
  fight,
  threaded,
  cli,
  straight,
  pair,
  several,
  engaged,
  atOnce,
  played,
  grown,
  units,
  kernels,
  ownRun,
  longRun,
  longerRun,
  cells: suite,
  stopMs,
  plainStates,
  queue,
  fleet,
  sizes,
});
writeFileSync(`${root}results.md`, markdown);
writeFileSync(`${root}growth.svg`, svg);
process.stdout.write(markdown);
