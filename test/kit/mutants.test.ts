import { expect, it } from 'vitest';
import { tryMutant, type Verdict } from './mutants.ts';

/** `npx tsx scripts/mutants.ts` tries 10,000 of them, and looks at time and memory too. */
it('mutated rulebook files are refused in sentences, stopped, or played: never a crash', async () => {
  const verdicts: Verdict[] = [];
  for (let n = 0; n < 400; n++) verdicts.push(await tryMutant(n));
  expect(verdicts.filter((v) => v.how === 'crashed').map((v) => v.message)).toEqual([]);
  const played = verdicts.filter((v) => v.how === 'played').length;
  expect(played).toBeGreaterThan(40);
  expect(verdicts.length - played).toBeGreaterThan(100);
  for (const { how, message } of verdicts) if (how === 'refused') expect(message).toMatch(/[.!?)]$/);
});
