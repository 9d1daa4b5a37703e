import { d10 } from '../../../sim/die.ts';
import type { RollStep } from '../../../sim/machine.ts';
import { cell, type Rulebook } from '../../book.ts';
import { BUAS } from '../words.ts';
import type { Fight } from './fight.ts';
import type { Fighter } from './fighter.ts';

/** When the die for buildings is rolled: oth-half only, for a defender inside them (ruling buaFireDie). */
export function burning(book: Rulebook, defender: Fighter): 'never' | 'per-assault' | 'per-round' {
  if (!book.tables['bua.fire'] || !(BUAS as readonly string[]).includes(defender.given.place)) return 'never';
  return book.rulings['buaFireDie']?.value === 'd10-per-round' ? 'per-round' : 'per-assault';
}

/** The building catches fire on the printed figure or more; wooden ones sooner. */
export function burnStep<S>(fight: Fight, next: (s: S) => void): RollStep<S, number> {
  const { book, bout, defender } = fight;
  const wooden = defender.given.place === 'bua-wooden' ? Number(cell(book, 'bua.fire', 'wooden', 'value')) : 0;
  const alight = Number(cell(book, 'bua.fire', 'alight', 'value')) - wooden;
  return {
    roll: d10,
    side: fight.attacker.side,
    given: () => alight,
    apply: (s, from, face) => {
      if (face >= from) bout.alight = true;
      next(s);
    },
    title: () => 'Does the building catch fire?',
    result: (_s, from, face) => (face >= from ? 'alight' : 'no'),
    reasons: () => ({
      rows: [],
      total: { label: 'alight from', value: alight },
      reading: `alight on ${alight} or more`,
    }),
  };
}
