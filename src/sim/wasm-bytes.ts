/** WebAssembly, written out byte by byte: what the loops of this program need of it. */

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F64 = 0x7c;
/** Two numbers of 64 bits that are reckoned with at once. */
export const PAIR = 0x7b;

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

export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left];
}

export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const tee = (local: number) => [0x22, local];
export const constant = (value: number) => [0x41, ...signed(value | 0)];
export const longConstant = (value: bigint) => [0x42, ...signed(value)];
export const load = (at: number) => [0x28, 2, ...unsigned(at)];
export const loadByte = (at: number) => [0x2d, 0, ...unsigned(at)];
export const loadShort = (at: number) => [0x2f, 1, ...unsigned(at)];
export const store = (at: number) => [0x36, 2, ...unsigned(at)];
export const storeShort = (at: number) => [0x3b, 1, ...unsigned(at)];
export const loadLong = (at: number) => [0x29, 3, ...unsigned(at)];
export const storeLong = (at: number) => [0x37, 3, ...unsigned(at)];
export const loadDouble = (at: number) => [0x2b, 3, ...unsigned(at)];
export const loadPair = (at: number) => [0xfd, 0x00, 3, ...unsigned(at)];
export const storePair = (at: number) => [0xfd, 0x0b, 3, ...unsigned(at)];
export const [ADD, SUBTRACT, MULTIPLY, AND, OR, XOR] = [[0x6a], [0x6b], [0x6c], [0x71], [0x72], [0x73]];
export const [SHIFT_LEFT, SHIFT_RIGHT, ROTATE_LEFT] = [[0x74], [0x76], [0x77]];
export const [IS_ZERO, EQUALS, IS_LESS, IS_BELOW] = [[0x45], [0x46], [0x48], [0x49]];
export const [IS_NOT_LESS, IS_NOT_BELOW] = [[0x4e], [0x4f]];
/** Of two values and a condition: the first where that holds. */
export const SELECT = [0x1b];
export const ADD_LONG = [0x7c];
export const MULTIPLY_DOUBLE = [0xa2];
export const [EQUALS_DOUBLE, NOUGHT_DOUBLE] = [[0x61], [0x44, 0, 0, 0, 0, 0, 0, 0, 0]];
/** One number of 64 bits in both places. */
export const BOTH = [0xfd, 0x14];
export const [ADD_PAIRS, MULTIPLY_PAIRS] = [
  [0xfd, 0xf0, 0x01],
  [0xfd, 0xf2, 0x01],
];
/** Eight numbers of sixteen bits at once. */
export const ADD_SHORTS = [0xfd, 0x8e, 0x01];
export const LOWER_HALF = [0xa7];
export const BLOCK = [0x02, 0x40];
export const LOOP = [0x03, 0x40];
export const IF = [0x04, 0x40];
export const ELSE = [0x05];
export const END = [0x0b];
/** Leaves a block, or begins a loop again, this many blocks further out. */
export const leave = (blocks: number) => [0x0c, blocks];
export const leaveIf = (blocks: number) => [0x0d, blocks];

const section = (id: number, bytes: readonly number[]) => [id, ...unsigned(bytes.length), ...bytes];
const name = (text: string) => [text.length, ...[...text].map((c) => c.charCodeAt(0))];
const vector = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()];

export interface WasmFunction {
  readonly name: string;
  /** Their types, or how many whole numbers of 32 bits. */
  readonly parameters: number | readonly number[];
  /** How many whole numbers of 32 bits it gives back. */
  readonly results: number;
  /** Numbers of locals after the parameters, by type. */
  readonly locals: readonly (readonly [count: number, type: number])[];
  readonly body: readonly number[];
}

const typesOf = (values: number | readonly number[]): readonly number[] =>
  typeof values === 'number' ? new Array<number>(values).fill(I32) : values;

/** A module of functions over a memory that it is given as `walk.memory`. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, results }) => [
    ...[0x60, ...vector(typesOf(parameters).map((type) => [type]))],
    ...[results, ...typesOf(results)],
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const bytes = [...vector(locals), ...body, ...END];
    return [...unsigned(bytes.length), ...bytes];
  });
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, [1, ...name('walk'), ...name('memory'), 2, 0, 1]),
    ...section(3, vector(functions.map((_, k) => unsigned(k)))),
    ...section(7, vector(functions.map((f, k) => [...name(f.name), 0, ...unsigned(k)]))),
    ...section(10, vector(bodies)),
  ]);
}
