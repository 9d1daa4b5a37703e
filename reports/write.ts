import { existsSync, linkSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { access, constants, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';

/**
 * The one file that writes: everything goes to a temporary name first, so that no half file is ever seen. Each write ends
 * before anything else runs, so that none is in flight when Ctrl-C removes the temporary folder.
 */

export interface OutputFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}
export interface WriteOptions {
  /** Replace files that are there already. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

/** The output cannot be written; the message is one sentence for the user. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** A bundle with its page takes about two megabytes. */
const ROOM_BYTES = 8 * 1024 * 1024;

/** Work whose files go into a folder: made ready first, and taken away again if it was made for them and none came. */
export async function intoFolder<T>(dir: string, options: WriteOptions, work: () => Promise<T>): Promise<T> {
  const made = await prepareFolder(dir, options);
  try {
    return await work();
  } finally {
    removeEmpty(made);
  }
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something, and so do those above it.
      return;
    }
  }
}

/** Before the long work starts: makes the folder and says now what would go wrong later. Gives the folders it made. */
export async function prepareFolder(dir: string, options: WriteOptions = {}): Promise<readonly string[]> {
  try {
    const made = await makeFolder(dir);
    const there = (await readdir(dir)).filter((name) => !name.startsWith('.'));
    if (there.length > 0 && options.force !== true) {
      const files = there.length === 1 ? `"${there[0]}"` : `${there.length} files`;
      throw new OutputError(
        `The output folder ${dir} already holds ${files}: choose another, or add --force to replace files of the same name.`,
      );
    }
    await access(dir, constants.W_OK | constants.X_OK);
    // Asked for real: an administrator passes the check above even on a read-only disk.
    rmdirSync(mkdtempSync(join(dir, TEMPORARY)));
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize < ROOM_BYTES) throw new OutputError(`The disk of the output folder ${dir} is full.`);
    return made;
  } catch (error) {
    throw sentence(error, dir);
  }
}

const TEMPORARY = '.grognard-';

/**
 * The folder and those above it; gives those that were not there, the innermost first. One by one: where the system allows
 * no folder at all, `recursive` never ends.
 */
async function makeFolder(dir: string): Promise<readonly string[]> {
  try {
    await mkdir(dir);
    return [dir];
  } catch (error) {
    const above = dirname(resolve(dir));
    if (codeOf(error) === 'ENOENT' && (await kindOf(above)) === 'nothing') {
      const made = await makeFolder(above);
      await mkdir(dir);
      return [dir, ...made];
    }
    if ((await kindOf(dir)) !== 'folder') throw error;
    return [];
  }
}

const kindOf = (path: string): Promise<'folder' | 'file' | 'nothing'> =>
  stat(path).then(
    (s) => (s.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  );

/** Writes all or nothing: every file is whole on disk before the first takes its name. */
export async function writeFolder(
  dir: string,
  files: readonly OutputFile[],
  options: WriteOptions = {},
): Promise<void> {
  const odd = files.find((file) => basename(file.name) !== file.name || file.name === '');
  if (odd !== undefined) throw new OutputError(`"${odd.name}" is not a file name.`);
  let temporary: string | undefined;
  const sweep = (): void => {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  };
  // A process told to stop leaves through here; where nobody answers Ctrl-C, this does.
  process.once('exit', sweep);
  const alone = process.listenerCount('SIGINT') === 0;
  const interrupted = (): void => process.exit(130);
  if (alone) process.once('SIGINT', interrupted);
  try {
    await makeFolder(dir);
    temporary = mkdtempSync(join(dir, TEMPORARY));
    for (const file of files) {
      options.signal?.throwIfAborted();
      writeFileSync(join(temporary, file.name), file.content, { flush: true });
      // Ctrl-C is heard here.
      await setImmediate();
    }
    options.signal?.throwIfAborted();
    if (options.force === true) await refuseFolders(dir, files);
    else await refuseClash(dir, files);
    for (const file of files) take(join(temporary, file.name), join(dir, file.name), options.force === true);
  } catch (error) {
    throw sentence(error, dir);
  } finally {
    process.off('exit', sweep);
    if (alone) process.off('SIGINT', interrupted);
    sweep();
  }
}

/** One file, wherever the user wants it. */
export async function writeOne(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  await writeFolder(dirname(resolve(path)), [{ name: basename(path), content }], options);
}

async function refuseClash(dir: string, files: readonly OutputFile[]): Promise<void> {
  const there = new Set(await readdir(dir));
  const clash = files.find((file) => there.has(file.name));
  if (clash !== undefined) throw exists(join(dir, clash.name));
}

/** Files can be replaced, folders cannot: all names are looked at before the first file is. */
async function refuseFolders(dir: string, files: readonly OutputFile[]): Promise<void> {
  const there = await readdir(dir, { withFileTypes: true });
  const folder = files.find((file) => there.some((entry) => entry.name === file.name && entry.isDirectory()));
  if (folder === undefined) return;
  const path = join(dir, folder.name);
  throw new OutputError(`Nothing was written to ${dir}: ${path} is a folder, where a file of that name should go.`);
}

const exists = (path: string): OutputError => new OutputError(`${path} exists already: add --force to replace it.`);

/** Renaming would replace a file that appeared meanwhile; a link refuses to. */
function take(from: string, to: string, force: boolean): void {
  if (force) {
    renameSync(from, to);
    return;
  }
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(to);
    // Some disks know no links.
    if (existsSync(to)) throw exists(to);
    renameSync(from, to);
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENOTDIR: 'part of the path is a file, not a folder',
  EEXIST: 'there is a file of that name',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'there is a folder where a file should go',
  EFBIG: 'a file is larger than the system allows here',
  EIO: 'the disk has a fault',
  ELOOP: 'its links lead round in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'a file is in use',
  ETXTBSY: 'a file is in use',
};

/** Why a file could not be written; of what we have no words for, in the system's own. */
export function reasonOf(error: Error): string {
  const code = codeOf(error) ?? error.message;
  const known = REASONS[code];
  if (known !== undefined) return known;
  const said =
    'errno' in error && typeof error.errno === 'number' ? getSystemErrorMap().get(error.errno)?.[1] : undefined;
  return said === undefined ? `the system gives the error ${code}` : `the system says “${said}” (${code})`;
}

function sentence(error: unknown, dir: string): unknown {
  if (error instanceof OutputError || (error instanceof Error && error.name === 'AbortError')) return error;
  if (!(error instanceof Error) || codeOf(error) === undefined) return error;
  return new OutputError(`Cannot write to ${dir}: ${reasonOf(error)}.`);
}
