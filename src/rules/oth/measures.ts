import type { Stepped } from '../../kit/flow.ts';
import { tabled } from '../../kit/tabled.ts';
import type { EndMeasure, SumMeasure } from '../../sim/machine.ts';
import type { Rulebook } from '../book.ts';
import { type Note, notesIf } from '../encounter.ts';
import { mayBeUpTo } from '../ruling-reads.ts';
import { type Combatant, currentFs, hitsTaken, statusOf } from './combatant.ts';
import { worthNow } from './commander.ts';
import type { Bout } from './melee/bout.ts';
import { burning } from './melee/burn.ts';
import { type FightSpec, ROLES } from './melee/fight.ts';
import { startingFs, type UnitGiven } from './unit.ts';

export type Measures = EndMeasure<Stepped>[];

/** A figure at the end of an encounter; what may be or not be counts as 1 or 0. */
export const measure = (id: string, label: string, of: () => number | boolean): EndMeasure<Stepped> => ({
  id,
  label,
  of: () => Number(of()),
});

export const hitsMeasure = (id: string, words: string, unit: Combatant): EndMeasure<Stepped> =>
  measure(`${id}.hits`, `fatigue hits on ${words}`, () => hitsTaken(unit));
/** A unit that is gone has no fatigue score left. */
export const fsMeasure = (id: string, words: string, unit: Combatant, isGone = () => false): EndMeasure<Stepped> =>
  measure(`${id}.fs`, `fatigue score left to ${words}`, () => (isGone() ? 0 : currentFs(unit)));
/** Of batteries only. */
export const ammunitionMeasure = (id: string, words: string, { given, state }: Combatant): Measures =>
  given.arm === 'artillery'
    ? [measure(`${id}.outOfAmmunition`, `${words}out of ammunition`, () => state.outOfAmmunition)]
    : [];
/** Of units with a commander in contact. */
export const commanderLostMeasure = (id: string, words: string, { given, state }: Combatant): Measures =>
  given.commander?.attached
    ? [measure(`${id}.commanderLost`, `${words}'s commander lost`, () => state.commanderLost)]
    : [];

/** Figures of both sides at the end. */
export function fightMeasures({ book, attacker, defender, bout, beside }: FightSpec): Measures {
  const units = { attacker, defender };
  const isGone = ({ side }: Combatant) => bout.whose === side && (bout.how === 'broken' || bout.how === 'destroyed');
  const burns = ROLES.some((role) => burning(book, units[role]) !== 'never');
  const losses = () => hitsTaken(attacker) + hitsTaken(defender);
  return [
    ...ROLES.flatMap((role) => {
      const unit = units[role];
      const words = `the ${unit.side}`;
      return [
        hitsMeasure(unit.side, words, unit),
        fsMeasure(unit.side, words, unit, () => isGone(unit)),
        ...commanderLostMeasure(unit.side, words, unit),
        ...commanderWorth(book, unit),
        ...ammunitionMeasure(unit.side, `${words} `, unit),
      ];
    }),
    ...ROLES.flatMap((role) =>
      (beside?.[role] ?? []).map((u, i) => hitsMeasure(`${units[role].side}${i + 2}`, u.label, u)),
    ),
    measure('both.losses', 'fatigue hits on both sides together', losses),
    measure('rounds', 'rounds fought', () => bout.round),
    ...(burns ? [measure('building.alight', 'building on fire', () => bout.alight)] : []),
  ];
}

/** What an attached commander or his replacement is worth at the end. */
function commanderWorth(book: Rulebook, { given: { commander }, side, state }: Combatant): Measures {
  if (!commander?.attached) return [];
  const worth = worthNow(book, state, commander);
  const words = (column: string) => `${column} of the ${side}'s commander at the end, or of his replacement`;
  return (['control', 'inspiration'] as const).map((column) =>
    measure(`${side}.${column}`, words(column), () => worth(column)),
  );
}

/** Hits by phase, summed along the way: "round2", "fire". */
export function phaseSums(book: Rulebook, before: readonly string[] = []): SumMeasure[] {
  const rounds = Array.from({ length: mayBeUpTo(book, 'maxRounds') }, (_, i) => roundCause(i + 1));
  return ['attacker', 'defender'].flatMap((side) =>
    [...before, ...rounds].map((phase) => ({ id: `${side}.hits.${phase}`, label: phaseLabel(side, phase) })),
  );
}
const phaseLabel = (side: string, phase: string): string =>
  `fatigue hits on the ${side}, ${phase.replace(/^round/, 'round ').replace(/^fire$/, 'defensive fire')}`;

const roundCause = tabled((round: number) => `round${round}`);
export const roundOf = (bout: Bout) => (): string => roundCause(bout.round);
/** Puts the hits of a side down to their phase. */
export function counting(side: string): NonNullable<Combatant['counts']> {
  const sumOf = tabled((phase: string) => `${side}.hits.${phase}`);
  return (hits, phase, emit) => {
    if (hits > 0) emit(sumOf(phase), hits);
  };
}

/** Wavering and routing rest on figures that no sheet prints: said wherever they decide something. */
export function statusNotes(book: Rulebook, unit: UnitGiven, words: string): Note[] {
  const status = statusOf(book, unit.fs, startingFs(unit));
  const text = `The ${words} counts as ${status} by ruling thresholds; the sheet prints no figure.`;
  return notesIf([[status !== 'steady', 'ruling', text]]);
}
