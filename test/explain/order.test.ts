import { expect, it } from 'vitest';
import { inOrder } from '../../src/explain/order.ts';
import { explainRolls } from '../../src/explain/rolls.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

const leading = (pairs: readonly (readonly [string, string])[]) => {
  const followers = new Map<string, Set<string>>();
  for (const [from, to] of pairs) followers.set(from, (followers.get(from) ?? new Set()).add(to));
  return followers;
};

it.each<[string, string[], [string, string][], string[]]>([
  [
    'none before another that leads to it',
    ['fire', 'strike', 'ten'],
    [
      ['fire', 'strike'],
      ['fire', 'ten'],
      ['ten', 'strike'],
    ],
    ['fire', 'ten', 'strike'],
  ],
  [
    'the one met first, where they lead to each other',
    ['move', 'fire', 'rally'],
    [
      ['move', 'fire'],
      ['fire', 'rally'],
      ['rally', 'move'],
      ['fire', 'fire'],
    ],
    ['move', 'fire', 'rally'],
  ],
  ['what leads to nothing as it was met', ['b', 'a'], [], ['b', 'a']],
])('rolls come in order: %s', (_, keys, pairs, expected) => {
  expect(inOrder(keys, leading(pairs))).toEqual(expected);
});

it('tells the die of defensive fire before the rounds, and why a column fights on as a line', async () => {
  const loaded = await loadScenario({
    rules: 'oth2',
    encounter: 'charge',
    attacker: { formation: 'attack-column', fs: 8 },
    defender: { formation: 'line', fs: 7, reaction: 'stand-and-deliver' },
  });
  const rolls = explainRolls(prepareCell(loaded).built.machine);
  const titles = rolls.map((r) => r.title);
  const at = (text: string) => titles.findIndex((t) => t.includes(text));
  expect(at('rolled a 10 when firing')).toBeGreaterThan(at('fires at'));
  expect(at('rolled a 10 when firing')).toBeLessThan(at('Round 1'));
  const second = rolls.find((r) => r.title === 'Round 2: the attacker strikes');
  expect(second?.reasons?.base?.label).toMatch(/^line \(attack column at first\) FS \d at 100%$/);
});
