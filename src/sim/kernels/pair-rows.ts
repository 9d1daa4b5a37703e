import { UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';
import { Grew } from './space.ts';
import type { Position } from './steps.ts';

/** What is known has to be begun anew. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * The rows of visits of two records, filled when they are asked for. Whoever asks is interrupted where tables or numbers
 * have to be begun anew, and asks again after `rest`: procedures that have been worked out by then are kept.
 */
export class PairRows<S> {
  readonly sequence: Sequence<S>;
  /** Tables lack room for what has come up. */
  private hasGrown = false;
  /** A place was seen to be about a record. */
  private hasNewOwner = false;
  /** How many rows have been filled. */
  filled = 0;
  private heardVersion: number;

  constructor(sequence: Sequence<S>) {
    this.sequence = sequence;
    this.heardVersion = sequence.heard.version;
  }

  /** Numbers of what is heard, rows or places mean something else now than they did before. */
  get isStale(): boolean {
    return this.hasGrown || this.hasNewOwner || this.heardVersion !== this.sequence.heard.version;
  }

  /** Makes ready to fill on; true where all tables had to be begun anew. */
  rest(): boolean {
    const { hasGrown } = this;
    if (hasGrown) this.sequence.begin();
    this.hasGrown = false;
    this.hasNewOwner = false;
    this.heardVersion = this.sequence.heard.version;
    return hasGrown;
  }

  /** Interrupts whoever goes by numbers of what is heard that have been given anew. */
  assertFresh(): void {
    if (this.isStale) throw new Interrupted();
  }

  /**
   * What happens at a position: the expanded row of the record that acts there, or the row of a place that is about
   * nobody.
   */
  at(position: Position): number {
    const control = this.sequence.controls.list[position.control];
    return control.owner < 0 ? this.ofNobody(position) : this.ofRecord(position);
  }

  private ofNobody(position: Position): number {
    const { sequence } = this;
    const { list } = sequence.controls;
    while (!sequence.listen(position)) {
      this.fill(position);
      if (list[position.control].owner < 0) continue;
      this.hasNewOwner = true;
      throw new Interrupted();
    }
    this.assertFresh();
    return sequence.trees.leaf(sequence.roots[position.control] ?? UNKNOWN, position);
  }

  private ofRecord(position: Position): number {
    const { sequence } = this;
    const control = sequence.controls.list[position.control];
    for (;;) {
      const found = sequence.tableOf(control).linkOf(position.states[control.owner], position);
      if (found >= 0) return found;
      const missing = sequence.link(position);
      if (missing) this.fill(missing);
      this.assertFresh();
    }
  }

  private fill(position: Position): void {
    this.filled++;
    try {
      this.sequence.fill(position);
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.hasGrown = true;
      throw new Interrupted();
    }
  }
}
