import {
  ADD,
  ADD_SHORTS,
  AND,
  BLOCK,
  constant,
  ELSE,
  END,
  EQUALS,
  get,
  I32,
  IF,
  IS_BELOW,
  IS_LESS,
  IS_NOT_BELOW,
  IS_NOT_LESS,
  IS_ZERO,
  LOOP,
  leave,
  leaveIf,
  load,
  loadByte,
  loadPair,
  loadShort,
  MULTIPLY,
  OR,
  SELECT,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  SUBTRACT,
  set,
  store,
  storePair,
  storeShort,
  tee,
  type WasmFunction,
  wasmModule,
  XOR,
} from '../wasm-bytes.ts';
import { FIRST_WAY, UNSEEN } from './compact-checks.ts';
import { PASS, SEAT_BITS, WAY_BITS, WIDTH_BITS } from './compact-deeds.ts';
import { LOOK_MASK, MASK_SHIFT, UNDECIDED, WORD_SHIFT } from './compact-forks.ts';
import { AT, EACH, ROOM } from './compact-room.ts';

/**
 * The sweeps of `compact-loop.ts` in WebAssembly, which does not ask at every look whether it is within bounds.
 * Engagements are named by the bytes of one number for each, tables by where they begin.
 */

const WIDTH_MASK = 2 ** WIDTH_BITS - 1;
const SEAT_MASK = 2 ** SEAT_BITS - 1;
const WAY_MASK = 2 ** WAY_BITS - 1;
/** Bytes of a number, and how often they double to those of a target and of a seat's list. */
const [NUMBER, TARGET_BITS, LIST_BITS] = [2, 4, 1 + Math.log2(ROOM)];
const EACH_BITS = Math.log2(EACH);
/** Numbers of sixteen bits that are added at once. */
const EIGHT = 8;

/** Parameters, then locals, by name: each is the number that WebAssembly knows it by. */
function numbered<K extends string>(...names: readonly K[]): Record<K, number> {
  return Object.fromEntries(names.map((name, k) => [name, k])) as Record<K, number>;
}

const shifted = (bits: number) => [...constant(bits), ...SHIFT_LEFT];

/** What is heard in an engagement, in the word that lies so much further on. */
const heardAt = (who: number, word: number) => [...get(who), ...get(word), ...ADD, ...load(AT.heard)];

/** Puts an engagement on the list of the seat that is in `to`. */
const waitAt = (to: number, lists: number, who: number, length: number) => [
  ...[...get(to), ...shifted(LIST_BITS), ...get(lists), ...ADD],
  ...[...get(to), ...shifted(NUMBER), ...load(AT.lengths), ...tee(length), ...shifted(1), ...ADD],
  ...[...get(who), ...constant(NUMBER), ...SHIFT_RIGHT, ...storeShort(0)],
  ...[...get(to), ...shifted(NUMBER), ...get(length), ...constant(1), ...ADD, ...store(AT.lengths)],
];

/** Notes that an engagement stops, and by what result. */
const stop = (who: number, result: readonly number[], n: number) => [
  ...[...constant(0), ...load(AT.counts), ...tee(n), ...shifted(NUMBER)],
  ...[...get(who), ...constant(NUMBER), ...SHIFT_RIGHT, ...store(AT.stopped)],
  ...[...get(n), ...shifted(NUMBER), ...result, ...store(AT.stoppedBy)],
  ...[...constant(0), ...get(n), ...constant(1), ...ADD, ...store(AT.counts)],
];

const [WORD_1, WORD_2, MASK_1] = ['word1', 'word2', 'mask1'] as const;
const f = numbered(
  ...['list', 'last', 'nodes', 'first', 'count', WORD_1, 'shift1', MASK_1, WORD_2, 'shift2', 'mask2', 'bits1', 'names'],
  ...['classOf', 'classes', 'variantOf', 'variants', 'rowsOf', 'listBits', 'listMask', 'choices'],
  ...['rows', 'targets', 'lists'],
  ...['who', 'node', 'row', 'to', 'n', 'out', 'without'],
);
export const FIND_PARAMETERS = 24;

const FIND: WasmFunction = {
  name: 'find',
  parameters: FIND_PARAMETERS,
  results: 1,
  locals: [[7, I32]],
  body: [
    ...[...BLOCK, ...LOOP],
    ...[...get(f.list), ...get(f.last), ...IS_NOT_BELOW, ...leaveIf(1)],
    ...[...get(f.list), ...loadShort(0), ...shifted(NUMBER), ...set(f.who)],
    ...[...get(f.list), ...constant(2), ...ADD, ...set(f.list)],
    // Whoever has stopped is at none of these nodes.
    ...[...get(f.nodes), ...get(f.who), ...ADD, ...load(0), ...get(f.first), ...SUBTRACT, ...tee(f.node)],
    ...[...get(f.count), ...IS_NOT_BELOW, ...leaveIf(0)],
    ...[...get(f.who), ...load(AT.ways), ...shifted(NUMBER), ...get(f.variantOf), ...ADD, ...load(0), ...tee(f.to)],
    ...[...constant(0), ...IS_LESS, ...IF],
    ...[...constant(-1), ...set(f.row)],
    ...ELSE,
    ...[...get(f.node), ...get(f.variants), ...MULTIPLY, ...get(f.to), ...ADD, ...shifted(NUMBER)],
    ...[...get(f.rowsOf), ...ADD, ...load(0), ...tee(f.node), ...get(f.listBits), ...SHIFT_RIGHT],
    ...[...get(f.node), ...get(f.listMask), ...AND, ...get(f.classes), ...MULTIPLY],
    ...[...heardAt(f.who, f[WORD_1]), ...get(f.shift1), ...SHIFT_RIGHT, ...get(f[MASK_1]), ...AND],
    ...[...heardAt(f.who, f[WORD_2]), ...get(f.shift2), ...SHIFT_RIGHT, ...get(f.mask2), ...AND],
    ...[...get(f.bits1), ...SHIFT_LEFT],
    ...[...ADD, ...get(f.names), ...ADD, ...shifted(1), ...get(f.classOf), ...ADD, ...loadShort(0)],
    ...[...ADD, ...get(f.choices), ...ADD, ...loadByte(0)],
    ...[...ADD, ...shifted(NUMBER), ...get(f.rows), ...ADD, ...load(0), ...set(f.row)],
    ...END,
    ...[...get(f.row), ...constant(0), ...IS_LESS, ...IF],
    ...stop(f.who, constant(UNSEEN), f.n),
    ...[...leave(1), ...END],
    ...[...get(f.row), ...constant(WIDTH_MASK), ...AND, ...constant(PASS), ...EQUALS, ...IF],
    ...[...get(f.row), ...constant(WIDTH_BITS), ...SHIFT_RIGHT, ...shifted(NUMBER), ...get(f.targets), ...ADD],
    ...set(f.row),
    ...[...get(f.nodes), ...get(f.who), ...ADD, ...get(f.row), ...load(0), ...store(0)],
    ...[...get(f.row), ...load(8), ...set(f.to), ...waitAt(f.to, f.lists, f.who, f.n)],
    ...[...leave(1), ...END],
    // Written down both among those who draw and among those who need no die: only one of the two counts.
    ...[...get(f.out), ...get(f.who), ...store(AT.who)],
    ...[...get(f.out), ...get(f.row), ...store(AT.found)],
    ...[...get(f.without), ...get(f.who), ...store(AT.who + EACH)],
    ...[...get(f.without), ...get(f.row), ...constant(WIDTH_BITS - NUMBER), ...SHIFT_RIGHT, ...store(AT.found + EACH)],
    ...[...get(f.row), ...constant(WIDTH_MASK), ...AND, ...IS_ZERO, ...shifted(NUMBER), ...tee(f.n)],
    ...[...get(f.without), ...ADD, ...set(f.without)],
    ...[...get(f.out), ...constant(4), ...ADD, ...get(f.n), ...SUBTRACT, ...set(f.out)],
    ...[...leave(0), ...END, ...END],
    ...[...constant(0), ...get(f.without), ...store(AT.counts + 4)],
    ...get(f.out),
  ],
};

const d = numbered('last', 'columns', 'layer', 'at', 'row', 'who', 'h', 'l');

/** `random.ts`'s mix32 of what is on the stack. */
const mix = (h: number) => [
  ...[...tee(h), ...get(h), ...constant(16), ...SHIFT_RIGHT, ...XOR, ...constant(0x85ebca6b), ...MULTIPLY],
  ...[...tee(h), ...get(h), ...constant(13), ...SHIFT_RIGHT, ...XOR, ...constant(0xc2b2ae35), ...MULTIPLY],
  ...[...tee(h), ...get(h), ...constant(16), ...SHIFT_RIGHT, ...XOR, ...set(h)],
];

const DRAW: WasmFunction = {
  name: 'draw',
  parameters: 3,
  results: 0,
  locals: [[5, I32]],
  body: [
    ...[...BLOCK, ...LOOP],
    ...[...get(d.at), ...get(d.last), ...IS_NOT_BELOW, ...leaveIf(1)],
    ...[...get(d.at), ...load(AT.found), ...set(d.row), ...get(d.at), ...load(AT.who), ...set(d.who)],
    // From here on `l` is where the row's columns begin, until it is drawn.
    ...[...get(d.row), ...constant(WIDTH_BITS), ...SHIFT_RIGHT, ...shifted(NUMBER), ...get(d.columns), ...ADD],
    ...set(d.l),
    ...[...get(d.who), ...load(AT.high), ...get(d.l), ...constant(8), ...SUBTRACT, ...load(0), ...get(d.layer), ...ADD],
    ...[...XOR, ...mix(d.h)],
    ...[...get(d.l), ...get(d.h), ...constant(32), ...get(d.row), ...SUBTRACT, ...SHIFT_RIGHT, ...shifted(3), ...ADD],
    ...set(d.row),
    ...[...get(d.who), ...load(AT.low), ...get(d.h), ...XOR, ...constant(0x85ebca77), ...ADD, ...mix(d.l)],
    ...get(d.at),
    ...[...get(d.row), ...loadShort(4), ...get(d.row), ...loadShort(6)],
    ...[...get(d.l), ...constant(1), ...SHIFT_RIGHT, ...get(d.row), ...load(0), ...IS_BELOW, ...SELECT],
    ...[...shifted(TARGET_BITS), ...store(AT.found)],
    ...[...get(d.at), ...constant(4), ...ADD, ...set(d.at)],
    ...[...leave(0), ...END, ...END],
  ],
};

/** What sweeps are told of answers, see `Asks`. */
const ASKS = ['table', 'askWord', 'askShift', 'askMask', 'askBits', 'firstForks', 'forks'] as const;

const o = numbered(
  ...['at', 'last', 'nodes', 'targets', 'word', 'otherBits', 'lists', 'sums', 'amounts', ...ASKS],
  ...['who', 'target', 'own', 'to', 'n', 'first', 'asks', 'waits', 'adds'],
);

/** The answer to the question on the stack: by the table or, where that leaves it open, by forks from one to the next. */
const answer = (p: Record<(typeof ASKS)[number] | 'who', number>, at: number, look: number) => {
  const forkAt = [...get(at), ...shifted(NUMBER), ...get(p.forks), ...ADD, ...load(0)];
  return [
    ...[...tee(at), ...get(p.table), ...ADD, ...heardAt(p.who, p.askWord), ...get(p.askShift), ...SHIFT_RIGHT],
    ...[...get(p.askMask), ...AND, ...ADD, ...loadByte(0), ...tee(look), ...constant(UNDECIDED), ...EQUALS, ...IF],
    // Questions have as many answers each as the bits may be: so much further down is the number of the question.
    ...[...get(at), ...get(p.askBits), ...SHIFT_RIGHT, ...get(p.firstForks), ...ADD, ...load(0), ...set(at)],
    ...[...LOOP, ...forkAt, ...tee(look), ...constant(WORD_SHIFT), ...SHIFT_RIGHT, ...shifted(EACH_BITS)],
    ...[...get(p.who), ...ADD, ...load(AT.heard), ...get(look), ...SHIFT_RIGHT],
    ...[...get(look), ...constant(MASK_SHIFT), ...SHIFT_RIGHT, ...AND, ...constant(LOOK_MASK), ...AND],
    ...[...get(at), ...ADD, ...constant(1), ...ADD, ...set(at)],
    ...[...forkAt, ...tee(at), ...constant(0), ...IS_NOT_LESS, ...leaveIf(0), ...END],
    ...[...get(at), ...constant(-1), ...XOR, ...set(look), ...END],
    ...get(look),
  ];
};

/** Adds what the besides on the stack has by lane to what the engagement has added up, eight lanes at once. */
const addUp = (lanes: number) => [
  ...[...constant(2 * lanes), ...MULTIPLY, ...get(o.amounts), ...ADD, ...set(o.n)],
  ...[...get(o.who), ...constant(lanes / 2), ...MULTIPLY, ...get(o.sums), ...ADD, ...set(o.own)],
  ...Array.from({ length: lanes / EIGHT }, (_, k) => 2 * EIGHT * k).flatMap((at) => [
    ...[...get(o.own), ...get(o.own), ...loadPair(at), ...get(o.n), ...loadPair(at), ...ADD_SHORTS, ...storePair(at)],
  ]),
];

/** A loop over the pieces of a list, from where `at` stands. */
const throughout = (at: number, last: number, body: readonly number[]) => [
  ...[...BLOCK, ...LOOP, ...get(at), ...get(last), ...IS_NOT_BELOW, ...leaveIf(1)],
  ...[...body, ...get(at), ...constant(4), ...ADD, ...set(at), ...leave(0), ...END, ...END],
];

/** Takes the targets. What comes of them is only listed here: whoever guesses at it would wait for the target first. */
const TAKE = [
  ...[...get(o.at), ...load(AT.who), ...set(o.who)],
  ...[...get(o.at), ...load(AT.found), ...get(o.targets), ...ADD, ...set(o.target)],
  ...[...get(o.nodes), ...get(o.who), ...ADD, ...get(o.target), ...load(0), ...store(0)],
  ...[...get(o.who), ...get(o.word), ...ADD, ...tee(o.own), ...get(o.own), ...load(AT.heard), ...get(o.otherBits)],
  ...[...AND, ...get(o.target), ...load(4), ...OR, ...store(AT.heard)],
  ...[...get(o.who), ...get(o.target), ...load(12), ...tee(o.to), ...constant(WAY_MASK), ...AND, ...store(AT.ways)],
  ...[...get(o.adds), ...get(o.who), ...store(AT.adds), ...get(o.adds), ...get(o.to), ...store(AT.adds + EACH)],
  ...[...get(o.adds), ...constant(WAY_MASK), ...get(o.to), ...IS_LESS, ...shifted(NUMBER), ...ADD, ...set(o.adds)],
  // Whoever is asked about is listed where it came from: there is room as far as the list has been read.
  ...[...get(o.asks), ...get(o.who), ...store(AT.who), ...get(o.waits), ...get(o.who), ...store(AT.waits)],
  ...[...get(o.asks), ...get(o.target), ...load(8), ...tee(o.to), ...store(AT.found)],
  ...[...get(o.waits), ...get(o.to), ...store(AT.waits + EACH)],
  ...[...constant(SEAT_MASK), ...get(o.to), ...IS_BELOW, ...shifted(NUMBER), ...tee(o.n)],
  ...[...get(o.asks), ...ADD, ...set(o.asks)],
  ...[...get(o.waits), ...constant(4), ...ADD, ...get(o.n), ...SUBTRACT, ...set(o.waits)],
];

const lead = (lanes: number): WasmFunction => ({
  name: 'lead',
  parameters: 16,
  results: 0,
  locals: [[9, I32]],
  body: [
    ...[...get(o.at), ...tee(o.asks), ...set(o.first)],
    ...throughout(o.at, o.last, TAKE),
    ...[...get(o.first), ...set(o.at)],
    ...throughout(o.at, o.asks, [
      ...[...get(o.at), ...load(AT.who), ...set(o.who), ...get(o.at), ...load(AT.found), ...tee(o.to)],
      ...[...constant(SEAT_BITS), ...SHIFT_RIGHT, ...shifted(NUMBER), ...load(AT.questions)],
      ...[...answer(o, o.n, o.own), ...tee(o.n), ...IF, ...stop(o.who, get(o.n), o.target), ...ELSE],
      ...[...get(o.to), ...constant(SEAT_MASK), ...AND, ...set(o.to), ...waitAt(o.to, o.lists, o.who, o.n), ...END],
    ]),
    ...[...constant(0), ...set(o.at)],
    ...throughout(o.at, o.waits, [
      ...[...get(o.at), ...load(AT.waits), ...set(o.who), ...get(o.at), ...load(AT.waits + EACH), ...set(o.to)],
      ...waitAt(o.to, o.lists, o.who, o.n),
    ]),
    ...[...constant(0), ...set(o.at)],
    ...throughout(o.at, o.adds, [
      ...[...get(o.at), ...load(AT.adds), ...set(o.who)],
      ...[...get(o.at), ...load(AT.adds + EACH), ...constant(WAY_BITS), ...SHIFT_RIGHT, ...addUp(lanes)],
    ]),
  ],
});

const w = numbered('after', 'last', 'nodes', ...ASKS, 'who', 'at', 'look');

/** How the sequence's own fields stand after a step that is everybody's; `after` has a question by how they did before. */
const PASS_ALL: WasmFunction = {
  name: 'passAll',
  parameters: 10,
  results: 0,
  locals: [[3, I32]],
  body: [
    // From the last engagement down to the first.
    ...[...get(w.last), ...set(w.who), ...BLOCK, ...LOOP],
    ...[...get(w.who), ...IS_ZERO, ...leaveIf(1), ...get(w.who), ...constant(4), ...SUBTRACT, ...set(w.who)],
    ...[...get(w.nodes), ...get(w.who), ...ADD, ...load(0), ...constant(0), ...IS_LESS, ...leaveIf(0)],
    ...[...get(w.who), ...load(AT.ways), ...shifted(NUMBER), ...get(w.after), ...ADD, ...load(0)],
    ...[...answer(w, w.at, w.look), ...tee(w.at), ...constant(FIRST_WAY), ...IS_NOT_LESS, ...IF],
    ...[...get(w.who), ...get(w.at), ...constant(FIRST_WAY), ...SUBTRACT, ...store(AT.ways)],
    ...[...ELSE, ...stop(w.who, get(w.at), w.look), ...END],
    ...[...leave(0), ...END, ...END],
  ],
};

/**
 * A module with `find`, `draw`, `lead` and `passAll` over the memory that it is given as `walk.memory`.
 * @param lanes how many sums engagements have room for, a multiple of eight
 */
export const compactModule = (lanes: number): Uint8Array<ArrayBuffer> =>
  wasmModule([FIND, DRAW, lead(lanes), PASS_ALL]);
