import { shortList } from '../rules/place.ts';
import { MOST_SHOWN, type Problem } from '../rules/problem.ts';
import { show } from '../scenarios/issues.ts';
import { messages } from './messages.ts';

/** A line for each problem, as far as anybody reads, and how many more there are. */
export function problemLines(problems: readonly Problem[]): string[] {
  const more = problems.length - MOST_SHOWN;
  return [...problems.slice(0, MOST_SHOWN).map(problemText), ...(more > 0 ? [messages.moreProblems(more)] : [])];
}

/** A problem on one line: `fight.yaml:7:14: attacker.formation: Found "collumn"; it may be …. Did you mean 'column'?` */
export function problemText(p: Problem): string {
  const place = p.at ? [p.at.file, p.at.line, p.at.column].filter((x) => x !== undefined).join(':') : undefined;
  const path = p.path.length > 0 ? p.path.join('.') : undefined;
  return harmless(short([place, path, `${p.message}${more(p)}`].filter((x) => x !== undefined).join(': ')));
}

/** The longest lists of what is allowed stay well below; a name may be as long as a file. */
const MOST_LETTERS = 2_000;
const short = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

/** Names come from files of anybody's making: control characters must not reach a terminal. */
const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '?');

/** What was found, allowed and near, where the sentence itself does not say it. */
function more(p: Problem): string {
  const parts: string[] = [];
  const path = p.path.join('.');
  const says = (text: string) => p.message.includes(text) || path.includes(text);
  const scalar = typeof p.found === 'string' || typeof p.found === 'number' || typeof p.found === 'boolean';
  if (scalar && !says(String(p.found)) && !p.message.includes(show(p.found))) parts.push(`Found ${show(p.found)}.`);
  if (p.allowed && p.allowed.length > 0 && !says(p.allowed[0])) parts.push(`Allowed: ${shortList(p.allowed, 40)}.`);
  if (p.nearest && !says(p.nearest)) parts.push(`Did you mean '${p.nearest}'?`);
  return parts.length > 0 ? ` ${parts.join(' ')}` : '';
}
