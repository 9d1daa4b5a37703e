import { nearest } from '../rules/nearest.ts';
import { labelOf } from '../words/labels.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';

/** A numbered list; the number, the name or the id answers, Enter takes the first. */
export async function choose(
  io: Io,
  question: string,
  options: readonly string[],
  nameOf: (option: string) => string = labelOf,
): Promise<string> {
  const names = options.map(nameOf);
  const width = String(options.length).length;
  io.out(`${question}\n${names.map((name, i) => `  ${String(i + 1).padStart(width)}  ${name}`).join('\n')}\n`);
  for (;;) {
    const answer = (await io.ask(`[${names[0]}] `)).trim();
    if (answer === '') return options[0];
    const found = options[Number(answer) - 1] ?? optionCalled(answer, options, names);
    if (found) return found;
    io.out(`${messages.notAnOption(answer)}\n`);
  }
}

function optionCalled(answer: string, options: readonly string[], names: readonly string[]): string | undefined {
  const known = [...options, ...names];
  const meant = known.includes(answer) ? answer : nearest(answer, known);
  return meant === undefined ? undefined : options[known.indexOf(meant) % options.length];
}
