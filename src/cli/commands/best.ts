import { DEFAULT_OBJECTIVE, objective } from '../../experiments/objective.ts';
import { nearest } from '../../rules/nearest.ts';
import { InputError } from '../../rules/problem.ts';
import { combinations } from '../../scenarios/axes.ts';
import { loadScenario } from '../../scenarios/files.ts';
import { prepareCell } from '../../scenarios/prepare.ts';
import { sideCalled } from '../../scenarios/side-names.ts';
import { theName } from '../../words/names.ts';
import { bestPlay } from '../best.ts';
import type { Command } from '../command.ts';
import { variantFiles } from '../experiment.ts';
import { percent } from '../explain-text.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option, scenarioOptions, settings } from '../options.ts';
import { aligned } from '../rules-text.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...scenarioOptions,
    objective: option.text(
      'What the first side wants and the second does not: an outcome, "attacker wins", a measure, a tail',
    ),
    side: option.text('Only this side plays its best; the other keeps to the scenario'),
    format: option.text('table or json'),
  },
  examples: [
    ['best stand-and-deliver --side defender', 'the best reaction to this charge, and what each is worth'],
    ['best stand-and-deliver --objective advantage', 'both sides at their best'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const wanted = flags.text('objective') ?? DEFAULT_OBJECTIVE;
    const rules = flags.text('rules');
    const only = flags.text('side');
    const set = settings(flags);
    const variants = variantFiles(flags);
    const source = args['scenario'] as string | undefined;
    if (source === undefined) flags.wrong(messages.noScenario);
    flags.done();
    const loaded = await loadScenario(source!, { set, variants, ...(rules ? { rules } : {}) });
    const first = combinations(loaded.vary)[0];
    const { built, sides: both } = prepareCell(loaded, first);
    const { machine, sides } = built;
    const shape = { outcomes: machine.outcomes, measures: machine.measures, sums: machine.sums };
    const asked = objective(wanted, shape, both);
    if (!asked.ofEnd) throw new InputError([{ path: [], message: messages.notOfEnds(asked.label) }]);
    const asking = only === undefined ? undefined : sideCalled(only, both);
    if (only !== undefined && asking === undefined) {
      const message = messages.notOneOf('side', only, sides, nearest(only, sides));
      throw new InputError([{ path: [], message }]);
    }
    const isFirst = (side: string) => side === sides[0] || side === 'a';
    const found = bestPlay(machine, asked, isFirst, (side) => asking !== undefined && isFirst(side) !== (asking === 0));
    if (format === 'json') {
      io.out(
        `${JSON.stringify({ title: loaded.title, objective: asked.id, label: asked.label, ...found }, null, 2)}\n`,
      );
      return EXIT.done;
    }
    const show = (v: number) => (asked.kind === 'mean' ? v.toFixed(3) : percent(v));
    const lines = [loaded.title];
    if (first.length > 0) lines.push(messages.firstCell(first.map((o) => `${o.path}=${String(o.value)}`)));
    lines.push(
      '',
      messages.bestValue(
        asked.label,
        show(found.value),
        found.asWritten === undefined ? undefined : show(found.asWritten),
      ),
    );
    if (found.choices.length === 0) lines.push(messages.noChoices);
    for (const c of found.choices) {
      lines.push('', `${c.title}: ${theName(c.side)} chooses, in ${percent(Math.min(1, c.chance))} of encounters`);
      lines.push(...aligned(c.options.map((o) => [`  ${o.option}`, show(o.value), bestText(o.best)])));
    }
    io.out(`${screenful(io, lines.join('\n'))}\n`);
    return EXIT.done;
  },
};

const bestText = (share: number): string =>
  share > 1 - 1e-9 ? 'best' : share > 1e-9 ? `best in ${percent(share)} of the cases` : '';
