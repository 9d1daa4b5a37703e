import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SimError } from '../sim/error.ts';

/** The folder of the installed package: the one with package.json, above src/ or dist/. */
export const packageRoot = (): string => rootAbove(dirname(realpathSync(fileURLToPath(import.meta.url))));

/** The nearest folder with a package.json, from this one upwards to the root of the disk. */
export function rootAbove(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder)
      throw new SimError(`The files that came with the program are missing: no package.json in ${start} or above it.`);
  }
}
