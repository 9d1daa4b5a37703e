import { tabled } from '../../../kit/tabled.ts';
import type { SumMeasure } from '../../../sim/machine.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { type Note, notesIf } from '../../encounter.ts';
import { type Combatant, hitsTaken, statusOf } from '../combatant.ts';
import { worthNow } from '../commander.ts';
import {
  ammunitionMeasure,
  commanderLostMeasure,
  fsMeasure,
  hitsMeasure,
  type Measures,
  measure,
} from '../measures.ts';
import { startingFs, type UnitGiven } from '../unit.ts';
import type { Bout } from './bout.ts';
import { burning } from './burn.ts';
import { type FightSpec, ROLES } from './fight.ts';

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
