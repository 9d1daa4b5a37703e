import type { Deeds } from './compact-deeds.ts';
import { type CompactPlay, playDeeds } from './compact-loop.ts';
import { AT, EACH, Room } from './compact-room.ts';
import type { CompactTables } from './compact-tables.ts';
import { type CompactSweeps, compactSweeps } from './compact-wasm.ts';
import { BATCH } from './visit-loop.ts';

/** Where the tables of a record's deeds at a step begin. */
interface Placed {
  readonly columns: number;
  readonly targets: number;
  /** What `find` is given after the list and the nodes, up to the names of the turn, and after these. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const LIST = 2 * BATCH;

/** Compact tables and the engagements that are played over them, in one piece of memory. */
export class PlacedTables {
  readonly play: CompactPlay;
  private readonly sweeps: CompactSweeps | null;
  private readonly placed = new Map<Deeds, Placed>();
  private readonly nodes: number;
  private readonly lists: number;
  private readonly results: number;

  /** @param plain without WebAssembly */
  constructor({ acts, seats, checks }: CompactTables, records: number, plain = false) {
    const deeds = acts.flatMap((act) => act.deeds ?? []);
    const bytes = Room.bytesFor([
      ...[records * EACH, (seats + 1) * LIST, checks.table.byteLength],
      ...deeds.flatMap((d) => tablesOf(d).map((table) => table.byteLength)),
    ]);
    this.sweeps = plain ? null : compactSweeps(bytes);
    const room = new Room(this.sweeps?.buffer ?? new ArrayBuffer(bytes));
    const { buffer } = room;
    this.nodes = room.take(records * EACH);
    this.lists = room.take((seats + 1) * LIST);
    this.results = room.put(checks.table);
    for (const d of deeds) this.placed.set(d, placedIn(room, d));
    const each = (at: number) => room.each(at);
    this.play = {
      ...{ high: each(AT.high), low: each(AT.low), heard: each(AT.heard), ways: each(AT.ways) },
      ...{ who: each(AT.who), found: each(AT.found), stopped: each(AT.stopped), stoppedBy: each(AT.stoppedBy) },
      ...{ adding: each(AT.adding), added: each(AT.added), counts: new Int32Array(buffer, AT.counts, 3) },
      nodes: new Int32Array(buffer, this.nodes, records * BATCH),
      lists: new Uint16Array(buffer, this.lists, (seats + 1) * BATCH),
      lengths: new Int32Array(buffer, AT.lengths, seats + 1),
      checkAt: new Int32Array(buffer, AT.checkAt, checks.from.length),
      results: new Uint8Array(buffer, this.results, checks.table.length),
    };
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
    const leads = [nodes, targets, deeds.otherBits, this.results, this.lists] as const;
    sweeps.lead(0, n, ...leads);
    sweeps.lead(EACH, EACH + play.counts[2], ...leads);
  }
}

const tablesOf = ({ classOf, variantOf, listOf, choices, rows, columns, targets }: Deeds) =>
  [classOf, variantOf, listOf, choices, rows, columns, targets] as const;

function placedIn(room: Room, deeds: Deeds): Placed {
  const { first, count, classes, variants, rowsEach, sources } = deeds;
  const [classOf, variantOf, listOf, choices, rows, columns, targets] = tablesOf(deeds).map((table) => room.put(table));
  const [one, two] = [0, 1].map((k) => ({ shift: sources[k]?.shift ?? 0, bits: sources[k]?.bits ?? 0 }));
  return {
    ...{ columns, targets },
    before: [first, count, one.shift, 2 ** one.bits - 1, two.shift, 2 ** two.bits - 1, one.bits],
    after: [classOf, classes, variantOf, variants, listOf, choices, rowsEach, rows, targets],
  };
}
