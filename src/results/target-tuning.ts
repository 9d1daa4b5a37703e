/** tune over the targets of a suite: the smallest change that meets them, or the best compromise. */
export interface TargetTuning {
  /** What may move: from what it is now to what it should be. */
  readonly parameters: readonly {
    readonly path: string;
    readonly label: string;
    readonly from: number;
    readonly to: number;
  }[];
  readonly targets: readonly TunedTarget[];
  /** True when every target is met. */
  readonly reached: boolean;
  /** Targets that nothing in these ranges meets, each by itself, by their place. */
  readonly impossible: readonly number[];
  /** Where each can be met by itself: targets that cannot be met together, none of which can be left out of it. */
  readonly conflict: readonly number[];
  /** Points of the grid that were looked at, and all there are. */
  readonly looked: number;
  readonly points: number;
  readonly text: string;
  /** The variant that sets the values found, as YAML; null where nothing changes. */
  readonly variantFile: string | null;
}

export interface TunedTarget {
  readonly about: string;
  readonly text: string;
  readonly kind: 'probability' | 'advantage' | 'mean';
  /** The figure nearest to a bound or farthest beyond it, now and after the change. */
  readonly now: number;
  readonly value: number;
  readonly met: boolean;
}
