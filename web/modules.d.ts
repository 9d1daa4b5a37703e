/** What the build makes up: see scripts/site.ts. */
declare module 'virtual:advances' {
  interface Baked {
    readonly unitsPerEm: number;
    /** Pairs: how far to the next code point, and its advance in font units. */
    readonly steps: readonly number[];
  }
  const baked: Readonly<Record<400 | 600, Baked>>;
  export default baked;
}
declare module 'virtual:catalogue' {
  const books: readonly import('./catalogue.ts').BookEntry[];
  const start: import('./catalogue.ts').ExampleEntry;
  const version: string;

  export { books, start, version };
}
declare module 'virtual:examples' {
  const examples: readonly import('./catalogue.ts').ExampleEntry[];
  export default examples;
}
declare module 'virtual:example-files' {
  /** Data that built-in scenarios name, by the path they name it by. */
  const files: Readonly<Record<string, unknown>>;
  export default files;
}
/** The parts of zod that write JSON Schema, and where they are put once they are loaded. */
declare module 'virtual:json-schema' {
  const whole: Record<string, unknown>;

  export { whole };
}
declare module 'virtual:json-schema-whole' {}
declare module '*?url' {
  const url: string;
  export default url;
}
declare module '*.css';
/** Parts of Vega that ship without types; reports/svg.ts sees them under those of vega itself. */
declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>;
}
declare module 'vega-encode';
declare module 'vega-transforms';
declare module 'vega-view-transforms';
declare module 'vega-parser' {
  export const parse: unknown;
}
declare module 'vega-scenegraph' {
  export const resetSVGDefIds: unknown;
  export const textMetrics: unknown;
}
declare module 'vega-view' {
  export const View: unknown;
}
