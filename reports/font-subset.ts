import { glyphsIn, tablesIn } from './font-file.ts';

/**
 * The part of a TrueType font that a page needs, as WOFF: a whole Inter would be three times the page. Glyphs keep their
 * numbers, so that no other table must change; those that are not needed are emptied, and packing takes care of the rest.
 */

/** What a browser wants of a font that it only draws text with. */
const KEPT = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'] as const;
const LONG_OFFSETS = 1;

export type FontTable = readonly [tag: string, bytes: Uint8Array];

/** The tables of the font, cut to the characters of a text. */
export function fontSubset(bytes: Uint8Array, text: string): readonly FontTable[] {
  const tables = tablesIn(bytes);
  const wanted = glyphsOf(bytes, text);
  const { glyf, loca } = emptied(tables, wanted);
  const head = Uint8Array.from(tables.get('head') as Uint8Array);
  new DataView(head.buffer).setUint16(50, LONG_OFFSETS);
  const made = new Map<string, Uint8Array>([...tables, ['glyf', glyf], ['loca', loca], ['head', head], ['post', POST]]);
  return KEPT.flatMap((tag) => (made.has(tag) ? [[tag, made.get(tag) as Uint8Array] as const] : []));
}

/** A post table without the names of glyphs. */
const POST = (() => {
  const table = new Uint8Array(32);
  new DataView(table.buffer).setUint32(0, 0x00030000);
  return table;
})();

function glyphsOf(bytes: Uint8Array, text: string): Set<number> {
  const glyphs = glyphsIn(bytes);
  // Glyph 0 is the box for what the font lacks.
  return new Set([0, ...[...text].flatMap((character) => glyphs.get(character.codePointAt(0) as number) ?? [])]);
}

function emptied(tables: ReadonlyMap<string, Uint8Array>, wanted: Set<number>): { glyf: Uint8Array; loca: Uint8Array } {
  const view = (tag: string): DataView => {
    const table = tables.get(tag) as Uint8Array;
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
  const glyphs = view('maxp').getUint16(4);
  const isLong = view('head').getUint16(50) === LONG_OFFSETS;
  const offset = (glyph: number): number =>
    isLong ? view('loca').getUint32(4 * glyph) : 2 * view('loca').getUint16(2 * glyph);
  const outline = (glyph: number): Uint8Array =>
    (tables.get('glyf') as Uint8Array).subarray(offset(glyph), offset(glyph + 1));
  // Sets are walked in the order of adding: parts of parts are found too.
  for (const glyph of wanted) for (const part of partsOf(outline(glyph))) wanted.add(part);
  const loca = new DataView(new ArrayBuffer(4 * (glyphs + 1)));
  const kept: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < glyphs; glyph++) {
    loca.setUint32(4 * glyph, length);
    if (!wanted.has(glyph)) continue;
    kept.push(outline(glyph));
    length += outline(glyph).length;
  }
  loca.setUint32(4 * glyphs, length);
  return { glyf: joined(kept, length), loca: new Uint8Array(loca.buffer) };
}

/** The glyphs that a glyph such as "é" is put together from. */
function partsOf(outline: Uint8Array): number[] {
  if (outline.length === 0) return [];
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  const parts: number[] = [];
  if (view.getInt16(0) >= 0) return parts;
  for (let at = 10, more = true; more; ) {
    const flags = view.getUint16(at);
    parts.push(view.getUint16(at + 2));
    // Two arguments of one or two bytes each, then a scale of none, one, two or four figures.
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    more = (flags & 0x20) !== 0;
  }
  return parts;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Tables in the order of their tags (WOFF 1.0), each with what zlib made of it: a page packs with other means than Node. */
export function woff(tables: readonly FontTable[], deflated: readonly Uint8Array[]): Uint8Array {
  const aligned = (length: number): number => (length + 3) & ~3;
  const packed = tables.map(([tag, table], i) => {
    const small = deflated[i];
    return { tag, table, data: small.length < table.length ? small : table };
  });
  const start = 44 + 20 * packed.length;
  const length = packed.reduce((sum, { data }) => sum + aligned(data.length), start);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x774f4646);
  view.setUint32(4, 0x00010000);
  view.setUint32(8, length);
  view.setUint16(12, packed.length);
  view.setUint32(
    16,
    packed.reduce((sum, { table }) => sum + aligned(table.length), 12 + 16 * packed.length),
  );
  let at = start;
  packed.forEach(({ tag, table, data }, i) => {
    const entry = 44 + 20 * i;
    for (let c = 0; c < 4; c++) view.setUint8(entry + c, tag.charCodeAt(c));
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, data.length);
    view.setUint32(entry + 12, table.length);
    view.setUint32(entry + 16, checksum(table));
    bytes.set(data, at);
    at += aligned(data.length);
  });
  return bytes;
}

/** The sum of a table's 32-bit words. */
function checksum(table: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < table.length; i += 4) {
    const word = [0, 1, 2, 3].reduce((value, k) => value * 256 + (table[i + k] ?? 0), 0);
    sum = (sum + word) % 2 ** 32;
  }
  return sum;
}

/** The font as a rule of a style sheet. */
export const fontFace = (weight: 400 | 600, inBase64: string): string =>
  `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/woff;base64,${inBase64}) format("woff")}`;

/** An SVG to be published: laid out by Inter's widths, it would run over its edges in another font. */
export const withStyle = (svg: string, rules: string): string =>
  svg.replace('</desc>', () => `</desc><style>${rules}</style>`);
