import { rollResults, type ThrowAnswer, type ThrowDuel, throwAnswers } from '../../experiments/roll.ts';
import { percent } from '../../experiments/words.ts';
import { VERSION } from '../../results/version.ts';
import { decimal } from '../../words/figures.ts';
import type { Command } from '../command.ts';
import { reproducingLine } from '../command-line.ts';
import { writeBundle } from '../experiment.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { lookOf } from '../look.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { alignedRight } from '../rules-text.ts';

const MOST_THROWS = 4;

export const command: Command = {
  positionals: [['throws..', 'Dice: 2D6, D6+D8, "8D6 >= 4, save 5+", "4D6 keep highest 3", "3D6 vs 2D6 sorted"']],
  options: {
    format: option.text('table, csv or json'),
    out: option.text('A folder for the whole bundle: results, tables, charts, report'),
    force: option.flag('Replace files of the same name in that folder'),
    theme: option.text('Pictures on light, dark or transparent'),
    dark: option.flag('The same as --theme dark'),
    quiet: option.flag('No messages'),
  },
  examples: [
    ['roll "8D6 >= 4, save 5+"', 'how many of eight dice hit on 4 or more and are not saved on 5 or more'],
    ['roll "8D6 4+" "5D6 3+"', 'two throws side by side, and which comes to more'],
    ['roll "4D6 keep highest 3" --out dice', 'with charts'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'csv', 'json']) ?? 'table';
    const out = flags.text('out');
    const look = lookOf(flags, args.argv);
    const texts = ((args['throws'] as unknown[] | undefined) ?? []).map(String);
    if (texts.length === 0) flags.wrong(messages.missing('a throw such as "2D6" or "8D6 >= 4"', 'roll'));
    if (texts.length > MOST_THROWS) flags.wrong(messages.tooManyThrows(texts.length, MOST_THROWS));
    flags.done();
    const { answers, duel } = throwAnswers(texts);
    if (out !== undefined)
      await (await import('../../../reports/write.ts')).prepareFolder(out, { force: flags.flag('force') });
    const command = reproducingLine(args.argv, undefined);
    if (format === 'json')
      io.out(
        `${JSON.stringify({ version: VERSION, command, throws: answers.map(plain), ...(duel ? { duel } : {}) }, null, 2)}\n`,
      );
    else if (format === 'csv') io.out(csvText(answers));
    else io.out(`${screenful(io, `${rollText(answers, duel)}\n\nReproduce: ${command}`)}\n`);
    if (out !== undefined) {
      const results = { ...(await rollResults(texts, {})), command };
      const how = {
        quiet: flags.flag('quiet'),
        force: flags.flag('force'),
        look,
        signal: io.signal,
      };
      if (await writeBundle(results, out, io, how)) {
        io.err(`${messages.writingStopped(out)}\n`);
        return EXIT.interrupted;
      }
    }
    return EXIT.done;
  },
};

const plain = ({ throw: t, rows, mean, sd }: ThrowAnswer) => ({ throw: t.text, counts: t.counts, mean, sd, rows });

/** One line per throw and value. */
function csvText(answers: readonly ThrowAnswer[]): string {
  const lines = answers.flatMap(({ throw: t, rows }) =>
    rows.map((r) => [`"${t.text.replaceAll('"', '""')}"`, r.value, r.p, r.atLeast].join(',')),
  );
  return `${['throw,value,exactly,at_least', ...lines].join('\n')}\n`;
}

/** Values down, throws across; each with its chance and the chance of that or more. */
function rollText(answers: readonly ThrowAnswer[], duel: ThrowDuel | undefined): string {
  const values = [...new Set(answers.flatMap((a) => a.rows.map((r) => r.value)))].sort((a, b) => a - b);
  const several = answers.length > 1;
  const head = [
    '',
    ...answers.flatMap(({ throw: t }) => [several ? t.text : 'exactly', several ? 'or more' : 'or more']),
  ];
  const rows = values.map((value) => [
    String(value),
    ...answers.flatMap(({ rows: own }) => {
      const at = own.findIndex((r) => r.value >= value);
      const exact = own[at]?.value === value ? percent(own[at].p) : percent(0);
      return [exact, percent(at < 0 ? 0 : own[at].atLeast)];
    }),
  ]);
  const against = duel
    ? [
        `The first comes to more ${percent(duel.more)} of the time, to the same ${percent(duel.same)}, to less ${percent(duel.less)}`,
      ]
    : [];
  return [...against, ...answers.map(finding), '', ...inBlocks(alignedRight([head, ...rows]))].join('\n');
}

const MOST_ROWS = 18;
const SCREEN_COLUMNS = 80;
const BETWEEN = '     ';

/** A long table in blocks beside each other, each under the head, where a screen is wide enough for them. */
function inBlocks([head, ...rows]: readonly string[]): string[] {
  const count = Math.ceil(rows.length / MOST_ROWS);
  if (count < 2 || count * (head.length + BETWEEN.length) > SCREEN_COLUMNS) return [head, ...rows];
  const high = Math.ceil(rows.length / count);
  const block = (line: (at: number) => string | undefined): string =>
    Array.from({ length: count }, (_, k) => line(k) ?? '')
      .join(BETWEEN)
      .trimEnd();
  return [block(() => head), ...Array.from({ length: high }, (_, i) => block((k) => rows[k * high + i]))];
}

/** "3D6, the total: 10.5 on average, two times in three 8 to 13 (67.6%); spread 2.96". */
function finding({ throw: t, rows, mean, sd }: ThrowAnswer): string {
  const below = (share: number) => rows.findIndex((_, i) => 1 - (rows[i + 1]?.atLeast ?? 0) > share + 1e-12);
  const [from, to] = [rows[below(1 / 6)], rows[below(5 / 6)] ?? rows[rows.length - 1]];
  const p = rows.filter((r) => r.value >= from.value && r.value <= to.value).reduce((sum, r) => sum + r.p, 0);
  const middle = from === to ? `${from.value}` : `${from.value} to ${to.value}`;
  return `${t.text}, ${t.counts}: ${decimal(mean)} on average, ${middle} in ${percent(p)} of throws; spread ${decimal(sd)}, exact`;
}
