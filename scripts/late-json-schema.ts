import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The parts of zod that write JSON Schema. Every kind of schema names them; only forms use them, after the first answer. */
const core = dirname(createRequire(import.meta.url).resolve('zod/v4/core'));
const FILES = ['json-schema-processors.js', 'to-json-schema.js'].map((name) => join(core, name));

/** What stands in their place until `whole` is filled, and what fills it. */
const LATE = 'virtual:json-schema';
const WHOLE = 'virtual:json-schema-whole';

/** Writes JSON Schema with code of its own that is loaded when it is first asked for: see web/engine/json-schema.ts. */
export async function lateJsonSchema(): Promise<() => Plugin> {
  const modules: Record<string, unknown>[] = await Promise.all(FILES.map((f) => import(pathToFileURL(f).href)));
  const names = modules.flatMap((m) => Object.keys(m));
  const late = [
    'export const whole = {};',
    'const late = (name) => (...given) => whole[name](...given);',
    ...names.map((name) => `const ${name}_ = /* @__PURE__ */ late('${name}');\nexport { ${name}_ as ${name} };`),
  ].join('\n');
  const text: Readonly<Record<string, string>> = {
    [`\0${LATE}`]: late,
    [`\0${WHOLE}`]: FILES.map((f) => `export * from ${JSON.stringify(f)};`).join('\n'),
  };
  return () => ({
    name: 'late-json-schema',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === LATE || source === WHOLE) return `\0${source}`;
      if (!importer || importer === `\0${WHOLE}` || FILES.includes(importer)) return null;
      return FILES.includes(resolve(dirname(importer), source)) ? `\0${LATE}` : null;
    },
    load: (id) => text[id] ?? null,
  });
}
