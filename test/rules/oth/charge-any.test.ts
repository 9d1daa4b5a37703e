import { describe, expect, test } from 'vitest';
import type { Rulebook, RulingValue } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { REACTIONS } from '../../../src/rules/oth/charge/reactions.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { type Arm, FORMATIONS_OF } from '../../../src/rules/oth/words.ts';
import { compile, reachable } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { ruledBy } from './odds.ts';

/** Situations and rulings drawn at random (the same every time): whatever the sheet allows must play to the end. */
function dealer(seed: number) {
  let x = seed >>> 0;
  const below = (n: number) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const chance = (percent: number) => below(100) < percent;
  return { below, pick, chance };
}
type Dealer = ReturnType<typeof dealer>;

function unit({ below, pick, chance }: Dealer, arms: readonly Arm[]) {
  const arm = pick(arms);
  const fs = 3 + below(6);
  return {
    arm,
    formation: pick(FORMATIONS_OF[arm]),
    fs,
    hits: chance(30) ? below(fs - 1) : 0,
    training: pick(['regular', 'regular', 'militia', 'irregular']),
    impetuous: chance(20),
    elite: chance(20),
    lancer: chance(20),
    cavalryType: pick(['light', 'heavy', 'cuirassier']),
    secureFlanks: chance(30),
    higher: chance(20),
    combatSupport: below(3),
    moraleSupport: chance(40),
    cannotReform: chance(20),
    friendlySquareNear: chance(50),
    ...(chance(30) ? { commander: { attached: chance(60), control: below(6), inspiration: below(3) } } : {}),
  };
}
function rulings({ pick, chance }: Dealer, book: Rulebook): Record<string, RulingValue> {
  const set: Record<string, RulingValue> = {};
  for (const r of Object.values(book.rulings)) {
    const words = r.allowed.words ?? [];
    if (words.length > 1 && chance(25)) set[r.key] = pick(words);
  }
  return set;
}

const CASES = 30;
describe.each([
  ['oth2', oth2],
  ['oth-half', othHalf],
] as const)('%s', (_id, printed) => {
  test.each(['melee', 'charge'] as const)(
    'any %s that the sheet allows plays to an end and explains itself',
    (kind) => {
      const deal = dealer(kind === 'melee' ? 11 : 12);
      const def = oth.encounters[kind]!;
      let played = 0;
      for (let tries = 0; played < CASES && tries < 2000; tries++) {
        const book = ruledBy(printed, rulings(deal, printed));
        const place = deal.pick([
          'open',
          'open',
          'obstacle',
          'light-fieldworks',
          'heavy-fieldworks',
          'bua-wooden',
          'bua-fortified',
        ]);
        const defender = {
          ...unit(deal, ['infantry', 'infantry', 'cavalry', 'artillery']),
          aspect: deal.pick(['front', 'front', 'flank', 'rear']),
          place,
          ...(kind === 'charge' ? { reaction: deal.pick(REACTIONS) } : {}),
          ...(kind === 'charge' && deal.chance(20) ? { supportingFire: [{ fs: 5, into: 'flank' }] } : {}),
        };
        const parsed = def.schema(book).safeParse({ attacker: unit(deal, ['infantry', 'cavalry']), defender });
        expect(parsed.error).toBeUndefined();
        if (def.check(parsed.data, book).length > 0) continue;
        played++;
        expectSound(def.build(parsed.data, book).machine, book, parsed.data as { attacker: Given; defender: Given });
      }
      expect(played).toBe(CASES);
    },
  );
});

interface Given {
  readonly fs: number;
  readonly hits: number;
}
function expectSound(
  machine: Parameters<typeof compile>[0],
  book: Rulebook,
  given: { attacker: Given; defender: Given },
): void {
  const tally = exact(compile(machine));
  for (const side of ['attacker', 'defender'] as const) {
    const { fs, hits } = given[side];
    const at = (id: string) => tally.measures.findIndex((m) => m.id === `${side}.${id}`);
    for (const end of tally.ends) {
      // A winner may rally a hit that it brought along.
      expect(end.values[at('hits')]).toBeGreaterThanOrEqual(-Math.min(1, hits));
      expect(end.values[at('hits')]).toBeLessThanOrEqual(fs - hits);
      expect(end.values[at('fs')]).toBeLessThanOrEqual(fs);
    }
  }
  const adds =
    book.rulings['percentOrder'].value === 'before-modifiers' && book.rulings['faceCap'].value === 'before-modifiers';
  const seen = new Set<string>();
  reachable(machine, (s, name, step) => {
    if (seen.has(name)) return;
    seen.add(name);
    const against = step.against?.(s);
    expect(step.title(s)).toMatch(/\S/);
    expect(step.result(s, against, 5)).toMatch(/\S/);
    const reasons = step.reasons?.(s, against);
    expect(reasons, name).toBeDefined();
    if (adds && reasons?.base && reasons.total) {
      const sum = reasons.rows.reduce((a, r) => a + r.value, reasons.base.value);
      expect(reasons.total.value, name).toBe(sum);
    }
  });
}
