import { expect, it } from 'vitest';
import type { InputError } from '../../src/rules/problem.ts';
import { variantFrom } from '../../src/scenarios/load.ts';
import { parseText } from '../../src/scenarios/text.ts';

it('tells mistakes of shape and of rows in one pass', async () => {
  const text = `title: x
base: oth2
chnge: {}
change: { fire.small-arms.initial-voley: 1 }
rulings: { lowScore: literly }
`;
  let lines: unknown[] = [];
  try {
    await variantFrom(parseText(text, 'v.yaml'));
  } catch (e) {
    lines = (e as InputError).problems.map((p) => p.at?.line);
  }
  expect(lines).toEqual([3, 4, 5]);
});
