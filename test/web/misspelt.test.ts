import { expect, it } from 'vitest';
import { refuseMisspelt } from '../../web/engine/misspelt.ts';

it.each([
  ['of a rulebook', { encounterz: { fire: {} } }, 'encounters'],
  ['of a scenario', { encounterz: 'fire' }, 'encounter'],
  ['of a list of troops', { troop: { Guard: {} } }, 'troops'],
])('a misspelt key %s in a dropped file is met with the key that fits what it holds', (_, value, meant) => {
  const text = { file: 'mine.yaml', value, at: () => ({ file: 'mine.yaml' }) };
  expect(() => refuseMisspelt(text, Object.entries(value))).toThrow(`Did you mean '${meant}'?`);
});
