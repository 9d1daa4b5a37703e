import * as z from 'zod';
import type { Rulebook, RulingValue } from '../../../src/rules/book.ts';
import type { EncounterKind, Family } from '../../../src/rules/encounter.ts';
import { illustrative } from '../../../src/rules/pike-shot/cards/illustrative.ts';
import { Sfc32 } from '../../../src/sim/random.ts';

/** A legal situation drawn at random from what a scenario file may say. */
export interface Drawn {
  readonly kind: EncounterKind;
  readonly situation: unknown;
  /** Readings that are set otherwise than by default. */
  readonly rulings: Readonly<Record<string, RulingValue>>;
}

type Json = Record<string, unknown>;

/** Words of the user's own that change no rule; conditions and tactics keep their defaults. */
const LEFT_OUT = new Set(['name', 'tactics', 'tactic', 'endWhen', 'orders.tactic', 'title']);
const SPREAD = 9;
/** Words that lead into the stand-in cards; those that do not fit together are refused. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  card: Object.keys(illustrative.cards),
  formation: Object.values(illustrative.cards).flatMap((card) => Object.keys(card.formations)),
  traits: ['reiter', 'petronel', 'lance', 'light-horse', 'skirmishing-horse', 'enfants-perdus'],
};

/** Situations of every encounter of a family; some that the sheet refuses are kept, since figures decide that too. */
export function draw(book: Rulebook, family: Family, each: number, seed: number): Drawn[] {
  const random = new Sfc32(seed, 0);
  const attached = Object.fromEntries(
    Object.entries(family.attachments ?? {}).map(([key, a]) => [key, Object.values(a.shipped)[0]()]),
  );
  return (Object.keys(family.encounters) as EncounterKind[]).flatMap((kind) => {
    const def = family.encounters[kind]!;
    const schema = def.schema(book);
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
    const drawn: Drawn[] = [];
    let refused = 0;
    for (let tries = 0; drawn.length < each && tries < each * 30; tries++) {
      const input = { ...(value(json, random, '') as object), ...pick(attached, json) };
      const parsed = schema.safeParse(input);
      if (!parsed.success) continue;
      if (def.check(parsed.data, book).length > 0 && ++refused > each / 4) continue;
      drawn.push({ kind, situation: parsed.data, rulings: readings(book, random) });
    }
    return drawn;
  });
}

const pick = (attached: object, json: Json): object =>
  Object.fromEntries(Object.entries(attached).filter(([key]) => key in (json['properties'] as Json)));

/** A tenth of the rulings, each set to one of its other readings. */
function readings(book: Rulebook, random: Sfc32): Record<string, RulingValue> {
  const flipped = Object.values(book.rulings).filter(() => chance(random, 10));
  return Object.fromEntries(
    flipped.map(({ key, allowed: { words = [], integer } }) => [
      key,
      oneOf<RulingValue>([...words, ...(integer ?? [])], random),
    ]),
  );
}

const chance = (random: Sfc32, percent: number): boolean => random.below(100) < percent;
const oneOf = <T>(list: readonly T[], random: Sfc32): T => list[random.below(list.length)];

function value(json: Json, random: Sfc32, key: string): unknown {
  if ('const' in json) return json['const'];
  if (Array.isArray(json['enum'])) return oneOf(json['enum'], random);
  const several = (json['anyOf'] ?? json['oneOf']) as Json[] | undefined;
  if (several) return value(oneOf(several, random), random, key);
  switch (json['type']) {
    case 'object':
      return record(json, random);
    case 'array': {
      const least = Number(json['minItems'] ?? 0);
      const most = Math.min(Number(json['maxItems'] ?? 3), least + 2);
      const length = least + random.below(most - least + 1);
      return Array.from({ length }, () => value(json['items'] as Json, random, key));
    }
    case 'boolean':
      return chance(random, 50);
    case 'integer':
    case 'number': {
      // Mostly small figures, where tables differ; at times anything that is allowed.
      const low = Math.max(-20, Number(json['minimum'] ?? 0));
      const most = Math.min(Number(json['maximum'] ?? low + SPREAD), low + 250);
      const high = chance(random, 40) ? most : Math.min(most, low + SPREAD);
      return low + random.below(high - low + 1);
    }
    case 'string':
      return WORDS[key] && oneOf(WORDS[key], random);
    default:
      return undefined;
  }
}

function record(json: Json, random: Sfc32): Json {
  const required = new Set((json['required'] as string[]) ?? []);
  const made: Json = {};
  for (const [key, of] of Object.entries((json['properties'] as Record<string, Json>) ?? {})) {
    // An engagement that a retreat does not end shows how far it went.
    if (key === 'endWhen' && chance(random, 30)) made[key] = { now: { turn: { gt: 99 } } };
    if (LEFT_OUT.has(key)) continue;
    if (!required.has(key) && !chance(random, 30)) continue;
    const found = value(of, random, key);
    if (found !== undefined) made[key] = found;
  }
  return made;
}
