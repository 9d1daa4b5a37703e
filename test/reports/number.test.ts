import { describe, expect, it } from 'vitest';
import { percent } from '../../reports/number.ts';

describe('a share in a table', () => {
  it.each([
    [0, '0 %'],
    [0.00001, '<0.01 %'],
    [0.305, '30.5 %'],
    [1, '100 %'],
    [-0.0749, '−7.5 %'],
  ])('%s reads as %s', (share, text) => {
    expect(percent(share).replaceAll('\u202f', ' ')).toBe(text);
  });
});
