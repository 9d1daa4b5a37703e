import { expect, it } from 'vitest';
import { playedRolls } from '../../src/explain/played-rolls.ts';
import { explainRolls } from '../../src/explain/rolls.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

it('counts in plays what is worked out where every state can be looked at', async () => {
  const { machine } = prepareCell(await loadScenario('stand-and-deliver', {})).built;
  const played = new Map(playedRolls(machine).map((r) => [`${r.step} ${r.title}`, r]));
  const common = explainRolls(machine).filter((r) => r.chance > 0.05);
  expect(common.length).toBeGreaterThan(2);
  for (const roll of common) {
    const seen = played.get(`${roll.step} ${roll.title}`)!;
    expect(seen.plays).toBe(1_000);
    // Five standard errors at most.
    expect(Math.abs(seen.chance - roll.chance), roll.title).toBeLessThan(0.08);
  }
});
