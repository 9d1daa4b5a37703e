/**
 * The loop of wide.ts as WebAssembly. An entry is one word of 64 bits: where it leads in the lower half, its visits in
 * the upper. A draw is then one load, one addition and one store on a single line of the cache, where JavaScript needs
 * two arrays; on tables that leave the cache that is what a draw costs.
 */

import {
  ADD,
  ADD_LONG,
  AND,
  constant,
  END,
  get,
  I32,
  I64,
  LOOP,
  LOWER_HALF,
  leaveIf,
  load,
  loadLong,
  longConstant,
  ROTATE_LEFT,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  set,
  store,
  storeLong,
  tee,
  wasmModule,
  XOR,
} from '../wasm-bytes.ts';

/** Bytes before the first entry; the generator and the lanes are kept there. */
export const TABLE_AT = 64;
export const ENTRY_BYTES = 8;

const ONE_VISIT = 1n << 32n;

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

/** A module with `walk(words, mask)`, mask times the bytes of an entry, over the memory that it is given as `walk.memory`. */
export function walkModule(): Uint8Array<ArrayBuffer> {
  const body = [
    ...KEPT.flatMap((local, i) => [...constant(0), ...load(4 * i), ...set(local)]),
    ...LOOP,
    ...[...NEXT_BITS, ...draw(0), ...draw(1), ...draw(2), ...draw(3)],
    ...[...get(WORDS), ...constant(-1), ...ADD, ...tee(WORDS), ...leaveIf(0)],
    ...END,
    ...KEPT.flatMap((local, i) => [...constant(0), ...get(local), ...store(4 * i)]),
  ];
  const locals = [
    [ENTRY - A, I32],
    [1, I64],
  ] as const;
  return wasmModule([{ name: 'walk', parameters: 2, results: 0, locals, body }]);
}
