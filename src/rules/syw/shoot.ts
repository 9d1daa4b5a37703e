import { d6 } from '../../sim/die.ts';
import type { RollStep, Step } from '../../sim/machine.ts';
import { cell, modifierTable } from '../book.ts';
import { modifierSum } from '../bound.ts';
import { nearRows, reasonRows } from '../modifiers.ts';
import { type Battle, type BattleState, suffer, unitAt } from './battle.ts';
import { shotFacts } from './facts.ts';
import { boundsOf, type Harm, harmByModifier, harmText } from './results.ts';
import { otherSide, type SideKey, type Unit } from './troops.ts';

export interface Mark {
  readonly side: SideKey;
  readonly place: number;
}
export interface ShotOptions<S> {
  /** 0 for the first shot of a unit's stands, 1 for the second of light troops. */
  readonly shot: number;
  readonly distance: () => number;
  readonly moved?: () => boolean;
  /** What comes after the shot. */
  readonly then: (s: S, lost: number) => void;
  readonly scope?: string;
}

/** How many stands each shot of so many shooters takes, and so how many shots there are (SYW-R6, SYW-R7). */
export function shotSizes(battle: Battle, unit: Unit, shooters: number): number[] {
  const extra = cell(battle.book, 'fire.stands', unit.troops, 'extra-counted');
  const most = typeof extra === 'number' ? extra + 1 : shooters;
  const shots =
    battle.ruling['lightsSecondShot'] === 'one-shot-only'
      ? 1
      : Number(cell(battle.book, 'fire.stands', unit.troops, 'shots') ?? 1);
  const sizes: number[] = [];
  for (let left = shooters; left > 0 && sizes.length < shots; left -= most) sizes.push(Math.min(left, most));
  return sizes;
}
export function shootersOf(battle: Battle, { side, place }: Mark): number {
  const present = unitAt(battle.view[side], place).stands;
  return Math.min(present, battle[side].units[place].shooters ?? present);
}
export const shotsOf = (battle: Battle, from: Mark): number =>
  shotSizes(battle, battle[from.side].units[from.place], shootersOf(battle, from)).length;

/** One shot: a D6 with the shooting rows; stands killed come off the target at once. */
export function shootStep<S extends BattleState>(
  battle: Battle<S>,
  from: Mark,
  to: Mark,
  { shot, distance, moved, then, scope }: ShotOptions<S>,
): RollStep<S, { modifier: number; harm: readonly Harm[] }> {
  const shooter = battle[from.side].units[from.place];
  const target = battle[to.side].units[to.place];
  const size = () => shotSizes(battle, shooter, shootersOf(battle, from))[shot] ?? 1;
  const facts = shotFacts(battle, from, to, { distance, moved, extraStands: () => size() - 1 });
  const tables = [modifierTable(battle.book, 'fire.modifiers')];
  const sum = modifierSum(tables, facts);
  const harmAt = harmByModifier(battle.book, 'fire.results', d6.faces);
  const firer = battle[from.side].title;
  return {
    roll: d6,
    side: firer,
    ...(scope ? { scope } : {}),
    given: () => {
      const modifier = sum();
      return { modifier, harm: harmAt(modifier) };
    },
    apply: (s, { harm }, face, emit) => {
      const { kills, disorganises } = harm[face - 1];
      const lost = suffer(unitAt(s[to.side], to.place), kills, disorganises);
      if (lost > 0 && battle.lossesByPhase) emit(`${battle[to.side].name}.lost.fire`, lost);
      unitAt(s[from.side], from.place).fired = true;
      then(s, lost);
    },
    title: () =>
      `${shot === 0 ? '' : 'Second shot: '}${firer}'s ${shooter.label} shoots at ${target.label} (${distance()}cm)`,
    result: (s, { harm }, face) => harmText(harm[face - 1], unitAt(s[to.side], to.place).stands),
    reasons: (_, { modifier }) => ({
      rows: reasonRows(tables, facts),
      near: nearRows(tables, facts),
      total: { label: 'added to the D6', value: modifier },
      reading: 'the score on the shooting results: die and modifiers',
      bounds: boundsOf(battle.book, 'fire.results', d6.faces),
    }),
  };
}

export interface VolleyOptions<S> {
  readonly side: SideKey;
  readonly prefix: string;
  /** Whether the unit at a place may shoot now, and at which enemy. */
  readonly targetOf: (s: S, place: number) => number | undefined;
  readonly distance: () => number;
  readonly moved?: () => boolean;
  /** The step that comes when all units have had their turn. */
  readonly then: string;
  readonly lost?: (s: S) => void;
  readonly scope?: (place: number, target: number) => string;
}

/**
 * The units of a side shoot one after the other, each at the enemy it faces when its turn comes:
 *
 *   prefix.0 ─▶ prefix.0.2 (at enemy 2) ─▶ prefix.0.2.again (second shot of lights) ─▶ prefix.1 ─▶ … ─▶ then
 */
export function volleySteps<S extends BattleState>(
  battle: Battle<S>,
  { side, prefix, targetOf, distance, moved, then, lost, scope }: VolleyOptions<S>,
): Record<string, Step<S>> {
  const steps: Record<string, Step<S>> = {};
  const enemySide = otherSide(side);
  battle[side].units.forEach((_, place) => {
    const next = place + 1 < battle[side].units.length ? `${prefix}.${place + 1}` : then;
    steps[`${prefix}.${place}`] = {
      then: (s) => {
        const target = targetOf(s, place);
        s.step = target === undefined ? next : `${prefix}.${place}.${target}`;
      },
    };
    battle[enemySide].units.forEach((__, target) => {
      const from = { side, place };
      const name = `${prefix}.${place}.${target}`;
      const shot = (n: number, after: (s: S) => string) =>
        shootStep(
          battle,
          from,
          { side: enemySide, place: target },
          {
            shot: n,
            distance,
            moved,
            ...(scope ? { scope: scope(place, target) } : {}),
            then: (s, stands) => {
              if (stands > 0) lost?.(s);
              s.step = after(s);
            },
          },
        );
      steps[name] = shot(0, (s) =>
        shotsOf(battle, from) > 1 && unitAt(s[enemySide], target).stands > 0 ? `${name}.again` : next,
      );
      steps[`${name}.again`] = shot(1, () => next);
    });
  });
  return steps;
}
