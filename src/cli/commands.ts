import type { Listed } from './command.ts';

const only = async <T>(module: Promise<{ command: T }>): Promise<T> => (await module).command;

/** Every command, in the order of the help. Modules are loaded when asked for, so that start-up stays quick. */
export const commands: readonly Listed[] = [
  {
    name: 'run',
    describe: 'Run one scenario, all its cells: outcomes, measures, intervals',
    load: () => only(import('./commands/run.ts')),
  },
  {
    name: 'compare',
    describe: 'Set variants or other rulebooks against the base, with a plain verdict for each',
    load: () => only(import('./commands/compare.ts')),
  },
  {
    name: 'sweep',
    describe: 'Move one or two values along an axis',
    load: () => only(import('./commands/sweep.ts')),
  },
  {
    name: 'matrix',
    describe: 'Tactics of one side against tactics of the other, with the mixed equilibrium',
    load: () => only(import('./commands/matrix.ts')),
  },
  {
    name: 'sensitivity',
    describe: 'What one point of every modifier is worth here, ranked',
    load: () => only(import('./commands/sensitivity.ts')),
  },
  {
    name: 'tune',
    describe: 'Find the modifier value that comes nearest to a wanted probability',
    load: () => only(import('./commands/tune.ts')),
  },
  {
    name: 'best',
    describe: 'The best choices at every decision, and what they gain',
    load: () => only(import('./commands/best.ts')),
  },
  {
    name: 'explain',
    describe: 'The rows that apply and why, and one encounter told die by die',
    load: () => only(import('./commands/explain.ts')),
  },
  {
    name: 'inspect',
    describe: 'Where a picture comes from: its title, command, version, seed and rulebook',
    load: () => only(import('./commands/inspect.ts')),
  },
  {
    name: 'roll',
    describe: 'A plain question of dice: distribution, at least so many, two throws side by side',
    load: () => only(import('./commands/roll.ts')),
  },
  {
    name: 'rules',
    describe: 'Read, compare and check rulebooks and variants',
    actions: [
      { name: 'list', describe: 'List the rulebooks', load: () => only(import('./commands/rules-list.ts')) },
      {
        name: 'show',
        describe: 'Show a rulebook, one of its tables, or its rulings',
        load: () => only(import('./commands/rules-show.ts')),
      },
      {
        name: 'find',
        describe: 'Find rows, tables and rulings by words',
        load: () => only(import('./commands/rules-find.ts')),
      },
      {
        name: 'diff',
        describe: 'Every difference between two rulebooks, or a variant and its base',
        load: () => only(import('./commands/rules-diff.ts')),
      },
      {
        name: 'troops',
        describe: 'The named units of a rulebook, which scenarios may use',
        load: () => only(import('./commands/rules-troops.ts')),
      },
      {
        name: 'check',
        describe: 'Check rulebooks, variant files and scenario files',
        load: () => only(import('./commands/rules-check.ts')),
      },
    ],
  },
  {
    name: 'luck',
    describe: 'How lucky was each player? A log of what was fought and what came out',
    load: () => only(import('./commands/luck.ts')),
  },
  {
    name: 'impact',
    describe: 'What a variant or another edition changes over a whole suite of situations',
    load: () => only(import('./commands/impact.ts')),
  },
  {
    name: 'points',
    describe: 'What troops are worth in even fights, fitted to exact results, against what they cost',
    load: () => only(import('./commands/points.ts')),
  },
  {
    name: 'check',
    describe: 'Hold the rules, or a variant, to the design targets of a suite',
    load: () => only(import('./commands/check.ts')),
  },
  {
    name: 'suite',
    describe: 'Suites of situations: show the built-in ones, start your own',
    actions: [
      {
        name: 'show',
        describe: "Show the situations of a rulebook's built-in suite, or of a suite file",
        load: () => only(import('./commands/suite-show.ts')),
      },
      {
        name: 'new',
        describe: 'Write a suite to start from',
        load: () => only(import('./commands/suite-new.ts')),
      },
    ],
  },
  {
    name: 'open',
    describe: 'Show the page in your browser, on a scenario or a link',
    load: () => only(import('./commands/open.ts')),
  },
  {
    name: 'serve',
    describe: 'Serve the page on this machine only, without opening a browser',
    load: () => only(import('./commands/serve.ts')),
  },
  {
    name: 'link',
    describe: 'Print a link that holds a whole scenario',
    load: () => only(import('./commands/link.ts')),
  },
  {
    name: 'new',
    describe: 'Write a scenario, a variant, a rulebook or a card set to start from',
    load: () => only(import('./commands/new.ts')),
  },
  {
    name: 'examples',
    describe: 'The built-in scenarios: list, show, copy',
    actions: [
      {
        name: 'list',
        describe: 'List the built-in scenarios',
        load: () => only(import('./commands/examples-list.ts')),
      },
      { name: 'show', describe: 'Print a built-in scenario', load: () => only(import('./commands/examples-show.ts')) },
      {
        name: 'copy',
        describe: 'Copy a built-in scenario into a file of your own',
        load: () => only(import('./commands/examples-copy.ts')),
      },
    ],
  },
  {
    name: 'merge',
    describe: 'Put the parts of all shards together: what one machine would have given',
    load: () => only(import('./commands/merge.ts')),
  },
  {
    name: 'work',
    describe: 'Serve a queue: compute pieces of the experiments of others',
    load: () => only(import('./commands/work.ts')),
  },
  {
    name: 'headline',
    describe: 'Attack column against line under both Over the Hills sheets, with charts',
    load: () => only(import('./commands/headline.ts')),
  },
  {
    name: 'completion',
    describe: 'Print a completion script for bash, zsh or fish',
    load: () => only(import('./commands/completion.ts')),
  },
  { name: '__complete', describe: '', hidden: true, load: () => only(import('./commands/complete.ts')) },
];
