/** What troops are worth against each other: a model, and how well it fits. Part of the results contract. */
export interface Points {
  readonly model: 'Bradley-Terry';
  readonly suite: string;
  /** Strongest first. */
  readonly troops: readonly TroopPoints[];
  /** Pairs that met, the worst fitted first. */
  readonly pairs: readonly TroopPair[];
  readonly fit: {
    readonly pairs: number;
    readonly encounters: number;
    /** Of how far scores are from even, the share that the model explains, 0 to 1. */
    readonly explained: number;
    /** The typical residual: the root of the mean of their squares. */
    readonly residual: number;
  };
  /** What the points are measured by: the troop whose points are fixed, or the given points all together. */
  readonly scale: string;
  readonly text: string;
}

export interface TroopPoints {
  readonly name: string;
  /** In the ratio of these, two troops are expected to share the score. */
  readonly strength: number;
  /** In proportion to the strength. */
  readonly points: number;
  /** The mean score against all others, 0 to 1. */
  readonly score: number;
  /** What the list pays, and how much more that is than the model's points, as a share. */
  readonly given?: number;
  readonly overpriced?: number;
}

export interface TroopPair {
  readonly first: string;
  readonly second: string;
  /** The score of the first, each having begun; 0 its disaster, 1/2 even, 1 the other's disaster. */
  readonly score: number;
  readonly expected: number;
  readonly residual: number;
}
