import { MINUS } from './figures.ts';

/** An id or a key in words: "cavalry contact row", "type 1", "−2", "FH all rounds", "light cavalry (a)", "initiating French". */
export const words = (id: string): string =>
  id
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replace(/(?<=\p{L})-(?=[\p{L}\d])/gu, ' ')
    .replace(/^-(?=\d)/, MINUS)
    .replace(/(?<![\p{L}\d])(?:f[hs]|bua)(?![\p{L}\d])/gu, (initials) => initials.toUpperCase())
    .replace(/(?<![\p{L}\d])french(?![\p{L}\d])/gu, 'French')
    // Sheets that print one kind of troops twice put a letter behind it.
    .replace(/^(\p{Ll}+ \p{Ll}+(?: \p{Ll}+)*) ([a-d])$/u, '$1 ($2)');
