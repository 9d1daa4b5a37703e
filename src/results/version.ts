/** The version that every result carries; the same as in package.json. */
export const VERSION = '0.1.0';
