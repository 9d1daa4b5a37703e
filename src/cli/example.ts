import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { type Example, exampleNames, examples } from '../scenarios/examples.ts';
import { messages } from './messages.ts';
import type { Flags } from './options.ts';

/** The built-in scenario that was named; refuses with the nearest. */
export function chosenExample(typed: unknown, flags: Flags, command: string): Example {
  if (typed === undefined) flags.wrong(messages.missing('a built-in scenario', command));
  flags.done();
  const name = String(typed);
  const found = examples().get(name);
  if (found) return found;
  const message = messages.noExample(name, exampleNames(), nearest(name, exampleNames()));
  throw new InputError([{ path: [], message, found: name }]);
}
