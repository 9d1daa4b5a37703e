import yargs, { type Argv } from 'yargs';
import type { Command, Listed } from './command.ts';
import { commonOptions } from './options.ts';

/** Help is laid out by yargs, which is loaded for nothing else: a run must start quickly. */
const page = (usage: string, columns: number): Argv =>
  yargs([])
    .scriptName('grognard')
    .usage(usage)
    .version(false)
    .help(false)
    .wrap(Math.min(110, Math.max(60, columns)));

/** Said last: what a command takes comes first. */
const withHelp = (y: Argv): Argv => y.option('help', { alias: 'h', type: 'boolean', describe: 'Show help' });

/** The whole program, or a group of actions. */
export async function listHelp(listed: readonly Listed[], columns: number, group?: Listed): Promise<string> {
  const usage = group
    ? `grognard ${group.name} [${listed.map((a) => a.name).join(' | ')}]\n\n${group.describe}`
    : 'grognard COMMAND, or grognard COMMAND --help';
  const y = page(usage, columns);
  for (const c of listed) if (!c.hidden) y.command(group ? `${group.name} ${c.name}` : c.name, c.describe);
  if (!group) {
    y.option('version', { type: 'boolean', describe: 'Print the version' });
    y.epilogue('Start with: grognard run volley\nExit codes: 0 done, 1 failed, 2 the input was wrong, 130 interrupted');
  }
  return `${await withHelp(y).getHelp()}\n`;
}

/** One command: what it takes, and real examples. */
export async function commandHelp(
  command: Command,
  listed: Listed,
  path: readonly string[],
  columns: number,
): Promise<string> {
  const shown = (name: string) => name.replace('..', '…').toUpperCase();
  const words = command.positionals.map(([name]) => shown(name));
  const described = command.positionals.map(([name, does]) => `  ${shown(name)}  ${does}`);
  const y = page(
    [`grognard ${[...path, ...words].join(' ')} [options]`, '', listed.describe, ...described].join('\n'),
    columns,
  );
  y.options(ownFirst(command.options) as Record<string, object>);
  const examples = command.examples.flatMap(([line, does]) => [`  grognard ${line}`, `      ${does}`]);
  if (examples.length > 0) y.epilogue(['Examples:', ...examples].join('\n'));
  return `${await withHelp(y).getHelp()}\n`;
}

/** What only this command takes, or takes in its own sense, before what all of them do. */
function ownFirst(options: Command['options']): Command['options'] {
  const all = Object.entries(options);
  const isOwn = ([name, option]: (typeof all)[number]): boolean => commonOptions[name] !== option;
  return Object.fromEntries([...all.filter(isOwn), ...all.filter((o) => !isOwn(o))]);
}
