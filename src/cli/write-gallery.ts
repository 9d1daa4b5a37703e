import { join } from 'node:path';
import { gallery } from '../../reports/gallery.ts';
import { writeFolder } from '../../reports/write.ts';
import { closePool } from '../../workers/pool.ts';
import { packageRoot } from '../scenarios/files.ts';
import { galleryPieces } from './gallery.ts';

/** `npm run gallery`: draws docs/gallery/ anew. A test tells when its specs are out of date. */
const folder = join(packageRoot(), 'docs', 'gallery');
const files = await gallery(await galleryPieces());
await writeFolder(folder, files, { force: true });
await closePool();
process.stderr.write(`Wrote ${files.length} files to ${folder}\n`);
