import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { reachable } from '../../../src/sim/compile.ts';
import type { RollStep } from '../../../src/sim/machine.ts';
import { machineOf } from './agreement.ts';
import { ruledBy } from './odds.ts';

/** Is it the roll of a unit that strikes in this round? */
const isStrike = <S>(s: S, { title }: RollStep<S>, round: number): boolean =>
  title(s).startsWith(`Round ${round}: `) && / strikes?$/.test(title(s));

/** Both combat scores of the first round, for two units of FS 8 that differ only in what is said. */
function scores(book: Rulebook, attacker: object, defender: object): [number, number] {
  const machine = machineOf(ruledBy(book, { maxRounds: 1 }), 'melee', {
    attacker: { fs: 8, ...attacker },
    defender: { fs: 8, ...defender },
  });
  const found: Record<string, number> = {};
  reachable(machine, (s, _name, step) => {
    const { side = '' } = step;
    if (!(side in found) && isStrike(s, step, 1)) found[side] = (step.against!(s) as { score: number }).score;
  });
  return [found['attacker'], found['defender']];
}

const column = { formation: 'attack-column' };
const companies = { formation: 'column-of-companies' };
const open = { formation: 'open-order' };
const skirmish = { formation: 'skirmish' };
const square = { formation: 'square' };
const hasty = { formation: 'emergency-square' };
const closed = { formation: 'closed-column' };
const secure = { secureFlanks: true };
const horse = { arm: 'cavalry', cavalryType: 'heavy' };
const guns = { arm: 'artillery' };
const brigadier = (control: number, inspiration: number) => ({ commander: { attached: true, control, inspiration } });

type Row = readonly [name: string, attacker: object, defender: object, scores: readonly [number, number]];

const oth2Rows: readonly Row[] = [
  ['moving in + 1', {}, {}, [9, 8]],
  ['attack column + 2 more', column, {}, [11, 8]],
  ['flank + 4 / - 2', {}, { aspect: 'flank' }, [13, 6]],
  ['rear + 6 / - 4', {}, { aspect: 'rear' }, [15, 4]],
  ['an evader + 3 / - 4', {}, { evaded: true }, [12, 4]],
  ['obstacle - 2 / + 2', {}, { place: 'obstacle' }, [7, 10]],
  ['light works - 2 / + 2', {}, { place: 'light-fieldworks' }, [7, 10]],
  ['woods of the defender - 2 / + 2', {}, { woods: 'woods' }, [7, 10]],
  ['heavy works - 5 / + 5', {}, { place: 'heavy-fieldworks' }, [4, 13]],
  ['wooden houses - 2, 3 + 2', {}, { place: 'bua-wooden' }, [7, 5]],
  ['wood and brick - 4, 3 + 4', {}, { place: 'bua-wood-and-brick' }, [5, 7]],
  ['stone - 6, 3 + 6', {}, { place: 'bua-substantial' }, [3, 9]],
  ['fortified - 8, 3 + 8', {}, { place: 'bua-fortified' }, [1, 11]],
  ['both in woods - 3, skirmishers - 1 and 25%', { woods: 'woods' }, { ...skirmish, woods: 'woods' }, [8, -1]],
  ['both in dense woods - 4', { woods: 'dense' }, { woods: 'dense' }, [5, 4]],
  ['higher + 1', { higher: true }, {}, [10, 8]],
  ['inspiration', brigadier(2, 2), brigadier(5, 1), [11, 9]],
  ['impetuous + 1 for the attacker only', { impetuous: true }, { impetuous: true }, [10, 8]],
  ['support + 1 for one, + 2 for more', { combatSupport: 1 }, { combatSupport: 3 }, [10, 10]],
  ['line at a square + 3 / - 3', {}, square, [12, 5]],
  ['companies at a square 25%, 0 / - 3', companies, square, [3, 5]],
  ['line at a closed column + 3 / - 3', {}, closed, [12, 5]],
  ['line at open order + 1 / - 1', {}, open, [10, 1]],
  ['line at skirmishers + 2 / - 2', {}, skirmish, [11, 0]],
  ['skirmishers at a line 25%, - 2 / + 2', skirmish, {}, [1, 10]],
  ['march column counts as 1', {}, { formation: 'march-column' }, [9, 1]],
  ['infantry at cavalry - 6 / + 6', {}, horse, [3, 14]],
  ['infantry with secure flanks at cavalry + 3 / - 2', secure, horse, [12, 6]],
  ['light cavalry + 3 + 6 / - 6', { ...horse, cavalryType: 'light' }, {}, [17, 2]],
  ['heavy cavalry + 4 + 6', horse, {}, [18, 2]],
  ['cuirassiers + 5 + 6', { ...horse, cavalryType: 'cuirassier' }, {}, [19, 2]],
  ['cavalry at secure flanks + 4 - 2 / + 3', horse, secure, [10, 11]],
  ['cavalry at a closed column - 5 / + 3, no charge', horse, closed, [3, 11]],
  ['cavalry at an emergency square - 5 / + 3, no charge', horse, hasty, [3, 11]],
  ['cavalry at skirmishers in square - 3 / + 3', horse, { ...hasty, skirmishUnit: true }, [5, 11]],
  ['cavalry at an obstacle: no charge', horse, { ...horse, place: 'obstacle' }, [8, 8]],
  ['cavalry charged by cavalry', horse, horse, [12, 8]],
  ['cavalry that counters + 4', horse, { ...horse, countering: true }, [12, 12]],
  ['lancers + 1 on either side', { ...horse, lancer: true }, { ...horse, lancer: true }, [13, 9]],
  ['impetuous cavalry + 1', { ...horse, impetuous: true }, horse, [13, 8]],
  ['cavalry in a flank + 4 / - 2', horse, { ...horse, aspect: 'flank' }, [16, 6]],
  ['cavalry on evading cavalry + 3 / - 4', horse, { ...horse, evaded: true }, [15, 4]],
  ['cavalry on evading skirmishers: no + 3', horse, { ...skirmish, evaded: true }, [18, -8]],
  ['regulars at irregular cavalry + 1', horse, { ...horse, training: 'irregular' }, [13, 8]],
  ['cavalry at open order + 2 / 50% - 1', horse, { ...horse, ...open }, [14, 3]],
  [
    'deep formation 50% at irregular skirmishers + 4 + 1 / 50% - 2',
    { ...horse, formation: 'deep-formation' },
    { ...horse, ...skirmish, training: 'irregular' },
    [13, 2],
  ],
  ['cavalry in companies 25%', { ...horse, ...companies }, horse, [6, 8]],
  ['guns - 4', {}, guns, [9, 4]],
  ['cavalry at guns charges', horse, guns, [12, 4]],
  ['guns in flank - 2', {}, { ...guns, aspect: 'flank' }, [13, 2]],
  ['guns behind an obstacle + 2', {}, { ...guns, place: 'obstacle' }, [7, 6]],
  ['guns in heavy works + 4', {}, { ...guns, place: 'heavy-fieldworks' }, [4, 8]],
  ['guns higher, supported and led', {}, { ...guns, higher: true, combatSupport: 2, ...brigadier(3, 1) }, [9, 8]],
  ['limbered guns count as 1', {}, { ...guns, formation: 'limbered' }, [9, -3]],
];

const halfRows: readonly Row[] = [
  ['moving in + 1', {}, {}, [9, 8]],
  ['French + 2', { french: true }, {}, [10, 8]],
  ['countering + 1, French + 2', {}, { countering: true, french: true }, [9, 10]],
  ['flank + 1 / - 1', {}, { aspect: 'flank' }, [10, 7]],
  ['rear + 3 / - 3', {}, { aspect: 'rear' }, [12, 5]],
  ['obstacle - 2 / + 2', {}, { place: 'obstacle' }, [7, 10]],
  ['wooden houses - 2, 3 + 2', {}, { place: 'bua-wooden' }, [7, 5]],
  ['wood and brick - 4, 3 + 4', {}, { place: 'bua-wood-and-brick' }, [5, 7]],
  ['stone - 6, 3 + 6', {}, { place: 'bua-substantial' }, [3, 9]],
  ['fortified - 8, 3 + 8', {}, { place: 'bua-fortified' }, [1, 11]],
  ['an evader - 4, nothing for the attacker', {}, { evaded: true }, [9, 4]],
  ['skirmishers at a line 25% - 2', skirmish, {}, [1, 8]],
  ['open order at a line 25% - 1', open, {}, [2, 8]],
  ['open order at skirmishers', open, skirmish, [3, 0]],
  ['march column 1 - 8', {}, { formation: 'march-column' }, [9, -7]],
  ['line at a square + 3 / - 6', {}, square, [12, 2]],
  ['skirmishers at a square - 2 + 3 / 0', skirmish, square, [4, 8]],
  ['skirmishers both in woods - 1', { ...skirmish, woods: 'woods' }, { ...skirmish, woods: 'woods' }, [2, 1]],
  ['support + 1, + 2', { combatSupport: 1 }, { combatSupport: 2 }, [10, 10]],
  ['higher + 1', { higher: true }, {}, [10, 8]],
  ['militia - 1', { training: 'militia' }, { training: 'militia' }, [8, 7]],
  ['control 1 is - 1, control 4 + 2', brigadier(1, 3), brigadier(4, 0), [8, 10]],
  ['control 2 is 0, control 5 + 3', brigadier(2, 3), brigadier(5, 0), [9, 11]],
  ['heavy cavalry + 4 + 3 / - 6', horse, {}, [15, 2]],
  ['cavalry at a square - 6 / + 6, no charge', horse, square, [2, 14]],
  ['cavalry at an emergency square - 6 / + 6, no charge', horse, hasty, [2, 14]],
  ['infantry at cavalry - 6 / + 3', {}, horse, [3, 11]],
  ['cavalry in a flank: only - 1', horse, { ...horse, aspect: 'flank' }, [12, 7]],
  ['lancers + 1', { ...horse, lancer: true }, horse, [13, 8]],
  ['militia cavalry - 1', { ...horse, training: 'militia' }, horse, [11, 8]],
  ['cavalry in march column 1 + 4 - 6', { ...horse, formation: 'march-column' }, horse, [-1, 8]],
  ['column of squadrons 50%', { ...horse, formation: 'column-of-squadrons' }, horse, [8, 8]],
  ['cavalry at works: no charge', horse, { ...horse, place: 'light-fieldworks' }, [8, 8]],
  ['infantry at guns + 4 / - 4', {}, guns, [13, 4]],
  ['cavalry at guns + 4 + 4 / - 4', horse, guns, [16, 4]],
  ['guns with a brigadier of control 3', {}, { ...guns, ...brigadier(3, 0) }, [13, 5]],
];

describe.each([
  ['oth2', oth2, oth2Rows],
  ['oth-half', othHalf, halfRows],
] as const)('%s combat scores', (_id, book, rows) => {
  test.each(rows)('%s', (_name, attacker, defender, wanted) => {
    expect(scores(book, attacker, defender)).toEqual(wanted);
  });
});

interface View {
  readonly attacker: { readonly hits: number };
  readonly defender: { readonly hits: number; readonly leftPlace: boolean; readonly aspect: string };
}

describe('following up', () => {
  const book = ruledBy(oth2, { winnerPolicy: 'follow-up', maxRounds: 2 });
  const pursued = (defender: object, see: (s: View, score: number) => void) => {
    const machine = machineOf(book, 'melee', { attacker: { fs: 9 }, defender: { fs: 9, ...defender } });
    let seen = 0;
    reachable(machine, (s, _name, step) => {
      const view = (s as { readonly units: View }).units;
      if (step.side !== 'defender' || !isStrike(s, step, 2) || !view.defender.leftPlace) return;
      seen++;
      see(view, (step.against!(s) as { score: number }).score);
    });
    expect(seen).toBeGreaterThan(0);
  };

  test('a garrison that was driven out fights in the open, with all it has', () => {
    pursued({ place: 'bua-fortified' }, (s, score) => {
      const bonus = s.attacker.hits > s.defender.hits ? 2 : 0;
      expect(score).toBe(9 - s.defender.hits + bonus);
    });
  });

  test('a unit that was struck in the flank has turned to face (line 506)', () => {
    pursued({ aspect: 'flank', place: 'open' }, (s) => expect(s.defender.aspect).toBe('front'));
    pursued({ aspect: 'rear', place: 'open' }, (s) => expect(s.defender.aspect).toBe('rear'));
  });
});
