import type { AnyMachine } from '../rules/encounter.ts';
import { type BlockPlan, trialsInBlock } from '../sim/blocks.ts';
import { SimError } from '../sim/error.ts';
import { type Begun, GuestPlayer, type HandedTables } from '../sim/kernels/guest-player.ts';
import { type KernelOptions, KernelPlayer } from '../sim/kernels/kernel-player.ts';
import { addCounts, emptyCounts, type PlayCounts } from '../sim/play/counts.ts';
import { KeyedDice } from '../sim/play/dice.ts';
import { blockProgress, isStopped } from './control.ts';
import type { Meeting, Message } from './meeting.ts';
import type { PlayAnswer } from './work.ts';

/**
 * What is stopped keeps its blocks from the first one on, and until tables are filled only the host has any: so whoever
 * plays the first is to be the host. Others look about so often before they are.
 */
const LOOKS_BEFORE_FILLING = 40;

type Asked = Extract<Message, { kind: 'asked' }>;

/**
 * Plays engagements over phase kernels together with other threads. One of them, the host, fills tables and hands them to
 * the others whenever it has laid them out; these play over them, and leave to it what is not in them yet. Since dice are
 * named, an engagement ends alike whoever plays it, and blocks are counted in the order of their engagements.
 */
export class PlayTogether {
  private readonly machine: AnyMachine;
  private readonly options: KernelOptions;
  private readonly dice: KeyedDice;
  private readonly meeting: Meeting;
  private readonly guest: GuestPlayer<unknown>;
  private host: KernelPlayer<unknown> | null = null;
  /** What the host told last, for those who come later; undefined before it has told anything. */
  private lastHanded: HandedTables | null | undefined;
  /** What guests have asked and nobody has answered: any of them may be the host that has to. */
  private unanswered: Asked[] = [];
  private hasGuests = false;
  /** What this guest has asked, by name, and how it was answered. */
  private readonly questions = new Map<number, Asked>();
  private readonly answers = new Map<number, Float64Array>();
  private names = 0;
  private failure: string | null = null;
  private isStopped = () => false;
  private playsFirst = false;
  private isPlaying = false;
  private looks = 0;

  constructor(machine: AnyMachine, seed: number, meeting: Meeting, options: KernelOptions = {}) {
    this.machine = machine;
    this.options = options;
    this.dice = new KeyedDice(seed);
    this.meeting = meeting;
    this.guest = new GuestPlayer<unknown>(machine);
    meeting.onMessage(() => this.listen());
    meeting.tell({ kind: 'come' });
  }

  leave(): void {
    this.meeting.leave();
  }

  /** Plays blocks `from` up to `to` of a plan. */
  async blocks(plan: BlockPlan, from: number, to: number, control: Int32Array): Promise<PlayAnswer> {
    this.isPlaying = true;
    try {
      return await this.played(plan, from, to, control);
    } finally {
      this.isPlaying = false;
      this.handOver();
    }
  }

  private async played(plan: BlockPlan, from: number, to: number, control: Int32Array): Promise<PlayAnswer> {
    this.isStopped = () => isStopped(control);
    this.playsFirst = from === 0;
    const blocks: Promise<PlayCounts | null>[] = [];
    for (let k = from; k < to && !this.isStopped(); k++) {
      await this.ready();
      const { pause, done } = blockProgress(control);
      const first = k * plan.blockSize;
      const n = trialsInBlock(plan, k);
      const block = this.block(first, first + n, pause).then((counts) => {
        if (counts) done(counts.trials);
        return counts;
      });
      // What the host still has to play is waited for when all blocks have been begun.
      block.catch(() => {});
      blocks.push(block);
    }
    let counts = emptyCounts();
    let done = from;
    for (const block of blocks) {
      const next = await block;
      if (!next) break;
      counts = addCounts(counts, next);
      if (next.trials < trialsInBlock(plan, done)) break;
      done++;
    }
    return { done, counts: counts.trials > 0 ? [counts] : [], joint: null, sumDifferences: null };
  }

  /** Waits until there are tables to play over, or this is the thread that fills them. */
  private async ready(): Promise<void> {
    this.listen();
    while (!this.isHost() && !this.guest.hasTables && !this.isStopped()) {
      await this.look();
      this.listen();
    }
  }

  private async look(): Promise<void> {
    await this.meeting.wait();
    this.looks++;
  }

  private async block(from: number, to: number, pause: (played: number) => boolean): Promise<PlayCounts | null> {
    if (this.host) return this.host.block(this.dice, from, to, pause);
    if (!this.guest.hasTables) return null;
    const begun = this.guest.begin(this.dice, from, to, pause);
    return begun && this.finished(begun);
  }

  /** Asks the host for what is missing; the thread that has become the host meanwhile plays it itself. */
  private async finished(begun: Begun): Promise<PlayCounts | null> {
    const { left, played } = begun;
    if (left.length === 0) return this.guest.finish(begun, new Float64Array(0));
    const numbers = Float64Array.from(left, (i) => played.from + i);
    const name = this.names++;
    const question: Asked = { kind: 'asked', from: this.meeting.self, name, numbers };
    this.questions.set(name, question);
    this.meeting.tell(question);
    for (;;) {
      this.listen();
      if (this.isStopped()) {
        // Nobody need answer that any more, nor a host that comes later.
        this.questions.delete(name);
        return null;
      }
      if (this.failure !== null) throw new SimError(this.failure);
      const rows = this.answers.get(name) ?? (this.isHost() ? this.host!.rowsFor(this.dice, numbers) : undefined);
      if (rows) {
        this.questions.delete(name);
        this.answers.delete(name);
        return this.guest.finish(begun, rows);
      }
      await this.look();
    }
  }

  /** Whether this thread fills tables: the one whose turn it is, and any that cannot play over those of others. */
  private isHost(): boolean {
    if (this.host) return true;
    const isAlone = this.lastHanded === null;
    const waits = !this.playsFirst && this.looks < LOOKS_BEFORE_FILLING;
    if (!isAlone && (waits || !this.meeting.fills())) return false;
    this.host = new KernelPlayer<unknown>(this.machine, isAlone ? this.options : this.serving());
    return true;
  }

  private serving() {
    return {
      ...this.options,
      onLaidOut: (tables: HandedTables | null) => {
        this.lastHanded = tables;
        if (this.hasGuests) this.meeting.tell({ kind: 'tables', tables });
        this.meeting.tidyUp();
      },
      hasGuests: () => this.hasGuests,
      betweenBatches: () => this.listen(),
    };
  }

  /** Hears what others have told meanwhile; the host answers what it has been asked. */
  private listen(): void {
    for (const message of this.meeting.takeMessages()) this.hear(message);
    if (!this.host) return;
    try {
      this.answer(this.host);
    } catch (error) {
      this.meeting.tell({ kind: 'failed', reason: (error as Error).message });
      throw error;
    }
  }

  private hear(message: Message): void {
    switch (message.kind) {
      case 'tables':
        if (this.host) return;
        this.lastHanded = message.tables;
        if (message.tables) {
          this.guest.take(message.tables);
          this.meeting.tidyUp();
        }
        return;
      case 'come':
        this.greet();
        return;
      case 'waits':
        this.serveGuests();
        return;
      case 'asked':
        this.unanswered.push(message);
        return;
      case 'played':
        this.unanswered = this.unanswered.filter((a) => a.from !== message.to || a.name !== message.name);
        if (message.to === this.meeting.self && this.questions.has(message.name))
          this.answers.set(message.name, message.rows);
        return;
      default:
        this.failure = message.reason;
    }
  }

  /** Who comes has heard nothing of what was said before, and may be the one to fill tables from now on. */
  private greet(): void {
    this.serveGuests();
    if (this.host) return;
    if (!this.guest.hasTables) this.meeting.tell({ kind: 'waits' });
    for (const question of this.questions.values()) this.meeting.tell(question);
  }

  private serveGuests(): void {
    this.hasGuests = true;
    if (this.host && this.lastHanded !== undefined) this.meeting.tell({ kind: 'tables', tables: this.lastHanded });
    else this.handOver();
  }

  /** A host that has done its part may never have enough to lay out; who waits for it has to play over what there is. */
  private handOver(): void {
    if (this.host && this.hasGuests && this.lastHanded === undefined && !this.isPlaying) this.host.layOut(true);
  }

  private answer(host: KernelPlayer<unknown>): void {
    while (this.unanswered.length > 0) {
      const { from, name, numbers } = this.unanswered[0];
      const rows = host.rowsFor(this.dice, numbers, this.isStopped);
      if (!rows) return;
      this.unanswered.shift();
      this.meeting.tell({ kind: 'played', to: from, name, rows });
    }
    host.layOut();
  }
}
