import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { Sfc32 } from '../src/sim/random.ts';

/**
 * Changes one thing in the source of the rules or engines, runs the tests beside it, and tells what nobody noticed:
 *
 *   npx tsx scripts/source-mutants.ts --under src/rules/syw --many 40 --seed 1 --minutes 10
 *
 * A sample drawn by the seed, in a copy of the tree. Mutants that change nothing once types are gone are left out.
 */
const { values } = parseArgs({
  options: {
    under: { type: 'string', default: 'src/rules' },
    many: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
  },
});
const root = resolve(import.meta.dirname, '..');

/** The tests that stand beside a folder; the first that fits is taken. */
const TESTS: readonly (readonly [folder: string, tests: readonly string[]])[] = [
  ['src/rules/syw', ['test/rules/syw']],
  ['src/rules/oth', ['test/rules/oth']],
  ['src/rules/pike-shot', ['test/rules/pike-shot']],
  ['src/rules', ['test/rules']],
  ['src/kit', ['test/kit']],
  ['src/sim', ['test/sim', 'test/laws.test.ts']],
];
/** What is changed into what. Longer signs come first, so that `<=` is not read as `<`. */
const SWAPS: readonly (readonly [from: RegExp, to: string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\bMath\.floor\b/g, 'Math.ceil'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/(?<![\w.'-])0(?![\w.])/g, '1'],
  [/(?<![\w.'-])1(?![\w.])/g, '2'],
];
/** Printed sheets, words and explanations are held by tests of their own, against a second transcription. */
const LEFT_OUT = /\/sheet\/|oth2\/|half\/|cards\/|vocabulary|rulings|words|suite|unplayed|named-troops/;

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly is: string;
  readonly text: string;
}

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return path.endsWith('.ts') && !path.endsWith('.d.ts') && !LEFT_OUT.test(path) ? [path] : [];
  });

const plain = (text: string): string => transformSync(text, { loader: 'ts', minifyWhitespace: true }).code;

/** Everything that could be changed in a file, code alone: no comment, import, or line that only people read. */
function mutantsOf(file: string): Mutant[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (/^\s*(\/\/|\/?\*|import|export type|type |readonly )|describe\(|title|label|message|`.*\$\{/.test(line))
      return [];
    return SWAPS.flatMap(([from, to]) =>
      [...line.matchAll(from)].map((found): Mutant => {
        const is = line.slice(0, found.index) + to + line.slice(found.index + found[0].length);
        return { file, line: i + 1, was: line.trim(), is: is.trim(), text: lines.with(i, is).join('\n') };
      }),
    );
  });
}

function changesSomething({ file, text }: Mutant): boolean {
  try {
    return plain(text) !== plain(readFileSync(join(root, file), 'utf8'));
  } catch {
    return false;
  }
}

const random = new Sfc32(Number(values.seed), 3);
const all = filesUnder(values.under).flatMap(mutantsOf);
const copy = mkdtempSync(join(tmpdir(), 'source-mutants-'));
for (const part of ['src', 'test', 'workers', 'reports', 'schema', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const testsOf = (file: string): readonly string[] =>
  TESTS.find(([folder]) => `${file}/`.startsWith(`${folder}/`))?.[1] ?? ['test'];
const report = join(copy, 'report.json');
/** Do these tests pass in the copy? */
function pass(tests: readonly string[]): boolean {
  const args = ['vitest', 'run', '--project=program', '--bail=1', '--maxWorkers=1', ...tests];
  // A mutant that never ends is noticed, too.
  const options = { cwd: copy, stdio: 'ignore', timeout: 300_000 } as const;
  return spawnSync('npx', [...args, '--reporter=json', `--outputFile=${report}`], options).status === 0;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}
/** The part of the test files that counts as quick. */
const QUICK_SHARE = 0.6;
/** Test files by the time they take: most mutants are noticed by a quick one, and the slow ones need not run. */
function quickFirst(): readonly (readonly string[])[] {
  if (!pass(testsOf(values.under))) throw new Error(`The tests of ${values.under} fail before anything is changed.`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const byTime = testResults.toSorted((x, y) => x.endTime - x.startTime - (y.endTime - y.startTime)).map((t) => t.name);
  const cut = Math.ceil(byTime.length * QUICK_SHARE);
  return [byTime.slice(0, cut), byTime.slice(cut)].filter((stage) => stage.length > 0);
}

const stages = quickFirst();
const until = Date.now() + Number(values.minutes) * 60_000;
let [tried, killed] = [0, 0];
const survivors: Mutant[] = [];
while (tried < Number(values.many) && all.length > 0 && Date.now() < until) {
  const [mutant] = all.splice(random.next() % all.length, 1);
  if (!changesSomething(mutant)) continue;
  writeFileSync(join(copy, mutant.file), mutant.text);
  const unnoticed = stages.every(pass);
  cpSync(join(root, mutant.file), join(copy, mutant.file));
  tried++;
  if (unnoticed) survivors.push(mutant);
  else killed++;
  console.log(`${unnoticed ? 'SURVIVED' : 'killed  '} ${mutant.file}:${mutant.line}  ${mutant.is}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`${tried} mutants, ${killed} killed (${tried === 0 ? 0 : Math.round((100 * killed) / tried)}%)`);
for (const { file, line, was, is } of survivors) console.log(`| ${file}:${line} | \`${was}\` | \`${is}\` | |`);
