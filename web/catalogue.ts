/** What the page can start from, baked in by the build so that it is there before any rulebook is loaded. */
export interface BookEntry {
  readonly id: string;
  readonly title: string;
  /** Books of one family take the same scenarios. */
  readonly family: string;
  readonly hash: string;
  readonly encounters: readonly { readonly kind: string; readonly title: string }[];
}
export interface ExampleEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly rules: string;
  readonly encounter: string;
  /** In the shape of a scenario file. */
  readonly scenario: Readonly<Record<string, unknown>>;
}
