import { UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';
import { Grew } from './space.ts';
import type { Position } from './steps.ts';

/**
 * The rows of visits of two records, filled when they are asked for. Where tables turn out to lack room for what has come
 * up, nothing more is filled until they are begun anew: whoever is half way through something must finish it first.
 */
export class PairRows<S> {
  readonly sequence: Sequence<S>;
  /** Tables have to be begun anew. */
  hasGrown = false;

  constructor(sequence: Sequence<S>) {
    this.sequence = sequence;
  }

  beginAnew(): void {
    this.sequence.begin();
    this.hasGrown = false;
  }

  /**
   * What happens at a position: the expanded row of the record that acts there, or the row of a place that is about nobody.
   * UNKNOWN where it cannot be filled now, or whose the place is has only just been seen.
   */
  at(position: Position): number {
    const control = this.sequence.controls.list[position.control];
    return control.owner < 0 ? this.ofNobody(position) : this.ofRecord(position);
  }

  private ofNobody(position: Position): number {
    const { sequence } = this;
    const { list } = sequence.controls;
    while (!sequence.listen(position)) if (!this.fill(position) || list[position.control].owner >= 0) return UNKNOWN;
    return sequence.trees.leaf(sequence.roots[position.control], position);
  }

  private ofRecord(position: Position): number {
    const { sequence } = this;
    const control = sequence.controls.list[position.control];
    for (;;) {
      const found = sequence.tableOf(control).linkOf(position.states[control.owner], position);
      if (found >= 0) return found;
      const missing = sequence.link(position);
      if (missing && !this.fill(missing)) return UNKNOWN;
    }
  }

  private fill(position: Position): boolean {
    if (this.hasGrown) return false;
    try {
      this.sequence.fill(position);
      return true;
    } catch (error) {
      if (!(error instanceof Grew)) throw error;
      this.hasGrown = true;
      return false;
    }
  }
}
