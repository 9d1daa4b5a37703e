import { tryMutant } from '../test/kit/mutants.ts';

/** Tries mutated rulebook files: `npx tsx scripts/mutants.ts [how many] [from]`. Fails on a crash, 2 s, or 500 MB. */
const [many = 10_000, from = 0] = process.argv.slice(2).map(Number);
const seen = new Map<string, number>();
let slowestMs = 0;
let wrong = 0;
for (let n = from; n < from + many; n++) {
  const before = process.cpuUsage();
  const { how, message } = await tryMutant(n);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  slowestMs = Math.max(slowestMs, ms);
  seen.set(how, (seen.get(how) ?? 0) + 1);
  const megabytes = process.memoryUsage().rss / 1e6;
  if (how !== 'crashed' && ms < 2000 && megabytes < 500) continue;
  wrong++;
  console.log(
    `mutant ${n}: ${how}, ${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB ${how === 'crashed' ? message : ''}`,
  );
}
console.log(
  [...seen].map(([how, n]) => `${n} ${how}`).join(', '),
  `slowest ${slowestMs.toFixed(0)} ms of processor time`,
);
process.exitCode = wrong > 0 ? 1 : 0;
