import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asin, exp, expm1, log, tanh } from '../../src/stats/elementary.ts';

const spread = (from: number, to: number): number[] =>
  Array.from({ length: 500 }, (_, i) => from + ((to - from) * i) / 499);

it.each<[string, (x: number) => number, (x: number) => number, readonly number[]]>([
  ['exp', exp, Math.exp, [...spread(-700, 700), ...spread(-1, 1), 0, 1, -744]],
  ['expm1', expm1, Math.expm1, [...spread(-2, 2), ...spread(-1e-8, 1e-8)]],
  ['log', log, Math.log, [...spread(0.01, 3), ...[5e-324, 1e-300, 1, 1e300]]],
  ['asin', asin, Math.asin, [...spread(-1, 1), ...spread(-1e-8, 1e-8), ...spread(0.999999, 1)]],
  ['tanh', tanh, Math.tanh, [...spread(-25, 25), ...spread(-0.01, 0.01)]],
])('%s agrees with the one of Math to some last digits', (_, own, reference, at) => {
  for (const x of at) {
    const [found, expected] = [own(x), reference(x)];
    expect(Math.abs(found - expected), String(x)).toBeLessThanOrEqual(1e-15 * Math.abs(expected) + 5e-324);
  }
});

it('knows the ends', () => {
  expect([exp(1000), exp(-1000), log(0), log(-1), log(Number.POSITIVE_INFINITY)]).toEqual([
    Number.POSITIVE_INFINITY,
    0,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]);
});

// Node and browsers round these differently: figures would differ in their last digits between the command line and the page.
it.each(['src/stats', 'src/results', 'src/experiments'])('no figure of %s hangs on how Math rounds', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code, file).not.toMatch(
      /Math\.(exp|expm1|log|log10|log1p|pow|cbrt|a?tanh|a?sinh|a?cosh|a?sin|a?cos|a?tan|atan2)\b/,
    );
    // Squares and powers of two are exact everywhere.
    expect(code, file).not.toMatch(/(?<!\b2) \*\* (?!2\b)/);
  }
});
