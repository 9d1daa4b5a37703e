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
  | { what: 'play'; path: string; mutant: number; checks: readonly Check[]; seconds: number; atLeast: number };

/** The number that no mutant has: the program as it is. */
export const UNCHANGED = -1;

/** Which check failed, by its place in the list, if any; how many held, and the seconds of processor time. */
export interface Told {
  readonly failed: number | null;
  readonly ran: number;
  readonly seconds: number;
}

/** Said before each check, so that the one that never ends is known. */
export interface Begun {
  readonly begun: number;
}
