import { live } from '../../../kit/live.ts';
import type { Emit } from '../../../sim/machine.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type FactRecord, type Facts, withFacts } from '../../pattern.ts';
import { type Combatant, isBroken, rulingFacts, suffer } from '../combatant.ts';
import type { Bout } from './bout.ts';
import { resultTable } from './verdict.ts';

export type Role = 'attacker' | 'defender';
export const ROLES: readonly Role[] = ['attacker', 'defender'];
export const OTHER: Readonly<Record<Role, Role>> = { attacker: 'defender', defender: 'attacker' };

/** What a fight between two units needs to know; an encounter or an engagement supplies it. */
export interface FightSpec {
  readonly book: Rulebook;
  /** By role in this fight: who came on, and who was contacted. `side` of each names it in outcomes. */
  readonly attacker: Combatant;
  readonly defender: Combatant;
  /** More units of either side in this combat: they strike with the first, which takes the hits (OTH2-R58). */
  readonly beside?: Readonly<Record<Role, readonly Combatant[]>>;
  /** Whether a unit beside has come; all have, unless said. */
  readonly hasCome?: (unit: Combatant) => boolean;
  readonly bout: Bout;
  /** Does the fight go on from an earlier turn? Never, unless said. */
  readonly isLocked?: () => boolean;
  /** What hits in combat are put down to. */
  readonly cause: () => string;
  /** Hits a unit has taken in this encounter, where that is not what it has over the scenario's. */
  readonly hitsTakenBy?: (unit: Combatant) => number;
  /** Is it rolled at the end who takes the place of a lost commander? */
  readonly replaces?: boolean;
  /** Hears that the winner moves once the loser has gone back, where there is ground to move on. */
  readonly winnerMoves?: (option: 'fall-back' | 'advance') => void;
  /** Hears that a unit failed the test after a round, and how many moves it goes back. */
  readonly failsToHold?: (unit: Combatant, moves: number) => void;
}

/** One unit of a fight, with its facts in its role. */
export interface Striker {
  readonly role: Role;
  readonly unit: Combatant;
  readonly facts: Facts;
}

export type Fight = ReturnType<typeof fightOf>;

export function fightOf({ beside = { attacker: [], defender: [] }, hasCome = () => true, ...rest }: FightSpec) {
  const spec = { ...rest, beside, hasCome };
  const { book, attacker, defender, bout } = spec;
  /** The round as the sheet counts it: a locked fight may go on from those of earlier turns (ruling lockedRounds). */
  const goesOn = (): boolean =>
    spec.isLocked !== undefined && ruled(book, 'lockedRounds') === 'go-on' && spec.isLocked();
  const countedRound = (): number => bout.round + (goesOn() ? Number(ruled(book, 'maxRounds')) : 0);
  const moment: FactRecord = live(
    { phase: 'combat' },
    { round: countedRound, firstRound: () => countedRound() === 1, buaFoughtIn: () => bout.foughtIn },
  );
  const strikers = strikersOf(spec, moment);
  const isIn = ({ unit }: Striker) => unit === attacker || unit === defender || hasCome(unit);
  const results = resultTable(book, attacker, defender);
  return {
    ...spec,
    countedRound,
    /** What is asked of the fight as a whole goes by the first two units. */
    now: strikers.attacker[0].facts.now,
    /** The result table of the two as they stand. */
    results,
    /** All that strike for a side; the first takes the hits, and its result is the side's. */
    strikers,
    isIn,
    /** Those of them who have come. */
    present: (role: Role) => strikers[role].filter(isIn),
    /** Units beside the first that have come. */
    besideNow: (role: Role) => beside[role].filter(hasCome),
    /** Hits taken in combat. */
    wound: (unit: Combatant, hits: number, emit: Emit) => suffer(unit, hits, spec.cause(), emit),
  };
}

/** All that strike for either side, the first unit first, each with its facts. */
function strikersOf(
  spec: FightSpec & Required<Pick<FightSpec, 'beside' | 'hasCome'>>,
  moment: FactRecord,
): Readonly<Record<Role, readonly Striker[]>> {
  const { beside, hasCome } = spec;
  const ruling = rulingFacts(spec.book);
  const inRole = (unit: Combatant, role: Role) => withFacts(unit.facts, { role, inContact: true });
  const firsts = { attacker: inRole(spec.attacker, 'attacker'), defender: inRole(spec.defender, 'defender') };
  /** Struck by several, a unit counts as contacted on the worst side that any of them strikes. */
  const struck = (role: Role): FactRecord => {
    const others = beside[OTHER[role]];
    if (others.length === 0) return firsts[role];
    return live(firsts[role], {
      aspect: () => {
        const sides = [
          spec[role].state.aspect,
          ...others.filter((u) => !isBroken(u) && hasCome(u)).map((u) => u.state.into),
        ];
        return (['rear', 'flank'] as const).find((side) => sides.includes(side)) ?? 'front';
      },
    }) as FactRecord;
  };
  const striker = (role: Role, unit: Combatant, self: FactRecord, enemy: FactRecord): Striker => {
    // Woods are asked of the two that strike each other: a unit beside may stand where the first does not.
    const bothInWoods = () => self['inWoods'] === true && enemy['inWoods'] === true;
    return { role, unit, facts: { self, enemy, now: live(moment, { bothInWoods }) as FactRecord, ruling } };
  };
  const all = (role: Role): readonly Striker[] => [
    striker(role, spec[role], struck(role), firsts[OTHER[role]]),
    ...beside[role].map((unit) => {
      const enemy = live(firsts[OTHER[role]], { aspect: () => unit.state.into }) as FactRecord;
      return striker(role, unit, inRole(unit, role), enemy);
    }),
  ];
  return { attacker: all('attacker'), defender: all('defender') };
}

export const hitsText = (n: number): string => (n === 0 ? 'no hit' : n === 1 ? '1 fatigue hit' : `${n} fatigue hits`);
