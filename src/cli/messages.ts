import { nearest } from '../rules/nearest.ts';
import { shortList } from '../rules/place.ts';
import type { Problem } from '../rules/problem.ts';

/** The sentences that the command line itself says. What is wrong with a file is told by src/scenarios and src/rules. */
export const messages = {
  noScenario: "Name a scenario: a file, or a built-in one such as volley. 'grognard examples' lists the built-in ones.",
  unknownCommand: (name: string, known: readonly string[], near?: string) =>
    `There is no command '${name}'; there are ${known.join(', ')}.${hint(near)}`,
  unknownAction: (command: string, name: string, known: readonly string[], near?: string) =>
    `'grognard ${command}' has no '${name}'; it has ${known.join(', ')}.${hint(near)}`,
  showIt: (command: string, name: string) => ` Did you mean 'grognard ${command} show ${name}'?`,
  unknownFlag: (flag: string, known: readonly string[], near?: string) =>
    `There is no option '${dashed(flag)}' here; there are ${shortList(known.map(dashed), 40)}.${hint(near && dashed(near))}`,
  tooManyWords: (words: readonly string[], command: string, flag?: string) =>
    `'grognard ${command}' does not take '${words.join(' ')}'; ${flag ? `did you mean '--${flag} ${words[0]}'?` : `see 'grognard ${command} --help'.`}`,
  twice: (flag: string) => `'--${flag}' is given more than once; give it once.`,
  empty: (flag: string) => `'--${flag}' needs a value.`,
  missing: (name: string, command: string) => `Name ${name}; see 'grognard ${command} --help'.`,
  tooManyThrows: (n: number, most: number) => `${n} throws are set side by side; at most ${most} can be.`,
  notOneOf: (flag: string, found: string, allowed: readonly string[], near?: string) =>
    `'--${flag}' may be ${allowed.join(', ')}; found '${found}'.${hint(near)}`,
  notWhole: (flag: string, low: number, high: number, found: string) =>
    `'--${flag}' is a whole number from ${low} to ${high}; found '${found}'.`,
  notSetting: (found: string) => `'--set ${found}' says nothing; write PATH=VALUE, such as attacker.fs=9.`,
  noValue: (found: string) => `'--set ${found}' gives no value; write PATH=VALUE, such as attacker.fs=9.`,
  printAndFile: "Give '--print' or '--file', not both.",
  trialsAndPrecision: "Give '--trials' or '--precision', not both.",
  maximiseAndMinimise: "Give '--maximise' or '--minimise', not both.",
  exactAndTrials: (flag: string) => `'--${flag}' is for sampling; with '--engine exact' nothing is sampled.`,
  givenBy: (flag: 'rules' | 'set', value: string) =>
    `'${value}' is ${flag === 'rules' ? 'a rulebook' : 'a single value'}, not a variant file; write --${flag} ${value}.`,
  seedWithoutEncounter:
    "'--seed' and '--trials' name the run that '--encounter' is taken from; give '--encounter' too.",
  firstCell: (values: readonly string[]) => `The first of the file’s cases: ${values.join(', ')}`,
  /** What is said before anything is known but how the work begins. */
  beganCounting: ({ engine, seeksBest, totalCells }: Beginning) => {
    if (seeksBest)
      return 'Best play is worked out in some seconds, or searched for by playing if the states are too many.';
    const cells = totalCells > 1 ? totalCells : undefined;
    if (engine === 'exact') return `${ofCells(cells, 'To be worked out exactly')}; how long it takes shows soon.`;
    if (engine === 'sample') return `${ofCells(cells, 'To be played')}; how long it takes shows soon.`;
    return `${ofCells(cells, 'To be worked out exactly in some seconds')}, or played if the states are too many.`;
  },
  workedOut: ({ cells }: { readonly cells?: number }) => ofCells(cells, 'To be worked out exactly'),
  playedTimes: (trials: number, { cells }: { readonly cells?: number }) =>
    `${ofCells(cells, 'Played')} ${trials.toLocaleString('en')} times`,
  playedUntilPrecise: (precision: number, { cells }: { readonly cells?: number }) =>
    `${ofCells(cells, 'Played')} until intervals are ±${Number((precision * 100).toPrecision(2))}%`,
  takesAbout: (how: string, secondsLeft: number) => `${how}: about ${roughTime(secondsLeft)} to go.`,
  rollsAreSought:
    'Rolls are looked for in all situations if those are few enough, else in plays: some seconds in a large engagement.',
  storyIsSought: 'The engagement is played again up to its number: some seconds if it is a large one.',
  timeNotKnown: (how: string) => `${how}; how long it takes shows soon.`,
  nothingIsRolled: 'Nothing is rolled: how it ends is settled from the start (run says how).',
  rollsWerePlayed: (plays: number) =>
    `Too many states to look at each: how often it comes to a roll was counted in ${plays.toLocaleString('en')} encounters (give or take ${Number((98 / Math.sqrt(plays)).toPrecision(2))} percentage points at most), and rarer rolls may be missing.`,
  moreRolls: (n: number) => `… and ${n} more ${n === 1 ? 'roll' : 'rolls'}; --all shows them.`,
  notOurChart: 'This is no chart that grognard made, or what it says of itself was taken out of it.',
  unreadable: (code: string | undefined) =>
    code === 'ENOENT'
      ? 'There is no such file.'
      : code === 'EISDIR'
        ? 'This is a folder; name a picture in it.'
        : `The file cannot be read (${code ?? 'unknown cause'}).`,
  noVariant: (name: string, books: readonly string[], near?: string) =>
    `'${name}' is no variant: name a file, a rulebook (${books.join(', ')}), or an edit such as attacker.fs=9.${hint(near)}`,
  shardAndQueue: "Give '--shard' or '--queue', not both.",
  shardNeedsOut: "'--shard' writes its part to a folder that all shards share: give '--out FOLDER'.",
  notShard: (found: string) => `'--shard' is a part of many, such as 3/16, or auto; found '${found}'.`,
  noShardVariables: (names: readonly string[]) =>
    `'--shard auto' finds no batch system here; it reads ${names.slice(0, 6).join(', ')} and the like.`,
  decidesAsItGoes: (what: string) =>
    `${what} decides as it goes how much is computed, so it cannot be cut into shards; it works with --queue.`,
  shardDone: (shard: number, of: number, folder: string) =>
    `Shard ${shard} of ${of} is done. When all are: grognard merge ${folder}`,
  shardStopped: (pieces: number) =>
    `Stopped. ${pieces} ${pieces === 1 ? 'piece is' : 'pieces are'} written down; the same line goes on from there.`,
  changedSince: (folder: string) =>
    `The parts in ${folder} belong to another scenario than the one that is there now: a file has changed since.`,
  noQueue: "Name the queue: '--queue redis://HOST:PORT', or set GROGNARD_QUEUE.",
  servingQueue: (address: string, threads: number, version: string) =>
    `Serving the queue at ${address} on ${threads} ${threads === 1 ? 'thread' : 'threads'}, version ${version}. Ctrl-C ends it.`,
  finishing: 'Finishing what is in hand; a second Ctrl-C drops it, and others do it again.',
  serverGone: 'The server of the queue does not answer: what is in hand is dropped, and others do it again.',
  served: (pieces: number) => `Did ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}.`,
  queueStopped:
    'Stopped. What is shown is what was done by then, marked as partial. The rest stays in the queue: typed again, the same line goes on from there.',
  queueStoppedEarly:
    'Stopped before there was anything to show. What was asked for stays in the queue: typed again, the same line goes on from there.',
  shardNotWritten: (folder: string, why: string) =>
    `Cannot write to ${folder}: ${why}. What is written down stays; typed again, the same line goes on from there.`,
  moreProblems: (n: number) => `… and at least ${n} more like these.`,
  interrupted: 'Stopped. What is shown is what was done by then, marked as partial.',
  wholeRun: 'This was stopped early; the line that reproduces it plays the whole run, not the part done here.',
  writingStopped: (folder: string) =>
    `Stopped while the files were made: what is shown is whole, but nothing was written to ${folder}.`,
  stoppedEarly: 'Stopped before there was anything to show.',
  wrote: (files: number, folder: string) => `Wrote ${files} files to ${folder}`,
  chartsAt: (paths: readonly string[]) => `Charts: ${paths.join(', ')}`,
  noExample: (name: string, known: readonly string[], near?: string) =>
    `There is no built-in scenario '${name}'; there are ${known.join(', ')}.${hint(near)}`,
  runExample: 'Run one: grognard run NAME. Make it your own: grognard examples copy NAME.',
  wroteAlso: (path: string) => `Wrote ${path}, which it reads.`,
  newFile: (path: string, next: string) => `Wrote ${path}. Next: ${next}`,
  noDifference: 'No difference.',
  differences: (from: string, to: string, n: number) =>
    `From ${from} to ${to}: ${n} ${n === 1 ? 'difference' : 'differences'}`,
  wordingOnly: (n: number) =>
    `${n} more ${n === 1 ? 'differs' : 'differ'} in wording only; --wording shows ${n === 1 ? 'it' : 'them'}.`,
  inOrder: (name: string) => `${name}: in order`,
  unplayed: (places: readonly string[]) =>
    `printed but not played, so that an edit there changes nothing: ${places.join(', ')}`,
  newWhat: (known: readonly string[]) => `Say what to write: ${known.join(', ')}.`,
  newUnknown: (name: string, known: readonly string[], near?: string) =>
    `There is nothing called '${name}' to write; there are ${known.join(', ')}.${hint(near)}`,
  noCards: (rules: string) => `The rulebook '${rules}' uses no cards; pike-shot does.`,
  noEncounter: (rules: string, name: string, known: readonly string[], near?: string) =>
    `The rulebook '${rules}' has no encounter '${name}'; it has ${known.join(', ')}.${hint(near)}`,
  notANumber: (answer: string) => `'${answer}' is no number.`,
  notAnOption: (answer: string) => `'${answer}' is not one of them.`,
  noSuchLabel: (key: string, known: readonly string[]) => {
    const near = nearest(key, known);
    return `The label '${shortened(key)}' names nothing in this answer; it speaks of ${shortList(known, 12)}.${hint(near)}`;
  },
  moreFound: (n: number) => `… and ${n} more; --all shows them, more words or --rules narrow them down.`,
  fullShows: '--full shows every one of them.',
  oneTable: (book: string, table: string) => `One of them: grognard rules show ${book} ${table}. All of it: --full.`,
  nothingFound: (words: string, near?: string) => `No row, table or ruling holds '${shortened(words)}'.${hint(near)}`,
  noShell: (name: string, known: readonly string[]) =>
    `There is no script for '${name}'; there are ${known.join(', ')}.`,
  alsoReads: (files: readonly string[], name: string) =>
    `It also reads ${files.join(', ')}; 'grognard examples copy ${name}' writes everything.`,
  fileExists: (path: string) => `There is a file '${path}' already; name another, or overwrite it with --force.`,
  isFolder: (path: string) => `'${path}' is a folder; name a file in it.`,
  cannotWrite: (path: string, why: string) => `'${path}' cannot be written: ${why}.`,
  linksAlone: 'Links stand for whole situations: compare them with links only.',
  serving: (address: string) => `The page is at ${address} (Ctrl-C ends it)`,
  noSite: "The page has not been built; 'npm run site' builds it.",
  portTaken: (port: number) => `Port ${port} is taken; leave '--port' out to have a free one chosen.`,
  portForbidden: (port: number) => `Port ${port} may not be used (permission denied); take one above 1023.`,
  noBrowser: 'No browser could be opened here; open the address yourself.',
  notSite: (found: string) => `'--site' is an address such as https://example.org/grognard/; found '${found}'.`,
  noSuite: (name: string, books: readonly string[], near?: string) =>
    `'${name}' is no suite: name a suite file, or a rulebook for its built-in suite (${books.join(', ')}).${hint(near)}`,
  notWithSuite: (flag: string) => `'--${flag}' is for a scenario; a suite has its own targets, worked out exactly.`,
  notReference: (found: string) =>
    `'--reference' is a troop and its points, such as 'Line battalion=10'; found '${found}'.`,
  noTroops: (rules: string) =>
    `The rulebook '${rules}' names no troops; write some of your own and name the file under 'troops'.`,
  suggestedTroops: (family: string) =>
    family === 'oth'
      ? 'The sheet rates no units: these values are suggestions. Change one beside its name, or write a file of your own.'
      : 'The sheet leaves stands to the players, and morale is a suggestion. Change a value beside its name, or write a file of your own.',
  situations: (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'situation' : 'situations'}`,
  skipped: ({ at, message }: Problem) =>
    `Left out: ${at ? `${at.file}${at.line === undefined ? '' : `:${at.line}`}: ` : ''}${message}`,
  impactOfWhat: 'Name a variant: a file, another rulebook, or an edit such as rules.fire.small-arms.initial-volley=1.',
  whichRules: "Say whose suite is played: '--rules oth2', or name a suite file with '--suite'.",
  againstItself: (name: string) => `'${name}' would be set against itself; name another with '--against'.`,
  otherFamily: (a: string, b: string) =>
    `The rulebooks '${a}' and '${b}' are different games: no situation of one can be played with the other.`,
  bug: (message: string) =>
    `Something went wrong inside Grognard, and it is not your file: ${message}. Set GROGNARD_DEBUG=1 to see where.`,
  moreHelp: (command: string) => `See 'grognard ${command}--help'.`,
};

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const hint = (near: string | undefined) => (near ? ` Did you mean '${near}'?` : '');
const dashed = (flag: string) => (flag.length === 1 ? `-${flag}` : `--${flag}`);

/** "9 cells, each played" where there are several. */
interface Beginning {
  readonly engine?: 'auto' | 'exact' | 'sample';
  readonly seeksBest?: boolean;
  readonly totalCells: number;
}

function ofCells(cells: number | undefined, done: string): string {
  return cells === undefined ? done : `${cells.toLocaleString('en')} cells, each ${done.toLowerCase()}`;
}

function roughTime(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 100 ? `${hours} h` : `${Math.ceil(hours / 24).toLocaleString('en')} days`;
}
