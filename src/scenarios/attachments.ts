import type { Attachment, Family } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { problemsOf } from './issues.ts';
import type { Override } from './override.ts';
import type { ParsedText, ReadText } from './text.ts';

/**
 * Puts the user's own data (a file of regiment cards, say) in the place of its name, so that overrides reach into it and
 * the mistakes of the file carry its own line numbers.
 */
export async function attach(
  situation: Readonly<Record<string, unknown>>,
  family: Family,
  text: ParsedText,
  read: ReadText,
): Promise<Record<string, unknown>> {
  const full: Record<string, unknown> = { ...situation };
  for (const [key, attachment] of Object.entries(family.attachments ?? {})) {
    full[key] = await dataOf(attachment, key, full[key], { of: text, read, at: () => text.at([key]) });
  }
  return full;
}

/** `--set cards=mine.yaml` names a file as the scenario would. */
export async function attachOverride(o: Override, family: Family, text: ParsedText, read: ReadText): Promise<Override> {
  const attachment = family.attachments?.[o.path];
  if (!attachment) return o;
  return { ...o, value: await dataOf(attachment, o.path, o.value, { of: text, read, at: () => o.at ?? text.at([]) }) };
}

/** A file of such data on its own, refused with its own lines. */
export const checkAttachment = (attachment: Attachment, file: ParsedText): unknown =>
  checked(attachment, file.value, file.at, []);

interface Place {
  readonly of: ParsedText;
  readonly read: ReadText;
  readonly at: () => ReturnType<ParsedText['at']>;
}

async function dataOf(attachment: Attachment, key: string, value: unknown, place: Place): Promise<unknown> {
  const words = Object.keys(attachment.shipped);
  if (value === undefined) return attachment.shipped[words[0]]();
  if (typeof value !== 'string') {
    // Written into the scenario itself: the lines are the scenario's.
    return checked(attachment, value, (path, isKey) => place.of.at([key, ...path], isKey), [key]);
  }
  if (Object.hasOwn(attachment.shipped, value)) return attachment.shipped[value]();
  let file: ParsedText;
  try {
    file = await place.read(value);
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    // A file that can be opened but not read speaks for itself; one that is not there is this scenario's mistake.
    throw new InputError(
      e.problems.map((p) =>
        p.at?.line ? p : { ...p, path: [key], message: `${value}: ${p.message} ${orShipped(words)}`, at: place.at() },
      ),
    );
  }
  return checked(attachment, file.value, file.at, []);
}

const orShipped = (words: readonly string[]) => `Name a file, or take the shipped set: ${words.join(', ')}.`;

/** Data against its schema, then against itself. What comes back is as written: defaults belong to the situation's schema. */
function checked(attachment: Attachment, value: unknown, at: ParsedText['at'], above: readonly string[]): unknown {
  const result = attachment.schema.safeParse(value);
  if (!result.success) {
    const problems = problemsOf(result.error, attachment.schema, value);
    throw new InputError(
      problems.map((p) => ({
        ...p,
        path: [...above, ...p.path],
        at: at(p.path, p.message.startsWith('There is no ')),
      })),
    );
  }
  const problems = attachment.check(result.data);
  if (problems.length > 0) {
    throw new InputError(problems.map((p) => ({ ...p, path: [...above, ...p.path], at: at(p.path) })));
  }
  return result.data;
}
