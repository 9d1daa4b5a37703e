import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fontBytes } from './font.ts';

export interface PngFiles {
  readonly wasm: Uint8Array | Response;
  readonly fonts: readonly Uint8Array[];
}

/** What drawing a PNG needs besides the picture. On a page web/stand-ins/png-files.ts takes the place of this file. */
export async function pngFiles(): Promise<PngFiles> {
  return {
    wasm: readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
    fonts: [fontBytes(400), fontBytes(600)],
  };
}
