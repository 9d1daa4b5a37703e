import { expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import { furtherSentences, headline, repeatsHeadline, unstopped } from '../../reports/headline.ts';
import { terminal } from '../../reports/terminal.ts';
import { headline as checkHeadline } from '../../src/cli/check-text.ts';
import { pointsText } from '../../src/experiments/points/words.ts';
import type { TargetResult } from '../../src/experiments/targets/check.ts';
import type { Axis, Results, TroopPoints } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { grognard } from '../cli/harness.ts';
import { cell, results } from './fixtures.ts';

/** Shares of the fixtures' six outcomes with this many wins for each side. */
const won = (a: number, b: number): number[] => [0, b, 0, 1 - a - b, a, 0];
const axis = (path: string, label: string, values: Axis['values']): Axis => ({
  path,
  label,
  values,
  kind: values.every((v) => typeof v === 'number') ? 'number' : 'list',
});
const FS = [5, 6, 7, 8];

function swept(axes: readonly Axis[], of: (values: readonly Axis['values'][number][]) => [number, number]): Results {
  const all = axes.reduce<Axis['values'][number][][]>((s, a) => s.flatMap((h) => a.values.map((v) => [...h, v])), [[]]);
  const labels = (values: readonly Axis['values'][number][]) =>
    Object.fromEntries(axes.map((a, i) => [a.path, values[i]]));
  return results({ axes, cells: all.map((values) => cell(labels(values), won(...of(values)))) });
}
const along = (a: Axis, shares: readonly [number, number][]): Results =>
  swept([a], ([value]) => shares[a.values.indexOf(value)]);

const reaction = axis('defender.reaction', 'defender reaction', ['stand', 'stand-and-deliver', 'emergency-square']);
const formation = axis('attacker.formation', 'attacker formation', ['line', 'attack-column']);
const attackerFs = axis('attacker.fs', 'attacker FS', FS);
const defenderFs = axis('defender.fs', 'defender FS', FS);
const rules = axis('rules', 'rules', ['oth2', 'oth-half']);

/** The same figures of another kind of encounter. */
const ofKind = (encounter: string, given: Results): Results => ({
  ...given,
  scenario: { ...given.scenario, encounter },
});
const ofTest = (given: Results): Results => ofKind('morale', given);

/** Each of the defender's reactions, a thousand times. */
const sampledOptions = (wins: readonly number[]): Results =>
  results({
    axes: [reaction],
    cells: wins.map((p, i) => cell({ [reaction.path]: reaction.values[i] }, won(p, 0.1), 1000)),
  });

it.each<[shape: string, given: Results, sentence: string]>([
  [
    'options of the second side',
    along(reaction, [
      [0.43, 0.1],
      [0.36, 0.1],
      [0.22, 0.12],
    ]),
    'Best for the defender: emergency square; the attacker then wins 22.0%, against 36.0% to 43.0% with the others',
  ],
  [
    'two options of the first side',
    along(formation, [
      [0.3, 0.2],
      [0.45, 0.15],
    ]),
    'Best for the attacker: attack column; the attacker then wins 45.0%, not 30.0%',
  ],
  [
    'options of equal worth',
    along(reaction, [
      [0.43, 0.1],
      [0.22, 0.1],
      [0.22, 0.1],
    ]),
    'Best for the defender: stand and deliver or emergency square; the attacker then wins 22.0%, not 43.0%',
  ],
  [
    'options that change nothing',
    along(reaction, [
      [0.4, 0.1],
      [0.4, 0.1],
      [0.4, 0.1],
    ]),
    'Defender reaction makes no difference: the attacker wins 40.0% of the time in every case',
  ],
  [
    'a number at which the fight is even',
    along(attackerFs, [
      [0.2, 0.4],
      [0.3, 0.29],
      [0.4, 0.2],
      [0.5, 0.1],
    ]),
    'About even at attacker FS 6: the attacker wins 30.0%, the defender 29.0%',
  ],
  [
    'a number past which the lead passes',
    along(attackerFs, [
      [0.2, 0.4],
      [0.2, 0.3],
      [0.4, 0.2],
      [0.5, 0.1],
    ]),
    'Even between attacker FS 6 and 7: there the lead passes from the defender to the attacker',
  ],
  [
    'a number whose curve turns',
    along(attackerFs, [
      [0.3, 0.2],
      [0.5, 0.2],
      [0.68, 0.1],
      [0.71, 0.1],
    ]),
    'The attacker wins 30.0% at attacker FS 5, 71.0% at 8; past 7 more adds only 3.0 percentage points',
  ],
  [
    'a number that does nothing at first',
    along(attackerFs, [
      [0, 0.8],
      [0, 0.7],
      [0.1, 0.6],
      [0.3, 0.5],
    ]),
    'The attacker wins 0% up to attacker FS 6, 30.0% at 8; from there one more adds 15.0 percentage points on average',
  ],
  [
    'a number that does something in its last step alone',
    along(attackerFs, [
      [0, 0.8],
      [0, 0.7],
      [0, 0.6],
      [0.3, 0.5],
    ]),
    'The attacker wins 0% up to attacker FS 7, 30.0% at 8',
  ],
  [
    'a number at whose end the fight is even',
    along(attackerFs, [
      [0.3, 0.29],
      [0.4, 0.2],
      [0.45, 0.1],
      [0.5, 0.1],
    ]),
    'About even at attacker FS 5: the attacker wins 30.0%, the defender 29.0%',
  ],
  [
    'a row at two values',
    along(axis('rules.pursuit.halt.veteran', 'veteran', [1, 0]), [
      [0.5, 0.1],
      [0.3, 0.1],
    ]),
    'Veteran 1 instead of 0: the attacker wins 50.0%, not 30.0%',
  ],
  [
    'readings of a ruling',
    along(axis('rulings.lowScore', 'ruling low score', ['roll-under', 'literal']), [
      [0.5, 0.1],
      [0.3, 0.1],
    ]),
    'With the ruling low score “literal” the attacker wins 30.0% of charges instead of 50.0%',
  ],
  [
    'readings that hardly differ',
    along(axis('rulings.lowScore', 'ruling low score', ['roll-under', 'literal']), [
      [0.445, 0.1],
      [0.444, 0.1],
    ]),
    'Next to nothing changes with the ruling low score “literal”: the attacker wins 44.4% of charges instead of 44.5%',
  ],
  [
    'options that hardly matter',
    along(formation, [
      [0.445, 0.1],
      [0.443, 0.1],
    ]),
    'Attacker formation hardly matters: the attacker wins 44.3% to 44.5%',
  ],
  [
    'options that change how it is won, not who wins',
    results({
      axes: [formation],
      cells: [
        cell({ [formation.path]: 'line' }, [0, 0.1, 0, 0.5, 0.4, 0]),
        cell({ [formation.path]: 'attack-column' }, [0, 0.1, 0, 0.5, 0.2, 0.2]),
      ],
    }),
    'Attacker formation makes no difference to who wins: the attacker 40.0%, the defender 10.0%; with attack column: defender retreats 20.0% of the time, not 40.0%',
  ],
  [
    'states, which nobody chooses',
    along(axis('defender.cohesion', 'defender cohesion', ['sharp', 'ragged']), [
      [0.3, 0.2],
      [0.6, 0.1],
    ]),
    'The defender is best off with cohesion sharp; the attacker then wins 30.0%, not 60.0%',
  ],
  [
    'where a blow falls',
    along(axis('aspect', 'aspect', ['front', 'rear']), [
      [0.3, 0.2],
      [0.6, 0.1],
    ]),
    'The attacker is best off at the rear; the attacker then wins 60.0%, not 30.0%',
  ],
  [
    'a number and options, most of which leave one side ahead',
    swept([reaction, attackerFs], ([own, fs]) => [own === 'stand' ? 0.2 + Number(fs) / 50 : 0.6, 0.315]),
    'An even fight at attacker FS 6 with stand; otherwise the attacker leads throughout',
  ],
  [
    'a number and readings that do not move the even fight',
    swept([attackerFs, axis('rulings.lowScore', 'ruling low score', ['roll-under', 'literal'])], ([fs]) => [
      0.4 + (Number(fs) - 6) / 20,
      0.4,
    ]),
    'An even fight at attacker FS 6 whatever the ruling low score',
  ],
  [
    'a number whose curve has a peak',
    along(attackerFs, [
      [0.3, 0.2],
      [0.5, 0.2],
      [0.4, 0.1],
      [0.35, 0.1],
    ]),
    'The attacker wins most often at attacker FS 6, 50.0%; 30.0% at 5, 35.0% at 8',
  ],
  [
    'an edition that is better for one side',
    along(rules, [
      [0.3, 0.4],
      [0.5, 0.3],
    ]),
    'With the 1st edition the attacker wins 50.0% of charges instead of 30.0%',
  ],
  [
    'an edition that only decides more',
    along(rules, [
      [0.445, 0.132],
      [0.598, 0.303],
    ]),
    'With the 1st edition, 90.1% of charges are decided instead of 57.7%; the attacker’s lead falls from 31.3 to 29.5 percentage points',
  ],
  [
    'two numbers of the same kind',
    swept([attackerFs, defenderFs], ([x, y]) => [0.4 + (Number(x) + 1 - Number(y)) / 20, 0.4]),
    'The defender needs 1 FS more than the attacker for an even fight',
  ],
  [
    'a number and editions',
    swept([attackerFs, rules], ([x, book]) => [0.4 + (Number(x) - (book === 'oth2' ? 6 : 7)) / 20, 0.4]),
    'An even fight at attacker FS 6 with the 2nd edition and at 7 with the 1st edition',
  ],
  [
    'two numbers, one side always ahead',
    swept([attackerFs, defenderFs], ([x]) => [0.5 + Number(x) / 100, 0.2]),
    'The attacker leads in every case, by 35.0 to 38.0 percentage points; attacker FS matters most',
  ],
  [
    'options of both sides',
    swept([formation, reaction], ([own, other]) => [
      own === 'line' && other === 'stand' ? 0.6 : own === 'line' ? 0.2 : 0.4,
      0.2,
    ]),
    'Best for the attacker: line against stand; attack column against stand and deliver and emergency square',
  ],
  [
    'three axes',
    swept([attackerFs, formation, reaction], ([fs, own]) => [Number(fs) / 20 + (own === 'line' ? 0 : 0.1), 0.2]),
    'Attacker FS matters most: from 5 to 8 “the attacker wins” rises by 15.0 percentage points; attacker formation moves it by 10.0 and defender reaction changes nothing',
  ],
  [
    'one case that differs',
    swept([formation, axis('uphill', 'uphill', [true, false])], ([own, uphill]) => [
      own === 'line' && uphill === true ? 0.4 : 0.7,
      0.1,
    ]),
    'Only “line, uphill” differs: the attacker wins 40.0% of the time, not 70.0%',
  ],
  [
    'options that a few trials cannot tell apart',
    sampledOptions([0.36, 0.37, 0.35]),
    'These trials tell no option from another: the attacker wins 35.0% to 37.0%',
  ],
  [
    'options of which two are too close to call',
    sampledOptions([0.36, 0.37, 0.2]),
    'Best for the defender: emergency square; the attacker then wins 20.0%, against 36.0% to 37.0% with the others',
  ],
  [
    'options of which the two best are too close to call',
    sampledOptions([0.5, 0.21, 0.2]),
    'Best for the defender: stand and deliver or emergency square (too close to tell apart in these trials); the attacker then wins 20.0% to 21.0%, not 50.0%',
  ],
  [
    'two values of a number',
    along(axis('attacker.fs', 'attacker FS', [7, 8]), [
      [0.5, 0.2],
      [0.6, 0.1],
    ]),
    'At attacker FS 8: the attacker wins 60.0%, 10.0 percentage points more than the 50.0% at 7',
  ],
  [
    'circumstances of one side, neither of them a number',
    swept(
      [
        axis('defender.terrain', 'defender terrain', ['open', 'woods']),
        axis('defender.morale', 'defender morale', ['poor', 'good']),
      ],
      ([terrain, morale]) => [0.6 - (terrain === 'woods' ? 0.2 : 0) - (morale === 'good' ? 0.1 : 0), 0.2],
    ),
    'Defender terrain matters most: it moves “the attacker wins” by 20.0 percentage points; defender morale moves it by 10.0',
  ],
  [
    'axes that matter alike',
    swept(
      [
        axis('defender.elite', 'defender elite', [true, false]),
        axis('defender.fired', 'defender fired', [true, false]),
      ],
      ([elite, fired]) => [0.6 - (elite === true ? 0.1 : 0) - (fired === true ? 0.1 : 0), 0.2],
    ),
    'Defender elite and defender fired matter alike: each moves “the attacker wins” by 10.0 percentage points on average',
  ],
  [
    'an option that is best against all',
    swept([formation, reaction], ([own, other]) => [(own === 'line' ? 0.3 : 0.4) + (other === 'stand' ? 0.1 : 0), 0.2]),
    'Best for the attacker whatever the defender reaction: attack column, 10.0 percentage points further ahead than line',
  ],
  [
    'options of a test: the outcome that moves most',
    ofTest(
      along(axis('unit.card', 'card', ['levy', 'veterans']), [
        [0.2, 0.3],
        [0.7, 0.1],
      ]),
    ),
    'Best at it: veterans; defender retreats 70.0% of the time, not 20.0%',
  ],
  [
    'a number in a test',
    ofTest(
      along(axis('unit.fs', 'FS', [5, 6, 7]), [
        [0.2, 0.3],
        [0.3, 0.2],
        [0.4, 0.1],
      ]),
    ),
    'Defender retreats: 20.0% at FS 5, 40.0% at 7; one more adds 10.0 percentage points on average',
  ],
  [
    'one fight, nearly even',
    results({ cells: [cell({}, won(0.41, 0.4))] }),
    'About even: the attacker wins 41.0% of charges, the defender 40.0%',
  ],
  [
    'a game of one’s own',
    ofKind('duel', results({ cells: [cell({}, won(0.5, 0.3))] })),
    'The attacker wins 50.0% of fights; the defender 30.0%',
  ],
])('%s', (_, given, sentence) => {
  expect(
    headline({ ...given, labels: { oth2: '2nd edition', 'oth-half': '1st edition' } }).replaceAll('\u202f', ' '),
  ).toBe(sentence);
});

it.each([
  ['stand-and-deliver', 'stand and deliver'],
  ['rules.melee.infantry.attack-column=0', 'attack column 0'],
  ['attacker.fs=9', 'attacker FS 9'],
  ['rulings.highScore=shift', 'ruling high score “shift”'],
  ['rulings.meleeRounds=2', 'ruling melee rounds 2'],
  ['attacker.lost=3', 'attacker with 3 lost'],
  ['No column bonus', 'No column bonus'],
  ['weak-column v2', 'weak-column v2'],
])('%s is called %s', (id, label) => expect(labelOf(id)).toBe(label));

const target = (text: string, margin: number): TargetResult => ({
  ...{
    about: 'charge',
    text,
    label: `charge: ${text}`,
    objective: { id: 'winner=a', label: 'attacker wins', kind: 'probability' },
    value: 0.5,
  },
  ...{ met: margin >= 0, margin, situation: 'open ground', situations: 1, failing: margin >= 0 ? 0 : 1 },
});
it.each<[shape: string, targets: TargetResult[], sentence: string]>([
  ['a target that is met', [target('attacker wins 45..55%', 0.02)], 'The target is met'],
  ['targets that are met', [target('a', 0.02), target('b', 0)], 'All 2 targets are met'],
  [
    'a target that is missed',
    [target('a', 0.02), target('attacker wins 45..55%', -0.032)],
    '1 of 2 targets missed: “charge: attacker wins 45..55%” by 3.2 percentage points',
  ],
  [
    'the worst of several',
    [target('attacker wins 45..55%', -0.032), target('attacker wins over 60%', -0.1)],
    '2 of 2 targets missed, worst “charge: attacker wins over 60%” by 10.0 percentage points',
  ],
])('check of %s', (_, targets, sentence) => {
  const rulebook = { id: 'oth2', title: 'Mine', hash: '', variant: null };
  expect(checkHeadline({ title: 'My suite', rulebook, targets, partial: false })).toBe(sentence);
});

const troop = (name: string, points: number, priced: Partial<TroopPoints> = {}): TroopPoints =>
  ({ name, points, score: 0.5, ...priced }) as TroopPoints;
it.each<[shape: string, troops: TroopPoints[], sentence: string]>([
  [
    'troops without prices, two of them alike',
    [troop('Cuirassiers', 28.21), troop('Horse battery', 5), troop('Howitzer battery', 5)],
    'Cuirassiers are worth most by this model, 28.21 points, and Horse battery and Howitzer battery least, 5.',
  ],
  ['troops of equal worth', [troop('Line', 10), troop('Militia', 10)], 'All troops are worth 10 points by this model.'],
  [
    'troops that are too dear',
    [troop('Guards', 20, { given: 30, overpriced: 0.5 })],
    'Guards cost 30 points and are worth 20 by this model: too dear by 50.0%.',
  ],
])('points of %s', (_, troops, sentence) => {
  expect(pointsText(troops, [])).toBe(`${sentence} No pair is a counter: points tell how every fight goes.`);
});

it('of several variants, the one that changes most, without a torn clause', async () => {
  const line = 'compare stand-and-deliver --variant oth-half --variant attacker.fs=9 --no-rulings --format json';
  const compared = JSON.parse((await grognard(line)).out) as Results;
  expect(headline(compared)).toMatch(/^Most changes with the 1st edition: 90\.0% of charges come to contact/);
  // The page says it once, above its charts.
  const titles = charts(compared).map(({ spec }) => spec.usermeta.grognard.title);
  expect(titles.slice(0, 2).map((title) => repeatsHeadline(compared, title))).toEqual([true, true]);
  expect(repeatsHeadline(compared, 'Fatigue hits on the attacker')).toBe(false);
  // Nor does a table say a difference again with other decimals.
  expect(terminal(compared, { full: true })).not.toContain('average)');
});

it.each([
  [
    'run two-card-sets',
    /^With braced pike cards the attacker comes off better in 48\.2% of charges instead of 66\.6%\n/,
  ],
  ['run pursuit-halts', /^Best at it: veteran reiters; /],
  ['sweep grenadiers-charge --vary defender.type=heavy-infantry,militia', /^Best as the defender: heavy infantry; /],
  ['run rally-from-disorder', /^Turns matter most: /],
  ['run gendarmes-v-pikes', /^The defender is best off with cohesion sharp; /],
])('troops are no choice, and plurals agree: %s', async (line, sentence) => {
  expect((await grognard(`${line} --no-rulings`)).out).toMatch(sentence);
});

it('a matrix of what nobody chooses', async () => {
  const line = 'matrix grenadiers-charge --rows attacker.stands=4,8 --columns defender.morale=poor,high';
  expect((await grognard(line)).out).toMatch(
    /^The attacker is best off with 8 stands; [\s\S]*The defender is best off with morale high\.\n[\s\S]*\nMorale poor is always worse than high\./,
  );
});

it.each([
  ['the 4th. is not beaten in 1 of 2', 'The 4th. is not beaten in 1 of 2'],
  ['stand: the St. Petersburg Grenadiers win 60%', 'Stand: the St. Petersburg Grenadiers win 60%'],
  ['fire: J. Smith’s men and side A', 'Fire: J. Smith’s men and side A'],
])('a headline goes on over a stop inside a name: %s', (text, title) => {
  expect(unstopped(`${text}. In all, 69.2%. Side B has nothing to choose.`)).toBe(title);
  expect(furtherSentences(`${text}. In all, 69.2%. Side B has nothing to choose.`)).toBe(
    'In all, 69.2%. Side B has nothing to choose.',
  );
});

it('a text of one sentence has no further one', () => {
  expect([unstopped('attacker.fs=7 is even.'), furtherSentences('attacker.fs=7 is even.')]).toEqual([
    'attacker.fs=7 is even',
    '',
  ]);
});

it('a handful of plays says how many they are', async () => {
  const firstLines = async (trials: number) => (await grognard(`run volley --trials ${trials}`)).out.slice(0, 200);
  expect((await firstLines(2)).replace(/\n/g, ' ')).toMatch(/^Target hit.*100% of the time; .* \(in 2 plays only\) /);
  expect(await firstLines(400)).not.toContain('plays only');
  expect((await grognard('run volley --trials 1')).out).toMatch(/\(in 1 play only\)[\s\S]*\. 1 trial, seed 1;/);
});
