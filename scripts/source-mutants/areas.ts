import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Printed sheets, words and explanations are held by tests of their own, against a second transcription. */
const LEFT_OUT = /\/sheet\/|oth2\/|half\/|cards\/|vocabulary|rulings|words|suite|unplayed|named-troops/;
/** What plays whole engagements. */
const ENGAGEMENT = /engagement|syw\/(actions|battle|duties|facing|field|moves|pace|positions|sight|turns)\.ts/;

/** Parts of the source that are counted apart. */
export const AREAS: Readonly<Record<string, (file: string) => boolean>> = {
  engagement: (file) => file.startsWith('src/rules/') && ENGAGEMENT.test(file),
  rules: (file) => file.startsWith('src/rules/') && !ENGAGEMENT.test(file),
  syw: (file) => file.startsWith('src/rules/syw/') && !ENGAGEMENT.test(file),
  'pike-shot': (file) => file.startsWith('src/rules/pike-shot/') && !ENGAGEMENT.test(file),
  oth: (file) => file.startsWith('src/rules/oth/') && !ENGAGEMENT.test(file),
  shared: (file) => file.startsWith('src/kit/') || (/^src\/rules\/[^/]+$/.test(file) && !ENGAGEMENT.test(file)),
  sim: (file) => file.startsWith('src/sim/'),
};

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesUnder(path) : [path]));

export const sources = (): string[] =>
  ['src/kit', 'src/rules', 'src/sim']
    .flatMap(filesUnder)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !LEFT_OUT.test(path));

/** Slow nets whose mistakes quicker checks find too, what starts threads, and what is asked one by one instead. */
const UNASKED = [
  ...['rules/engagements-slowly', 'rules/random-engagements', 'rules/reach', 'rules/oth/fire-sampled', 'kit/mutants'],
  ...['rules/kept-answers', 'rules/kept-refusals', 'rules/kept-plays'],
  ...['engine/evaluate', 'engine/side-by-side', 'engine/tasks', 'engine/workforce'],
].map((name) => `test/${name}.test.ts`);
const FOLDERS = [
  ...['test/rules', 'test/sim', 'test/kit', 'test/engine', 'test/scenarios'],
  ...['test/explain', 'test/results', 'test/words'],
];

/** Checks that need no thread, network or built program. */
export const tests = (): string[] => [
  'scripts/source-mutants/kept.ts',
  'scripts/source-mutants/plays.ts',
  ...FOLDERS.flatMap(filesUnder).filter((path) => path.endsWith('.test.ts') && !UNASKED.includes(path)),
  ...['cli/unplayed', 'experiments/hanging', 'experiments/hanging-figures'].map((name) => `test/${name}.test.ts`),
];
