import { describe, expect, it } from 'vitest';
import { reproducingLine } from '../../src/cli/command-line.ts';

describe('the line that reproduces a result', () => {
  it.each<[string[], number | undefined, string]>([
    [['run', 'volley'], undefined, 'grognard run volley'],
    [['run', 'volley'], 1, 'grognard run volley --seed 1'],
    [['run', 'volley', '--seed', '7'], 7, 'grognard run volley --seed 7'],
    [['run', 'volley', '--seed=7'], 7, 'grognard run volley --seed=7'],
    [['run', 'v', '--threads', '4', '--quiet', '--out', 'x', '--format=json'], undefined, 'grognard run v'],
    [['run', 'my fight.yaml', '--set', "a='b'"], undefined, `grognard run 'my fight.yaml' --set 'a='\\''b'\\'''`],
  ])('of %j', (argv, seed, line) => {
    expect(reproducingLine(argv, seed)).toBe(line);
  });
});
