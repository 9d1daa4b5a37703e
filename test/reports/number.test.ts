import { describe, expect, it } from 'vitest';
import { errorText, percent, percentAndRange } from '../../reports/number.ts';

describe('a share in a table', () => {
  it.each([
    [0, '0%'],
    [0.00001, '<0.1%'],
    [0.0067, '0.7%'],
    [0.99999, '>99.9%'],
    [0.305, '30.5%'],
    [1, '100%'],
    [-0.0749, '−7.5%'],
  ])('%s reads as %s', (share, text) => {
    expect(percent(share).replaceAll('\u202f', ' ')).toBe(text);
  });
});

describe('a share beside its interval', () => {
  it.each([
    [{ p: 0.0193, low: 0.0168, high: 0.0222 }, '1.9% (1.7–2.2%)'],
    [{ p: 0.351, low: 0.331, high: 0.372 }, '35.1% (33.1–37.2%)'],
    [{ p: 0.35123, low: 0.3506, high: 0.3519 }, '35.1% (35.1–35.2%)'],
    [{ p: 0, low: 0, high: 0.004 }, '0% (0.0–0.4%)'],
    [{ p: 0.165 }, '16.5%'],
  ])('has as many decimals: %o', (estimate, text) => {
    expect(percentAndRange(estimate).replaceAll('\u202f', ' ')).toBe(text);
  });

  it('is given as ± with the decimals of its figure where the room is small', () => {
    expect(errorText({ low: 0.331, high: 0.372 })).toBe('±2.0');
    expect(errorText({ low: 0.3495, high: 0.3537 })).toBe('±0.2');
    expect(errorText({ low: 0.3499, high: 0.3501 })).toBe('±<0.1');
    expect(errorText({ low: 0.2, high: 0.42 })).toBe('±11.0');
    expect(errorText({ low: 1.2, high: 1.5 }, 'mean')).toBe('±0.15');
    expect(errorText({ low: 1.2, high: 1.204 }, 'mean')).toBe('±<0.01');
    expect(errorText({})).toBe('');
  });
});
