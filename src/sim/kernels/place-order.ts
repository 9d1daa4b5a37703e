/** Places that lead back to themselves within a turn come no later than this: any order will do for them. */
const LATEST = 10_000;

/**
 * How late places come within a turn, as far as it has been seen: later than all that lead to them. A place that is
 * visited in this order is visited once, with all that comes there.
 */
export class PlaceOrder {
  private readonly late: number[] = [];
  private readonly nexts: Set<number>[] = [];

  /** One place was seen to lead to another. */
  note(from: number, to: number): void {
    this.nexts[from] ??= new Set();
    if (this.nexts[from].has(to)) return;
    this.nexts[from].add(to);
    this.raise(to, this.lateness(from) + 1);
  }

  /** The place of several to go on with; where two come at the same time, by their ranks. */
  first(places: Iterable<number>, rankOf: (place: number) => readonly number[]): number {
    let first = -1;
    for (const place of places) {
      const by = first < 0 ? -1 : this.lateness(place) - this.lateness(first);
      if (by < 0 || (by === 0 && isBefore(rankOf(place), rankOf(first)))) first = place;
    }
    return first;
  }

  lateness(place: number): number {
    return this.late[place] ?? 0;
  }

  private raise(place: number, least: number): void {
    const waiting = [{ place, least }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (this.lateness(next.place) >= next.least || next.least > LATEST) continue;
      this.late[next.place] = next.least;
      for (const after of this.nexts[next.place] ?? []) waiting.push({ place: after, least: next.least + 1 });
    }
  }
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}
