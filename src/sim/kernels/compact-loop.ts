import { mix32 } from '../random.ts';
import { FIRST_WAY, GOES_ON, UNSEEN } from './compact-checks.ts';
import { type Deeds, NARROW, PASS, SEAT_BITS, TARGET, WAY_BITS, WIDTH_BITS } from './compact-deeds.ts';
import { type Answers, answerTo } from './compact-forks.ts';
import { NOTHING } from './compact-heard.ts';
import { ROOM } from './compact-room.ts';

const WIDTH_MASK = 2 ** WIDTH_BITS - 1;
const SEAT_MASK = 2 ** SEAT_BITS - 1;
const WAY_MASK = 2 ** WAY_BITS - 1;

/** Stands for the node of a record whose engagement has stopped. */
export const STOPPED = -1;

/** Engagements that are played over compact tables, and what they need of these besides what is done at a step. */
export interface CompactPlay {
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** By record and engagement, the node. */
  readonly nodes: Int32Array;
  /** What is heard of all records, word by word; the turn has no part in it. */
  readonly heard: Int32Array;
  /** How the sequence's own fields stand. */
  readonly ways: Int32Array;
  /** By seat, the engagements in which its record has something to do there. */
  readonly lists: Uint16Array;
  readonly lengths: Int32Array;
  /** By check, where the table has the answers to this turn's question; and forks, see `HeardForks`. */
  readonly questions: Int32Array;
  readonly answers: Answers;
  readonly forks: Int32Array;
  /** Those who act: who they are; their rows, then their targets. */
  readonly who: Int32Array;
  readonly found: Int32Array;
  /** Those who stopped, and by what result; how many they are, and how many there are who need no die. */
  readonly stopped: Int32Array;
  readonly stoppedBy: Int32Array;
  readonly counts: Int32Array;
  /** What each engagement has added up, and what is added by what is done besides: so many lanes each. */
  readonly sums: Uint16Array;
  readonly amounts: Uint16Array;
  readonly lanes: number;
}

/**
 * What a record does at a step, in all engagements that are there. Each lookup is a sweep of its own over plain arrays:
 * so lookups of different engagements do not wait for each other. Those who stop are left in `stopped`.
 */
export function playDeeds(deeds: Deeds, turn: number, play: CompactPlay): void {
  const n = findRows(deeds, turn, play);
  draw(deeds, turn, n, play);
  leadOn(deeds, n, play);
}

/** Finds the rows of those who act; gives how many there are. */
function findRows(deeds: Deeds, turn: number, play: CompactPlay): number {
  const { first, count, classOf, classes, variants, variantOf, rows, record, seat, sources } = deeds;
  const { rowsOf, listBits, choices, targets } = deeds;
  const listMask = 2 ** listBits - 1;
  const { nodes, heard, ways, lists, lengths, who, found } = play;
  const from = record * ROOM;
  const [one = NOTHING, two = NOTHING] = sources;
  const [word1, shift1, mask1] = [one.word * ROOM, one.shift, 2 ** one.bits - 1];
  const [word2, shift2, mask2] = [two.word * ROOM, two.shift, 2 ** two.bits - 1];
  const names = turn * deeds.turnStep;
  const length = lengths[seat];
  lengths[seat] = 0;
  let n = 0;
  for (let q = 0; q < length; q++) {
    const i = lists[seat * ROOM + q];
    const node = nodes[from + i] - first;
    // Whoever has stopped is at none of these.
    if (node >>> 0 >= count) continue;
    const name =
      names + ((heard[word1 + i] >>> shift1) & mask1) + (((heard[word2 + i] >>> shift2) & mask2) << one.bits);
    const variant = variantOf[ways[i]];
    const at = rowsOf[node * variants + variant];
    const row = variant < 0 ? -1 : rows[(at >>> listBits) + choices[(at & listMask) * classes + classOf[name]]];
    if (row < 0) {
      stop(i, UNSEEN, play);
      continue;
    }
    if ((row & WIDTH_MASK) === PASS) {
      const target = row >> WIDTH_BITS;
      const to = targets[target + 2];
      nodes[from + i] = targets[target];
      lists[to * ROOM + lengths[to]++] = i;
      continue;
    }
    who[n] = i;
    found[n++] = row;
  }
  return n;
}

/** Draws from the rows that were found: the targets take their place. */
function draw({ columns }: Deeds, turn: number, n: number, { high, low, who, found }: CompactPlay): void {
  const layer = Math.imul(turn + 1, 0x9e3779b1);
  for (let q = 0; q < n; q++) {
    const row = found[q];
    const bits = row & WIDTH_MASK;
    if (bits === 0) {
      found[q] = row >> WIDTH_BITS;
      continue;
    }
    const i = who[q];
    const first = row >> WIDTH_BITS;
    const h = mix32(high[i] ^ (columns[first - NARROW] + layer));
    const l = mix32((low[i] ^ h) + 0x85ebca77);
    const column = first + (h >>> (32 - bits)) * NARROW;
    // The sign of the difference, as neither is negative, says which half.
    const shift = ~(((l >>> 1) - columns[column]) >> 31) & 16;
    found[q] = ((columns[column + 1] >>> shift) & 0xffff) * TARGET;
  }
}

/** What becomes of the record by the targets that were drawn, and where it acts next. */
function leadOn({ record, targets, word, otherBits }: Deeds, n: number, play: CompactPlay): void {
  const { nodes, heard, ways, lists, lengths, who, found, questions, forks, answers, sums, amounts, lanes } = play;
  const from = record * ROOM;
  const own = word * ROOM;
  for (let q = 0; q < n; q++) {
    const i = who[q];
    const target = found[q];
    const to = targets[target + 2];
    const besides = targets[target + 3];
    nodes[from + i] = targets[target];
    heard[own + i] = (heard[own + i] & otherBits) | targets[target + 1];
    ways[i] = besides & WAY_MASK;
    if (besides > WAY_MASK) {
      const added = (besides >> WAY_BITS) * lanes;
      for (let k = 0; k < lanes; k++) sums[i * lanes + k] += amounts[added + k];
    }
    const check = to >> SEAT_BITS;
    if (check !== 0) {
      const result = answerTo(questions[check], i, heard, answers, forks);
      if (result !== GOES_ON) {
        stop(i, result, play);
        continue;
      }
    }
    const seat = to & SEAT_MASK;
    lists[seat * ROOM + lengths[seat]++] = i;
  }
}

/** How the sequence's own fields stand after a step that is everybody's; `after` has a question by how they did before. */
export function passAll(after: Int32Array, n: number, play: CompactPlay): void {
  const { ways, heard, nodes, forks, answers } = play;
  for (let i = n - 1; i >= 0; i--) {
    if (nodes[i] === STOPPED) continue;
    const answer = answerTo(after[ways[i]], i, heard, answers, forks);
    if (answer >= FIRST_WAY) ways[i] = answer - FIRST_WAY;
    else stop(i, answer, play);
  }
}

function stop(i: number, result: number, { stopped, stoppedBy, counts }: CompactPlay): void {
  stopped[counts[0]] = i;
  stoppedBy[counts[0]++] = result;
}
