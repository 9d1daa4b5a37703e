import { describe, expect, it } from 'vitest';
import { essentialWords, reproducingLine } from '../../src/cli/command-line.ts';

describe('the line that reproduces a result', () => {
  it.each<[string[], number | undefined, string]>([
    [['run', 'volley'], undefined, 'grognard run volley'],
    [['run', 'volley'], 1, 'grognard run volley --seed 1'],
    [['run', 'volley', '--seed', '7'], 7, 'grognard run volley --seed 7'],
    [['run', 'volley', '--seed=7'], 7, 'grognard run volley --seed=7'],
    [['run', 'v', '--threads', '4', '--quiet', '--out', 'x', '--format=json'], undefined, 'grognard run v'],
    [
      [
        'run',
        'v',
        '--title',
        'My fight',
        '--size=card',
        '--credit',
        'me',
        '--dark',
        '--only',
        'outcomes',
        '--out',
        'x',
      ],
      undefined,
      "grognard run v --title 'My fight' --size=card --credit me --dark --only outcomes",
    ],
    [['run', 'my fight.yaml', '--set', "a='b'"], undefined, `grognard run 'my fight.yaml' --set 'a='\\''b'\\'''`],
  ])('of %j', (argv, seed, line) => {
    expect(reproducingLine(argv, seed)).toBe(line);
  });
});

it('shards of one experiment may be drawn in different ways', () => {
  expect(essentialWords(['run', 'v', '--title', 'My fight', '--dark', '--seed', '7'])).toEqual([
    'run',
    'v',
    '--seed',
    '7',
  ]);
});
