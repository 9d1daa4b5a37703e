/**
 * The fight as one would write it without a second thought: objects, Math.random, a Map for the tally. What the sampling
 * engine is measured against at the other end.
 */
export interface FightFigures {
  readonly fsA: number;
  readonly fsB: number;
  readonly contact: number;
  readonly wonLast: number;
  /** hits[score][face]. */
  readonly hits: readonly (readonly number[])[];
}

class Unit {
  fs: number;
  wonLast = false;
  constructor(fs: number) {
    this.fs = fs;
  }
}

class Fight {
  private readonly attacker: Unit;
  private readonly defender: Unit;
  private readonly figures: FightFigures;
  constructor(figures: FightFigures) {
    this.figures = figures;
    this.attacker = new Unit(figures.fsA);
    this.defender = new Unit(figures.fsB);
  }

  private rollDie(): number {
    return Math.floor(Math.random() * 10) + 1;
  }

  private strike(unit: Unit, bonuses: number[]): number {
    const score = unit.fs + bonuses.reduce((sum, n) => sum + n, 0);
    return this.figures.hits[Math.max(0, Math.min(10, score))][this.rollDie()];
  }

  resolve(): { outcome: string; hitsA: number; hitsB: number; rounds: number } {
    const { attacker, defender, figures } = this;
    let outcome = 'undecided';
    let round = 1;
    for (; round <= 3; round++) {
      const bonuses = [round === 1 ? figures.contact : 0, attacker.wonLast ? figures.wonLast : 0];
      let onDefender = this.strike(attacker, bonuses);
      let onAttacker = this.strike(defender, [defender.wonLast ? figures.wonLast : 0]);
      const margin = onDefender - onAttacker;
      if (onDefender === 0 && onAttacker === 0) {
        onDefender = 1;
        onAttacker = 1;
      }
      attacker.fs = Math.max(0, attacker.fs - onAttacker);
      defender.fs = Math.max(0, defender.fs - onDefender);
      attacker.wonLast = margin > 0;
      defender.wonLast = margin < 0;
      if (attacker.fs === 0 || defender.fs === 0) {
        outcome = attacker.fs > 0 ? 'defender-broken' : defender.fs > 0 ? 'attacker-broken' : 'both-broken';
        break;
      }
      if (Math.abs(margin) >= 2) {
        outcome = margin > 0 ? 'defender-retreats' : 'attacker-retreats';
        break;
      }
    }
    return {
      outcome,
      hitsA: figures.fsA - attacker.fs,
      hitsB: figures.fsB - defender.fs,
      rounds: Math.min(3, round),
    };
  }
}

/** Plays `trials` fights and counts them by how they ended. */
export function idiomatic(figures: FightFigures, trials: number): Map<string, number> {
  const tally = new Map<string, number>();
  for (let i = 0; i < trials; i++) {
    const { outcome, hitsA, hitsB, rounds } = new Fight(figures).resolve();
    const key = `${outcome} ${hitsA} ${hitsB} ${rounds}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  return tally;
}
