import type { EndMeasure, SumMeasure } from '../../../sim/machine.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { nameJoiner } from '../../step-names.ts';
import { replacements } from '../commander-risk.ts';
import { currentFs } from '../live.ts';
import type { Bout } from './bout.ts';
import { burning } from './burn.ts';
import type { Fight } from './fight.ts';
import type { Fighter } from './fighter.ts';

/** Figures of both sides at the end; a unit that is broken or destroyed has no fatigue score left. */
export function fightMeasures<S>(
  book: Rulebook,
  units: readonly [Fighter, Fighter],
  bout: Bout,
  outcome: () => string,
  beside: Fight['beside'] = { attacker: [], defender: [] },
): EndMeasure<S>[] {
  const gone = (u: Fighter) => outcome() === `${u.side}-broken` || outcome() === `${u.side}-destroyed`;
  const each = units.flatMap((u): EndMeasure<S>[] => [
    { id: `${u.side}.hits`, label: `fatigue hits on the ${u.side}`, of: () => u.live.hits - u.given.hits },
    { id: `${u.side}.fs`, label: `fatigue score left to the ${u.side}`, of: () => (gone(u) ? 0 : currentFs(u)) },
    ...commanderMeasures<S>(book, u),
    ...(u.given.arm === 'artillery'
      ? [
          {
            id: `${u.side}.outOfAmmunition`,
            label: `the ${u.side} out of ammunition`,
            of: () => (u.live.outOfAmmunition ? 1 : 0),
          },
        ]
      : []),
  ]);
  const more = (['attacker', 'defender'] as const).flatMap((side) =>
    beside[side].map(
      (u, i): EndMeasure<S> => ({
        id: `${side}${i + 2}.hits`,
        label: `fatigue hits on ${u.label}`,
        of: () => u.live.hits - u.given.hits,
      }),
    ),
  );
  return [
    ...each,
    ...more,
    {
      id: 'both.losses',
      label: 'fatigue hits on both sides together',
      of: () => units.reduce((sum, u) => sum + u.live.hits - u.given.hits, 0),
    },
    { id: 'rounds', label: 'rounds fought', of: () => bout.round },
    ...(units.some((u) => burning(book, u) !== 'never')
      ? [{ id: 'building.alight', label: 'building on fire', of: () => (bout.alight ? 1 : 0) }]
      : []),
  ];
}

/** Whether an attached commander is lost, and what he or his replacement is worth at the end. */
function commanderMeasures<S>(book: Rulebook, u: Fighter): EndMeasure<S>[] {
  const { commander } = u.given;
  if (!commander?.attached) return [];
  const now = (column: 'control' | 'inspiration'): number => {
    const row = replacements(book)[u.live.replacement - 1];
    const printed = row?.cells[column];
    return typeof printed === 'number' ? printed : commander[column];
  };
  return [
    {
      id: `${u.side}.commanderLost`,
      label: `the ${u.side}'s commander lost`,
      of: () => (u.live.commanderLost ? 1 : 0),
    },
    {
      id: `${u.side}.control`,
      label: `control of the ${u.side}'s commander at the end, or of his replacement`,
      of: () => now('control'),
    },
    {
      id: `${u.side}.inspiration`,
      label: `inspiration of the ${u.side}'s commander at the end, or of his replacement`,
      of: () => now('inspiration'),
    },
  ];
}

/** Hits by phase, summed along the way. */
export function phaseSums(book: Rulebook, before: readonly string[] = []): SumMeasure[] {
  const rounds = Array.from({ length: Number(ruled(book, 'maxRounds')) }, (_, i) => `round${i + 1}`);
  return ['attacker', 'defender'].flatMap((side) =>
    [...before, ...rounds].map((phase) => ({ id: phaseSum(side, phase), label: phaseLabel(side, phase) })),
  );
}
export const phaseSum = nameJoiner('.hits.');
const phaseLabel = (side: string, phase: string): string =>
  `fatigue hits on the ${side}, ${phase.replace(/^round/, 'round ').replace(/^fire$/, 'defensive fire')}`;
