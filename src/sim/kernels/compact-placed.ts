import type { Deeds } from './compact-deeds.ts';
import { MOST_WORDS, NOTHING, type Source } from './compact-heard.ts';
import { type CompactPlay, passAll, playDeeds } from './compact-loop.ts';
import { AT, EACH, ROOM, Room } from './compact-room.ts';
import { type Asks, type CompactSweeps, compactSweeps } from './compact-wasm.ts';
import type { LaidOut } from './laid-out.ts';

/** Where the tables of a record's deeds at a step begin. */
interface Placed {
  readonly columns: number;
  readonly targets: number;
  /** What `find` is given after the list and the nodes, up to the names of the turn, and after these. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const LIST = 2 * ROOM;

/** Compact tables and the engagements that are played over them, in one piece of memory. */
export class PlacedTables {
  readonly play: CompactPlay;
  /** Of the tables. */
  readonly bytes: number;
  private readonly sweeps: CompactSweeps | null;
  private readonly placed = new Map<Deeds, Placed>();
  private readonly passes = new Map<Int32Array, number>();
  private readonly nodes: number;
  private readonly lists: number;
  /** What the sweeps are told of answers. */
  private readonly asks: Asks;
  private readonly sums: number;
  private readonly amounts: number;

  /** @param plain without WebAssembly */
  constructor({ tables: { acts, seats, checks }, records, sums: { lanes, amounts } }: LaidOut, plain = false) {
    const deeds = acts.flatMap((act) => act.deeds ?? []);
    const passes = acts.flatMap((act) => act.ways ?? []);
    const tables = deeds.flatMap((d) => tablesOf(d).map((table) => table.byteLength));
    this.bytes = tables.reduce((sum, n) => sum + n, 0);
    const bytes = Room.bytesFor([
      ...[
        records * EACH,
        (seats + 1) * LIST,
        4 * checks.forks.length,
        checks.answers.table.length,
        4 * checks.answers.forks.length,
      ],
      ...[2 * lanes * ROOM, amounts.byteLength, ...passes.map((ways) => ways.byteLength)],
      ...tables,
    ]);
    this.sweeps = plain ? null : compactSweeps(bytes, lanes);
    const room = new Room(this.sweeps?.buffer ?? new ArrayBuffer(bytes));
    const { buffer } = room;
    this.nodes = room.take(records * EACH);
    this.lists = room.take((seats + 1) * LIST);
    const { answers } = checks;
    const { word, shift, bits } = answers;
    const [forks, table, firstForks] = [checks.forks, answers.table, answers.forks].map((table) => room.put(table));
    this.asks = [table, word * EACH, shift, 2 ** bits - 1, bits - 2, firstForks, forks];
    this.sums = room.take(2 * lanes * ROOM);
    this.amounts = room.put(amounts);
    for (const d of deeds) this.placed.set(d, placedIn(room, d));
    for (const ways of passes) this.passes.set(ways, room.put(ways));
    const each = (at: number) => room.each(at);
    this.play = {
      ...{ high: each(AT.high), low: each(AT.low), ways: each(AT.ways) },
      ...{ who: each(AT.who), found: each(AT.found), stopped: each(AT.stopped), stoppedBy: each(AT.stoppedBy) },
      ...{ counts: new Int32Array(buffer, AT.counts, 2), lanes },
      sums: new Uint16Array(buffer, this.sums, lanes * ROOM),
      amounts: new Uint16Array(buffer, this.amounts, amounts.length),
      heard: new Int32Array(buffer, AT.heard, MOST_WORDS * ROOM),
      nodes: new Int32Array(buffer, this.nodes, records * ROOM),
      lists: new Uint16Array(buffer, this.lists, (seats + 1) * ROOM),
      lengths: new Int32Array(buffer, AT.lengths, seats + 1),
      questions: new Int32Array(buffer, AT.questions, checks.questions[0].length),
      forks: new Int32Array(buffer, forks, checks.forks.length),
      answers: { ...answers, table: new Uint8Array(buffer, table, answers.table.length) },
    };
  }

  /** What checks ask in a turn. */
  ask(questions: Int32Array): void {
    this.play.questions.set(questions);
  }

  /** A step that is everybody's; see `passAll` of the loop. */
  pass(ways: Int32Array, n: number): void {
    const { sweeps, play, nodes, asks } = this;
    if (sweeps) sweeps.passAll(this.passes.get(ways)!, 4 * n, nodes, ...asks);
    else passAll(ways, n, play);
  }

  /** What a record does at a step, in all engagements that are there. */
  act(deeds: Deeds, turn: number): void {
    const { sweeps, play } = this;
    if (!sweeps) {
      playDeeds(deeds, turn, play);
      return;
    }
    const { seat, record } = deeds;
    const placed = this.placed.get(deeds)!;
    const { before, after, columns, targets } = placed;
    const list = this.lists + seat * LIST;
    const nodes = this.nodes + record * EACH;
    const last = list + 2 * play.lengths[seat];
    play.lengths[seat] = 0;
    const n = sweeps.find(list, last, nodes, ...before, turn * deeds.turnStep, ...after, this.lists);
    sweeps.draw(n, columns, Math.imul(turn + 1, 0x9e3779b1));
    const { lists, sums, amounts, asks } = this;
    const leads = [nodes, targets, deeds.word * EACH, deeds.otherBits, lists, sums, amounts, ...asks] as const;
    sweeps.lead(0, n, ...leads);
    sweeps.lead(EACH, EACH + play.counts[1], ...leads);
  }
}

const tablesOf = ({ classOf, variantOf, rowsOf, choices, rows, columns, targets }: Deeds) =>
  [classOf, variantOf, rowsOf, choices, rows, columns, targets] as const;

/** Where its word lies, and what of that is heard. */
const listened = ({ word, shift, bits }: Source) => [word * EACH, shift, 2 ** bits - 1];

function placedIn(room: Room, deeds: Deeds): Placed {
  const { first, count, classes, variants, listBits, sources } = deeds;
  const [classOf, variantOf, rowsOf, choices, rows, columns, targets] = tablesOf(deeds).map((table) => room.put(table));
  const [one, two] = [sources[0] ?? NOTHING, sources[1] ?? NOTHING];
  return {
    ...{ columns, targets },
    before: [first, count, ...listened(one), ...listened(two), one.bits],
    after: [classOf, classes, variantOf, variants, rowsOf, listBits, 2 ** listBits - 1, choices, rows, targets],
  };
}
