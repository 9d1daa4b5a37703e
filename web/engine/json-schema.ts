import { whole } from 'virtual:json-schema';
import * as z from 'zod';

/** The JSON Schema of what is written. What makes it comes with the first form: no answer needs it. */
export async function jsonSchemaOf(schema: z.ZodType): Promise<unknown> {
  Object.assign(whole, await import('virtual:json-schema-whole'));
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
}
