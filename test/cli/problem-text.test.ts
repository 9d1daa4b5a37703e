import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/cli/problem-text.ts';

describe('a problem on one line', () => {
  it('has place, path and sentence', () => {
    const at = { file: 'f.yaml', line: 7, column: 3 };
    expect(problemText({ path: ['a', 'b'], message: 'It is wrong.', at })).toBe('f.yaml:7:3: a.b: It is wrong.');
  });

  it('says what was found, allowed and near where the sentence does not', () => {
    const p = { path: [], message: 'No.', found: 'lin', allowed: ['line', 'square'], nearest: 'line' };
    expect(problemText(p)).toBe(`No. Found "lin". Allowed: line, square. Did you mean 'line'?`);
    expect(problemText({ ...p, message: "'lin' is none of line, square." })).toBe("'lin' is none of line, square.");
  });

  it('lets no control character through', () => {
    expect(problemText({ path: ['\u001b[31mred\n'], message: 'No.' })).toBe('?[31mred?: No.');
  });
});
