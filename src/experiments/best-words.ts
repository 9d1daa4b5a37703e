import type { Best, BestDecision } from '../results/types.ts';
import type { Sides } from '../scenarios/prepare.ts';
import { ALIKE, atStake, hangsOnTheMoment, isMixed, mainDecisions } from '../words/decisions.ts';
import { labelOf } from '../words/labels.ts';
import { agree, theName } from '../words/names.ts';
import { type OwnTerms, ownTerms } from '../words/own-terms.ts';
import { leadWords } from './advantage-words.ts';
import { sideName, sideNamed } from './good-for.ts';
import type { Objective } from './objective.ts';
import { figure, oneIn, percent } from './words.ts';

interface Question {
  readonly asked: Objective;
  readonly high: 'a' | 'b';
  readonly base: { readonly sides: Sides };
}
type Answer = Pick<Best, 'decisions' | 'value' | 'written' | 'choosers' | 'asWritten' | 'keeping'> & {
  /** Whether a side that keeps to the scenario has something to choose. */
  readonly othersChoose?: boolean;
};

/** "Emergency square: the defender is not beaten 6 times in 10; stand or counter, 1 in 8." */
export function solvedText(question: Question, answer: Answer): string {
  if (answer.decisions.length === 0) return `${idleText(answer)} ${USE_MATRIX}`;
  const decides = (side: string) => answer.decisions.filter((d) => d.side === side);
  const idle = answer.choosers.filter((side) => decides(side).length === 0);
  // What matters most is the headline.
  const main = mainDecisions(answer.decisions);
  const none = main.filter((d) => decides(d.side).every((own) => atStake(own) < ALIKE)).map((d) => d.side);
  const decisive = main.length === none.length ? main : main.filter((d) => !none.includes(d.side));
  return [
    ...decisive.map((decision) => sentence(question, decision, answer)),
    gainText(question, answer, decisive),
    ...(decisive === main
      ? []
      : none.map((side) => `Nothing that ${theName(side)} ${agree(side, 'chooses')} matters.`)),
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

function sentence(question: Question, decision: BestDecision, answer: Answer): string {
  const { options, side, title, chance } = decision;
  const values = options.map((o) => o.value);
  const say = saying(question, side, values);
  const several = answer.decisions.length > 1;
  const comesUp = chance < 0.9995 ? [`it comes to that in ${percent(chance)}`] : [];
  const about = [...(several ? [lower(title)] : []), ...comesUp].join('; ');
  const where = about === '' ? '' : ` (${about})`;
  if (Math.max(...values) - Math.min(...values) < ALIKE) {
    const there = chance < 0.9995 ? 'there ' : '';
    return `It makes no difference what ${theName(side)} ${agree(side, 'does')}${where}: ${there}${say.long(values[0])}.`;
  }
  const ranked = [...options].sort((x, y) => say.sign * (y.value - x.value));
  if (hangsOnTheMoment(decision)) return dependsText(decision, where, answer, say);
  const mixed = isMixed(decision);
  const [first, ...others] = mixed ? ranked : [...ranked].sort((x, y) => y.taken - x.taken);
  const equals = [first, ...others.filter((o) => Math.abs(o.value - first.value) < ALIKE)];
  const rest = groupsOf(ranked.filter((o) => !equals.includes(o)));
  const otherOptions = rest
    .slice(0, 3)
    .map(
      (g) =>
        `${rest.length === 1 && g.names.length > 2 ? 'anything else' : g.names.join(' or ')}, ${say.short(g.value)}`,
    );
  const isTold = say.short(first.value) === say.short(decision.value);
  const each = mixed && !isTold ? [`choosing right each time, ${say.short(decision.value)}`] : [];
  const names = equals.map((o) => labelOf(o.option)).join(' or ');
  return `${capital(names)}${where}: ${[say.long(first.value), ...otherOptions, ...each].join('; ')}.`;
}

/** Options that are worth the same, together. */
function groupsOf(options: BestDecision['options']): { names: string[]; value: number }[] {
  const groups: { names: string[]; value: number }[] = [];
  for (const { option, value } of options) {
    const same = groups.find((g) => Math.abs(g.value - value) < ALIKE);
    if (same) same.names.push(labelOf(option));
    else groups.push({ names: [labelOf(option)], value });
  }
  return groups;
}

/**
 * "Charge at distance up to 6; double at distance over 6: the horse wins 62.1% by that rule; choosing right each time,
 * 62.8%; as written against the other's best, 58.0%."
 */
function dependsText({ options, side, rule }: BestDecision, about: string, answer: Answer, say: Saying): string {
  const kept = answer.keeping?.find((k) => k.side === side)?.value;
  // Both play their best: who keeps to what is written does so against the other's best.
  const against = answer.choosers.length > 1 ? ' against the other’s best' : '';
  const asWritten = kept === undefined ? '' : `; as written${against}, ${say.exact(kept)}`;
  const whole = answer.value;
  if (rule && rule.text.length <= LONGEST_RULE) {
    const isRight = say.exact(whole) === say.exact(rule.value);
    const right = isRight ? '' : `; choosing right each time, ${say.exact(whole)}`;
    return `${capital(rule.text)}${about}: ${say.exactly(rule.value)}${right}${asWritten}.`;
  }
  const [first, ...more] = [...options].sort((x, y) => y.taken - x.taken).filter((o, i) => i === 0 || o.taken >= 0.05);
  const isMostly = first.taken >= 0.5;
  const shares = [first, ...more.slice(0, 3)].map(({ option, taken }, i) => {
    if (i === 0 && isMostly) return `mostly ${labelOf(option)}`;
    const isFirstShare = i === (isMostly ? 1 : 0);
    return `${labelOf(option)} in ${percent(taken)}${isFirstShare ? ' of the cases' : ''}`;
  });
  return `${capital(shares.join(', '))}${about}: choosing right each time, ${say.exactly(whole)}${asWritten}.`;
}

/** A rule of more clauses is for the table. */
const LONGEST_RULE = 90;

type Saying = ReturnType<typeof saying>;

/** A figure in words for the side that asks: wins for him, not being beaten against the other. */
function saying({ asked, high, base: { sides } }: Question, side: string, values: readonly number[]) {
  const own = ownTerms({ objective: asked, goodFor: sideName(high, sides) }, side, sides.names);
  const sign = sideNamed(side, sides) === high ? 1 : -1;
  const all = <T>(long: T, short: (v: number) => string) => ({ sign, long, short, exactly: long, exact: short });
  if (asked.kind === 'mean') return all((v: number) => `${asked.label} ${figure(v)}`, figure);
  if (asked.kind === 'advantage') {
    const { long, short } = leadWords(asked, sideNamed(side, sides) ?? 'a', sides.names);
    return all(long, short);
  }
  const what = subject(asked, own, side, sides);
  // "1 in 2" against "1 in 2" would hide what is at stake.
  const different = new Set(values.map((v) => Math.round(v / ALIKE)));
  const words = new Set(values.map((v) => often(own.of(v)))).size >= different.size;
  const exact = (v: number) => percent(own.of(v));
  const exactly = (v: number) => `${what} ${own.isTurned ? 'in ' : ''}${exact(v)}`;
  if (!words) return { sign, long: exactly, short: exact, exactly, exact };
  const who = what.startsWith(theName(side)) ? theName(side) : what;
  const long = (v: number) => (own.isTurned ? `${what} ${times(own.of(v))}` : toldOften(what, who, v));
  return { sign, long, short: (v: number) => often(own.of(v)), exactly, exact };
}

/** "the defender is not beaten", "the attacker comes off better", or what is asked of nobody. */
function subject(asked: Objective, own: OwnTerms, side: string, sides: Sides): string {
  if (own.isTurned) return `${theName(side)} ${agree(side, 'is')} not beaten`;
  const winner = /^winner=([ab])$/.exec(asked.id)?.[1];
  if (winner === undefined || winner !== sideNamed(side, sides)) return asked.label;
  return asked.label.replace(/^.*?(?= (?:wins?|comes? off better)$)/, theName(side));
}

/** What it comes to in all, in the terms of whoever the sentences before it advised: two measures side by side would not compare. */
function gainText(question: Question, answer: Answer, decisive: readonly BestDecision[]): string {
  const { high, base } = question;
  const { value, written, choosers } = answer;
  const play = choosers.length > 1 ? 'if both play their best' : 'under best play';
  const advised = new Set(decisive.map((d) => d.side));
  const side = advised.size === 1 ? decisive[0].side : sideName(high, base.sides);
  const { exactly, exact } = saying(question, side, []);
  const whole = `In all, ${exactly(value)}`;
  if (Math.abs(value - written) < 1e-9) return `${whole}, and nothing is better than what is written.`;
  const kept = choosers.length > 1 ? 'if both play as written' : 'as written';
  return `${whole} ${play}, ${exact(written)} ${kept}.`;
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
