import { type Flow, roll, type Stepped } from '../../../kit/flow.ts';
import { d10 } from '../../../sim/die.ts';
import { cell, type Rulebook } from '../../book.ts';
import type { Combatant } from '../combatant.ts';
import { isBua } from '../words.ts';
import type { Fight } from './fight.ts';

/** When the die for buildings is rolled: oth-half only, for a defender inside them (ruling buaFireDie). */
export function burning(book: Rulebook, { given }: Combatant): 'never' | 'per-assault' | 'per-round' {
  if (!book.tables['bua.fire'] || !isBua(given.place)) return 'never';
  return book.rulings['buaFireDie']?.value === 'd10-per-round' ? 'per-round' : 'per-assault';
}

/** The building catches fire on the printed figure or more; wooden ones sooner. */
export function burnRoll({ book, bout, attacker, defender }: Fight): Flow<Stepped> {
  const wooden = defender.given.place === 'bua-wooden' ? Number(cell(book, 'bua.fire', 'wooden', 'value')) : 0;
  const alight = Number(cell(book, 'bua.fire', 'alight', 'value')) - wooden;
  return roll<Stepped, undefined>({
    roll: d10,
    side: attacker.side,
    comesTo: (_against, face) => (face >= alight ? 1 : 0),
    apply: (_s, _against, burns) => {
      if (burns) bout.alight = true;
    },
    title: () => 'Does the building catch fire?',
    result: (_s, _against, face) => (face >= alight ? 'alight' : 'no'),
    reasons: () => ({
      rows: [],
      total: { label: 'alight from', value: alight },
      reading: `alight on ${alight} or more`,
    }),
  });
}
