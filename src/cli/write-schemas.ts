import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsJsonSchema } from '../results/schema/results.ts';
import { packageRoot } from '../scenarios/files.ts';
import { jsonSchemas } from '../scenarios/json-schema.ts';

/** `npm run schema`: writes schema/ anew from the rules and the results contract. A test tells when it is out of date. */
const folder = join(packageRoot(), 'schema');
mkdirSync(folder, { recursive: true });
const schemas = new Map([...(await jsonSchemas()), ['results.schema.json', resultsJsonSchema()]]);
for (const [name, schema] of schemas) writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
process.stderr.write(`Wrote ${schemas.size} schemas to ${folder}\n`);
