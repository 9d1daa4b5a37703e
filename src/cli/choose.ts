import { nearest } from '../rules/nearest.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';

/** A numbered list; the number or the name answers, Enter takes the first. */
export async function choose(io: Io, question: string, options: readonly string[]): Promise<string> {
  io.out(`${question}\n${options.map((o, i) => `  ${i + 1}  ${o}`).join('\n')}\n`);
  for (;;) {
    const answer = (await io.ask(`[${options[0]}] `)).trim();
    if (answer === '') return options[0];
    const found = options[Number(answer) - 1] ?? (options.includes(answer) ? answer : nearest(answer, options));
    if (found) return found;
    io.out(`${messages.notAnOption(answer)}\n`);
  }
}
