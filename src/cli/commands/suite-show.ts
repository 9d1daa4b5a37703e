import { objectiveFor } from '../../experiments/targets/check.ts';
import { parseTarget } from '../../experiments/targets/parse.ts';
import { targetLabel } from '../../experiments/targets/words.ts';
import { nearest } from '../../rules/nearest.ts';
import { InputError } from '../../rules/problem.ts';
import {
  groupOfTarget,
  type Suite,
  type SuiteGroup,
  situationCount,
  type WrittenTarget,
} from '../../scenarios/suite/suite.ts';
import { percent } from '../../words/figures.ts';
import { words } from '../../words/ids.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned } from '../rules-text.ts';
import { suiteNamed } from '../suites.ts';

export const command: Command = {
  positionals: [['suite', 'A rulebook for its built-in suite, or a suite file']],
  options: {
    all: option.flag('Every situation with its weight, not only the groups'),
    group: option.text('Only this group'),
    rules: option.text('Another rulebook than the file names'),
    'skip-illegal': option.flag('Leave situations out that the sheet refuses'),
    format: option.text('table or json'),
  },
  examples: [
    ['suite show oth2', 'what the built-in suite of a rulebook plays'],
    ['suite show my-suite.yaml --all', 'every situation of your own'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const only = flags.text('group');
    const rules = flags.text('rules');
    const name = args['suite'] as string | undefined;
    if (name === undefined) flags.wrong(messages.missing('a rulebook or a suite file', 'suite show'));
    flags.done();
    const suite = await suiteNamed(name!, {
      ...(rules === undefined ? {} : { rules }),
      skipIllegal: flags.flag('skip-illegal'),
    });
    const groups = only === undefined ? suite.groups : suite.groups.filter((g) => [g.id, words(g.id)].includes(only));
    const names = suite.groups.map((g) => words(g.id));
    if (groups.length === 0) flags.wrong(messages.notOneOf('group', only!, names, nearest(only!, names)));
    flags.done();
    if (format === 'json') io.out(`${JSON.stringify(asJson(suite, groups), null, 2)}\n`);
    else io.out(`${screenful(io, asText(suite, groups, flags.flag('all')))}\n`);
    for (const p of suite.skipped) io.err(`${messages.skipped(p)}\n`);
    return EXIT.done;
  },
};

const share = (group: SuiteGroup): number => group.situations.reduce((sum, s) => sum + s.weight, 0);

function asText(suite: Suite, groups: readonly SuiteGroup[], all: boolean): string {
  const head = [`${suite.title}: ${messages.situations(situationCount(suite))}`, ''];
  if (all) {
    const rows = groups.flatMap((g) => g.situations.map((s) => [percent(s.weight), s.name]));
    return [...head, ...aligned(rows)].join('\n');
  }
  const rows = groups.flatMap((g) => {
    const middle = g.situations[g.situations.length >> 1].name;
    return [
      `${words(g.id)}: ${messages.situations(g.situations.length)}, ${percent(share(g))} of the weight`,
      ...(middle === words(g.id) ? [] : [`  such as ${middle}`]),
    ];
  });
  const targets = suite.targets.map((t) => `  ${shownTarget(suite, t)}`);
  return [...head, ...rows, ...(targets.length > 0 ? ['', 'Targets', ...targets] : [])].join('\n');
}

/** By names; one that cannot be held to anything as it was written: `check` says why. */
function shownTarget(suite: Suite, written: WrittenTarget): string {
  try {
    const target = parseTarget(written);
    return targetLabel(target, objectiveFor(target, groupOfTarget(suite, written.about), []));
  } catch (e) {
    if (e instanceof InputError) return `${words(written.about)}: ${written.text}`;
    throw e;
  }
}

const asJson = (suite: Suite, groups: readonly SuiteGroup[]) => ({
  title: suite.title,
  source: suite.source,
  rules: suite.rules,
  groups: groups.map((g) => ({
    id: g.id,
    encounter: g.loaded.encounter,
    situations: g.situations.map(({ name, weight, tags, overrides }) => ({
      name,
      weight,
      tags,
      set: Object.fromEntries(overrides.map((o) => [o.path, o.value])),
    })),
  })),
  targets: suite.targets.map(({ about, text }) => ({ about, text })),
});
