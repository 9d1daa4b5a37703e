import type { ModifierTable } from '../../book.ts';
import { type FactRecord, type Facts, withFacts } from '../../pattern.ts';
import { isBroken, rulingFacts } from '../live.ts';
import type { FightSpec } from './fight.ts';
import type { Beside, Fighter } from './fighter.ts';
import { combatTables } from './score.ts';

export type Role = 'attacker' | 'defender';
export const OTHER: Readonly<Record<Role, Role>> = { attacker: 'defender', defender: 'attacker' };

/** One unit of a fight: its facts in its role, and its opponent. */
export interface Corner {
  readonly role: Role;
  /** "attacker", "attacker2": begins the names of its steps. */
  readonly name: string;
  readonly unit: Fighter;
  readonly facts: Facts;
  readonly tables: readonly ModifierTable[];
  /** It has rolled a natural ten that is still to be tested for. */
  readonly hasTen: () => boolean;
  readonly setTen: (ten: boolean) => void;
}

/** All that strike for either side, the first unit first, each with its facts. */
export function strikersOf(
  spec: FightSpec,
  beside: Readonly<Record<Role, readonly Beside[]>>,
  inFight: FactRecord,
): Readonly<Record<Role, readonly Corner[]>> {
  const { book, attacker, defender, bout } = spec;
  const ruling = rulingFacts(book);
  const inRole = (unit: Fighter, role: Role) => withFacts(unit.facts, { role, inContact: true });
  const firsts = { attacker: inRole(attacker, 'attacker'), defender: inRole(defender, 'defender') };
  /** Struck by several, a unit counts as contacted on the worst side that any of them strikes. */
  const struck = (role: Role): FactRecord => {
    const others = beside[OTHER[role]];
    if (others.length === 0) return firsts[role];
    return withFacts(firsts[role], {
      get aspect() {
        const sides = [spec[role].live.aspect, ...others.filter((u) => !isBroken(u)).map((u) => u.live.into)];
        return (['rear', 'flank'] as const).find((side) => sides.includes(side)) ?? 'front';
      },
    });
  };
  /** Woods are asked of the two that strike each other: a unit beside may stand where the first does not. */
  const nowOf = (self: FactRecord, enemy: FactRecord): FactRecord =>
    withFacts(inFight, {
      get bothInWoods() {
        return self['inWoods'] === true && enemy['inWoods'] === true;
      },
    });
  const ten = { attacker: 'attackerTen', defender: 'defenderTen' } as const;
  const corner = (role: Role): Corner => {
    const [self, enemy] = [struck(role), firsts[OTHER[role]]];
    return {
      role,
      name: role,
      unit: spec[role],
      facts: { self, enemy, now: nowOf(self, enemy), ruling },
      tables: combatTables(book, spec[role].given.arm),
      hasTen: () => bout[ten[role]],
      setTen: (is) => {
        bout[ten[role]] = is;
      },
    };
  };
  const cornerBeside = (role: Role, unit: Beside, place: number): Corner => {
    const enemy = withFacts(firsts[OTHER[role]], {
      get aspect() {
        return unit.live.into;
      },
    });
    const self = inRole(unit, role);
    return {
      role,
      name: `${role}${place + 2}`,
      unit,
      facts: { self, enemy, now: nowOf(self, enemy), ruling },
      tables: combatTables(book, unit.given.arm),
      hasTen: () => unit.live.ten,
      setTen: (is) => {
        unit.live.ten = is;
      },
    };
  };
  const all = (role: Role) => [corner(role), ...beside[role].map((u, i) => cornerBeside(role, u, i))];
  return { attacker: all('attacker'), defender: all('defender') };
}
