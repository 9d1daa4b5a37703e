import type { Section } from '../../reports/table.ts';
import type { ExplainedRoll } from '../../src/explain/rolls.ts';
import type { Axis, Estimate } from '../../src/results/types.ts';
import type { Problem } from '../../src/rules/problem.ts';
import type { NearRow } from '../../src/sim/machine.ts';
import type { Story } from '../../src/sim/trace.ts';
import type { Form } from '../form/fields.ts';

/** In the shape of a scenario file. */
export type Scenario = Readonly<Record<string, unknown>>;

export interface Pin {
  readonly name: string;
  readonly scenario: Scenario;
}

/** An experiment as the page asks for it, with the line that gives the same on the command line. */
export type Play =
  | {
      readonly kind: 'run';
      readonly scenario: Scenario;
      /** What happened at the table, and whose luck it was. */
      readonly observed?: readonly string[];
      readonly side?: string;
      readonly command: string;
    }
  | {
      readonly kind: 'compare';
      readonly scenario: Scenario;
      /** What the scenario is called beside the others. */
      readonly base: string;
      readonly pins: readonly Pin[];
      readonly objective?: string;
      readonly command: string;
    }
  | {
      readonly kind: 'sweep';
      readonly scenario: Scenario;
      readonly axes: readonly AxisAsked[];
      readonly command: string;
    }
  | {
      readonly kind: 'matrix';
      readonly scenario: Scenario;
      readonly axes: readonly AxisAsked[];
      readonly objective?: string;
      readonly command: string;
    }
  | {
      readonly kind: 'best';
      readonly scenario: Scenario;
      readonly objective?: string;
      readonly command: string;
    }
  | {
      readonly kind: 'sensitivity';
      readonly scenario: Scenario;
      readonly objective?: string;
      readonly command: string;
    };

export interface AxisAsked {
  readonly path: string;
  readonly values: Axis['values'];
}

/** What an experiment gave, ready to be shown; its pictures and files are asked for by the same play. */
export interface Played {
  readonly headline: string;
  readonly title: string;
  readonly sides: readonly [string, string];
  /** Who comes off better, of each cell; how it ends where that is not the question. */
  readonly odds: readonly Odds[];
  readonly figures: readonly Figure[];
  readonly verdicts: readonly { readonly variant: string; readonly text: string; readonly notes: readonly string[] }[];
  readonly notes: readonly { readonly text: string; readonly loud: boolean }[];
  readonly rulebook: string;
  readonly engine: string;
  readonly isExact: boolean;
  /** Sampled so far; more are on the way. */
  readonly isProvisional: boolean;
  /** The headline says it all: nobody has a choice. */
  readonly isAllSaid?: boolean;
  /** What was sampled so far, where a bar of the odds does not tell it. */
  readonly lookTables?: readonly Section[];
  readonly hash: string;
  readonly command: string;
  /** What can be watched: outcomes, measures. */
  readonly objectives: readonly { readonly id: string; readonly label: string }[];
  readonly measures: readonly { readonly id: string; readonly label: string; readonly values: readonly number[] }[];
  /** All that can come of it, the likeliest first. */
  readonly outcomes: readonly { readonly id: string; readonly label: string }[];
}
export interface Odds {
  readonly name: string;
  readonly parts: readonly OddsPart[];
}
/** A part of the bar: the wins of a side, or one end of what is no contest. */
export interface OddsPart {
  readonly label: string;
  readonly winner: 'a' | 'b' | 'none';
  /** The first, second … of that side: paler each time. */
  readonly shade: number;
  readonly share: Estimate;
}
export interface Figure {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly interval?: string;
}
export interface ChartEntry {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Picture {
  readonly svg: string;
}

export type FileFormat = 'csv' | 'json' | 'markdown' | 'svg' | 'png' | 'vega-lite' | 'yaml' | 'variant';
export interface TakenFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  readonly warning?: string;
  /** Files that this one names, to lie beside it. */
  readonly beside?: readonly TakenFile[];
}

/** What every other value of every field would do to the odds. */
export interface Worth {
  /** The objective: as it is asked for, and in words. */
  readonly objective: string;
  readonly label: string;
  readonly isShare: boolean;
  readonly base: number;
  readonly fields: Readonly<Record<string, readonly Alternative[]>>;
  readonly done: boolean;
  /** How many pairs of plays stand behind each change, where they are estimates. */
  readonly plays?: number;
}
export interface WorthAsked {
  readonly scenario: Scenario;
  readonly objective?: string;
  /** Paths of the fields in sight, the one in hand first: where figures have to be estimated, only these are tried. */
  readonly inSight?: readonly string[];
}
export interface Alternative {
  readonly value: string | number | boolean;
  readonly change?: number;
  /** Where the change is an estimate: its interval. */
  readonly low?: number;
  readonly high?: number;
  /** The sheet's reason where it does not allow this. */
  readonly refused?: string;
}

export interface SheetTable {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly borrowed?: string;
  readonly columns: readonly string[];
  readonly rows: readonly SheetRow[];
  /** How many of its rows count here, and how many would but for one fact. */
  readonly counts: number;
  readonly nearly: number;
}
export interface SheetRow {
  readonly id: string;
  readonly label: string;
  readonly line: number;
  readonly applies: boolean;
  /** The one fact that keeps the row out. */
  readonly near?: NearRow & { readonly side?: string };
  readonly figures: readonly SheetFigure[];
}
/** A figure that can be changed: by its path, as `set` takes it. */
export interface SheetFigure {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly printed: unknown;
  /** Points that are added, not a plain figure. */
  readonly isSigned: boolean;
  readonly canEdit: boolean;
}

/** What a dropped file turned out to be. */
export interface Dropped {
  readonly kind: 'scenario' | 'variant' | 'rulebook' | 'troops' | 'value';
  readonly value: unknown;
  /** Of a rulebook: a scenario to start with. */
  readonly start?: Scenario;
}

/** One question of each kind, and what answers it. */
export interface Questions {
  readonly form: { readonly ask: { readonly scenario: Scenario }; readonly value: Form };
  readonly play: { readonly ask: { readonly play: Play }; readonly value: Played };
  readonly charts: { readonly ask: { readonly play: Play }; readonly value: readonly ChartEntry[] };
  readonly tables: { readonly ask: { readonly play: Play }; readonly value: readonly Section[] };
  readonly picture: {
    /** Untitled where the page says the chart's title itself; narrow for a phone. */
    readonly ask: {
      readonly play: Play;
      readonly chart: string;
      readonly dark: boolean;
      readonly untitled?: boolean;
      readonly narrow?: boolean;
    };
    readonly value: Picture;
  };
  readonly file: {
    readonly ask: { readonly play: Play; readonly chart: string; readonly dark: boolean; readonly format: FileFormat };
    readonly value: TakenFile;
  };
  readonly explain: { readonly ask: { readonly scenario: Scenario }; readonly value: readonly ExplainedRoll[] };
  readonly story: {
    readonly ask: { readonly scenario: Scenario; readonly encounter: number };
    readonly value: Story & { readonly trials: number };
  };
  readonly sheet: { readonly ask: { readonly scenario: Scenario }; readonly value: readonly SheetTable[] };
  readonly worth: { readonly ask: WorthAsked; readonly value: Worth };
  readonly read: {
    readonly ask: { readonly name: string; readonly bytes: Uint8Array };
    readonly value: Dropped;
  };
  /** Which of some values the sheet allows here. */
  readonly allowed: {
    readonly ask: { readonly scenario: Scenario; readonly axis: AxisAsked };
    readonly value: AxisAsked;
  };
  /** The scenario with named units written out. */
  readonly troops: { readonly ask: { readonly scenario: Scenario }; readonly value: Scenario };
  /** Files that scenarios may name. */
  readonly keep: { readonly ask: { readonly files: Readonly<Record<string, unknown>> }; readonly value: null };
  readonly write: { readonly ask: { readonly value: unknown }; readonly value: string };
}
export type Kind = keyof Questions;

export type Request =
  | { [K in Kind]: { readonly id: number; readonly kind: K; readonly ask: Questions[K]['ask'] } }[Kind]
  | { readonly id: number; readonly kind: 'cancel' };

export type Reply = { readonly id: number } & (
  | { readonly value: unknown; readonly cpuMs: number }
  /** More of the answer is coming. */
  | { readonly soFar: unknown }
  | { readonly progress: string }
  | { readonly problems: readonly Problem[] }
  | { readonly cancelled: true }
);
