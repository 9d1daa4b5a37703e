/** Text chunks of a PNG: facts that travel with the picture wherever it is copied to. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Signature, then IHDR: length, type, 13 bytes, check. Text may follow at once. */
const AFTER_HEADER = SIGNATURE.length + 4 + 4 + 13 + 4;

/** The picture with each entry as an iTXt chunk (UTF-8, not packed). */
export function withText(png: Uint8Array, entries: Readonly<Record<string, string>>): Uint8Array {
  const chunks = Object.entries(entries).map(([keyword, text]) => textChunk(keyword, text));
  const added = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(png.length + added);
  bytes.set(png.subarray(0, AFTER_HEADER));
  let at = AFTER_HEADER;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  bytes.set(png.subarray(AFTER_HEADER), at);
  return bytes;
}

/** All iTXt entries of a PNG; null where the bytes are not one. */
export function textOf(bytes: Uint8Array): Record<string, string> | null {
  if (bytes.length < AFTER_HEADER || SIGNATURE.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Record<string, string> = {};
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'iTXt') {
      const data = bytes.subarray(at + 8, at + 8 + length);
      const end = data.indexOf(0);
      // Keyword, 0, packed or not, method, language, 0, translated keyword, 0, text.
      const text = data.subarray(data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1);
      if (data[end + 1] === 0) entries[decode(data.subarray(0, end))] = decode(text);
    }
    at += 12 + length;
  }
  return entries;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function textChunk(keyword: string, text: string): Uint8Array {
  const data = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(data.length + 4, crc32(data));
  return chunk;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The check that ends every chunk (ISO 3309), over type and data. */
function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
