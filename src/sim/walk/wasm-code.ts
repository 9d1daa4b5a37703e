/**
 * The loop of wide.ts as WebAssembly. An entry is one word of 64 bits: where it leads in the lower half, its visits in
 * the upper. A draw is then one load, one addition and one store on a single line of the cache, where JavaScript needs
 * two arrays; on tables that leave the cache that is what a draw costs.
 */

/** Bytes before the first entry; the generator and the lanes are kept there. */
export const TABLE_AT = 64;
export const ENTRY_BYTES = 8;

const I32 = 0x7f;
const I64 = 0x7e;
const ONE_VISIT = 1n << 32n;

/** Signed numbers in groups of seven bits, as WebAssembly writes constants. */
function signed(value: bigint | number): number[] {
  const bytes: number[] = [];
  for (let left = BigInt(value); ; ) {
    const group = Number(left & 127n);
    left >>= 7n;
    const isLast = left === (group & 64 ? -1n : 0n);
    bytes.push(isLast ? group : group | 128);
    if (isLast) return bytes;
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left];
}

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...signed(value)];
const longConstant = (value: bigint) => [0x42, ...signed(value)];
const load = (at: number) => [0x28, 2, ...unsigned(at)];
const store = (at: number) => [0x36, 2, ...unsigned(at)];
const loadLong = (at: number) => [0x29, 3, ...unsigned(at)];
const storeLong = (at: number) => [0x37, 3, ...unsigned(at)];
const [ADD, AND, XOR, SHIFT_LEFT, SHIFT_RIGHT, ROTATE_LEFT] = [[0x6a], [0x71], [0x73], [0x74], [0x76], [0x77]];
const ADD_LONG = [0x7c];
const LOWER_HALF = [0xa7];
const LOOP = [0x03, 0x40];
const AGAIN_IF = [0x0d, 0];
const END = [0x0b];

// Locals: the two parameters first.
const [WORDS, MASK, A, B, C, D, LANE_0, BITS, PLACE, ENTRY] = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12];
const KEPT = [A, B, C, D, LANE_0, LANE_0 + 1, LANE_0 + 2, LANE_0 + 3];

/** One step of the generator, as in random.ts. */
const NEXT_BITS = [
  ...[...get(A), ...get(B), ...ADD, ...get(D), ...ADD, ...set(BITS)],
  ...[...get(D), ...constant(1), ...ADD, ...set(D)],
  ...[...get(B), ...get(B), ...constant(9), ...SHIFT_RIGHT, ...XOR, ...set(A)],
  ...[...get(C), ...get(C), ...constant(3), ...SHIFT_LEFT, ...ADD, ...set(B)],
  ...[...get(C), ...constant(21), ...ROTATE_LEFT, ...get(BITS), ...ADD, ...set(C)],
];

/** One draw of one lane: its byte of the word, times the bytes of an entry, is where it looks in its row. */
function draw(lane: number): number[] {
  const row = LANE_0 + lane;
  const shifted = lane === 0 ? [...constant(3), ...SHIFT_LEFT] : [...constant(8 * lane - 3), ...SHIFT_RIGHT];
  return [
    ...[...get(BITS), ...shifted, ...get(MASK), ...AND, ...get(row), ...ADD, ...tee(PLACE)],
    ...[...get(PLACE), ...loadLong(TABLE_AT), ...longConstant(ONE_VISIT), ...ADD_LONG, ...tee(ENTRY)],
    ...[...storeLong(TABLE_AT), ...get(ENTRY), ...LOWER_HALF, ...set(row)],
  ];
}

const section = (id: number, bytes: readonly number[]) => [id, ...unsigned(bytes.length), ...bytes];
const name = (text: string) => [text.length, ...[...text].map((c) => c.charCodeAt(0))];

/** A module with `walk(words, mask)`, mask times the bytes of an entry, over the memory that it is given as `walk.memory`. */
export function walkModule(): Uint8Array<ArrayBuffer> {
  const body = [
    ...KEPT.flatMap((local, i) => [...constant(0), ...load(4 * i), ...set(local)]),
    ...LOOP,
    ...[...NEXT_BITS, ...draw(0), ...draw(1), ...draw(2), ...draw(3)],
    ...[...get(WORDS), ...constant(-1), ...ADD, ...tee(WORDS), ...AGAIN_IF],
    ...END,
    ...KEPT.flatMap((local, i) => [...constant(0), ...get(local), ...store(4 * i)]),
    ...END,
  ];
  const locals = [2, ENTRY - A, I32, 1, I64];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(2, [1, ...name('walk'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('walk'), 0, 0]),
    ...section(10, [1, ...unsigned(locals.length + body.length), ...locals, ...body]),
  ]);
}
