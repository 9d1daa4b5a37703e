import { int, oneOf } from '../../sim/state.ts';
import type { Regiment } from './regiment.ts';
import { type Rules, says } from './rules.ts';
import { type EnemiesColumn, MELEE_RESULTS, type MeleeResult } from './words.ts';

/** How a charge or a melee came to its end; the two regiments' status tells the rest. */
const ENDINGS = [
  'open',
  'refused',
  'evaded',
  'fled',
  'shot-away',
  'locked',
  'charger-gives-ground',
  'charger-broken-into',
  'charger-routs',
  'target-gives-ground',
  'target-broken-into',
  'target-routs',
] as const;
export type Ending = (typeof ENDINGS)[number];
/** Endings of a charge that never came to a fight. */
export const WITHOUT_CONTACT: readonly Ending[] = ['refused', 'evaded', 'fled', 'shot-away'];
export type Party = 'charger' | 'target';

/** How far a fight has come; all at its first value when none is going on, but for `ended`. */
export interface FightState {
  stronger: Party | 'neither';
  result: MeleeResult | 'none';
  round: number;
  ended: Ending;
}
export const fightSpec = (rounds: number) => ({
  stronger: oneOf('neither', 'charger', 'target'),
  result: oneOf('none', ...MELEE_RESULTS),
  round: int(1, rounds),
  ended: oneOf(...ENDINGS),
});

/** Equal strengths: the ruling, or the card set where the ruling is left alone (PS-R10). */
export function tie(rules: Rules): Party | 'neither' {
  const r = rules.book.rulings['tieStronger'];
  const word = r.value === r.default ? (rules.cards.meleeType.tieStronger ?? r.value) : r.value;
  return word === 'charged' ? 'target' : word === 'neither' ? 'neither' : 'charger';
}

export function typeOf(rules: Rules, [a, b]: readonly [number, number]): string {
  const { byDifference, matrix } = rules.cards.meleeType;
  if (byDifference) return byDifference.findLast((d) => Math.abs(a - b) >= d.min)!.type;
  const { from, cells } = matrix!;
  const place = (strength: number) => Math.min(cells.length - 1, Math.max(0, strength - from));
  return cells[place(Math.max(a, b))][place(Math.min(a, b))];
}

/** Guns count as infantry; the stronger side first, or the charger (PS-R21). */
export function columnOf(charger: Regiment, target: Regiment, stronger: Party | 'neither'): EnemiesColumn {
  const word = (r: Regiment) => (r.card.arm === 'horse' ? 'cav' : 'inf');
  const targetFirst = stronger === 'target' && says(charger.rules, 'enemiesColumn') === 'stronger-first';
  return targetFirst ? `${word(target)}-${word(charger)}` : `${word(charger)}-${word(target)}`;
}

type Consequence = 'locked' | 'gives-ground' | 'broken-into' | 'routs';

/** Whom the result concerns. Where neither is stronger nobody moves. */
export function consequence(fight: FightState): readonly [Party, Consequence] {
  const { result, stronger } = fight;
  if (result === 'locked' || result === 'none' || stronger === 'neither') return ['target', 'locked'];
  const weaker = stronger === 'charger' ? 'target' : 'charger';
  const [which, what] = MEANING[result];
  return [which === 'stronger' ? stronger : weaker, what];
}

const MEANING: Readonly<Record<Exclude<MeleeResult, 'locked'>, readonly ['stronger' | 'weaker', Consequence]>> = {
  'stronger-routs': ['stronger', 'routs'],
  'stronger-broken-into': ['stronger', 'broken-into'],
  'stronger-gives-ground': ['stronger', 'gives-ground'],
  'weaker-gives-ground': ['weaker', 'gives-ground'],
  'weaker-broken-into': ['weaker', 'broken-into'],
  'weaker-routs': ['weaker', 'routs'],
};

export const strongerText = (p: Party | 'neither') => (p === 'neither' ? 'neither stronger' : `the ${p} stronger`);
export const companiesText = (n: number) => (n === 0 ? 'none' : `${n} ${n === 1 ? 'company' : 'companies'} lost`);

export function resultText(
  result: MeleeResult,
  stronger: Party | 'neither',
  charger: Regiment,
  target: Regiment,
): string {
  const [who, what] = consequence({ result, stronger, round: 1, ended: 'open' });
  const name = (who === 'charger' ? charger : target).name;
  const words = { locked: 'locked', 'gives-ground': 'gives ground', 'broken-into': 'is broken into', routs: 'routs' };
  return what === 'locked' ? 'locked' : `${name} ${words[what]}`;
}
