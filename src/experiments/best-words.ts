import type { Best, BestDecision } from '../results/types.ts';
import type { Sides } from '../scenarios/prepare.ts';
import { labelOf } from '../words/labels.ts';
import { agree, theName } from '../words/names.ts';
import { leadWords } from './advantage-words.ts';
import { sideNamed } from './good-for.ts';
import type { Objective } from './objective.ts';
import { figure, oneIn, percent } from './words.ts';

interface Asked {
  readonly asked: Objective;
  readonly high: 'a' | 'b';
  readonly base: { readonly sides: Sides };
}
type Answer = Pick<Best, 'decisions' | 'value' | 'written' | 'choosers' | 'asWritten'> & {
  /** Whether a side that keeps to the scenario has something to choose. */
  readonly othersChoose?: boolean;
};

/** Values that a reader would take for the same. */
const ALIKE = 0.0005;

/** "Emergency square: the defender is not beaten 6 times in 10; stand or counter, 1 in 8." */
export function solvedText(question: Asked, answer: Answer): string {
  if (answer.decisions.length === 0) return `${idleText(answer)} ${USE_MATRIX}`;
  const decides = (side: string) => answer.decisions.filter((d) => d.side === side);
  const choosing = answer.choosers.filter((side) => decides(side).length > 0);
  const idle = answer.choosers.filter((side) => decides(side).length === 0);
  // What matters most is the headline.
  const decisions = choosing.map((side) => mostAtStake(decides(side))).sort((x, y) => stake(y) - stake(x));
  return [
    ...decisions.map((decision) => sentence(question, decision, answer.decisions.length > 1, answer.value)),
    gainText(question, answer),
    ...idle.map((side) => `${capital(theName(side))} ${agree(side, 'has')} nothing to choose.`),
  ].join(' ');
}

const USE_MATRIX = 'To set formations, troops or orders against each other, use matrix.';

/** Who has no choice; where one side alone was asked for, whether the other has one. */
function idleText({ choosers, asWritten, othersChoose }: Answer): string {
  if (!othersChoose) return 'Nobody has a choice here.';
  const [side, other] = [choosers[0], asWritten[0]];
  const against = `${theName(other)} as written`;
  return `${capital(theName(side))} ${agree(side, 'has')} nothing to choose against ${against}; ${theName(other)} ${agree(other, 'has')} a choice.`;
}

/** How much can be lost at a decision, by how often it comes up. */
function stake({ chance, options }: BestDecision): number {
  const values = options.map((o) => o.value);
  return chance * (Math.max(...values) - Math.min(...values));
}

const mostAtStake = (decisions: readonly BestDecision[]): BestDecision =>
  decisions.reduce((most, d) => (stake(d) > stake(most) ? d : most));

function sentence(question: Asked, decision: BestDecision, several: boolean, best: number): string {
  const { options, side, title, chance } = decision;
  const say = saying(
    question,
    side,
    options.map((o) => o.value),
  );
  const sign = say.isHigh ? 1 : -1;
  const ranked = [...options].sort((x, y) => y.taken - x.taken || sign * (y.value - x.value));
  const [first, ...others] = ranked;
  const values = options.map((o) => o.value);
  const comesUp = chance < 0.9995 ? [`it comes to that in ${percent(chance)}`] : [];
  const about = [...(several ? [lower(title)] : []), ...comesUp].join('; ');
  const where = about === '' ? '' : ` (${about})`;
  if (Math.max(...values) - Math.min(...values) < ALIKE) {
    return `It makes no difference what ${theName(side)} ${agree(side, 'does')}${where}: ${say.long(first.value)}.`;
  }
  if (first.taken < 1 - 1e-9) return dependsText(decision, where, best, say);
  const equals = [first, ...others.filter((o) => Math.abs(o.value - first.value) < ALIKE)].map((o) => o.option);
  const groups: { names: string[]; value: number }[] = [];
  for (const o of others.filter((o) => !equals.includes(o.option)).sort((x, y) => sign * (y.value - x.value))) {
    const same = groups.find((g) => Math.abs(g.value - o.value) < ALIKE);
    if (same) same.names.push(labelOf(o.option));
    else groups.push({ names: [labelOf(o.option)], value: o.value });
  }
  const rest = groups.slice(0, 3).map((g) => `${g.names.join(' or ')}, ${say.short(g.value)}`);
  return `${capital(equals.map(labelOf).join(' or '))}${where}: ${[say.long(first.value), ...rest].join('; ')}.`;
}

/**
 * "Charge at distance up to 6; double at distance over 6: the horse wins 62.1% by that rule; choosing right each time,
 * 62.8%." The worth of an option is its mean over all moments, those where it is wrong included:
 * such figures side by side would rank nothing.
 */
function dependsText({ options, side, rule }: BestDecision, about: string, best: number, say: Saying): string {
  if (rule) {
    return `${capital(rule.text)}${about}: ${say.long(rule.value)} by that rule; choosing right each time, ${say.short(best)}.`;
  }
  const [first, ...more] = [...options].sort((x, y) => y.taken - x.taken).filter((o, i) => i === 0 || o.taken >= 0.05);
  const shares = [
    `${labelOf(first.option)} is right in ${percent(first.taken)} of the cases`,
    ...more.slice(0, 3).map((o) => `${labelOf(o.option)} in ${percent(o.taken)}`),
  ];
  return `What ${theName(side)} should do depends${about}: ${shares.join(', ')}. Choosing right each time, ${say.long(best)}.`;
}

type Saying = ReturnType<typeof saying>;

/** A figure in words for the side that asks: wins for him, not being beaten against the other. */
function saying({ asked, high, base: { sides } }: Asked, side: string, values: readonly number[]) {
  const isHigh = sideNamed(side, sides) === high;
  const winner = /^winner=([ab])$/.exec(asked.id)?.[1];
  if (asked.kind === 'mean') {
    return { isHigh, long: (v: number) => `${asked.label} ${figure(v)}`, short: figure };
  }
  if (asked.kind === 'advantage') {
    return { isHigh, ...leadWords(asked, sideNamed(side, sides) ?? 'a', sides) };
  }
  const own = winner !== undefined && winner === sideNamed(side, sides);
  const apart = new Set(values.map((v) => Math.round(v / ALIKE)));
  // "1 in 2" against "1 in 2" would hide what is at stake.
  const inWords = (of: (v: number) => number) => new Set(values.map((v) => often(of(v)))).size >= apart.size;
  if (winner === undefined || own) {
    const what = own ? asked.label.replace(/^.*?(?= (?:wins?|comes? off better)$)/, theName(side)) : asked.label;
    const words = inWords((v) => v);
    const long = (v: number) => (words ? toldOften(what, own ? theName(side) : what, v) : `${what} ${percent(v)}`);
    return { isHigh, long, short: words ? often : percent };
  }
  const words = inWords((v) => 1 - v);
  return {
    isHigh,
    long: (v: number) => `${theName(side)} ${agree(side, 'is')} not beaten ${words ? times(1 - v) : percent(1 - v)}`,
    short: (v: number) => (words ? often : percent)(1 - v),
  };
}

function gainText({ asked, high, base: { sides } }: Asked, { value, written, choosers }: Answer): string {
  const play = choosers.length > 1 ? 'if both play their best' : 'under best play';
  if (asked.kind === 'advantage') {
    const one = choosers.length > 1 ? high : (sideNamed(choosers[0], sides) ?? high);
    const { long, short } = leadWords(asked, one, sides);
    if (Math.abs(value - written) < 1e-9) return `${capital(long(value))}, and nothing is better than what is written.`;
    return `${capital(long(value))} ${play}, ${short(written)} as written.`;
  }
  const show = asked.kind === 'mean' ? figure : percent;
  const label = capital(asked.label);
  if (Math.abs(value - written) < 1e-9) return `${label}: ${show(value)}, and nothing better than what is written.`;
  return `${label}: ${show(value)} ${play}, ${show(written)} as written.`;
}

/** "the attacker wins 3 times in 10", "the attacker never wins". */
function toldOften(what: string, who: string, p: number): string {
  const frequency = times(p);
  if (/\d/.test(frequency)) return `${what} ${frequency}`;
  return what === who ? `${what}: ${frequency}` : `${who} ${frequency}${what.slice(who.length)}`;
}

/** 0.3 as "3 times in 10", 0.125 as "1 time in 8". */
const times = (p: number): string =>
  often(p).replace(/^(\d+) in /, (_, n) => `${n} ${n === '1' ? 'time' : 'times'} in `);
const often = (p: number): string => (p > 1 - 1e-9 ? 'always' : oneIn(p));

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A title inside brackets: no brackets of its own, no question mark at its end. */
const lower = (text: string): string =>
  text.charAt(0).toLowerCase() +
  text
    .slice(1)
    .replace(/\??\s*\(([^)]*)\)/g, ', $1')
    .replace(/\?$/, '');
