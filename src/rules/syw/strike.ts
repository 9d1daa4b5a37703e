import { d6 } from '../../sim/die.ts';
import type { Emit, RollStep, Step } from '../../sim/machine.ts';
import { modifierTable } from '../book.ts';
import { modifierSum } from '../bound.ts';
import { nearRows, reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import { type Battle, type BattleState, clearStrike, suffer, unitAt, within } from './battle.ts';
import { type Fight, fightFacts } from './facts.ts';
import { groupKey, remembered } from './remembered.ts';
import { boundsOf, type Harm, harmByModifier, harmText } from './results.ts';
import { otherSide, type SideKey } from './troops.ts';

export interface MeleeOptions<S> {
  /** Fights that may come about; those that `live` allows are fought, in order. */
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
  readonly charged: () => SideKey | 'none';
  readonly then: (s: S, emit: Emit) => void;
  readonly scope?: (fight: Fight, place: number) => string;
}

/**
 * A melee phase: in every fight each unit throws a D6 and its own score is read on the results. All of it is
 * simultaneous (SYW-R13): losses wait in `hits` until the last fight is done.
 *
 *   melee ─▶ melee.0 ─▶ melee.0.a ─▶ melee.0.b ─▶ melee.1 ─▶ … ─▶ melee.done
 *
 * What each side adds is reckoned before the dice (`melee.0`), so a fight's rolls look at its own two units only.
 */
export function meleeSteps<S extends BattleState>(
  battle: Battle<S>,
  options: MeleeOptions<S>,
): Record<string, Step<S>> {
  const { fights, live } = options;
  const steps: Record<string, Step<S>> = {};
  const goOn = (s: S, from: number) => {
    const next = fights.findIndex((f, i) => i >= from && live(f));
    s.step = next < 0 ? 'melee.done' : `melee.${next}`;
  };
  steps['melee'] = { then: (s) => goOn(s, 0) };
  const tables = [modifierTable(battle.book, 'melee.modifiers')];
  fights.forEach((fight, place) => {
    const facts = {
      a: fightFacts(battle, 'a', fight, options.charged),
      b: fightFacts(battle, 'b', fight, options.charged),
    };
    const key = () => `${options.charged()} ${groupKey(battle, 'a')}${groupKey(battle, 'b')}`;
    const sums = { a: modifierSum(tables, facts.a), b: modifierSum(tables, facts.b) };
    const added = {
      a: remembered(key, () => within(sums.a())),
      b: remembered(key, () => within(sums.b())),
    };
    steps[`melee.${place}`] = {
      then: (s) => {
        s.strike.a = added.a();
        s.strike.b = added.b();
        s.step = `melee.${place}.a`;
      },
    };
    steps[`melee.${place}.a`] = strikeStep(battle, 'a', fight, place, facts.a, options);
    steps[`melee.${place}.b`] = strikeStep(battle, 'b', fight, place, facts.b, options);
    steps[`melee.${place}.next`] = { then: (s) => goOn(s, place + 1) };
  });
  steps['melee.done'] = {
    then: (s, emit) => {
      count(battle, s, emit);
      options.then(s, emit);
    },
  };
  return steps;
}

function strikeStep<S extends BattleState>(
  battle: Battle<S>,
  side: SideKey,
  fight: Fight,
  place: number,
  facts: Facts,
  { scope }: MeleeOptions<S>,
): RollStep<S, { modifier: number; harm: readonly Harm[] }> {
  const tables = [modifierTable(battle.book, 'melee.modifiers')];
  const harmAt = harmByModifier(battle.book, 'melee.results', d6.faces);
  const byScore = battle.ruling['meleeWinner'] === 'higher-score';
  const other = otherSide(side);
  const own = battle[side].units[fight.place[side]];
  const enemy = battle[other].units[fight.place[other]];
  return {
    roll: d6,
    side: battle[side].title,
    ...(scope ? { scope: scope(fight, place) } : {}),
    given: (s) => {
      const modifier = s.strike[side];
      return { modifier, harm: harmAt(modifier) };
    },
    apply: (s, { modifier, harm }, face) => {
      const struck = unitAt(s[other], fight.place[other]);
      const kills = Math.min(harm[face - 1].kills, struck.stands - struck.hits);
      struck.hits += kills;
      if (harm[face - 1].disorganises) struck.shaken = true;
      const score = byScore ? within(face + modifier) : 0;
      if (side === 'a') {
        s.strike.kills = kills;
        s.strike.score = score;
        s.step = `melee.${place}.b`;
        return;
      }
      const lead = byScore ? s.strike.score - score : s.strike.kills - kills;
      if (lead !== 0) {
        s[lead > 0 ? 'a' : 'b'].won++;
        s[lead > 0 ? 'b' : 'a'].lost++;
      }
      clearStrike(s);
      s.step = `melee.${place}.next`;
    },
    title: () => `Melee: ${battle[side].title}'s ${own.label} strikes ${enemy.label}`,
    result: (s, { harm }, face) => {
      const struck = unitAt(s[other], fight.place[other]);
      return harmText(harm[face - 1], struck.stands - struck.hits);
    },
    reasons: (_, { modifier }) => ({
      rows: reasonRows(tables, facts),
      near: nearRows(tables, facts),
      total: { label: 'added to the D6', value: modifier },
      reading: 'the score on the results of melee: die and modifiers',
      bounds: boundsOf(battle.book, 'melee.results', d6.faces),
    }),
  };
}

/** The phase is over: losses count, and the phase's casualties and winner are known. */
function count<S extends BattleState>(battle: Battle<S>, s: S, emit: Emit): void {
  const received = { a: 0, b: 0 };
  for (const side of ['a', 'b'] as const) {
    for (let i = 0; i < battle[side].units.length; i++) {
      const unit = unitAt(s[side], i);
      received[side] += suffer(unit, unit.hits, unit.shaken);
      unit.hits = 0;
      unit.shaken = false;
    }
    if (received[side] > 0 && battle.lossesByPhase) emit(`${battle[side].name}.lost.melee`, received[side]);
  }
  s.causedMore = received.a === received.b ? 'none' : received.a > received.b ? 'b' : 'a';
  s.winner = s.a.won === s.b.won ? 'none' : s.a.won > s.b.won ? 'a' : 'b';
}
