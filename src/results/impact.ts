/** What variants do over a whole suite: part of the results contract. */
export interface Impact {
  readonly suite: {
    readonly source: string;
    readonly title: string;
    readonly rules: string;
    /** Situations asked for, and those that were played before the experiment was stopped. */
    readonly situations: number;
    readonly played: number;
  };
  /** What the variants are set against: "oth2", or the name of another variant. */
  readonly base: string;
  readonly variants: readonly VariantImpact[];
}

export interface VariantImpact {
  readonly variant: string;
  /** The finding, in a sentence. */
  readonly text: string;
  /** Situations that both rules allow, and those that only one of them does. */
  readonly compared: number;
  readonly notCompared: number;
  /** Situations in which anything at all changes. */
  readonly moved: number;
  /** Of all encounters of the suite, by weight: the least share that must end otherwise. */
  readonly endOtherwise: number;
  /** Situations whose likelier winner is now the other side. */
  readonly turned: number;
  readonly groups: readonly GroupImpact[];
  /** Changed rows that the ends of tables swallow, a sentence each. */
  readonly absorbed: readonly string[];
  /** Largest change first; situations in which nothing moves come last, in the order of the suite. */
  readonly situations: readonly SituationImpact[];
}

export interface GroupImpact {
  readonly group: string;
  readonly encounter: string;
  readonly sides: readonly [string, string];
  readonly situations: number;
  readonly moved: number;
  readonly turned: number;
  /** Means over the group by weight: the share that ends otherwise, and the change in how often each side wins. */
  readonly endOtherwise: number;
  readonly gains: readonly [number, number];
}

export interface SituationImpact {
  readonly name: string;
  readonly group: string;
  readonly encounter: string;
  readonly sides: readonly [string, string];
  readonly tags: Readonly<Record<string, string>>;
  readonly weight: number;
  /** How often each side wins under the base, and under the variant. */
  readonly base: readonly [number, number];
  readonly value: readonly [number, number];
  /** The least share of encounters whose outcome must differ; `moved` counts hits and the like as well. */
  readonly endOtherwise: number;
  readonly moved: boolean;
  readonly turned: boolean;
}
