import { commands } from '../../src/cli/commands.ts';
import { grognard } from '../cli/harness.ts';
import { GENERATED_BY } from './cells.ts';

/** The help of every command. */
export async function commandsPage(): Promise<string> {
  const lines = commands.flatMap((c) =>
    c.hidden ? [] : c.actions ? c.actions.map((a) => `${c.name} ${a.name}`) : [c.name],
  );
  const parts: string[] = [];
  for (const line of lines) {
    const { out } = await grognard(`${line} --help`, { columns: 100 });
    parts.push(
      `## ${line}`,
      '',
      '```text',
      ...out
        .trimEnd()
        .split('\n')
        .map((l) => l.trimEnd()),
      '```',
      '',
    );
  }
  return `${[
    GENERATED_BY,
    '# Commands',
    '',
    'What `grognard COMMAND --help` prints, on one page. Tables go to standard output; progress, messages and errors to standard error. Exit codes: 0 done, 1 failed, 2 the input was wrong, 130 interrupted.',
    '',
    ...parts,
  ]
    .join('\n')
    .trimEnd()}\n`;
}
