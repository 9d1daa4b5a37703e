import type { FieldScalar } from './state.ts';

/**
 * Sees which fields a step looks at and which it writes. Two states that agree on everything a step looked at do the
 * same thing, so its code need run once for each such path of reads only.
 *
 * A field that a run has written is its own from then on: looking at it tells nothing about the state it came from.
 */
export class Reads {
  /** Fields in the order in which they were first looked at since `beginNode`. */
  readonly looked: number[] = [];
  /** Fields written since `beginRun`. */
  readonly written: number[] = [];
  /** By field, the last run that touched it, and the last node that looked at it. */
  readonly touched: Int32Array;
  private readonly seen: Int32Array;
  private readonly wrote: Int32Array;
  run = 0;
  private latest = 0;
  private node = 0;
  /** Questions about the state that may be seen as looks of their own; told apart from fields by their place. */
  readonly facts: Fact[] = [];
  /** Whether the answer to a question is seen as one look, or as looks at the fields behind it. */
  seesFacts = false;
  private within: Fact | null = null;
  readonly totals: Total[] = [];
  /** Totals asked for since `beginNode`, while they are seen as looks of their own. */
  readonly totalsAsked = new Set<number>();
  seesTotals = false;
  readonly fieldCount: number;

  constructor(fields: number) {
    this.fieldCount = fields;
    this.touched = new Int32Array(fields);
    this.seen = new Int32Array(fields);
    this.wrote = new Int32Array(fields);
  }

  beginNode(): void {
    this.node++;
    this.looked.length = 0;
    this.totalsAsked.clear();
    this.beginRun();
  }

  /** The state is what it was at `beginNode`: a face is about to be applied. */
  beginRun(): void {
    this.run = ++this.latest;
    this.written.length = 0;
  }

  /** The answer to a question: one look at it, unless this run has changed what it is about. */
  answer(fact: Fact): FieldScalar {
    if (!this.seesFacts || this.within || fact.several) return fact.ask();
    const { run } = this;
    this.run = ++this.latest;
    this.within = fact;
    const value = fact.ask();
    this.within = null;
    this.run = run;
    if (fact.fields.size === 0) return value;
    for (const field of fact.fields) if (this.wrote[field] === run) return this.byFields(fact);
    this.note(this.fieldCount + fact.place);
    return value;
  }

  /** A total, which is one look, or looks at all that goes into it. */
  sum(total: Total): number {
    let sum = 0;
    if (!this.seesTotals) for (const part of total.parts) sum += part();
    else {
      this.totalsAsked.add(total.place);
      this.unseen(() => {
        for (const part of total.parts) sum += part();
      });
    }
    return sum;
  }

  /** The answer to a question without a look at it; what is behind it is noted with the question. */
  askAside(fact: Fact): FieldScalar {
    const { run, within } = this;
    this.run = ++this.latest;
    this.within = fact;
    const value = fact.ask();
    this.within = within;
    this.run = run;
    return value;
  }

  /** Does something without seeing what it looks at. */
  unseen(work: () => void): void {
    const { run, within } = this;
    this.run = ++this.latest;
    this.within = NOBODY;
    work();
    this.within = within;
    this.run = run;
  }

  private byFields(fact: Fact): FieldScalar {
    this.seesFacts = false;
    const value = fact.ask();
    this.seesFacts = true;
    return value;
  }

  look(field: number): void {
    if (this.within) {
      this.within.fields.add(field);
      return;
    }
    this.touched[field] = this.run;
    if (this.seen[field] === this.node) return;
    this.seen[field] = this.node;
    this.looked.push(field);
  }

  private note(look: number): void {
    if (!this.looked.includes(look)) this.looked.push(look);
  }

  write(field: number): void {
    this.touched[field] = this.run;
    if (this.wrote[field] === this.run) return;
    this.wrote[field] = this.run;
    this.written.push(field);
  }
}

/** A question about a few fields, with fewer answers than they have values: is the unit steady? */
export interface Fact {
  readonly place: number;
  readonly ask: () => FieldScalar;
  /** The fields behind it, as far as they have been seen. */
  readonly fields: Set<number>;
  /** It is about several parts of the state at once, so that its fields are looked at one by one. */
  several?: boolean;
}

const NOBODY: Fact = { place: -1, ask: () => false, fields: new Set() };

/** A number added up over parts of the state, each about fields of its own: losses of all units, say. */
export interface Total {
  readonly place: number;
  readonly parts: readonly (() => number)[];
}
