import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf } from '../../reports/write.ts';
import { isBookFile } from '../rules/built-in.ts';
import { InputError } from '../rules/problem.ts';
import { withSchemaLine } from '../scenarios/examples.ts';
import { packageRoot } from '../scenarios/files.ts';
import { schemaName } from '../scenarios/json-schema.ts';
import { messages } from './messages.ts';

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Names the schema that the first line points editors to; a scenario of one's own rulebook has none. */
  readonly schema: Parameters<typeof schemaName>[0] | string | undefined;
  readonly force: boolean;
}

/** The schema of a scenario file, where its rulebook is a built-in one. */
export const scenarioSchemaOf = (rules: string, encounter: string): NewFile['schema'] =>
  isBookFile(rules) ? undefined : { book: rules, encounter };

/** The text with its first line, as it would stand in a folder. */
export const textFor = (text: string, schema: NewFile['schema'], folder: string): string =>
  schema === undefined
    ? text
    : withSchemaLine(
        text,
        join(packageRoot(), 'schema', typeof schema === 'string' ? schema : schemaName(schema)),
        folder,
      );

export function refuseExisting(paths: readonly string[]): void {
  const there = paths.filter((path) => existsSync(path));
  const refusal = (path: string) =>
    statSync(path).isDirectory() ? messages.isFolder(path) : messages.fileExists(path);
  if (there.length > 0) throw new InputError(there.map((path) => ({ path: [], message: refusal(path) })));
}

/** Writes a file to start from; never over one that is there. */
export function writeNew({ path, text, schema, force }: NewFile): void {
  if (!force) refuseExisting([path]);
  try {
    writeFileSync(path, textFor(text, schema, dirname(resolve(path))), { flag: force ? 'w' : 'wx' });
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'its folder does not exist' : code === 'EISDIR' ? 'it is a folder' : reasonOf(e as Error);
    throw new InputError([{ path: [], message: messages.cannotWrite(path, why) }]);
  }
}
