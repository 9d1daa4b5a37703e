/** One test of a file, by its place there, and the seconds it takes. */
export interface Check {
  readonly file: string;
  readonly index: number;
  readonly name: string;
  readonly cost: number;
}

/** What a file of tests reaches: while it is loaded, and in each of its checks. */
export interface Covered {
  readonly loading: readonly number[];
  readonly seconds: number;
  /** All checks of the file, asked for or not. */
  readonly many: number;
  readonly checks: readonly (Check & { readonly reached: readonly number[] })[];
}

export type Asked =
  | { what: 'cover'; path: string; file: string; from: number; to: number; many: number }
  | { what: 'play'; path: string; mutant: number; checks: readonly Check[]; seconds: number };

/** Which check noticed a mutant, if any, and how many were tried before. */
export interface Told {
  readonly killedBy: string | null;
  readonly ran: number;
}
