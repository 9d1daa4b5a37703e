import type { Stepped } from '../../kit/flow.ts';
import type { EndMeasure } from '../../sim/machine.ts';
import { type Combatant, currentFs, hitsTaken } from './combatant.ts';

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
