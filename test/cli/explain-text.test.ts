import { expect, it } from 'vitest';
import { storyText } from '../../src/cli/explain-text.ts';
import { grognard } from './harness.ts';

const told = (die: string, face: number, result: string) =>
  storyText(
    {
      ...{ encounter: 0, seed: 1, trials: 1, outcome: 'undecided', outcomeLabel: 'undecided', measures: [] },
      entries: [{ kind: 'roll', step: 'strike', title: 'The line strikes', die, face, result }],
    },
    { colour: false },
  );

it.each([
  ['D10', 2, '2 fatigue hits', 'The line strikes: D10 2 → 2 fatigue hits'],
  ['D10', 1, '1 FH', 'The line strikes: D10 1 → 1 FH'],
  ['2D6', 7, 'routs', 'The line strikes: 2D6 7 → routs'],
  ['5 × D6 4+', 2, '2 successes', 'The line strikes: 5 × D6 4+ → 2 successes'],
])('a story tells what came up on %s: %i, %s', (die, face, result, line) => {
  expect(told(die, face, result)).toContain(line);
});

it('says so where nothing is rolled: who is routing when charged is broken', async () => {
  const { out } = await grognard('explain column-v-line --set defender.fs=1');
  expect(out).toMatch(/\n\nNothing is rolled: .*\n\nNote: The defender counts as routing/);
});

it('a single face that gives a single hit is named', async () => {
  // A quarter of FS 4 is 1: only a 1 hits.
  const { out } = await grognard(
    'explain column-v-line --set defender.formation=column-of-companies --set defender.fs=4',
  );
  expect(out).toMatch(/Round 1: the defender strikes .*\n.*\n.*\n +10\.0% {2}1 fatigue hit +on 1\n/);
});
