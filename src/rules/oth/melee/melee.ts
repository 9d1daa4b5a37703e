import { leave, repeat, type Stepped, set, when } from '../../../kit/flow.ts';
import { ruled } from '../../book.ts';
import type { Flows } from '../combatant.ts';
import { closingFlows, winnerFlows } from './aftermath.ts';
import { isOpen } from './bout.ts';
import { type FightSpec, fightOf } from './fight.ts';
import { judgeFlows } from './judge.ts';
import { roundFlows } from './strike.ts';

/**
 * Close combat between two units:
 *
 *   rounds: both strike ─▶ commanders, natural tens ─▶ result ─┬─▶ next round …
 *                                                            └─▶ winner's option ─▶ closing: commanders, buildings
 *
 * `contact` of both units is set before. `bout` tells at the end how many rounds were fought and how it ended.
 */
export function meleeOf(spec: FightSpec): { readonly rounds: Flows; readonly closing: Flows } {
  const fight = fightOf(spec);
  const { bout } = fight;
  const ended = when<Stepped>(() => !isOpen(bout), [leave]);
  const round = [...roundFlows(fight), ...judgeFlows(fight), ...winnerFlows(fight), ended];
  return { rounds: [set(bout, { round: 1 }), repeat(round)], closing: closingFlows(fight) };
}

/** The unit that moves in comes to contact, once its enemy's own contact is known. */
export function comeToContact({ book, attacker, defender }: Pick<FightSpec, 'book' | 'attacker' | 'defender'>): void {
  // Infantry that cavalry counters is not moved, so nothing is due to it for moving in (ruling counteredInfantry).
  const isHeld =
    defender.state.contact === 'countered' &&
    defender.given.arm === 'cavalry' &&
    attacker.given.arm === 'infantry' &&
    ruled(book, 'counteredInfantry') === 'none';
  attacker.state.contact = isHeld ? 'none' : 'moved';
}
