import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Advance, advancesIn } from './font-file.ts';

/** Inter, the font of every picture. A page has no disk: there web/stand-ins/font.ts takes the place of this file. */
export type Weight = 400 | 600;

const FILES: Readonly<Record<Weight, string>> = {
  400: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  600: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
};

const bytesOf = new Map<Weight, Uint8Array>();
const advances = new Map<Weight, Advance>();

/** The font file itself, for the PNG. */
export function fontBytes(weight: Weight): Uint8Array {
  let bytes = bytesOf.get(weight);
  if (bytes === undefined) {
    bytes = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(FILES[weight])));
    bytesOf.set(weight, bytes);
  }
  return bytes;
}

/** How wide Inter draws a character. */
export function advanceOf(weight: Weight): Advance {
  let advance = advances.get(weight);
  if (advance === undefined) {
    advance = advancesIn(fontBytes(weight)).advance;
    advances.set(weight, advance);
  }
  return advance;
}
