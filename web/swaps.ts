/**
 * The files of the program that a page cannot have as they are, and what takes their place there. One list for the build
 * and for the test that looks for anything of Node in what was built.
 */
export const SWAPS: Readonly<Record<string, string>> = {
  'reports/charts/impact-dots.ts': 'web/stand-ins/no-charts.ts',
  'reports/charts/impact-map.ts': 'web/stand-ins/no-charts.ts',
  'reports/charts/points-dots.ts': 'web/stand-ins/no-charts.ts',
  'reports/charts/points-map.ts': 'web/stand-ins/no-charts.ts',
  'reports/font.ts': 'web/stand-ins/font.ts',
  'reports/png-files.ts': 'web/stand-ins/png-files.ts',
  'src/rules/oth/suite.ts': 'web/stand-ins/suites.ts',
  'src/rules/pike-shot/suite.ts': 'web/stand-ins/suites.ts',
  'src/rules/syw/suite.ts': 'web/stand-ins/suites.ts',
  'src/stats/special.ts': 'web/stand-ins/special.ts',
};

/** Packages with a build of their own for browsers, or a stand-in. */
export const ALIASES: Readonly<Record<string, string>> = {
  '@noble/hashes/sha2.js': '/stand-ins/sha256.ts',
  '@noble/hashes/utils.js': '/stand-ins/sha256.ts',
  'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
  'd3-geo': '/stand-ins/no-maps.ts',
  'topojson-client': '/stand-ins/no-maps.ts',
  vega: '/stand-ins/vega.ts',
};

/** Packages that would otherwise come twice, in two versions. */
export const ONCE: readonly string[] = ['vega-expression'];
