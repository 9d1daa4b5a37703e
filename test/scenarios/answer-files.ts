import { grognard } from '../cli/harness.ts';

/** Runs the files named on the command line one after the other, and prints a line of JSON for each answer. */
interface Asked {
  readonly name: string;
  readonly path: string;
  readonly variant: boolean;
}

for (const { name, path, variant } of JSON.parse(process.argv[2]) as Asked[]) {
  const before = process.cpuUsage();
  const { code, err } = await grognard(variant ? ['run', 'column-v-line', '--variant', path] : ['run', path]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify([name, { code, err, cpuMs: (user + system) / 1000 }])}\n`);
}
