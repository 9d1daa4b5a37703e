import { illustrative as set } from '../../../src/rules/pike-shot/cards/illustrative.ts';

/**
 * The charge, read off the sheet a second time as plain recursion over the dice: no steps, no rows, no patterns. It
 * knows the default rulings only. Slow and obvious, so that the machine can be checked against it.
 */
export interface Side {
  readonly card: string;
  readonly formation?: string;
  readonly cohesion: number;
  readonly lost: number;
  readonly order: string;
}
interface Body {
  readonly card: (typeof set.cards)[string];
  readonly melee: number;
  readonly fire: number;
  readonly order: string;
  readonly cohesion: number;
  readonly lost: number;
}
type Odds = Record<string, number>;

const WAVER = [0, 0, 0, 1, 2, 3];
const COMBAT = [0, 0, 0, -1, -2, -3];
const twoDice = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => [n, (6 - Math.abs(n - 7)) / 36] as const);

const body = (s: Side): Body => {
  const card = set.cards[s.card];
  const formation = card.formations[s.formation ?? Object.keys(card.formations)[0]];
  return { card, melee: formation.melee, fire: formation.fire, order: s.order, cohesion: s.cohesion, lost: s.lost };
};
const worse = (b: Body, levels: number): Body => ({ ...b, cohesion: Math.min(5, b.cohesion + levels) });
const fewer = (b: Body, companies: number): Body => ({ ...b, lost: Math.min(b.card.companies, b.lost + companies) });
const dead = (b: Body) => b.lost === b.card.companies;

function waver(b: Body, test: keyof Body['card']['waver'], ferocity: number, roll: number): string {
  const share = b.lost / b.card.companies;
  const total = roll + WAVER[b.cohesion] + (share >= 0.5 ? 2 : share >= 0.25 ? 1 : 0) + ferocity;
  for (const [max, result] of b.card.waver[test]) if (total <= max) return result;
  throw new Error('the row ends');
}

export function chargeOdds(attacker: Side, defender: Side, aspect: 'front' | 'flank' | 'rear'): Odds {
  const odds: Odds = {};
  const end = (id: string, p: number) => {
    odds[id] = (odds[id] ?? 0) + p;
  };
  const deep = attacker.card === 'veteran-reiters' || (attacker.formation ?? 'column') === 'column';
  const a = body(attacker);
  const d = body(defender);
  for (const [roll, p] of twoDice) {
    const result = waver(a, 'toCharge', d.card.ferocity, roll);
    if (result === 'Ch') charged(p);
    else end(result === 'Ro' ? 'attacker-routs' : 'charge-refused', p);
  }
  return odds;

  function charged(p: number) {
    const row = a.card.arm === 'horse' ? 'chargedByHorse' : 'chargedByFoot';
    for (const [roll, q] of twoDice) {
      const result = waver(d, row, a.card.ferocity, roll);
      if (result === 'Ro') end('defender-routs', p * q);
      else if (result === 'Ev') end('evaded', p * q);
      else if (result === '-1') contact(a, worse(d, 1), p * q);
      else if (result === 'Cc') contact(a, worse(d, 1), p * q);
      else if (mayFire()) fired(p * q);
      else contact(a, d, p * q);
    }
  }
  function mayFire(): boolean {
    if (aspect !== 'front' || d.card.shotCompanies === 0 || d.order === 'rally') return false;
    if (d.card.arm === 'foot') return true;
    return d.card.traits.includes('reiter') && d.order === 'defend';
  }
  function fired(p: number) {
    const moved = d.order === 'march' || d.order === 'double' ? -1 : 0;
    const number = 3 + d.fire + COMBAT[d.cohesion] + (deep && a.card.shoot !== null ? 1 : 0) + moved;
    const companies = Math.min(d.card.shotCompanies, d.card.companies - d.lost);
    const row = set.fire.rows.find((r) => companies <= r.maxCompanies)!;
    for (let face = 1; face <= 6; face++) {
      const column = Math.min(6, number + [-2, -1, 0, 0, 1, 2][face - 1]);
      const hit = fewer(worse(a, column < 0 ? 0 : row.cohesionLoss[column]), column < 0 ? 0 : row.casualties[column]);
      if (dead(hit)) end('attacker-destroyed', p / 6);
      else contact(hit, d, p / 6);
    }
  }
  function contact(charger: Body, target: Body, p: number) {
    const x = worse(charger, 1);
    const y = aspect === 'flank' ? { ...target, cohesion: 5 } : target;
    const strong = x.melee + COMBAT[x.cohesion] + (x.card.traits.includes('lance') ? 1 : 0);
    const weak = y.melee + COMBAT[y.cohesion] + (y.card.traits.includes('lance') ? 1 : 0);
    const chargerStronger = aspect === 'rear' || strong >= weak;
    const gap = Math.abs(strong - weak);
    const type = aspect === 'rear' || gap >= 6 ? 'OV' : gap >= 4 ? 'A' : gap >= 2 ? 'US' : 'ES';
    const horseFirst = (chargerStronger ? x : y).card.arm === 'horse';
    for (const [roll, q] of twoDice) {
      const result = set.meleeOutcome.types[type].all!.find(([max]) => roll + (horseFirst ? 1 : 0) <= max)![1];
      const lines = set.casualtyRolls[result]!;
      for (const lx of chargerStronger ? lines.stronger : lines.weaker) {
        for (const ly of chargerStronger ? lines.weaker : lines.stronger) {
          over(worse(fewer(x, lx), 1), worse(fewer(y, ly), 1), result, chargerStronger, (p * q) / 36);
        }
      }
    }
  }
  function over(x: Body, y: Body, result: string, chargerStronger: boolean, p: number) {
    const loserIsCharger = result.startsWith('stronger') === chargerStronger;
    const routs = result.endsWith('routs');
    if (result === 'locked') return tell(x, y, '', false, false, p);
    const what = result.replace(/^(stronger|weaker)-/, '');
    const loser = loserIsCharger ? x : y;
    if (what !== 'broken-into' || dead(loser)) {
      return tell(x, y, what, loserIsCharger, routs, p);
    }
    for (const [roll, q] of twoDice) {
      tell(x, y, what, loserIsCharger, waver(loser, 'disaster', 0, roll) === 'Ro', p * q);
    }
  }
  function tell(x: Body, y: Body, what: string, loserIsCharger: boolean, routs: boolean, p: number) {
    const xOut = dead(x) || (routs && loserIsCharger);
    const yOut = dead(y) || (routs && !loserIsCharger);
    if (xOut && yOut) return end('both-broken', p);
    if (dead(x)) return end('attacker-destroyed', p);
    if (xOut) return end('attacker-routs', p);
    if (dead(y)) return end('defender-destroyed', p);
    if (yOut) return end('defender-routs', p);
    if (what === '') return end('undecided', p);
    if (what === 'gives-ground') return end(loserIsCharger ? 'attacker-driven-back' : 'defender-falls-back', p);
    end(loserIsCharger ? 'attacker-broken-into' : 'defender-broken-into', p);
  }
}
