import { flag, int } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import type { Combatant } from '../live.ts';
import type { FightSpec } from '../melee/fight.ts';
import type { Aspect } from '../melee/fighter.ts';
import { MOST_MOVES_BACK, type VolleyState, volleyFields } from '../volley.ts';
import type { Reaction } from './reactions.ts';

/** The state fields of a charge beside those of its units and its fight. */
export const chargeFields = () => ({
  volley: volleyFields(),
  /** One volley alone was enough to drive the charger back (ruling drivenBack: single-volley). */
  hardVolley: flag(),
  /** Moves to the rear of a charged unit that withdraws. */
  movesBack: int(0, MOST_MOVES_BACK),
  /** The charged unit turned, formed square or redeployed in time. */
  formed: flag(),
});
export interface ChargeState {
  volley: VolleyState;
  hardVolley: boolean;
  movesBack: number;
  formed: boolean;
}

/** What a charge between two units needs to know; `attacker` charges, `defender` is charged. */
export interface ChargeSpec extends FightSpec {
  readonly charge: ChargeState;
  /** How the charged unit reacts: one of the options, or hundredths in their order. Left open when not given. */
  readonly react?: (options: readonly string[]) => string | readonly number[];
  /** Units of the defender's brigade near enough to fire with it, and the side of the charger that they see. */
  readonly supporters: readonly { readonly unit: Combatant; readonly into: Aspect }[];
  /** Distance to the target before the charge, and how far the charger may go. */
  readonly distance: () => number;
  readonly reach: () => number | null;
  readonly movesToContact: () => number;
  /** Hears how far an evader ran that was not caught. */
  readonly ran?: (inches: number) => void;
  /** The formation that a square redeploys into. */
  readonly redeployInto: string;
  /** Is this the opportunity move of charged cavalry? Then its failed test lets the first charge go on here. */
  readonly refused?: string;
  /** Where an opportunity move begins, if one can be made. */
  readonly opportunity?: string;
}

/** Where a charge goes on when the cavalry that should interrupt it fails its test (ruling opportunityFailed). */
export const afterRefusal = (book: Rulebook): 'meet' | 'late-counter' =>
  ruled(book, 'opportunityFailed') === 'counters' ? 'late-counter' : 'meet';

/** The facts of the moment, for tests and for solving. */
export const contactNow = (spec: ChargeSpec, reaction?: Reaction): FactRecord => ({
  phase: 'contact',
  get movesToContact() {
    return spec.movesToContact();
  },
  get gap() {
    return spec.distance();
  },
  get distance() {
    return spec.distance();
  },
  ...(reaction ? { reaction } : {}),
});

/** What an outcome before contact is called: the words of the list take the attacker for the charger. */
export const outcomeWord = (spec: ChargeSpec, what: 'evades' | 'stops-short'): string => {
  if (what === 'evades') return spec.defender.side === 'defender' ? 'evaded' : `${spec.defender.side}-evades`;
  return spec.attacker.side === 'attacker' ? 'stopped-short' : `${spec.attacker.side}-stops-short`;
};
