import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { grognard } from './harness.ts';

/** Lines that name files of the user's own, write files, run until they are stopped, or belong to a shell. */
const NOT_HERE = /my-|[<>]|^new\b|^examples copy|^headline|^open|^serve|^work|^merge|a\.yaml|--out/;

const listed = commands.flatMap((c) => c.actions ?? [c]);
const lines = (await Promise.all(listed.map((c) => c.load!())))
  .flatMap((command) => command.examples.map(([line]) => line))
  .filter((line) => !NOT_HERE.test(line));

/** Words as a shell would cut them. */
const words = (line: string) => [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);

/** The built-in suite has thousands of situations: the examples of impact are played over two. */
const suite = join(mkdtempSync(join(tmpdir(), 'grognard-examples-')), 'suite.yaml');
writeFileSync(suite, 'title: Two\nrules: oth2\nsituations:\n  volley: volley\n  column: column-v-line\n');
const small = (line: string): string[] => (line.startsWith('impact ') ? ['--suite', suite] : []);

describe('the examples of the help', () => {
  it.each(lines)('grognard %s', async (line) => {
    const { code, err, out } = await grognard([...words(line), ...small(line)]);
    expect(err).not.toMatch(/wrong|no such|There is no/);
    expect(code).toBe(0);
    expect(out).not.toBe('');
  });
});
