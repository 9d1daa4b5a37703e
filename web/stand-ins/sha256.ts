/** What hashes of books need of @noble/hashes, in a fifth of its size: the first answer is waited for. A test compares the two. */
const ROUNDS = 64;

/** The first bits of the fractions of roots of the first primes, as FIPS 180-4 defines the constants. */
const { squares, cubes } = (() => {
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const primes: number[] = [];
  for (let n = 2; primes.length < ROUNDS; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return {
    squares: primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))),
    cubes: primes.map((p) => fraction(Math.cbrt(p))),
  };
})();

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The text with a one, noughts and its length in bits behind it, in blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const all = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(all.length - 4, bytes.length << 3);
  return view;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  const hash = Int32Array.from(squares);
  const words = new Int32Array(ROUNDS);
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < ROUNDS; i++) {
      if (i < 16) words[i] = view.getInt32(block + 4 * i);
      else {
        const [x, y] = [words[i - 15], words[i - 2]];
        const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
        words[i] = words[i - 16] + low + words[i - 7] + high;
      }
      const chosen = (e & f) ^ (~e & g);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + cubes[i] + words[i]) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) out.setInt32(4 * i, word);
  return new Uint8Array(out.buffer);
}

export const utf8ToBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const bytesToHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
