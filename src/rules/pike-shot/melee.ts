import { act, type Flow, leave, match, repeat, roll, type Stepped, when } from '../../kit/flow.ts';
import { d6, twoD6 } from '../../sim/die.ts';
import type { Reasons } from '../../sim/machine.ts';
import { int, oneOf } from '../../sim/state.ts';
import type { Clash } from './charging.ts';
import { factsFor, isSteady, loseCohesion, loseCompanies, type Regiment, rout } from './regiment.ts';
import { moment, type Rules, rowsFor, says } from './rules.ts';
import { waver } from './waver.ts';
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
function tie(rules: Rules): Party | 'neither' {
  const r = rules.book.rulings['tieStronger'];
  const word = r.value === r.default ? (rules.cards.meleeType.tieStronger ?? r.value) : r.value;
  return word === 'charged' ? 'target' : word === 'neither' ? 'neither' : 'charger';
}

function typeOf(rules: Rules, [a, b]: readonly [number, number]): string {
  const { byDifference, matrix } = rules.cards.meleeType;
  if (byDifference) return byDifference.findLast((d) => Math.abs(a - b) >= d.min)!.type;
  const { from, cells } = matrix!;
  const place = (strength: number) => Math.min(cells.length - 1, Math.max(0, strength - from));
  return cells[place(Math.max(a, b))][place(Math.min(a, b))];
}

/** Guns count as infantry; the stronger side first, or the charger (PS-R21). */
function columnOf(charger: Regiment, target: Regiment, stronger: Party | 'neither'): EnemiesColumn {
  const word = (r: Regiment) => (r.card.arm === 'horse' ? 'cav' : 'inf');
  const targetFirst = stronger === 'target' && says(charger.rules, 'enemiesColumn') === 'stronger-first';
  return targetFirst ? `${word(target)}-${word(charger)}` : `${word(charger)}-${word(target)}`;
}

const UNDECIDED = { stronger: 'neither', result: 'none' } as const;
type Consequence = 'locked' | 'gives-ground' | 'broken-into' | 'routs';

/** Whom the result concerns. Where neither is stronger nobody moves. */
function consequence({ result, stronger }: Pick<FightState, 'result' | 'stronger'>): readonly [Party, Consequence] {
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

const strongerText = (p: Party | 'neither') => (p === 'neither' ? 'neither stronger' : `the ${p} stronger`);
const companiesText = (n: number) => (n === 0 ? 'none' : `${n} ${n === 1 ? 'company' : 'companies'} lost`);

const CALLED = { 'gives-ground': 'gives ground', 'broken-into': 'is broken into', routs: 'routs' } as const;

export interface MeleeOptions extends Clash {
  /** Did they come into contact just now? Lances count then. */
  readonly isFresh: () => boolean;
}

/** A melee from strengths to its end (lines 61 to 69), with the disaster test of a regiment broken into (line 91). */
export function melee(options: MeleeOptions): Flow<Stepped>[] {
  const { charger, target, fight } = options;
  const rounds = says(charger.rules, 'meleeRounds') as number;
  const mayFightOn = () =>
    consequence(fight)[1] === 'locked' && fight.round < rounds && isSteady(charger) && isSteady(target);
  const nextRound = act<Stepped>(() => {
    Object.assign(fight, { ...UNDECIDED, round: fight.round + 1 });
  });
  const losses = (['charger', 'target'] as const).map((party) => casualties(options, party));
  const tested = (r: Regiment) => [when<Stepped>(() => isSteady(r), [disaster(r)])];
  return [
    repeat([strike(options, rounds), ...losses, when(mayFightOn, [nextRound], [leave])]),
    act(() => applyResult(options)),
    match(() => fight.ended, { 'charger-broken-into': tested(charger), 'target-broken-into': tested(target) }),
  ];
}

/** Both strengths, the type of melee and who is stronger, then 2D6 on the outcomes (lines 64 to 69). */
function strike(options: MeleeOptions, rounds: number): Flow<Stepped> {
  const { charger, target, fight } = options;
  const { weigh, reasons } = weighing(options);
  return roll({
    roll: twoD6,
    side: charger.side,
    against: weigh,
    apply: (_, { stronger, resultOf }, face) => {
      fight.stronger = stronger;
      fight.result = resultOf(face);
    },
    title: () => `${charger.name} and ${target.name} fight${rounds > 1 ? `, round ${fight.round}` : ''}`,
    result: (_, { stronger, resultOf }, face) => {
      const [party, what] = consequence({ result: resultOf(face), stronger });
      return what === 'locked' ? what : `${options[party].name} ${CALLED[what]}`;
    },
    reasons: (_, matched) => reasons(matched),
  });
}

function weighing({ charger, target, fight, aspect, isFresh }: MeleeOptions) {
  const { rules } = charger;
  const { meleeType, meleeOutcome } = rules.cards;
  const rowsOf = (self: Regiment, enemy: Regiment) => {
    const now = moment(
      rules,
      { aspect, charging: self === charger },
      { round: () => fight.round, firstContact: () => isFresh() && fight.round === 1 },
    );
    return rowsFor([rules.melee, self.specials], factsFor(self, enemy, now));
  };
  const [own, theirs] = [rowsOf(charger, target), rowsOf(target, charger)];
  const isRear = aspect === 'rear';
  const weigh = () => {
    const strengths = [charger.formation().melee + own.sum(), target.formation().melee + theirs.sum()] as const;
    const lead = isRear ? 1 : strengths[0] - strengths[1];
    const stronger: Party | 'neither' = lead > 0 ? 'charger' : lead < 0 ? 'target' : tie(rules);
    const type = isRear ? meleeType.rearAttackType : typeOf(rules, strengths);
    const column = columnOf(charger, target, stronger);
    const results = meleeOutcome.types[type][column] ?? meleeOutcome.types[type].all!;
    const resultOf = (dice: number): MeleeResult =>
      // Outcomes cover every total: the check of card sets says so.
      results.find(([max]) => dice + meleeOutcome.columnShift[column] <= max)![1];
    return { strengths, type, stronger, column, resultOf };
  };
  /** Both strengths in one sum: what the target's rows add comes off the difference. */
  const asTheirs = <R extends { readonly label: string; readonly value: number }>(row: R): R => ({
    ...row,
    label: `${row.label}, ${target.side}`,
    value: -row.value,
  });
  const reasons = ({ strengths, type, stronger, column }: ReturnType<typeof weigh>): Reasons => {
    const reading = `type ${meleeType.names[type] ?? type}, ${strongerText(stronger)}, column ${column}`;
    if (isRear) return { rows: [], reading: `charged in the rear: ${reading}` };
    const [ours, other] = [own.why(), theirs.why()];
    const numbers = [charger.formation().melee, target.formation().melee] as const;
    const widest = meleeType.byDifference?.at(-1)?.min;
    return {
      base: { label: `base melee numbers, ${numbers.join(' against ')}`, value: numbers[0] - numbers[1] },
      rows: [...ours.rows, ...other.rows.map(asTheirs)],
      near: () => [...ours.near(), ...other.near().map(asTheirs)],
      total: { label: `strength ${strengths.join(' against ')}`, value: strengths[0] - strengths[1] },
      reading,
      ...(widest === undefined ? {} : { bounds: { low: -widest, high: widest } }),
    };
  };
  return { weigh, reasons };
}

/** The casualty roll of one side (line 69). */
function casualties({ fight, ...clash }: MeleeOptions, party: Party): Flow<Stepped> {
  const regiment = clash[party];
  return roll<Stepped, readonly number[]>({
    roll: d6,
    side: regiment.side,
    against: () => {
      const lines = regiment.rules.cards.casualtyRolls[fight.result as MeleeResult]!;
      return fight.stronger === 'neither' || fight.stronger === party ? lines.stronger : lines.weaker;
    },
    apply: (_, lost, face) => loseCompanies(regiment, lost[face - 1]),
    title: () => `${regiment.name}: casualties`,
    result: (_, lost, face) => companiesText(lost[face - 1]),
  });
}

/** The melee is over: both lose cohesion (line 40), and the result is applied. */
function applyResult({ fight, ...clash }: MeleeOptions): void {
  const [party, what] = consequence(fight);
  Object.assign(fight, { ...UNDECIDED, round: 1 });
  for (const regiment of [clash.charger, clash.target]) loseCohesion(regiment, regiment.rules.cards.meleeDisorder);
  fight.ended = what === 'locked' ? 'locked' : (`${party}-${what}` satisfies Ending);
  if (what === 'routs') rout(clash[party]);
}

/** A disaster test (lines 88 to 92): it stands, loses a level, or routs. */
export const disaster = (self: Regiment, after: readonly Flow<Stepped>[] = []): Flow<Stepped> =>
  waver({
    ...{ test: 'disaster', self, enemy: null },
    results: { St: after, '-1': [act(() => loseCohesion(self, 1)), ...after], Ro: [act(() => rout(self)), ...after] },
  });
