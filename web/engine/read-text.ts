import type { EncounterKind } from '../../src/rules/encounter.ts';
import { familyOf } from '../../src/rules/played.ts';
import { bookFromText } from '../../src/scenarios/book-file.ts';
import { isRulebook } from '../../src/scenarios/is-rulebook.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import { leastValue } from '../../src/scenarios/starter.ts';
import { type ParsedText, parseText } from '../../src/scenarios/text.ts';
import { variantFrom } from '../../src/scenarios/variant-file.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { refuseMisspelt } from './misspelt.ts';
import type { Dropped, Scenario } from './protocol.ts';

/** A dropped or pasted file, whatever it holds. Limits and messages are those of files. */
export async function readDropped(name: string, bytes: Uint8Array): Promise<Dropped> {
  const text = parseText(bytes, name);
  const { value } = text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { kind: 'value', value };
  if (isRulebook(value)) return { kind: 'rulebook', value, start: await firstScenario(name, text) };
  if (('troops' in value || 'armies' in value) && !('encounter' in value)) return { kind: 'troops', value };
  if ('base' in value && !('encounter' in value)) return { kind: 'variant', value: (await variantFrom(text)).variant };
  if ('rules' in value || 'encounter' in value) return { kind: 'scenario', value };
  refuseMisspelt(text, Object.entries(value));
  return { kind: 'value', value };
}

/** The least that the book's first encounter asks for. */
async function firstScenario(name: string, text: ParsedText): Promise<Scenario> {
  const book = bookFromText(text);
  const [encounter, def] = Object.entries(familyOf(book).encounters)[0];
  const schema = await jsonSchemaOf(schemaOf(def!, book));
  const situation = leastValue(schema as Parameters<typeof leastValue>[0]) as Record<string, unknown>;
  return { rules: name, encounter: encounter as EncounterKind, ...situation };
}
