import type { Machine } from '../../sim/machine.ts';
import { type Battle, type BattleState, type Fate, standsOf, unitAt } from './battle.ts';
import type { SideKey } from './troops.ts';

/** How an encounter of two groups in contact ended: the worse fate tells, then the fight itself. */
export function contactOutcome(battle: Battle, s: BattleState): string {
  const a = worse(battle, s, 'a');
  const b = worse(battle, s, 'b');
  if (a.rank === b.rank && a.rank > 0) return a.rank >= 4 ? 'both-broken' : 'both-retreat';
  if (a.rank > b.rank)
    return a.id === 'refuses' ? 'charge-refused' : `attacker-${a.id === 'falls-back' ? 'retreats' : a.id}`;
  if (b.rank > a.rank) return `defender-${b.id}`;
  if (s.winner === 'none') return 'undecided';
  return s.winner === 'a' ? 'defender-loses' : 'attacker-loses';
}
const RANK: Readonly<Record<Fate, number>> = { holds: 0, refuses: 1, 'falls-back': 3, retreats: 3, routs: 4 };
function worse(battle: Battle, s: BattleState, side: SideKey): { readonly id: string; readonly rank: number } {
  if (standsOf(battle, side, s) === 0) return { id: 'destroyed', rank: 5 };
  return { id: s[side].fate, rank: RANK[s[side].fate] };
}

/** Stands left, stands lost and units disordered, of both sides. */
export function standMeasures<S extends BattleState>(battle: Battle<S>): Machine<S>['measures'] {
  return (['a', 'b'] as const).flatMap((side) => {
    const { name, title, units } = battle[side];
    const before = units.reduce((sum, u) => sum + u.stands, 0);
    return [
      { id: `${name}.stands`, label: `${title}: stands left`, of: (s: S) => standsOf(battle, side, s) },
      { id: `${name}.lost`, label: `${title}: stands lost`, of: (s: S) => before - standsOf(battle, side, s) },
      {
        id: `${name}.disordered`,
        label: `${title}: units disordered`,
        of: (s: S) =>
          units.filter((u, i) => unitAt(s[side], i).stands > 0 && (u.disordered || unitAt(s[side], i).disorganised))
            .length,
      },
    ];
  });
}
/** 1 when a test has put a group on Stand that was on Advance, so that staying and halting can be told apart. */
export const haltMeasures = <S extends BattleState>(battle: Battle<S>): Machine<S>['measures'] =>
  (['a', 'b'] as const)
    .filter((side) => battle[side].orders === 'advance')
    .map((side) => ({
      id: `${battle[side].name}.halted`,
      label: `${battle[side].title}: from Advance to Stand by a test`,
      of: (s: S) => (s[side].orders === 'stand' && standsOf(battle, side, s) > 0 ? 1 : 0),
    }));
export const lossSums = (battle: Battle, phases: readonly string[]) =>
  (['a', 'b'] as const).flatMap((side) =>
    phases.map((phase) => ({
      id: `${battle[side].name}.lost.${phase}`,
      label: `${battle[side].title}: stands lost to ${phase}`,
    })),
  );
