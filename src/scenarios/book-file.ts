import type * as z from 'zod';
import { bookFrom } from '../kit/file/book.ts';
import { bookSchema } from '../kit/file/shape.ts';
import type { PlayedBook } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { problemsOf } from './issues.ts';
import type { ParsedText } from './text.ts';

/** A rulebook file, read and checked; every mistake of it is told at once. */
export function bookFromText(text: ParsedText): PlayedBook {
  const { value } = text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = 'A rulebook file is a list of keys and values, such as "id: my-game".';
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  if ('encounter' in value && 'rules' in value) {
    const message =
      "This is a scenario, not a rulebook: a rulebook has an 'id' and says how its 'encounters' are played.";
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  return bookFrom(text, (error, input) => problemsOf(error as z.ZodError, bookSchema, input));
}
