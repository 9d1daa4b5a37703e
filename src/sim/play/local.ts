import { Alike } from '../alike.ts';
import type { Die } from '../die.ts';
import { Emissions } from '../ends.ts';
import { SeenFields } from '../seen-fields.ts';
import type { Codec, Layout } from '../state.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';

const UNKNOWN = -1;

/**
 * The automaton of one record (the procedures of one pair of units, say), filled as it is walked. Its nodes are states of
 * the record, and of whatever else its procedures have been seen to touch; a node whose next step belongs elsewhere is an
 * exit. The rest of the engagement never enters its key, so it stays small however many units there are.
 */
export class LocalAutomaton<S> {
  /** Runs rules, over a scratch state of its own where looks are seen. */
  private readonly stepper: Stepper<S>;
  private readonly record: string;
  private readonly fields: SeenFields<S>;
  /** Packs the state that is played, which is no slower for being watched nowhere; and the one that rules are run on. */
  private played: Codec;
  private codec: Codec;
  private table: StateTable;
  private key: Int32Array;
  /** The node that the walk has come to, and the one at which it entered. */
  private at = 0;
  private entry = 0;
  /** The die of a node; null for exits; undefined while nobody has been there. */
  private dice: (Die | null | undefined)[] = [];
  private steps: Int32Array = new Int32Array(1024);
  private firstEdge: Int32Array = new Int32Array(1024).fill(UNKNOWN);
  private rest: Int32Array = new Int32Array(1024);
  private restEmissions: Int32Array = new Int32Array(1024);
  private target: Int32Array = new Int32Array(8192);
  private emission: Int32Array = new Int32Array(8192);
  private edges = 0;
  readonly emissions: Emissions;
  private readonly alike = new Alike();
  private readonly mostStates: number;
  private readonly layout: Layout<S>;
  private readonly whole: { readonly played: Codec; readonly rules: Codec };
  /** The whole state as it is played, packed; it stays so for as long as the walk is within. */
  private readonly before: Int32Array;
  /** Whether rules stand in that state, but for the fields of nodes. */
  private isLoaded = false;

  /** @param layout of the state that is played: the stepper's own, or one of the same fields */
  constructor(layout: Layout<S>, stepper: Stepper<S>, record: string, mostStates: number) {
    this.layout = layout;
    this.stepper = stepper;
    this.record = record;
    this.mostStates = mostStates;
    this.fields = new SeenFields(stepper.machine.layout, record);
    this.codec = this.fields.codec();
    this.played = this.fields.codec(layout);
    this.table = new StateTable(this.codec.words);
    this.key = new Int32Array(this.codec.words);
    this.whole = { played: layout.codec(), rules: stepper.machine.layout.codec() };
    this.before = new Int32Array(this.whole.rules.words);
    this.emissions = new Emissions(stepper.machine.sums.length);
  }

  get states(): number {
    return this.table.count;
  }

  /** Whether its procedures look into other records, so that its nodes tell those apart too. */
  get looksAcross(): boolean {
    return this.fields.reaches(this.stepper.machine.records ?? []);
  }

  /**
   * Enters at the scratch state, which stands at any step of the record, and goes where plain steps and decisions lead;
   * returns what those add to the sums. When the table is full it is begun anew: memory stays bounded, answers the same.
   */
  enter(): number {
    if (this.table.count >= this.mostStates) this.clear();
    this.isLoaded = false;
    this.played.pack(this.key);
    this.at = this.intern();
    if (this.rest[this.at] === UNKNOWN && !this.fillRest(this.at)) return this.enter();
    this.entry = this.at;
    this.at = this.rest[this.entry];
    return this.restEmissions[this.entry];
  }

  /** The die that is thrown where the walk has come to; null where it leaves. */
  die(): Die | null {
    const die = this.dice[this.at];
    if (die !== undefined) return die;
    if (!this.fill(this.at)) this.at = this.internRules();
    return this.die();
  }

  /** The place of the step among the machine's. */
  get step(): number {
    return this.steps[this.at];
  }

  /** Goes where a face leads (by place); returns what that adds to the sums. */
  take(place: number): number {
    const edge = this.firstEdge[this.at] + place;
    if (this.target[edge] === UNKNOWN && !this.fillEdge(this.at, place, edge)) {
      this.at = this.internRules();
      this.die();
      return this.take(place);
    }
    this.at = this.target[edge];
    return this.emission[edge];
  }

  /** Puts what the procedure has made of its fields into the state that is played; false where it has done nothing. */
  leave(): boolean {
    this.played.unpack(this.table.keys, this.at * this.played.words);
    return this.at !== this.entry;
  }

  /** The node of the state that rules were run on. */
  private internRules(): number {
    this.codec.pack(this.key);
    return this.intern();
  }

  private intern(): number {
    const node = this.table.intern(this.key);
    if (node >= this.steps.length) {
      this.steps = grown(this.steps);
      this.firstEdge = grown(this.firstEdge);
      this.rest = grown(this.rest);
      this.restEmissions = grown(this.restEmissions);
    }
    if (node === this.dice.length) {
      this.dice.push(undefined);
      this.rest[node] = UNKNOWN;
    }
    return node;
  }

  /**
   * Runs rules from a node. Where they touch fields that nodes do not tell apart yet, all nodes are forgotten, and the
   * scratch state is as it was before: false.
   */
  private runs(node: number, rules: () => void): boolean {
    const { fields, stepper, whole } = this;
    // Whatever is not in the node is as it is played.
    if (!this.isLoaded) {
      whole.played.pack(this.before);
      whole.rules.unpack(this.before, 0);
      this.isLoaded = true;
    }
    this.codec.unpack(this.table.keys, node * this.codec.words);
    fields.reads?.beginNode();
    rules();
    if (!fields.admit()) return true;
    stepper.clearSums();
    whole.rules.unpack(this.before, 0);
    this.codec.unpack(this.table.keys, node * this.codec.words);
    this.codec = fields.codec();
    this.played = fields.codec(this.layout);
    this.key = new Int32Array(this.codec.words);
    this.clear();
    return false;
  }

  private fillRest(node: number): boolean {
    if (!this.runs(node, () => this.stepper.toRest(undefined, this.record))) return false;
    const emission = this.emissions.take(this.stepper);
    const to = this.internRules();
    this.rest[node] = to;
    this.restEmissions[node] = emission;
    return true;
  }

  private fill(node: number): boolean {
    const { stepper } = this;
    let die: Die | null = null;
    const looked = this.runs(node, () => {
      if (stepper.waitsIn(this.record)) die = stepper.die();
    });
    if (!looked) return false;
    this.dice[node] = die;
    if (die === null) return true;
    const { faces } = die as Die;
    this.steps[node] = stepper.stepIndex;
    this.firstEdge[node] = this.edges;
    while (this.edges + faces.length > this.target.length) {
      this.target = grown(this.target);
      this.emission = grown(this.emission);
    }
    this.target.fill(UNKNOWN, this.edges, this.edges + faces.length);
    this.edges += faces.length;
    return true;
  }

  private fillEdge(node: number, place: number, edge: number): boolean {
    const { stepper } = this;
    const { faces } = this.dice[node]!;
    let alike: ArrayLike<number> = [];
    const ran = this.runs(node, () => {
      const step = stepper.step!;
      const against = stepper.against();
      alike = this.alike.of(step, against, faces);
      stepper.applyWithin(this.record, step, against, faces[place]);
    });
    if (!ran) return false;
    const emission = this.emissions.take(stepper);
    const to = this.internRules();
    const first = edge - place;
    for (let i = 0; i < faces.length; i++) {
      if (alike[i] !== alike[place]) continue;
      this.emission[first + i] = emission;
      this.target[first + i] = to;
    }
    return true;
  }

  private clear(): void {
    this.table = new StateTable(this.codec.words);
    this.dice = [];
    this.edges = 0;
  }
}
