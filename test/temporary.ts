import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whatever tests write to the temporary folder goes into one of this run, which is gone when it is over. */
export default function temporary(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-tests-'));
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
