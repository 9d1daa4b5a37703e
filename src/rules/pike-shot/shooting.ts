import { d6 } from '../../sim/die.ts';
import type { Emit, RollStep } from '../../sim/machine.ts';
import { modifierSum } from '../bound.ts';
import { reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import { orderOf, type Regiment, shotCompaniesLeft } from './regiment.ts';
import { allows, moment, type Rules, says, worthSaying } from './rules.ts';
import type { Stepping } from './waver.ts';
import type { Order, WaverResult } from './words.ts';

/** What one volley does to its target. */
export interface Volley {
  readonly cohesion: number;
  readonly casualties: number;
}
const NOTHING: Volley = { cohesion: 0, casualties: 0 };

export interface Band {
  readonly band: string;
  readonly maxRange: number;
  readonly intensity: number;
}

export const bandsOf = (rules: Rules, r: Regiment): readonly Band[] =>
  r.card.shoot === null ? [] : rules.cards.fire.bands[r.card.shoot];

/** The band of a distance, or of a band's own name; undefined out of range. */
export const bandAt = (bands: readonly Band[], range: number | string): Band | undefined =>
  bands.find((b) => (typeof range === 'string' ? b.band === range : range <= b.maxRange));

/** The band at which a charged regiment fires (ruling chargedFireBand). */
export function chargedBand(rules: Rules, r: Regiment): Band | undefined {
  const bands = bandsOf(rules, r);
  return says(rules, 'chargedFireBand') === 'nearest' ? bands[0] : (bands[1] ?? bands[0]);
}

/** Why a regiment may not fire, as a sentence; undefined when it may (lines 17 to 23). */
export const fireRefusal = (rules: Rules, r: Regiment): string | undefined => refusalOn(rules, r, orderOf(r));

/** The same for any order. */
export function refusalOn(rules: Rules, r: Regiment, order: Order): string | undefined {
  const { card } = r;
  if (card.shoot === null || card.shotCompanies === 0) return `${capital(r.name)} has no shot.`;
  if (!allows(rules, 'orders', 'firing', order)) return `Nobody fires on the order ${capital(order)}.`;
  if (order !== 'march' && order !== 'double') return undefined;
  const traits = r.facts['traits'] as readonly string[];
  const may =
    allows(rules, 'fire.moving', order, card.training) || traits.some((t) => allows(rules, 'fire.moving', order, t));
  if (may) return undefined;
  return order === 'march'
    ? `Marching, only veteran and seasoned regiments, light horse, skirmishing horse and enfants perdus fire; this one is ${card.training}.`
    : 'At the double only light horse, skirmishing horse and enfants perdus fire.';
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lines 23 to 26: who fires at a charger, after its own Waver test gave `result`. */
export function firesWhenCharged(rules: Rules, r: Regiment, result: WaverResult, frontal: boolean): boolean {
  const row = { Ro: 'routs', Ev: 'evades', Cc: 'countercharges', '-1': 'minus-one' }[result as string];
  if (row !== undefined && !allows(rules, 'fire.charged', row, 'fires')) return false;
  if (!frontal && says(rules, 'flankFire') === 'no') return false;
  if (shotCompaniesLeft(rules, r) === 0 || chargedBand(rules, r) === undefined) return false;
  if (orderOf(r) === 'rally' && says(rules, 'rallyingFireIfCharged') === 'no') return false;
  if (r.card.arm === 'horse') {
    const traits = r.facts['traits'] as readonly string[];
    const stationary = orderOf(r) === 'defend' || orderOf(r) === 'rally';
    const kind = (['reiter', 'petronel'] as const).find((t) => traits.includes(t));
    return kind !== undefined
      ? stationary && allows(rules, 'fire.charged', kind, 'fires')
      : allows(rules, 'fire.charged', 'other-horse', 'fires');
  }
  return allows(rules, 'fire.charged', r.card.arm, 'fires');
}

/** Shot companies and a fire number on the fire table; below 0 nothing, past the last column the last (PS-R4). */
export function volley(rules: Rules, companies: number, fireNumber: number): Volley {
  if (fireNumber < 0 || companies === 0) return NOTHING;
  const { rows } = rules.cards.fire;
  const row = rows.find((r) => companies <= r.maxCompanies) ?? rows[rows.length - 1];
  const column = Math.min(fireNumber, row.cohesionLoss.length - 1);
  return { cohesion: row.cohesionLoss[column], casualties: row.casualties[column] };
}

export interface FireSpec<S> {
  readonly self: Regiment;
  readonly enemy: Regiment;
  readonly band: (s: S) => Band;
  readonly after: (s: S, hit: Volley, emit: Emit) => void;
  readonly what: string;
  readonly scope?: string;
}

interface Aimed {
  readonly number: number;
  readonly byFace: readonly Volley[];
}

/** Fire: intensity and modifiers, a D6 of column shift, and the fire table (lines 27 to 31). */
export function fireStep<S extends Stepping>(rules: Rules, spec: FireSpec<S>): RollStep<S, Aimed> {
  const { self, enemy } = spec;
  let band: Band | undefined;
  const now = moment(rules, {
    get band() {
      return band ? [band.band] : [];
    },
  });
  const facts: Facts = { self: self.facts, enemy: enemy.facts, now, ruling: rules.ruling };
  const tables = [rules.fire];
  const sum = modifierSum(tables, facts);
  const { shiftByDie, rows } = rules.cards.fire;
  const aim = (s: S): Aimed => {
    band = spec.band(s);
    const number = band.intensity + sum();
    const companies = shotCompaniesLeft(rules, self);
    return { number, byFace: shiftByDie.map((shift) => volley(rules, companies, number + shift)) };
  };
  return {
    roll: d6,
    side: self.side,
    given: aim,
    apply: (s, aimed, face, emit) => spec.after(s, aimed.byFace[face - 1], emit),
    title: () => `${self.name}: fire${spec.what}`,
    result: (_s, aimed, face) => volleyText(aimed.byFace[face - 1]),
    reasons: (s, aimed) => {
      band = spec.band(s);
      const last = rows[0].cohesionLoss.length - 1;
      return {
        base: { label: `fire intensity of ${self.card.shoot} at ${band.band}`, value: band.intensity },
        rows: reasonRows(tables, facts),
        near: worthSaying(tables, facts),
        total: { label: 'fire number before the shift of the D6', value: aimed.number },
        reading: `${shotCompaniesLeft(rules, self)} shot companies; the D6 shifts by ${shiftByDie.join(', ')}; below 0 no effect, above ${last} as ${last}`,
        bounds: { low: -1 - Math.max(...shiftByDie), high: last - Math.min(...shiftByDie) },
      };
    },
    ...(spec.scope ? { scope: spec.scope } : {}),
  };
}

export function volleyText({ cohesion, casualties }: Volley): string {
  const parts = [
    ...(cohesion > 0 ? [`${cohesion} ${cohesion === 1 ? 'level' : 'levels'} of cohesion lost`] : []),
    ...(casualties > 0 ? [`${casualties} ${casualties === 1 ? 'company' : 'companies'} lost`] : []),
  ];
  return parts.join(', ') || 'no effect';
}
