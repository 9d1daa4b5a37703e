import { grown } from './state-table.ts';

/** Edges of a graph in the order in which they are found: where each leads, what it emits, and how it was found. */
export class Edges {
  target = new Int32Array(8192);
  emission = new Int32Array(8192);
  /** See turns.ts. */
  way = new Int32Array(8192);
  count = 0;

  add(to: number, emission: number, way: number): void {
    if (this.count >= this.target.length) {
      this.target = grown(this.target);
      this.emission = grown(this.emission);
      this.way = grown(this.way);
    }
    this.emission[this.count] = emission;
    this.way[this.count] = way;
    this.target[this.count++] = to;
  }

  /** One more edge that does as `edge` does; `way` is the place of that face. */
  addLike(edge: number, way: number): void {
    this.add(this.target[edge], this.emission[edge], way);
  }
}
