import { grown } from '../state-table.ts';
import type { Path } from './fuse.ts';

/** A path that ends in the middle of a wide die leads to another row of that die. */
export interface RowPath extends Path {
  readonly row?: number;
}

/** Stands for the row of a path that does not end within a die. */
export const NO_ROW = -1;

/** The paths of all rows, one after another, in plain numbers: a large table has millions of them. */
export class RowPaths {
  count = 0;
  /** By path: where it leads, in how many cases, and the row that it goes on in, or NO_ROW. */
  to = new Int32Array(1024);
  cases = new Int32Array(1024);
  row = new Int32Array(1024);
  /** Where the edges of each begin; one more, where those of the last end. */
  firstStep = new Int32Array(1025);
  edges = new Int32Array(1024);

  add({ to, cases, row = NO_ROW, edges }: RowPath): void {
    if (this.count === this.to.length) this.grow();
    const path = this.count++;
    this.to[path] = to;
    this.cases[path] = cases;
    this.row[path] = row;
    let step = this.firstStep[path];
    while (step + edges.length > this.edges.length) this.edges = grown(this.edges);
    for (const edge of edges) this.edges[step++] = edge;
    this.firstStep[path + 1] = step;
  }

  private grow(): void {
    this.to = grown(this.to);
    this.cases = grown(this.cases);
    this.row = grown(this.row);
    const steps = new Int32Array(2 * this.count + 1);
    steps.set(this.firstStep);
    this.firstStep = steps;
  }
}
