/** The advance of a character in ems; undefined where the font has no glyph. */
export type Advance = (codePoint: number) => number | undefined;

/**
 * A TrueType file as the widths that charts are laid out by. The tables read are head (units), hhea and hmtx (advances)
 * and cmap (which glyph a character has).
 */
export function advancesIn(bytes: Uint8Array): {
  readonly advance: Advance;
  readonly codePoints: readonly number[];
  readonly unitsPerEm: number;
} {
  const table = tableViews(bytes);
  const unitsPerEm = table('head').getUint16(18);
  const metrics = table('hhea').getUint16(34);
  const hmtx = table('hmtx');
  const glyphs = glyphsIn(bytes);
  const advance: Advance = (codePoint) => {
    const glyph = glyphs.get(codePoint);
    // Glyphs past the last metric share its advance.
    return glyph === undefined ? undefined : hmtx.getUint16(4 * Math.min(glyph, metrics - 1)) / unitsPerEm;
  };
  return { advance, codePoints: [...glyphs.keys()].sort((a, b) => a - b), unitsPerEm };
}

/** The tables of a TrueType file by their tags. */
export function tablesIn(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + 16 * i;
    const offset = view.getUint32(record + 8);
    tables.set(
      String.fromCharCode(...bytes.subarray(record, record + 4)),
      bytes.subarray(offset, offset + view.getUint32(record + 12)),
    );
  }
  return tables;
}

function tableViews(bytes: Uint8Array): (tag: string) => DataView {
  const tables = tablesIn(bytes);
  return (tag) => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`The font file has no ${tag} table.`);
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
}

/** Which glyph each character has. */
export function glyphsIn(bytes: Uint8Array): Map<number, number> {
  return characterMap(tableViews(bytes)('cmap'), 0);
}

function characterMap(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const sub = cmap + view.getUint32(cmap + 4 + 8 * i + 4);
    const format = view.getUint16(sub);
    if (format === 4) readSegments(view, sub, glyphs);
    if (format === 12) readGroups(view, sub, glyphs);
  }
  return glyphs;
}

/** Format 4: segments of the basic plane. */
function readSegments(view: DataView, sub: number, glyphs: Map<number, number>): void {
  const doubled = view.getUint16(sub + 6);
  for (let s = 0; s < doubled; s += 2) {
    const end = view.getUint16(sub + 14 + s);
    const start = view.getUint16(sub + 16 + doubled + s);
    const delta = view.getUint16(sub + 16 + 2 * doubled + s);
    const rangeAt = sub + 16 + 3 * doubled + s;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const raw = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      const glyph = raw === 0 && range !== 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

/** Format 12: groups over all planes. */
function readGroups(view: DataView, sub: number, glyphs: Map<number, number>): void {
  for (let g = 0; g < view.getUint32(sub + 12); g++) {
    const group = sub + 16 + 12 * g;
    const start = view.getUint32(group);
    const end = view.getUint32(group + 4);
    for (let code = start; code <= end; code++) glyphs.set(code, view.getUint32(group + 8) + code - start);
  }
}
