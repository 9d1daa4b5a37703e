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
const ASKED: readonly string[] =
  'name troop card type arm formation reaction cohesion fs stands companies strength lost'.split(' ');
const WORDS: Readonly<Record<string, string>> = {
  fs: 'fatigue score (FS)',
  type: 'kind of troops',
  lost: 'companies already lost',
};
/** What nobody must say, and what it is then. */
const UNSAID: Situation = { lost: 0 };

/** What a scenario may say about a fight, and what files beside it name: the cards of a set. */
export interface FightRules {
  readonly def: EncounterDef;
  readonly book: Rulebook;
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** The fight itself: who meets whom, in what formation, how strong. Enter keeps what stands in the brackets. */
export async function askAboutFight(io: Io, rules: FightRules, start: Situation): Promise<Situation> {
  const schema = schemaOf(rules.def, rules.book);
  let situation = unitsIn(start, schema);
  const sides = Object.keys(situation).filter((key) => isUnit(situation[key]) && keysAt(schema, [key]).length > 0);
  for (const side of sides) {
    for (const key of askedOf(schema, side, rules.book)) {
      situation = await ask(io, { ...rules, schema }, situation, [side, key]);
    }
  }
  return situation;
}

/** A unit that is only the name of its type may have a name of its own as well. */
const unitsIn = (start: Situation, schema: z.ZodType): Situation =>
  Object.fromEntries(
    Object.entries(start).map(([side, value]) => [
      side,
      typeof value === 'string' && keysAt(schema, [side]).includes('type') ? { type: value } : value,
    ]),
  );

/** A game of one's own has keys of its own: all are asked for but those that are ticked or left. */
function askedOf(schema: z.ZodType, side: string, book: Rulebook): string[] {
  const isOwn = (key: string): boolean => book.program !== undefined && !wordsAt(schema, [side, key]).includes('true');
  return keysAt(schema, [side])
    .filter((key) => ASKED.includes(key) || isOwn(key))
    .sort((x, y) => place(x) - place(y));
}

const isUnit = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const place = (key: string): number => (ASKED.includes(key) ? ASKED.indexOf(key) : ASKED.length);

interface Rules extends FightRules {
  readonly schema: z.ZodType;
}

/** One question, asked again until the rules take the answer. */
async function ask(io: Io, rules: Rules, situation: Situation, path: readonly [string, string]): Promise<Situation> {
  const [side, key] = path;
  const now = (situation[side] as Situation)[key] ?? UNSAID[key];
  const known = wordsAt(rules.schema, path);
  const words = known.length > 0 ? known : (rules.words[key] ?? []);
  // What the starting point leaves out and nobody must say is asked for only where it is a name or a choice.
  if (now === undefined && key !== 'name' && words.length === 0 && rules.book.program === undefined) return situation;
  for (;;) {
    const answer = await answerTo(io, `${labelOf(side)}: ${WORDS[key] ?? labelOf(key)}`, now, words, key === 'name');
    if (answer === undefined) return situation;
    // Another card has formations of its own.
    const before = key === 'card' ? withoutFormation(situation, side) : situation;
    const next = withValue(before, path, answer) as Situation;
    const fault = faultOf(rules, next);
    if (fault === undefined) return next;
    io.out(`${fault}\n`);
  }
}

function withoutFormation(situation: Situation, side: string): Situation {
  const { formation: _formation, ...unit } = situation[side] as Situation;
  return { ...situation, [side]: unit };
}

async function answerTo(
  io: Io,
  question: string,
  now: unknown,
  words: readonly string[],
  isName: boolean,
): Promise<unknown> {
  if (words.length > 0) {
    const known =
      now === undefined ? ['as the rules have it', ...words] : [String(now), ...words.filter((w) => w !== now)];
    const chosen = await choose(io, `${question}?`, known);
    return chosen === known[0] ? undefined : chosen;
  }
  for (;;) {
    const kept = now === undefined ? (isName ? 'none' : 'as the rules have it') : String(now);
    const answer = (await io.ask(`${question} [${kept}] `)).trim();
    if (answer === '') return undefined;
    if (isName || typeof now === 'string') return answer;
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
