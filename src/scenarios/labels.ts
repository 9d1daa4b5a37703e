import * as z from 'zod';
import { InputError } from '../rules/problem.ts';
import { problemsOf } from './issues.ts';
import type { Look } from './look.ts';
import type { ParsedText, ReadText } from './text.ts';

/** What readers are told in place of an id, a path or a label: { oth-half: "First edition", attacker-retreats: … }. */
export type Labels = Readonly<Record<string, string>>;

const MOST_LABELS = 500;
const MOST_CHARACTERS = 80;

export const labelsSchema = z
  .record(z.string(), z.string().trim().min(1).max(MOST_CHARACTERS))
  .refine((all) => Object.keys(all).length <= MOST_LABELS, `At most ${MOST_LABELS} labels can be given.`);

/** A file of labels: one line each, the id and what it is to be called. */
export function labelsFrom(text: ParsedText): Labels {
  const { value } = text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = 'A file of labels is a list of ids and what they are to be called, such as "oth2: Second edition".';
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  const result = labelsSchema.safeParse(value);
  if (result.success) return result.data;
  throw new InputError(problemsOf(result.error, labelsSchema, value).map((p) => ({ ...p, at: text.at(p.path) })));
}

type WrittenLook = Omit<Look, 'labels'> & { readonly labels?: string | Labels | undefined };

/** What a scenario says about its pictures, labels from another file read in. */
export async function chartsOf(
  charts: WrittenLook | undefined,
  text: ParsedText,
  read: ReadText,
): Promise<Look | undefined> {
  if (charts === undefined) return undefined;
  const { labels, ...look } = charts;
  if (labels === undefined) return look;
  if (typeof labels !== 'string') return { ...look, labels };
  try {
    return { ...look, labels: labelsFrom(await read(labels)) };
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: p.at ?? text.at(['charts', 'labels']) })));
  }
}
