import { mix32 } from '../random.ts';
import { LISTENER, TURN_MASK } from './heard.ts';
import { EXPANDED } from './place-table.ts';
import { COLUMN } from './rows.ts';

/** Engagements in flight. */
export const BATCH = 4096;
/** Numbers by place of the sequence: where its record's engagements begin (or NOBODYS), bit and next place of idle ones, ear. */
export const PASS = 4;
export const NOBODYS = -1;
/** Numbers by what an entry does besides: its amounts from and up to, its turn or -1, and its effect on others. */
export const BESIDES = 4;

/** What visits at places of one record need of it. Places that are about nobody have a state of their own, 0. */
export interface Visited {
  /** The record's place, or a negative number. */
  readonly record: number;
  /** Of its expanded rows. */
  readonly columns: Int32Array;
  readonly targets: Int32Array;
  /** The word that others hear it in, and the bits of the rest. */
  readonly word: number;
  readonly otherBits: number;
  readonly rows: PlaceRows;
}

/** Expanded rows by state and message (see `PlaceTable`). */
export interface PlaceRows {
  readonly links: Int32Array;
  readonly expanded: Int32Array;
  readonly ears: Int32Array;
  readonly numbers: Int16Array;
  readonly messageBits: number;
}

/** Engagements: what is by record and engagement is found at `record * BATCH + engagement`. */
export interface Batch {
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** What is heard, word by word: the turn, and something of each record. */
  readonly heard: Int32Array;
  /** The state of each record, and where it is idle. */
  readonly at: Int32Array;
  readonly idle: Int32Array;
  /** The engagements that stand at a place, from `place * BATCH` on, and how many do. */
  readonly lists: Int32Array;
  readonly lengths: Int32Array;
  /** For those that visit: their rows and what these lead by, then what was drawn. */
  readonly found: Int32Array;
  readonly keys: Int32Array;
  /** What each engagement has added up, `width` numbers each. */
  readonly sums: Float64Array;
  readonly width: number;
  /** Engagements in which a visit changed others than its record, the effects, and where they stand next. */
  readonly affected: Int32Array;
  readonly effects: Int32Array;
  readonly goesTo: Int32Array;
  affectedCount: number;
}

export interface Tables {
  readonly columns: Int32Array;
  readonly entries: Int32Array;
  /** By place, see PASS. */
  readonly passage: Int32Array;
  /** By what an entry does besides, see BESIDES. */
  readonly besides: Int32Array;
  /** Amounts, and the sum that each is added to. */
  readonly sumOf: Int32Array;
  readonly amount: Float64Array;
  /** See `Heard`. */
  readonly listeners: Int32Array;
  readonly cells: Int32Array;
  readonly words: number;
}

/**
 * The visits of the engagements that stand at a place, from number `from` up to `to`. Stops where a row has yet to be
 * found, and returns how far it came. Each lookup is a sweep of its own over plain arrays, with few branches that hang
 * on what was found: so lookups of different engagements do not wait for each other.
 */
export function visitAll(
  place: number,
  from: number,
  to: number,
  visited: Visited | null,
  batch: Batch,
  tables: Tables,
): number {
  if (!visited) return visitNobody(place, from, to, batch, tables);
  const found = findRows(place, from, to, visited, batch, tables);
  draw(place, from, found, visited, batch);
  takeTargets(place, from, found, visited, batch);
  goOn(batch.lists, place * BATCH, from, found, batch, tables);
  return found;
}

/** Finds the rows of visits, as far as they are known. */
function findRows(
  place: number,
  from: number,
  to: number,
  { record, rows }: Visited,
  batch: Batch,
  { listeners, cells, words }: Tables,
): number {
  const { links, expanded, ears, numbers, messageBits } = rows;
  const { at, lists, found, keys, heard } = batch;
  const states = links.length;
  const isOneWord = words === 1;
  for (let q = from; q < to; q++) {
    const i = lists[place * BATCH + q];
    const state = at[record * BATCH + i];
    if (state >= states) return q;
    const first = links[state];
    if (first < 0) return q;
    const kind = expanded[first - 1];
    const ear = ears[kind];
    let message = ear;
    if ((ear & 1) === 1) {
      // Nearly always what is heard is found at once; a call would cost more than that.
      const at = (ear >> 1) * (LISTENER + 1);
      const key = heard[i] & listeners[at + LISTENER];
      const cell = listeners[at] + (hashed(key) & listeners[at + 1]) * 2;
      message = isOneWord && cells[cell] === key ? cells[cell + 1] : hear(ear >> 1, i, heard, listeners, cells, words);
    }
    if (message < 0) return q;
    const number = numbers[(kind << messageBits) + (message >> 1)];
    if (number < 0) return q;
    const row = expanded[first + number * EXPANDED];
    if (row < 0) return q;
    found[q] = row;
    keys[q] = expanded[first + number * EXPANDED + 1];
  }
  return to;
}

/** Draws from the rows that were found: the targets take their place. A row without a die tells its target at once. */
function draw(place: number, from: number, to: number, { columns }: Visited, batch: Batch): void {
  const { high, low, heard, lists, found, keys } = batch;
  for (let q = from; q < to; q++) {
    const row = found[q];
    if ((row & 62) === 0) {
      found[q] = keys[q];
      continue;
    }
    const i = lists[place * BATCH + q];
    const h = mix32(high[i] ^ (keys[q] + Math.imul((heard[i] & TURN_MASK) + 1, 0x9e3779b1)));
    const l = mix32((low[i] ^ h) + 0x85ebca77);
    const column = ((row >> 6) + (h >>> (32 - ((row >> 1) & 31)))) * COLUMN;
    // The sign of the difference: neither is negative.
    found[q] = columns[column + 2 + (((l >>> 1) - columns[column]) >> 31)];
  }
}

/** What becomes of the record by the targets that were drawn: the next place and what is done besides take their place. */
function takeTargets(place: number, from: number, to: number, visited: Visited, batch: Batch): void {
  const { record, targets, word, otherBits } = visited;
  const { at, heard, idle, lists, found, keys } = batch;
  for (let q = from; q < to; q++) {
    const target = found[q];
    if (target < 0) {
      // Nothing becomes of it, so there is nothing to read of its state.
      found[q] = ~target;
      keys[q] = 0;
      continue;
    }
    const i = lists[place * BATCH + q];
    at[record * BATCH + i] = targets[target];
    idle[record * BATCH + i] = targets[target + 4];
    heard[word * BATCH + i] = (heard[word * BATCH + i] & otherBits) | targets[target + 3];
    found[q] = targets[target + 1];
    keys[q] = targets[target + 2];
  }
}

/** The same at a place that is about nobody. */
function visitNobody(place: number, from: number, to: number, batch: Batch, tables: Tables): number {
  const { high, low, heard, lists, found, keys } = batch;
  const { columns, entries, passage, listeners, cells, words } = tables;
  const ear = passage[place * PASS + 3];
  let q = from;
  for (; q < to; q++) {
    const i = lists[place * BATCH + q];
    const v = ear > 0 && (ear & 1) === 1 ? hear(ear >> 1, i, heard, listeners, cells, words) : ear;
    if (v < 0) break;
    const width = (v >> 1) & 31;
    let column = (v >> 6) * COLUMN + 1;
    if (width > 0) {
      const turn = heard[i] & TURN_MASK;
      const h = mix32(high[i] ^ (columns[column - 1 - COLUMN] + Math.imul(turn + 1, 0x9e3779b1)));
      const l = mix32((low[i] ^ h) + 0x85ebca77);
      column += (h >>> (32 - width)) * COLUMN;
      if (l >>> 1 >= columns[column - 1]) column++;
    }
    found[q] = entries[columns[column]];
    keys[q] = entries[columns[column] + 1];
  }
  goOn(lists, place * BATCH, from, q, batch, tables);
  return q;
}

/**
 * After visits, whose next places are in `found` and what they do besides in `keys`: what that adds up, whom else it
 * concerns, and the place where each engagement next has something to do.
 */
export function goOn(who: Int32Array, first: number, from: number, to: number, batch: Batch, tables: Tables): void {
  const { lists, lengths, found, keys, idle, heard } = batch;
  const { columns, entries, passage, listeners, cells, words } = tables;
  const isOneWord = words === 1;
  for (let q = from; q < to; q++) {
    const i = who[first + q];
    let here = found[q];
    if (keys[q] !== 0 && !addUp(i, here, keys[q], batch, tables)) continue;
    for (;;) {
      const at = here * PASS;
      const record = passage[at];
      if (record >= 0) {
        if ((idle[record + i] & passage[at + 1]) === 0) break;
        here = passage[at + 2];
        continue;
      }
      const ear = passage[at + 3];
      let v = ear;
      if (ear > 0 && (ear & 1) === 1) {
        const listener = (ear >> 1) * (LISTENER + 1);
        const key = heard[i] & listeners[listener + LISTENER];
        const cell = listeners[listener] + (hashed(key) & listeners[listener + 1]) * 2;
        v = isOneWord && cells[cell] === key ? cells[cell + 1] : hear(ear >> 1, i, heard, listeners, cells, words);
      }
      // A die, something besides, or a row that is not filled.
      if (v < 0 || (v & 62) !== 0) break;
      const entry = columns[(v >> 6) * COLUMN + 1];
      if (entries[entry + 1] !== 0) break;
      here = entries[entry];
    }
    lists[here * BATCH + lengths[here]++] = i;
  }
}

/** What a visit does besides; false where it changes others, and play goes on after that. */
function addUp(i: number, next: number, done: number, batch: Batch, { besides, sumOf, amount }: Tables): boolean {
  const { sums, width, heard, affected, effects, goesTo } = batch;
  const at = done * BESIDES;
  for (let k = besides[at]; k < besides[at + 1]; k++) sums[i * width + sumOf[k]] += amount[k];
  if (besides[at + 2] >= 0) heard[i] = (heard[i] & ~TURN_MASK) | besides[at + 2];
  if (besides[at + 3] === 0) return true;
  const k = batch.affectedCount++;
  affected[k] = i;
  effects[k] = besides[at + 3];
  goesTo[k] = next;
  return false;
}

/** What a listener makes of what it hears in engagement `i`: a leaf, twice, or a negative number. */
export function hear(
  listener: number,
  i: number,
  heard: Int32Array,
  listeners: Int32Array,
  cells: Int32Array,
  words: number,
): number {
  const at = listener * (LISTENER + words);
  if (words > 1) return hearMore(at, i, heard, listeners, cells, words);
  const key = heard[i] & listeners[at + LISTENER];
  for (let slot = hashed(key); ; slot++) {
    const cell = listeners[at] + (slot & listeners[at + 1]) * 2;
    if (cells[cell] === key || cells[cell + 1] < 0) return cells[cell + 1];
  }
}

function hashed(key: number): number {
  const h = Math.imul(key, 0x9e3779b1);
  return h ^ (h >>> 15);
}

function hearMore(
  at: number,
  i: number,
  heard: Int32Array,
  listeners: Int32Array,
  cells: Int32Array,
  words: number,
): number {
  let slot = 0;
  for (let w = 0; w < words; w++) {
    slot = Math.imul(slot ^ (heard[w * BATCH + i] & listeners[at + LISTENER + w]), 0x9e3779b1);
    slot ^= slot >>> 15;
  }
  for (; ; slot++) {
    const cell = listeners[at] + (slot & listeners[at + 1]) * (words + 1);
    if (cells[cell + words] < 0) return cells[cell + words];
    let w = 0;
    while (w < words && cells[cell + w] === (heard[w * BATCH + i] & listeners[at + LISTENER + w])) w++;
    if (w === words) return cells[cell + words];
  }
}
