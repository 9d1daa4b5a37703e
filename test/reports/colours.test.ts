import { describe, expect, it } from 'vitest';
import { AMBER, BETTER, BLUE, DARK_PAIRS, INK, inkOn, NEUTRAL, PAPER, SOFT, WORSE } from '../../reports/theme.ts';

type Rgb = readonly [number, number, number];
const linear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(linear(a)), luminance(linear(b))].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

/** Full protanopia, deuteranopia and tritanopia, in linear RGB (Viénot 1999; Brettel 1997 for the last, simplified). */
const BLINDNESS: Readonly<Record<string, readonly Rgb[]>> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  tritanopia: [
    [1, 0.14461, -0.14461],
    [0, 0.85924, 0.14076],
    [0, 0.85924, 0.14076],
  ],
};

/** CIE L*a*b* (D65), in which distances are about as large as they look. */
function lab(hex: string, kind: string): Rgb {
  const rgb = linear(hex);
  const [r, g, b] = BLINDNESS[kind].map((row) => row.reduce((sum, w, i) => sum + w * rgb[i], 0));
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}
const distance = (a: string, b: string, kind: string): number =>
  Math.hypot(...lab(a, kind).map((v, i) => v - lab(b, kind)[i]));

const dark = new Map(DARK_PAIRS);
const inDark = (hex: string): string => dark.get(hex) ?? hex;
const PAIRS: readonly (readonly [what: string, a: string, b: string])[] = [
  ['attacker and defender', BLUE[1], AMBER[1]],
  ['attacker and neither', BLUE[1], NEUTRAL[0]],
  ['defender and neither', AMBER[1], NEUTRAL[0]],
  ['better and worse', BETTER, WORSE],
];

describe.each(Object.keys(BLINDNESS))('with %s', (kind) => {
  it.each(PAIRS)('%s stay apart, on light and on dark', (_, a, b) => {
    expect(distance(a, b, kind)).toBeGreaterThan(20);
    expect(distance(inDark(a), inDark(b), kind)).toBeGreaterThan(20);
  });
});

describe('text', () => {
  it.each([
    ['ink', INK, 7],
    ['soft', SOFT, 4.5],
  ] as const)('in %s can be read on light and on dark', (_, colour, least) => {
    expect(contrast(colour, PAPER)).toBeGreaterThan(least);
    expect(contrast(inDark(colour), inDark(PAPER))).toBeGreaterThan(least);
  });
});

describe('figures on bars', () => {
  it.each([...BLUE, ...AMBER, ...NEUTRAL])('can be read on %s, on light and on dark', (colour) => {
    expect(contrast(inkOn(colour), colour)).toBeGreaterThan(4);
    expect(contrast(inDark(inkOn(colour)), inDark(colour))).toBeGreaterThan(4);
  });
});

describe('marks', () => {
  it.each([BLUE[0], BLUE[1], AMBER[0], AMBER[1], BETTER, WORSE])('in %s stand out from the paper', (colour) => {
    expect(contrast(colour, PAPER)).toBeGreaterThan(3);
    expect(contrast(inDark(colour), inDark(PAPER))).toBeGreaterThan(3);
  });
});
