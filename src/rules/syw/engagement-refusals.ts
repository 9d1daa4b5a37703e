import type { Rulebook } from '../book.ts';
import type { Standing } from '../engagement-shape.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, ROOT, refusals } from '../refusal.ts';
import { choiceProblems, chosenTactic, type Tactic, tacticProblems } from '../tactic.ts';
import { ACTIONS, type Action, TACTICS } from './actions.ts';
import { formationOf } from './drill.ts';
import { type BodyInput, type EngagementSituation, fireLines } from './engagement-schema.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { type SideKey, unitOf } from './troops.ts';
import { PHASES, type Phase } from './turns.ts';
import { vocabulary } from './vocabulary.ts';

export function sequenceProblems(sequence: readonly Phase[]): Problem[] {
  const isWhole = sequence.length === PHASES.length && PHASES.every((p) => sequence.includes(p));
  const ordersLate = sequence.indexOf('orders') > sequence.indexOf('move');
  return firstRefusal({ sequence }, ROOT, [
    [!isWhole, 'sequence', `The sequence must hold each of ${PHASES.join(', ')} once.`],
    [ordersLate, 'sequence', 'Orders come before the move that they are for.'],
  ]);
}

/** What is wrong with one group: its figures, its orders, its tactics. */
export function bodyProblems(book: Rulebook, s: EngagementSituation, { body, path }: Standing<BodyInput>): Problem[] {
  const { orders } = body;
  const named = { ...TACTICS, ...s.tactics };
  // What a further group takes over from its side is told of there.
  const says = (key: 'tactic' | 'fire') =>
    path.length === 1 || s[path[0] as SideKey].groups[Number(path[2])][key] !== undefined;
  return [
    ...groupProblems(book, body, path),
    ...mixedProblems(book, body, path),
    ...(says('tactic') ? choiceProblems(body.tactic, named, vocabulary, book, [...path, 'tactic']) : []),
    ...(says('fire') ? tacticProblems(fireLines(body.fire), vocabulary, book, [...path, 'fire']) : []),
    ...impossibleProblems(book, body, chosenTactic(body.tactic, named) ?? [], [...path, 'tactic']),
    ...refusals(body, path, [
      [
        orders === 'rout' || orders === 'retreat',
        'orders',
        `A group on ${orders} orders is leaving the fight; an engagement starts with groups on advance, reserve or stand.`,
      ],
    ]),
  ];
}

/** A tactic of which the group could never do a line: it would stand there without a word. */
function impossibleProblems(book: Rulebook, body: BodyInput, tactic: Tactic<Action>, path: Problem['path']): Problem[] {
  const guns = [body, ...(body.others ?? [])].some((u) => unitOf(book, u).arm === 'artillery');
  const cannot = (action: string): string | undefined => {
    if (action === 'charge' && guns) return 'guns do not charge';
    if (action === 'bring-up' && !guns) return 'it has no guns';
    if (formationOf(action) && guns) return 'guns do not change formation';
    return formationOf(action) && !body.drill ? 'its drill is not given' : undefined;
  };
  const actions = tactic.flatMap((line) => (typeof line.do === 'string' ? [line.do] : Object.keys(line.do)));
  const reasons = actions.map(cannot);
  const at = reasons.findIndex((reason) => reason !== undefined);
  if (at < 0 || (reasons.some((reason) => reason === undefined) && !formationOf(actions[at]))) return [];
  const able = ACTIONS.filter((action) => cannot(action) === undefined);
  const message = `The group can never do '${actions[at]}': ${reasons[at]}. It may ${able.join(', ')}.`;
  return [{ path, message, found: actions[at], allowed: able }];
}

/** Groups that are to face each other one by one. */
export function togetherProblems(s: EngagementSituation): Problem[] {
  const several = s.a.groups.length + s.b.groups.length > 0;
  const message =
    'Groups act together in these rules; leave `together` out, or cut lanes off from each other with `neighbours: []`.';
  return refusals(s, [], [[several && s.together === false, 'together', message]]);
}

/** A commander who is with a group that is not there. */
export function commanderProblems(s: EngagementSituation, side: SideKey): Problem[] {
  const { commander, groups } = s[side];
  const number = commander?.with ?? 1;
  const many = groups.length === 0 ? 'one group' : `${groups.length + 1} groups`;
  const message = `Side ${side.toUpperCase()} has ${many}; its commander cannot be with number ${number}.`;
  return refusals(s, [], [[number > groups.length + 1, [side, 'commander', 'with'], message]]);
}
