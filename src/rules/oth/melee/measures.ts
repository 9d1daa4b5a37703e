import type { Stepped } from '../../../kit/flow.ts';
import { tabled } from '../../../kit/tabled.ts';
import type { EndMeasure, SumMeasure } from '../../../sim/machine.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type Note, notesIf } from '../../encounter.ts';
import { type Combatant, currentFs, hitsTaken, statusOf } from '../combatant.ts';
import { lostMeasure, worthMeasure } from '../commander.ts';
import { startingFs, type UnitGiven } from '../unit.ts';
import type { Bout } from './bout.ts';
import { burning } from './burn.ts';
import type { FightSpec } from './fight.ts';

type Measures = EndMeasure<Stepped>[];
const yes = (is: boolean): number => (is ? 1 : 0);

export const hitsMeasure = (id: string, words: string, unit: Combatant): EndMeasure<Stepped> => ({
  id: `${id}.hits`,
  label: `fatigue hits on ${words}`,
  of: () => hitsTaken(unit),
});
export const ammunitionMeasure = (id: string, words: string, { given, state }: Combatant): Measures =>
  given.arm === 'artillery'
    ? [{ id: `${id}.outOfAmmunition`, label: `${words}out of ammunition`, of: () => yes(state.outOfAmmunition) }]
    : [];

/** Figures of both sides at the end; a unit that is broken or destroyed has no fatigue score left. */
export function fightMeasures({ book, attacker, defender, bout, beside }: FightSpec): Measures {
  const both = [attacker, defender];
  const isGone = ({ side }: Combatant) => bout.whose === side && (bout.how === 'broken' || bout.how === 'destroyed');
  const burns = both.some((u) => burning(book, u) !== 'never');
  return [
    ...both.flatMap((u): Measures => {
      const label = `fatigue score left to the ${u.side}`;
      return [
        hitsMeasure(u.side, `the ${u.side}`, u),
        { id: `${u.side}.fs`, label, of: () => (isGone(u) ? 0 : currentFs(u)) },
        ...commanderMeasures(book, u),
        ...ammunitionMeasure(u.side, `the ${u.side} `, u),
      ];
    }),
    ...both.flatMap(({ side }, role) =>
      (beside?.[role === 0 ? 'attacker' : 'defender'] ?? []).map((u, i) => hitsMeasure(`${side}${i + 2}`, u.label, u)),
    ),
    {
      id: 'both.losses',
      label: 'fatigue hits on both sides together',
      of: () => hitsTaken(attacker) + hitsTaken(defender),
    },
    { id: 'rounds', label: 'rounds fought', of: () => bout.round },
    ...(burns ? [{ id: 'building.alight', label: 'building on fire', of: () => yes(bout.alight) }] : []),
  ];
}

/** Whether an attached commander is lost, and what he or his replacement is worth at the end. */
function commanderMeasures(book: Rulebook, { given: { commander }, side, state }: Combatant): Measures {
  if (!commander?.attached) return [];
  const worth = (column: 'control' | 'inspiration') => {
    const label = `${column} of the ${side}'s commander at the end, or of his replacement`;
    return worthMeasure(book, state, commander, column, { id: `${side}.${column}`, label });
  };
  const lost = lostMeasure(state, `${side}.commanderLost`, `the ${side}'s commander lost`);
  return [lost, worth('control'), worth('inspiration')];
}

/** Hits by phase, summed along the way: "round2", "fire". */
export function phaseSums(book: Rulebook, before: readonly string[] = []): SumMeasure[] {
  const rounds = Array.from({ length: Number(ruled(book, 'maxRounds')) }, (_, i) => roundCause(i + 1));
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
