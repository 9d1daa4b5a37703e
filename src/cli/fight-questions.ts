import type * as z from 'zod';
import type { Rulebook } from '../rules/book.ts';
import type { EncounterDef } from '../rules/encounter.ts';
import { withValue } from '../scenarios/override.ts';
import { schemaOf } from '../scenarios/prepare.ts';
import { keysAt, wordsAt } from '../scenarios/shape.ts';
import { labelOf } from '../words/labels.ts';
import { choose } from './choose.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';

type Situation = Readonly<Record<string, unknown>>;

/** What is asked of each unit, where its rules know it: who they are, how they stand, how strong they are. */
const ASKED = ['name', 'troop', 'arm', 'type', 'formation', 'reaction', 'fs', 'stands', 'companies'] as const;
const WORDS: Readonly<Record<string, string>> = { fs: 'fatigue score (FS)', arm: 'arm', type: 'kind of troops' };

/** The fight itself: who meets whom, in what formation, how strong. Enter keeps what stands in the brackets. */
export async function askAboutFight(io: Io, def: EncounterDef, book: Rulebook, start: Situation): Promise<Situation> {
  const schema = schemaOf(def, book);
  let situation = start;
  const sides = Object.keys(start).filter((key) => isUnit(start[key]) && keysAt(schema, [key]).length > 0);
  for (const side of sides) {
    for (const key of keysAt(schema, [side])
      .filter((k) => (ASKED as readonly string[]).includes(k))
      .sort(inOrder)) {
      situation = await ask(io, { schema, def, book }, situation, [side, key]);
    }
  }
  return situation;
}

const isUnit = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const inOrder = (x: string, y: string): number => ASKED.indexOf(x as never) - ASKED.indexOf(y as never);

interface Rules {
  readonly schema: z.ZodType;
  readonly def: EncounterDef;
  readonly book: Rulebook;
}

/** One question, asked again until the rules take the answer. */
async function ask(io: Io, rules: Rules, situation: Situation, path: readonly [string, string]): Promise<Situation> {
  const [side, key] = path;
  const now = (situation[side] as Situation)[key];
  const words = wordsAt(rules.schema, path);
  // What the starting point leaves out and nobody must say is asked for only where it is a name or a choice.
  if (now === undefined && key !== 'name' && words.length === 0) return situation;
  for (;;) {
    const answer = await answerTo(io, `${labelOf(side)}: ${WORDS[key] ?? key}`, now, words);
    if (answer === undefined) return situation;
    const next = withValue(situation, path, answer) as Situation;
    const fault = faultOf(rules, next);
    if (fault === undefined) return next;
    io.out(`${fault}\n`);
  }
}

async function answerTo(io: Io, question: string, now: unknown, words: readonly string[]): Promise<unknown> {
  if (words.length > 0) {
    const known =
      now === undefined ? ['as the rules have it', ...words] : [String(now), ...words.filter((w) => w !== now)];
    const chosen = await choose(io, `${question}?`, known);
    return chosen === known[0] ? undefined : chosen;
  }
  for (;;) {
    const answer = (await io.ask(`${question} [${now === undefined ? 'none' : String(now)}] `)).trim();
    if (answer === '') return undefined;
    if (typeof now !== 'number') return answer;
    if (Number.isFinite(Number(answer))) return Number(answer);
    io.out(`${messages.notANumber(answer)}\n`);
  }
}

/** Why the rules refuse it, in one sentence. */
function faultOf({ schema, def, book }: Rules, situation: Situation): string | undefined {
  const parsed = schema.safeParse(situation);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'The rules do not allow that.';
  return def.check(parsed.data, book)[0]?.message;
}
