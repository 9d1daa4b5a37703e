import type { Axis } from '../scenarios/axis.ts';
import type { Impact } from './impact.ts';
import type { LuckLog } from './luck-log.ts';
import type { Points } from './points.ts';
import type { TargetTuning } from './target-tuning.ts';

export type { Axis } from '../scenarios/axis.ts';
export type { GroupImpact, Impact, SituationImpact, VariantImpact } from './impact.ts';
export type { LoggedResult, LuckLog, PlayerLuck } from './luck-log.ts';
export type { Points, TroopPair, TroopPoints } from './points.ts';
export type { TargetTuning, TunedTarget } from './target-tuning.ts';

/**
 * The results contract, `grognard/results@1`: what every command gives and every report is a function of.
 * Exact figures carry no interval and no count; sampled figures always carry both.
 */
export const RESULTS_SCHEMA = 'grognard/results@1';

export interface Results {
  readonly schema: typeof RESULTS_SCHEMA;
  readonly kind:
    | 'run'
    | 'compare'
    | 'sweep'
    | 'matrix'
    | 'sensitivity'
    | 'tune'
    | 'best'
    | 'impact'
    | 'luck'
    | 'points';
  readonly version: string;
  /** The line that reproduces this, "grognard run volley --seed 7". */
  readonly command: string;
  readonly seed: number;
  readonly title: string;
  /** What readers are told in place of an id, a path or a label: from `--labels` or the file's `charts:`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The scenario with every default filled in, and the variants laid over its rulebook. */
  readonly scenario: ResolvedScenario;
  readonly axes?: readonly Axis[];
  readonly cells: readonly CellResult[];
  /** True when the experiment was stopped: the cells are the first of those asked for. */
  readonly partial?: boolean;
  /** compare: every outcome and measure of every variant against the base (cell 0). */
  readonly differences?: readonly Difference[];
  /** compare: one sentence or two a variant, and how many comparisons were corrected for. */
  readonly verdicts?: readonly Verdict[];
  /** compare --rulings. */
  readonly robustness?: readonly RulingCheck[];
  /** compare --full: two variants together against the sum of each. */
  readonly interactions?: readonly Interaction[];
  readonly game?: Game;
  readonly sensitivity?: Sensitivity;
  readonly tuning?: Tuning;
  /** tune over the targets of a suite. */
  readonly targetTuning?: TargetTuning;
  readonly best?: Best;
  /** run of one cell: what other readings of the rulings would make of it. */
  readonly readings?: Readings;
  /** run --observed, once. */
  readonly luck?: Luck;
  /** run --observed, several times: one verdict on all of them. */
  readonly evening?: Evening;
  /** luck: what was fought and what came out, and how lucky each player was. */
  readonly log?: LuckLog;
  /** points: what troops are worth against each other. The cells are then those of the first meeting. */
  readonly points?: Points;
  /** sampled runs with an exact twin: how the estimate closed in. */
  readonly convergence?: Convergence;
  /** impact: what variants do over a suite. The cells are then those of the situation that moves most. */
  readonly impact?: Impact;
}

export interface ResolvedScenario {
  readonly source: string;
  readonly encounter: string;
  readonly rules: string;
  readonly situation: unknown;
  readonly variants: readonly unknown[];
}

export interface CellResult {
  /** The axis values, or the variant's name: { "attacker.fs": "8", variant: "base" }. */
  readonly labels: Readonly<Record<string, string | number | boolean>>;
  readonly rulebook: {
    readonly id: string;
    readonly title: string;
    /** Its short name, "2nd edition", where it has one. */
    readonly label?: string;
    readonly hash: string;
    readonly variant: string | null;
    /** What the rows are called that single edits change, by path, where the path does not say it. */
    readonly rows?: Readonly<Record<string, string>>;
  };
  /** Every ruling in force; those that differ from the default are listed again in `notes`. */
  readonly rulings: Readonly<Record<string, string | number>>;
  readonly notes: readonly { readonly kind: string; readonly text: string }[];
  readonly sides: readonly [string, string];
  /** The words that the rules and paths use for them, where the scenario gives them names of its own. */
  readonly sideIds?: readonly [string, string];
  readonly engine: 'exact' | 'sample';
  /** How it was worked out: "compiled whole", "pair by pair", "layer by layer", "walk", "local automata", "phase kernels". */
  readonly method: string;
  /** null when exact. */
  readonly trials: number | null;
  /** How sure the intervals are, 0.95 unless asked otherwise; only when sampled. */
  readonly level?: number;
  readonly partial: boolean;
  /** Null where tables were filled as they were walked: how far hangs on threads and says nothing. */
  readonly states: number | null;
  readonly outcomes: readonly OutcomeResult[];
  readonly measures: readonly MeasureResult[];
  /** Charges only: those that came to contact, and those that never did. */
  readonly contact?: Contact;
  /** What goes beyond outcomes and averages; left out where there are very many cells. */
  readonly details?: CellDetails;
}

type ByWinner = Readonly<Record<'a' | 'b' | 'none', Estimate>>;

/** A charge that is never made, evaded or driven off is not a fight won: fights that took place are counted apart. */
export interface Contact {
  /** The share of charges that come to contact. */
  readonly met: Estimate;
  /** Fights by their winner, as shares of all charges. */
  readonly won: ByWinner;
  /** The same as shares of the fights that took place; left out where none does. */
  readonly whenMet?: ByWinner;
  /** What became of charges that never came to contact, as shares of all charges, by outcome. */
  readonly without: readonly (Estimate & { readonly id: string; readonly winner: 'a' | 'b' | 'none' })[];
}

/** Of measures that vary. */
export interface CellDetails {
  /** Means over the encounters that end one way: `given` is "winner=a", and `p` how often that is. */
  readonly conditionals: readonly {
    readonly measure: string;
    readonly given: string;
    readonly p: number;
    readonly mean: number;
    readonly sd: number;
    readonly low?: number;
    readonly high?: number;
  }[];
  /** Pearson's, of every two measures. */
  readonly correlations: readonly {
    readonly first: string;
    readonly second: string;
    readonly r: number;
    readonly low?: number;
    readonly high?: number;
  }[];
  /** What both sides lose together: the chance of every pair of figures. */
  readonly joint?: {
    readonly first: string;
    readonly second: string;
    readonly rows: readonly (Estimate & { readonly first: number; readonly second: number })[];
  };
  /** The share that still goes on after each round or turn. */
  readonly survival?: {
    readonly measure: string;
    readonly rows: readonly (Estimate & { readonly value: number })[];
  };
}

/** A probability: `low`, `high` (Wilson, at the cell's level) and `count` only when sampled. */
export interface Estimate {
  readonly p: number;
  readonly low?: number;
  readonly high?: number;
  readonly count?: number;
}
export interface OutcomeResult extends Estimate {
  readonly id: string;
  readonly label: string;
  readonly winner: 'a' | 'b' | 'none';
  readonly severity: number;
}
export interface MeasureResult {
  readonly id: string;
  readonly label: string;
  readonly mean: number;
  readonly sd: number;
  /** Interval of the mean, at the cell's level, only when sampled. */
  readonly low?: number;
  readonly high?: number;
  /** The smallest value that this share of encounters does not exceed; 0.5 is the median. Not of sums. */
  readonly quantiles?: readonly { readonly share: number; readonly value: number }[];
  /** Ascending by value. Empty for measures that are summed along the way. */
  readonly distribution: readonly (Estimate & {
    readonly value: number;
    /** How the outcomes share this value, by outcome id; probabilities of value and outcome together. */
    readonly byOutcome?: Readonly<Record<string, number>>;
  })[];
}

export interface Difference {
  /** Which cell, against cell 0. */
  readonly cell: number;
  readonly variant: string;
  readonly kind: 'outcome' | 'measure';
  readonly id: string;
  readonly label: string;
  readonly base: number;
  readonly value: number;
  readonly difference: number;
  /** Only when sampled. */
  readonly low?: number;
  readonly high?: number;
  /** Holm-corrected over all differences of this comparison; only when sampled. */
  readonly pValue?: number;
  /** Before that correction. */
  readonly rawPValue?: number;
  /** Cohen's h of two shares, or d of two means: 0.2 small, 0.5 middling, 0.8 large. */
  readonly effect?: { readonly kind: 'cohens-h' | 'cohens-d'; readonly value: number };
  /** The smallest difference that this run would have found 4 times in 5; only when sampled. */
  readonly detectable?: number;
  /** Trials of each that find this difference 4 times in 5: paired as here when sampled, else each for itself. */
  readonly trialsNeeded?: number;
  readonly verdict: 'more' | 'less' | 'same' | 'no detectable difference';
  /** In a wargamer's words: "a little more often (1 fight in 20)". */
  readonly size: string;
  /** Under the same dice, how often the result changed this way and the other. */
  readonly flips?: { readonly towards: number; readonly away: number };
}
export interface Verdict {
  readonly cell: number;
  readonly variant: string;
  readonly text: string;
  readonly notes: readonly string[];
  /** Whole-distribution tests, only when sampled. */
  readonly tests?: readonly { readonly name: string; readonly statistic: number; readonly pValue: number }[];
  /** How many times less variance the pairing gave. */
  readonly pairingGain?: number;
}
/** Two variants laid on together, against the sum of what each does alone. */
export interface Interaction {
  readonly first: string;
  readonly second: string;
  readonly kind: 'outcome' | 'measure';
  readonly id: string;
  readonly label: string;
  /** Both differences from the base, added up. */
  readonly added: number;
  /** The difference of both together. */
  readonly together: number;
  readonly interaction: number;
  /** Only when sampled; at least as sure as the level says. */
  readonly low?: number;
  readonly high?: number;
}
export interface RulingCheck {
  readonly ruling: string;
  readonly key: string;
  /** What the sheet leaves open, in words. */
  readonly question: string;
  readonly from: string | number;
  readonly to: string | number;
  readonly variant: string;
  readonly measure: string;
  readonly difference: number;
  readonly survives: boolean;
  readonly text: string;
}

/** Rulings that were asked for while the encounter was worked out, and the readings on which the result hangs. */
export interface Readings {
  /** Rulings that were asked for while the encounter was worked out. */
  readonly consulted: readonly string[];
  /** How many other readings were tried, of how many there are. */
  readonly tried: number;
  readonly of: number;
  /** Those that turn the winner or move the headline by more than 5 points, worst first. */
  readonly hanging: readonly HangingReading[];
}
export interface HangingReading {
  readonly ruling: string;
  readonly key: string;
  /** What the sheet leaves open, in words. */
  readonly question: string;
  readonly from: string | number;
  readonly to: string | number;
  /** The figure of the headline that moves most, as printed and under this reading. */
  readonly figure: string;
  readonly base: number;
  readonly value: number;
  /** What base and value are: shares, differences of shares, or differences of averages. */
  readonly unit: 'share' | 'points' | 'amount';
  /** It turns the winner, which cell is better, or the verdict of a comparison. */
  readonly turns: boolean;
  /** The cell of a grid, or of the variant of a comparison, that it speaks of. */
  readonly cell?: number;
}

export interface Game {
  readonly objective: string;
  /** The side that wants the objective high; the other wants it low. */
  readonly goodFor: string;
  readonly rowPlayer: GamePlayer;
  readonly columnPlayer: GamePlayer;
  /** Both axes are choices of one side: it takes the best pair, and nobody plays against it. */
  readonly onePlayer?: boolean;
  /** values[row][column]: the objective, whoever wants it. */
  readonly values: readonly (readonly number[])[];
  readonly intervals?: readonly (readonly { readonly low: number; readonly high: number }[])[];
  readonly dominatedRows: readonly DominatedOption[];
  readonly dominatedColumns: readonly DominatedOption[];
  readonly equilibrium: {
    readonly rows: readonly number[];
    readonly columns: readonly number[];
    readonly value: number;
    /** Only when sampled: holds the value of the game at 95%, all cells taken together. */
    readonly interval?: { readonly low: number; readonly high: number };
  };
  /** Only when sampled: whether the cells tell the advised choices from all others. */
  readonly told?: boolean;
}
export interface GamePlayer {
  readonly side: string;
  readonly options: readonly string[];
  readonly wants: 'high' | 'low';
  /** Options whose share may be anything in these bounds without costing anything: there are several best mixes. */
  readonly free?: readonly { readonly option: string; readonly least: number; readonly most: number }[];
}
export interface DominatedOption {
  readonly option: string;
  /** Another option, or a mix of others in words. */
  readonly by: string;
  readonly strictly: boolean;
  readonly mix?: readonly { readonly option: string; readonly share: number }[];
}

export interface Sensitivity {
  readonly objective: { readonly id: string; readonly label: string };
  readonly base: number;
  readonly baseInterval?: { readonly low: number; readonly high: number };
  /** By the largest of the three effects. */
  readonly rows: readonly SensitivityRow[];
  /** Rows whose loss changes nothing as long as the other stays, because a cap hides it, and something together. */
  readonly pairs?: readonly {
    readonly paths: readonly [string, string];
    readonly labels: readonly [string, string];
    /** The objective without both. */
    readonly value: number;
    readonly change: number;
    /** The change without the second alone. */
    readonly alone: number;
    readonly interval?: { readonly low: number; readonly high: number };
  }[];
  /** Rows that change nothing here, with the reason where it is known (a cap). */
  readonly unmoved: readonly { readonly path: string; readonly label: string; readonly reason: string }[];
}
export interface SensitivityRow {
  readonly path: string;
  readonly label: string;
  readonly source: string;
  readonly value: number;
  /** The objective with the row a point lower and a point higher. */
  readonly minus: number;
  readonly plus: number;
  /** The objective without the row; of one figure of a pair, with that figure at 0. */
  readonly without: number;
  /** Change in the objective for one point less, one point more, and without the row. */
  readonly minusChange: number;
  readonly plusChange: number;
  readonly withoutChange: number;
  readonly minusInterval?: { readonly low: number; readonly high: number };
  readonly plusInterval?: { readonly low: number; readonly high: number };
  readonly withoutInterval?: { readonly low: number; readonly high: number };
  readonly note?: string;
}

export interface Tuning {
  readonly objective: { readonly id: string; readonly label: string };
  readonly target: number;
  /** How near counts as reached. */
  readonly within: number;
  readonly reached: boolean;
  /** Of sampled figures: reached or missed only where the whole interval says so, else open. */
  readonly evidence: 'reached' | 'missed' | 'open';
  /** How many of the allowed values were looked at. */
  readonly looked: number;
  readonly values: number;
  readonly best: readonly {
    readonly path: string;
    /** What it is called, no two alike: “one supporting unit”. */
    readonly label: string;
    readonly from: number;
    readonly to: number;
  }[];
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
  /** Every value tried, for the chart. */
  readonly tried: readonly {
    readonly values: readonly number[];
    readonly value: number;
    readonly low?: number;
    readonly high?: number;
    /** How long it was looked at, where it was sampled: what cannot be nearest drops out early. */
    readonly trials?: number;
  }[];
  readonly text: string;
  /** Which part of the way is swallowed by the ends of a table, a sentence each. */
  readonly caps: readonly string[];
  /** The variant file that does it, as YAML; null where the rules stay as they are or nothing would be gained. */
  readonly variantFile: string | null;
}

/** Best play. Cell 0 is the scenario as written, cell 1 best play. */
export interface Best {
  readonly objective: { readonly id: string; readonly label: string };
  /** The side that wants the objective high. */
  readonly goodFor: string;
  /** solved: no play is better. searched: the best of the tactics that were tried, not proved best. */
  readonly method: 'solved' | 'searched';
  /** A sentence that a player can use. */
  readonly text: string;
  /** Sides that choose, and sides that keep to the scenario. */
  readonly choosers: readonly string[];
  readonly asWritten: readonly string[];
  /** The objective as the scenario is written and under best play; intervals only when sampled. */
  readonly written: number;
  readonly writtenInterval?: { readonly low: number; readonly high: number };
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
  /** solved: what it is worth if one of those who choose keeps to the scenario and the other plays its best. */
  readonly keeping?: readonly { readonly side: string; readonly value: number }[];
  /** Every decision of those who choose. */
  readonly decisions: readonly BestDecision[];
  /** searched: what was tried, the best first. */
  readonly tactics?: readonly TriedTactic[];
}
export interface BestDecision {
  readonly side: string;
  readonly step: string;
  readonly title: string;
  /** That best play comes to it. */
  readonly chance: number;
  /** What the right choice each time is worth, where the decision comes up. */
  readonly value: number;
  /** What keeping to the scenario costs its side there, over all the times it comes up; 0 where nothing is better. */
  readonly lost: number;
  /** Where the right choice is now this, now that: a rule of thumb, and what the encounter is worth under it. */
  readonly rule?: { readonly text: string; readonly value: number };
  /** What each option is worth there if it is taken every time, with best play afterwards, and how often it is right. */
  readonly options: readonly { readonly option: string; readonly value: number; readonly taken: number }[];
}
export interface TriedTactic {
  readonly side: string;
  /** "charge whenever possible", or the name of a tactic. */
  readonly label: string;
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly trials: number;
  readonly chosen: boolean;
}

/** A result at the table against all that could have come up; of outcomes, more is better for side A. */
export interface Luck {
  readonly measure: string;
  readonly label: string;
  /** The observed value as it is told: "5", "defender destroyed". */
  readonly shown?: string;
  readonly observed: number;
  /** What the shares are shares of, where that is not everything: "of charges that come to contact". */
  readonly given?: string;
  /** Who asks, by name: good luck is good for this side. */
  readonly side?: string;
  readonly possible?: boolean;
  /** All that could have come up under the same condition; left out for outcomes. */
  readonly distribution?: readonly (Estimate & { readonly value: number })[];
  /** One-sided tails, the result itself included. */
  readonly atLeast: Estimate;
  readonly atMost: Estimate;
  readonly exactly: Estimate;
  /** Mid-percentile, 0..100. */
  readonly percentile: number;
  readonly text: string;
}

/** Several results of independent encounters, and how good or bad they were together for the side that asks. */
export interface Evening {
  readonly results: readonly (Luck & { readonly encounter: string })[];
  /** How many of them are good or bad for that side, and so count. */
  readonly counted: number;
  /** How often as many encounters go as well or better for that side, and as badly or worse. */
  readonly asGood: number;
  readonly asBad: number;
  readonly text: string;
}

export interface Convergence {
  readonly outcome: string;
  readonly exact: number;
  readonly points: readonly {
    readonly trials: number;
    readonly p: number;
    readonly low: number;
    readonly high: number;
  }[];
}
