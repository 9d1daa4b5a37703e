import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageRoot } from './package-root.ts';
import { type ParsedText, parseText } from './text.ts';

/**
 * The built-in scenarios are YAML files under src/scenarios/examples/<family>/, shipped with the package and run by
 * name: `grognard run volley`. Dropping a file there adds one; tests run them all. Those under games/ play a rulebook
 * file that lies beside them.
 */
export interface Example {
  readonly name: string;
  readonly family: string;
  readonly path: string;
}

/** Rulebooks of the example games lie beside the scenarios that play them. */
const RULEBOOK = '.rules.yaml';

let found: Map<string, Example> | undefined;

export function examples(): Map<string, Example> {
  found ??= new Map(
    folders().flatMap(({ family, folder }) =>
      readdirSync(folder)
        .filter((f) => f.endsWith('.yaml') && !f.endsWith(RULEBOOK))
        .sort()
        .map((f): [string, Example] => [f.slice(0, -5), { name: f.slice(0, -5), family, path: join(folder, f) }]),
    ),
  );
  return found;
}

function folders(): { family: string; folder: string }[] {
  const root = examplesFolder();
  return ['oth', 'syw', 'pike-shot', 'games']
    .map((family) => ({ family, folder: join(root, family) }))
    .filter(({ folder }) => existsSync(folder));
}

/** Beside this file in the source; the build leaves YAML where it is, so from dist it is the source folder too. */
const examplesFolder = (): string => join(packageRoot(), 'src', 'scenarios', 'examples');

export const exampleNames = (): string[] => [...examples().keys()];

export const exampleSource = (name: string): string | undefined => {
  const example = examples().get(name);
  return example && readFileSync(example.path, 'utf8');
};

export function exampleText(name: string): ParsedText | undefined {
  const source = exampleSource(name);
  return source === undefined ? undefined : parseText(source, name);
}

/** The place of a data file that lies beside the built-in scenarios, by the path they name it by. */
export function builtInFile(path: string): string | undefined {
  if (!/^(?:\.\/)?(?:[\w-]+\/)?\w[\w.-]*\.ya?ml$/.test(path)) return undefined;
  return folders()
    .map(({ folder }) => join(folder, path))
    .find((file) => existsSync(file));
}

/** Files of data that an example names beside itself, by the path it names them by. */
export function exampleFiles(name: string): Map<string, string> {
  const example = examples().get(name);
  const files = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && example && /\.ya?ml$/i.test(value)) {
      const path = join(dirname(example.path), value);
      if (existsSync(path)) files.set(value, readFileSync(path, 'utf8'));
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit(exampleText(name)?.value);
  return files;
}

/** The name of the schema that a file's first line points to. */
export const schemaOfText = (text: string): string | undefined =>
  /^# yaml-language-server: \$schema=(?:.*\/)?(\S+)/.exec(text)?.[1];

/** The same file for another folder: its first line names the schema from there. */
export function withSchemaLine(text: string, schemaPath: string, folder: string): string {
  const line = `# yaml-language-server: $schema=${relativeTo(folder, schemaPath)}`;
  return `${line}\n${text.replace(/^# yaml-language-server:.*\n/, '')}`;
}

function relativeTo(folder: string, target: string): string {
  const path = relative(folder, target).replaceAll('\\', '/');
  return path.startsWith('.') || /^([a-z]:|\/)/i.test(path) ? path : `./${path}`;
}
