import { labelOf } from './labels.ts';

/** A ruling as a reader meets it: the question that the sheet leaves open, and how it is read. */

/** The question without what is said about it: "What does a shooting score of 6 do?". */
export function askedWords(question: string): string {
  const [first] = /^[^?]*\?/.exec(question) ?? [];
  return first ?? `${question.replace(/[.:]$/, '')}:`;
}

/** “With secure flanks”, but 2. */
export function readAs(to: string | number): string {
  if (typeof to === 'number') return String(to);
  const words = labelOf(to);
  return `“${words.charAt(0).toUpperCase()}${words.slice(1)}”`;
}

/** The words of a row without the key of the ruling that it follows, which is for files. */
export const withoutRuling = (label: string): string => label.replace(/ \(ruling \w+\)/g, '');
