import { describe, expect, it } from 'vitest';
import { syw } from '../../../src/rules/syw/book.ts';
import { examples } from '../../../src/scenarios/examples.ts';
import { loadScenario } from '../../../src/scenarios/files.ts';
import { cellsOf } from '../../../src/scenarios/load.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { compile, reachable } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { exactly, type Loose, machineOf, measureOf, outcomesOf } from './play.ts';

describe('a melee with its sides swapped', () => {
  const mirror: Record<string, string> = {
    undecided: 'undecided',
    'both-broken': 'both-broken',
    'both-retreat': 'both-retreat',
  };
  for (const fate of ['destroyed', 'routs', 'retreats', 'loses']) {
    mirror[`attacker-${fate}`] = `defender-${fate}`;
    mirror[`defender-${fate}`] = `attacker-${fate}`;
  }
  const sides: readonly [Loose, Loose][] = [
    [
      { type: 'heavy-cavalry', stands: 4 },
      { type: 'medium-infantry', stands: 3, formation: 'square' },
    ],
    [
      { type: 'riflemen', stands: 2 },
      { type: 'light-cavalry', stands: 4, morale: 'poor' },
    ],
    [
      {
        type: 'militia',
        stands: 6,
        orders: 'reserve',
        others: [{ type: 'heavy-infantry', stands: 3, disordered: true }],
      },
      { type: 'medium-infantry', stands: 4, orders: 'retreat', others: [{ type: 'militia', stands: 2 }] },
    ],
  ];
  it.each(sides)('mirrors its outcomes', (one, other) => {
    const fight = (attacker: Loose, defender: Loose) =>
      outcomesOf(
        exactly('melee', {
          attacker: { orders: 'stand', ...attacker },
          defender: { orders: 'stand', ...defender },
          charged: false,
          testAfter: true,
        }),
      );
    const there = fight(one, other);
    const back = fight(other, one);
    expect(Object.keys(there).length).toBeGreaterThan(2);
    for (const [id, p] of Object.entries(there)) expect(back[mirror[id]] ?? 0, id).toBeCloseTo(p, 12);
  });
});

describe('every figure', () => {
  it('reaches the procedures: a changed row changes the shot', () => {
    const situation = {
      firer: { type: 'medium-infantry', stands: 4 },
      target: { type: 'militia', stands: 4 },
      distance: 5,
    };
    const table = syw.tables['fire.modifiers'];
    if (table.kind !== 'modifiers') throw new Error('no modifiers');
    const rows = table.rows.map((r) => (r.id === 'first-shot' ? { ...r, value: -4 } : r));
    const changed = { ...syw, tables: { ...syw.tables, 'fire.modifiers': { ...table, rows } } };
    expect(outcomesOf(exact(compile(machineOf('fire', situation, {}, changed))))).toEqual({
      'no-effect': expect.closeTo(3 / 6, 12),
      'target-disordered': expect.closeTo(1 / 6, 12),
      'target-hit': expect.closeTo(2 / 6, 12),
    });
  });
});

describe('several units in one fight', () => {
  it('throw one die each, and count melees won and lost', () => {
    const foot = { type: 'medium-infantry', stands: 2 };
    const tally = exactly('melee', {
      attacker: { ...foot, others: [foot] },
      defender: { ...foot, others: [foot] },
    });
    // Each unit: +1 for its second stand: nothing on 1 2 3, one on 4 5, two on 6. Two fights, four dice.
    const kills = [3 / 6, 2 / 6, 1 / 6];
    const lost = Object.entries(measureOf(tally, 'defender.lost')).reduce((sum, [n, p]) => sum + Number(n) * p, 0);
    expect(lost).toBeCloseTo(2 * (kills[1] + 2 * kills[2]), 12);
    const bothDead = outcomesOf(tally)['both-broken'];
    expect(bothDead).toBeCloseTo((1 / 6) ** 4, 12);
  });

  it('a unit beset by two enemies fights both, and its losses add up', () => {
    const tally = exactly('melee', {
      attacker: { type: 'medium-infantry', stands: 1, others: [{ type: 'medium-infantry', stands: 1 }] },
      defender: { type: 'medium-infantry', stands: 2 },
      fights: [
        { attacker: 1, defender: 1, defenderContact: 1 },
        { attacker: 2, defender: 1, defenderContact: 1, aspect: 'flank' },
      ],
    });
    // Front: 5 6 kill one. Flank: +1: 4 5 one, 6 two. Two stands go when the sum is two or more.
    const gone = (4 / 6) * (1 / 6) + (2 / 6) * (3 / 6);
    const p = outcomesOf(tally);
    expect((p['defender-destroyed'] ?? 0) + (p['both-broken'] ?? 0)).toBeCloseTo(gone, 12);
  });
});

it('units without stands are all alike: nothing is remembered of them', () => {
  const group = { type: 'medium-infantry', stands: 1, others: [{ type: 'medium-infantry', stands: 1 }] };
  const machine = machineOf('melee', { attacker: group, defender: group, testAfter: true });
  const gone = new Set<string>();
  reachable(machine, (s) => {
    for (const group of Object.values(s as Record<string, { units?: Record<string, { stands: number }> }>))
      for (const unit of Object.values(group.units ?? {})) if (unit.stands === 0) gone.add(JSON.stringify(unit));
  });
  expect(gone.size).toBe(1);
});

describe('looks that are seen', () => {
  const foot = { type: 'medium-infantry', stands: 3 };
  const others = [{ type: 'heavy-infantry', stands: 2 }];
  it.each([
    ['fire', { firer: { type: 'light-infantry', stands: 6 }, target: foot, distance: 8 }],
    ['melee', { attacker: { ...foot, others }, defender: { ...foot, others }, testAfter: true }],
    ['charge', { attacker: { type: 'heavy-cavalry', stands: 4, general: 10 }, defender: { ...foot, others } }],
    ['rally', { tester: { ...foot, startingStands: 4, general: 15 }, attempts: 4 }],
  ] as const)('spare no state of a %s anything', (kind, situation) => {
    const machine = machineOf(kind, situation);
    expect(machine.layout.reads).toBeDefined();
    const [seen, every] = [compile(machine), compile(machine, { everyFace: true })];
    expect([seen.states, seen.nodes]).toEqual([every.states, every.nodes]);
    expect(exact(seen).ends).toEqual(exact(every).ends);
  });
});

describe('the built-in scenarios', () => {
  const names = [...examples().values()].filter((e) => e.family === 'syw').map((e) => e.name);
  it('are there', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'musket-exchange',
        'cavalry-v-line-or-square',
        'militia-charged',
        'battery-charged',
        'lines-engage',
      ]),
    );
  });

  it.each(names)('%s plays in all its cells, and explains every roll', async (name) => {
    const loaded = await loadScenario(name);
    for (const cell of cellsOf(loaded)) {
      const { machine } = prepareCell(loaded, cell).built;
      // Large engagements are played to the end elsewhere; here their first turn will do.
      if (loaded.encounter === 'engagement' && cell.some((o) => o.value === 'charge-home')) continue;
      const total = exact(compile(machine)).ends.reduce((sum, e) => sum + e.weight, 0);
      expect(total).toBeCloseTo(1, 12);
      let told = 0;
      reachable(machine, (s, _, roll) => {
        if (told++ > 40) return;
        const against = roll.against?.(s);
        expect(roll.title(s)).not.toBe('');
        const die = typeof roll.roll === 'function' ? roll.roll(s) : roll.roll;
        for (const face of die.faces) expect(roll.result(s, against, face)).not.toBe('');
        const reasons = roll.reasons?.(s, against);
        if (!reasons) {
          expect(roll.title(s)).toMatch(/general/);
          return;
        }
        const sum = (reasons.base?.value ?? 0) + reasons.rows.reduce((t, r) => t + r.value, 0);
        expect(sum).toBe(reasons.total?.value);
      });
    }
  });
});
