import type { BuiltInKind, EncounterKind } from '../rules/encounter.ts';
import { levelText, percent, signedPoints } from '../words/figures.ts';

/** Every sentence that experiments say, and the words for sizes, in one place. */

const NOUNS: Readonly<Record<BuiltInKind, readonly [one: string, many: string]>> = {
  fire: ['volley', 'volleys'],
  charge: ['charge', 'charges'],
  melee: ['fight', 'fights'],
  morale: ['test', 'tests'],
  rally: ['rally', 'rallies'],
  commander: ['test', 'tests'],
  march: ['march', 'marches'],
  pursuit: ['pursuit', 'pursuits'],
  engagement: ['battle', 'battles'],
};
const nouns = (kind: EncounterKind) => (Object.hasOwn(NOUNS, kind) ? NOUNS[kind as BuiltInKind] : NOUNS.melee);
const nounOf = (kind: EncounterKind): string => nouns(kind)[0];
export const nounsOf = (kind: EncounterKind): string => nouns(kind)[1];

export { levelText, percent, signedPoints };

/** A figure of a measure: "2.41". */
export const figure = (x: number): string => String(Number(x.toPrecision(Math.abs(x) >= 100 ? 5 : 3)));
export const signedFigure = (x: number): string => (x > 0 ? `+${figure(x)}` : figure(x).replace('-', '−'));

/** 0.05 as "1 in 20", 0.62 as "6 in 10": whichever is the nearer. */
export function oneIn(p: number): string {
  const size = Math.abs(p);
  if (size === 0) return 'never';
  if (size > 0.95) return 'nearly always';
  const n = toTwoDigits(Math.round(1 / size));
  const tenths = Math.round(size * 10);
  if (tenths > 2 && Math.abs(tenths / 10 - size) < Math.abs(1 / n - size)) return `${tenths} in 10`;
  return `1 in ${n.toLocaleString('en')}`;
}

/** Nobody counts 174 fights. */
const toTwoDigits = (n: number): number => (n < 100 ? n : Number(n.toPrecision(2)));

/** A difference of probabilities: "a little more often (1 fight in 20)". */
export function shareSize(difference: number, kind: EncounterKind): string {
  const size = Math.abs(difference);
  if (size < 1e-12) return 'the same';
  const direction = difference > 0 ? 'more often' : 'less often';
  const degree =
    size < 0.005
      ? 'hardly'
      : size < 0.02
        ? 'a shade'
        : size < 0.06
          ? 'a little'
          : size < 0.15
            ? 'clearly'
            : size < 0.3
              ? 'much'
              : 'very much';
  const share = oneIn(size).replace(
    /^(\d+) in /,
    (_, n: string) => `${n} ${n === '1' ? nounOf(kind) : nounsOf(kind)} in `,
  );
  return `${degree} ${direction} (${share})`;
}

/** A difference of means, sized by the spread it has to stand out from (Cohen's d): "a little more (+0.42 on average)". */
export function meanSize(difference: number, effect: number): string {
  if (Math.abs(difference) < 1e-12) return 'the same';
  const size = Math.abs(effect);
  const direction = difference > 0 ? 'more' : 'less';
  const degree =
    size < 0.02
      ? 'hardly'
      : size < 0.1
        ? 'a shade'
        : size < 0.2
          ? 'a little'
          : size < 0.5
            ? 'clearly'
            : size < 0.8
              ? 'much'
              : 'very much';
  return `${degree} ${direction} (${signedFigure(difference)} on average)`;
}
