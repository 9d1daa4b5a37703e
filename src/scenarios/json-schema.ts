import * as z from 'zod';
import type { Rulebook } from '../rules/book.ts';
import { builtInBooks } from '../rules/built-in.ts';
import type { EncounterKind } from '../rules/encounter.ts';
import { familyOf, type PlayedBook } from '../rules/played.ts';
import { variantSchema } from '../rules/variant.ts';
import { scenarioKeys } from './keys.ts';
import { schemaOf } from './prepare.ts';
import { suiteSchema } from './suite/keys.ts';
import { troopsSchema } from './troops/file.ts';
import { withTroops } from './troops/json-schema.ts';

/** What a schema file is for. */
export type SchemaOf =
  | { readonly book: string; readonly encounter: EncounterKind }
  | { readonly kind: 'variant' | 'rulebook' | 'suite' | 'troops' }
  | { readonly attachment: string; readonly family: string };

/** "oth2.fire.schema.json", "variant.schema.json", "pike-shot.cards.schema.json" */
export function schemaName(of: SchemaOf): string {
  if ('book' in of) return `${of.book}.${of.encounter}.schema.json`;
  return 'attachment' in of ? `${of.family}.${of.attachment}.schema.json` : `${of.kind}.schema.json`;
}

type Json = Record<string, unknown>;

/** Every schema that is shipped, by file name: one per rulebook and encounter, one for variants, one per kind of attachment. */
export async function jsonSchemas(): Promise<Map<string, Json>> {
  const books = await builtInBooks();
  const found = new Map<string, Json>();
  found.set(schemaName({ kind: 'variant' }), titled(toJson(variantSchema), 'A Grognard variant'));
  const { bookSchema } = await import('../kit/file/shape.ts');
  found.set(schemaName({ kind: 'rulebook' }), titled(toJson(bookSchema), 'A Grognard rulebook'));
  found.set(schemaName({ kind: 'troops' }), titled(toJson(troopsSchema), 'Troops and army lists of Grognard'));
  found.set(schemaName({ kind: 'suite' }), titled(toJson(suiteSchema), 'A Grognard suite of situations'));
  for (const book of books) {
    const family = familyOf(book);
    // The named book first, so that editors offer it first.
    const sisters = books.filter((b) => b !== book && b.family === book.family);
    const ids = [book, ...sisters].map((b) => b.id);
    for (const encounter of Object.keys(family.encounters) as EncounterKind[]) {
      found.set(schemaName({ book: book.id, encounter }), scenarioSchema(book, encounter, ids));
    }
    for (const [attachment, { schema }] of Object.entries(family.attachments ?? {})) {
      const name = schemaName({ family: family.id, attachment });
      found.set(name, titled(toJson(schema), `${attachment} of ${book.title}`));
    }
  }
  return found;
}

const toJson = (schema: z.ZodType, reused: 'ref' | 'inline' = 'ref'): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused }) as Json;

const titled = (schema: Json, title: string): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...Object.fromEntries(Object.entries(schema).filter(([k]) => k !== '$schema' && k !== 'title')),
});

/** The keys that every file has, and the situation that this rulebook wants for this encounter. */
function scenarioSchema(book: PlayedBook, encounter: EncounterKind, rules: readonly string[]): Json {
  const family = familyOf(book);
  const def = family.encounters[encounter]!;
  // Named parts of the two would clash, so only the situation has any.
  const keys = toJson(scenarioKeys.omit({ rules: true, encounter: true, rulings: true, variant: true }), 'inline');
  const situation = withTroops(toJson(schemaOf(def, book)), book, schemaOf(def, book));
  const attachments = Object.entries(family.attachments ?? {}).map(([key, a]) => {
    const words = Object.keys(a.shipped);
    return [key, { type: 'string', description: `A file, or a shipped set: ${words.join(', ')}`, examples: words }];
  });
  const properties = {
    ...(keys['properties'] as Json),
    rules: { enum: rules, description: 'The rulebook' },
    encounter: { const: encounter, description: def.title },
    variant: variantReference,
    rulings: rulingsSchema(book),
    ...(situation['properties'] as Json),
    ...Object.fromEntries(attachments),
  };
  const required = ((situation['required'] as string[] | undefined) ?? []).filter(
    (k) => !attachments.some(([key]) => key === k),
  );
  return titled(
    {
      type: 'object',
      properties,
      // Values that `vary` or `set` give need not stand in the situation.
      required: ['rules', 'encounter'],
      ...(required.length > 0 ? { anyOf: [{ required }, { required: ['vary'] }, { required: ['set'] }] } : {}),
      additionalProperties: false,
      ...(situation['$defs'] ? { $defs: situation['$defs'] } : {}),
    },
    `${def.title}, ${book.title}`,
  );
}

const variantReference = {
  description: 'A variant file laid over the rulebook, several in order, or the edits themselves',
  anyOf: [
    { type: 'string' },
    { $ref: schemaName({ kind: 'variant' }) },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: schemaName({ kind: 'variant' }) }] } },
  ],
};

function rulingsSchema(book: Rulebook): Json {
  const of = Object.values(book.rulings).map((r) => [
    r.key,
    {
      description: `${r.id}: ${r.question}`,
      default: r.default,
      anyOf: [
        ...(r.allowed.words ? [{ enum: r.allowed.words }] : []),
        ...(r.allowed.integer
          ? [{ type: 'integer', minimum: r.allowed.integer[0], maximum: r.allowed.integer[1] }]
          : []),
      ],
    },
  ]);
  return {
    type: 'object',
    description: 'Readings of what the sheet leaves open',
    properties: Object.fromEntries(of),
    additionalProperties: false,
  };
}
