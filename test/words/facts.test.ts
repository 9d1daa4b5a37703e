import { expect, it } from 'vitest';
import { factName, factWords } from '../../src/words/facts.ts';

it.each([
  ['self.freshContact = true', 'fresh contact'],
  ['self.fired = false', 'not fired'],
  ['enemy.secureFlanks = false', 'enemy without secure flanks'],
  ['enemy.formation = attack-column', 'enemy formation attack column'],
  ['now.range = short', 'range short'],
  ['self.fs = 8', 'FS 8'],
  ['now.test = chargedByHorse', 'test charged by horse'],
  ['two or more', 'two or more'],
])('%s is told as %s', (fact, words) => expect(factWords(fact)).toBe(words));

it('a fact has a name', () => expect(factName('enemy.moraleSupport')).toBe('enemy morale support'));
