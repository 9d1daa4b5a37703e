import { type Flow, roll, type Stepped } from '../../kit/flow.ts';
import { d6 } from '../../sim/die.ts';
import type { Emit } from '../../sim/machine.ts';
import { capital } from '../../words/names.ts';
import { cellTable } from '../book.ts';
import { factsFor, loseCohesion, loseCompanies, type Regiment, shotCompaniesLeft } from './regiment.ts';
import { allows, moment, onOrder, type Rules, rowsFor, says } from './rules.ts';
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

export const bandsOf = ({ rules, card }: Regiment): readonly Band[] =>
  card.shoot === null ? [] : rules.cards.fire.bands[card.shoot];

/** The band of a distance, or of a band's own name; undefined out of range. */
export const bandAt = (bands: readonly Band[], range: number | string): Band | undefined =>
  bands.find((b) => (typeof range === 'string' ? b.band === range : range <= b.maxRange));

/** The band at which a charged regiment fires (ruling chargedFireBand). */
export function chargedBand(r: Regiment): Band | undefined {
  const bands = bandsOf(r);
  return says(r.rules, 'chargedFireBand') === 'nearest' ? bands[0] : (bands[1] ?? bands[0]);
}

/** Why a regiment may not fire on an order, as a sentence; undefined when it may (lines 17 to 23). */
export function fireRefusal({ rules, card, name, traits }: Regiment, order: Order): string | undefined {
  if (card.shoot === null || card.shotCompanies === 0) return `${capital(name)} has no shot.`;
  if (!onOrder(rules, 'firing', order)) return `Nobody fires on the order ${capital(order)}.`;
  if (order !== 'march' && order !== 'double') return undefined;
  const words = cellTable(rules.book, 'fire.moving').columns.filter((c) => c === card.training || traits.includes(c));
  if (words.some((word) => allows(rules, 'fire.moving', order, word))) return undefined;
  return order === 'march'
    ? `Marching, only veteran and seasoned regiments, light horse, skirmishing horse and enfants perdus fire; this one is ${card.training}.`
    : 'At the double only light horse, skirmishing horse and enfants perdus fire.';
}

/** Lines 23 to 26: who fires at a charger, after its own Waver test has made it stand. */
export function firesWhenCharged(r: Regiment, result: Extract<WaverResult, 'St' | '-1'>, isFrontal: boolean): boolean {
  const { rules, card } = r;
  const fires = (row: string) => allows(rules, 'fire.charged', row, 'fires');
  if (result === '-1' && !fires('minus-one')) return false;
  if (!isFrontal && says(rules, 'flankFire') === 'no') return false;
  if (shotCompaniesLeft(r) === 0 || chargedBand(r) === undefined) return false;
  if (r.order() === 'rally' && says(rules, 'rallyingFireIfCharged') === 'no') return false;
  if (card.arm !== 'horse') return fires(card.arm);
  const kind = (['reiter', 'petronel'] as const).find((t) => r.traits.includes(t));
  const isStationary = r.order() === 'defend' || r.order() === 'rally';
  return kind === undefined ? fires('other-horse') : isStationary && fires(kind);
}

/** Shot companies and a fire number on the fire table; below 0 nothing, past the last column the last (PS-R4). */
function volleyAt(rules: Rules, companies: number, fireNumber: number): Volley {
  if (fireNumber < 0 || companies === 0) return NOTHING;
  const { rows } = rules.cards.fire;
  // The table goes as far as any card: the check of card sets says so.
  const row = rows.find((r) => companies <= r.maxCompanies)!;
  const column = Math.min(fireNumber, row.cohesionLoss.length - 1);
  return { cohesion: row.cohesionLoss[column], casualties: row.casualties[column] };
}

export interface FireOptions {
  readonly firer: Regiment;
  readonly target: Regiment;
  readonly band: () => Band;
  /** For its title: what it fires at. */
  readonly what?: string;
  /** What the volley does; takes levels and companies from the target unless said. */
  readonly then?: (volley: Volley, emit: Emit) => void;
}

/** Fire: intensity and modifiers, a D6 of column shift, and the fire table (lines 27 to 31). */
export function fire({ firer, target, band, what = '', then }: FireOptions): Flow<Stepped> {
  const { rules } = firer;
  const { shiftByDie, rows: table } = rules.cards.fire;
  const last = table[0].cohesionLoss.length - 1;
  const rows = rowsFor([rules.fire], factsFor(firer, target, moment(rules, {}, { band: () => [band().band] })));
  return roll({
    roll: d6,
    side: firer.side,
    against: () => {
      const number = band().intensity + rows.sum();
      const companies = shotCompaniesLeft(firer);
      return { number, byFace: shiftByDie.map((shift) => volleyAt(rules, companies, number + shift)) };
    },
    apply: (_, { byFace }, face, emit) => (then ?? ((volley) => hit(target, volley)))(byFace[face - 1], emit),
    title: () => `${firer.name}: fire${what}`,
    result: (_, { byFace }, face) => volleyText(byFace[face - 1]),
    reasons: (_, { number }) => ({
      base: { label: `fire intensity of ${firer.card.shoot} at ${band().band}`, value: band().intensity },
      ...rows.why(),
      total: { label: 'fire number before the shift of the D6', value: number },
      reading: `${shotCompaniesLeft(firer)} shot companies; the D6 shifts by ${shiftByDie.join(', ')}; below 0 no effect, above ${last} as ${last}`,
      bounds: { low: -1 - Math.max(...shiftByDie), high: last - Math.min(...shiftByDie) },
    }),
  });
}

export function hit(target: Regiment, { cohesion, casualties }: Volley): void {
  loseCohesion(target, cohesion);
  loseCompanies(target, casualties);
}

function volleyText({ cohesion, casualties }: Volley): string {
  const parts = [
    ...(cohesion > 0 ? [`${cohesion} ${cohesion === 1 ? 'level' : 'levels'} of cohesion lost`] : []),
    ...(casualties > 0 ? [`${casualties} ${casualties === 1 ? 'company' : 'companies'} lost`] : []),
  ];
  return parts.join(', ') || 'no effect';
}
