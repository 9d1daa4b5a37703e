import { watchable } from '../../kit/machine.ts';
import type { Rulebook } from '../book.ts';
import type { EncounterDef, Note } from '../encounter.ts';
import { type Standing, shapeProblems, standing } from '../engagement-shape.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, refusals } from '../refusal.ts';
import { choiceProblems, chosenTactic, type Tactic, tacticProblems, whenProblems } from '../tactic.ts';
import { lossSums, standsTogether } from './contact.ts';
import { formationOf } from './drill.ts';
import { type BodyInput, type EngagementSituation, engagementSchema, fireLines } from './engagement-schema.ts';
import { type Field, fieldOf } from './field.ts';
import { PLANS, type Plan, TACTICS } from './plans.ts';
import { PHASES, type Phase } from './play.ts';
import type { Body } from './positions.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { SIDES } from './state.ts';
import { type SideKey, unitOf } from './troops.ts';
import { engagementPlay } from './turns.ts';
import { vocabulary } from './vocabulary.ts';

/** The groups of a side with their places; what a further group does not say of itself is the side's. */
function bodiesOf(situation: EngagementSituation, side: SideKey): Standing<BodyInput>[] {
  const { groups, commander: _, ...first } = situation[side];
  const { tactic, fire } = first;
  return standing([
    { body: first, path: [side] },
    ...groups.map((group, i) => ({ body: { tactic, fire, ...group }, path: [side, 'groups', i] })),
  ]);
}

function sequenceProblems(sequence: readonly Phase[]): Problem[] {
  const isWhole = sequence.length === PHASES.length && PHASES.every((p) => sequence.includes(p));
  const ordersLate = sequence.indexOf('orders') > sequence.indexOf('move');
  return firstRefusal(
    { sequence },
    [],
    [
      [!isWhole, 'sequence', `The sequence must hold each of ${PHASES.join(', ')} once.`],
      [ordersLate, 'sequence', 'Orders come before the move that they are for.'],
    ],
  );
}

/** What is wrong with one group: its figures, its orders, its tactics. */
function bodyProblems(book: Rulebook, s: EngagementSituation, { body, path }: Standing<BodyInput>): Problem[] {
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
function impossibleProblems(book: Rulebook, body: BodyInput, tactic: Tactic<Plan>, path: Problem['path']): Problem[] {
  const guns = [body, ...(body.others ?? [])].some((u) => unitOf(book, u).arm === 'artillery');
  const cannot = (plan: string): string | undefined => {
    if (plan === 'charge' && guns) return 'guns do not charge';
    if (plan === 'bring-up' && !guns) return 'it has no guns';
    if (formationOf(plan) && guns) return 'guns do not change formation';
    return formationOf(plan) && !body.drill ? 'its drill is not given' : undefined;
  };
  const plans = tactic.flatMap((line) => (typeof line.do === 'string' ? [line.do] : Object.keys(line.do)));
  const reasons = plans.map(cannot);
  const at = reasons.findIndex((reason) => reason !== undefined);
  if (at < 0 || (reasons.some((reason) => reason === undefined) && !formationOf(plans[at]))) return [];
  const able = PLANS.filter((plan) => cannot(plan) === undefined);
  const message = `The group can never do '${plans[at]}': ${reasons[at]}. It may ${able.join(', ')}.`;
  return [{ path, message, found: plans[at], allowed: able }];
}

/** A commander who is with a group that is not there. */
function commanderProblems(s: EngagementSituation, side: SideKey): Problem[] {
  const { commander, groups } = s[side];
  const number = commander?.with ?? 1;
  const many = groups.length === 0 ? 'one group' : `${groups.length + 1} groups`;
  const message = `Side ${side.toUpperCase()} has ${many}; its commander cannot be with number ${number}.`;
  return refusals(s, [], [[number > groups.length + 1, [side, 'commander', 'with'], message]]);
}

/** Groups that shoot, charge, fight and test over several turns. */
export const engagement: EncounterDef<EngagementSituation> = {
  kind: 'engagement',
  title: 'Engagement of groups',
  schema: engagementSchema,
  check: (s, book) => {
    const sides = { a: bodiesOf(s, 'a'), b: bodiesOf(s, 'b') };
    return [
      ...SIDES.flatMap((side) => [
        ...sides[side].flatMap((x) => bodyProblems(book, s, x)),
        ...commanderProblems(s, side),
      ]),
      ...shapeProblems({ ...s, ...sides, bodies: 'groups' }),
      ...Object.entries(s.tactics).flatMap(([name, lines]) =>
        tacticProblems(lines, vocabulary, book, ['tactics', name]),
      ),
      ...sequenceProblems(s.sequence),
      ...whenProblems(s.endWhen, vocabulary, ['endWhen'], book),
    ];
  },
  build: (situation, book) => ({
    machine: watchable((options) => machineOf(situation, book, options)),
    notes: notesOf(situation),
    sides: ['side A', 'side B'],
  }),
};

function machineOf(situation: EngagementSituation, book: Rulebook, options: Parameters<typeof fieldOf>[2]) {
  const sides = { a: bodiesOf(situation, 'a'), b: bodiesOf(situation, 'b') };
  const commanders = { a: situation.a.commander, b: situation.b.commander };
  const field = fieldOf(book, { ...situation, ...sides, commanders }, options);
  const named = { ...TACTICS, ...situation.tactics };
  const inputs = new Map(SIDES.flatMap((side) => field.of(side).map((x, i) => [x, sides[side][i].body] as const)));
  return field.machine({
    name: 'engagement',
    play: engagementPlay(field, {
      ...situation,
      commanders,
      tacticOf: (x) => chosenTactic(inputs.get(x)!.tactic, named) ?? TACTICS['hold'],
      fireOf: (x) => fireLines(inputs.get(x)!.fire),
    }),
    start: field.muster,
    outcomes: OUTCOMES.engagement,
    outcome: () => outcomeOf(field),
    measures: [...sideMeasures(field), { id: 'turns', label: 'turns played', of: () => field.state.turn }],
    sums: lossSums(SIDES.map((side) => ({ name: side, title: titleOf(field.of(side), side) }))),
    layer: (slot) => (field.state.turn - 1) * 2 * PHASES.length + slot,
  });
}

const total = (bodies: readonly Body[], of: (x: Body) => number): number => bodies.reduce((sum, x) => sum + of(x), 0);
const titleOf = (bodies: readonly Body[], side: SideKey): string =>
  bodies.length === 1 ? bodies[0].group.title : `side ${side.toUpperCase()}`;
const isOut = ({ group }: Body): boolean => group.stands === 0 || group.orders === 'rout';

/** Stands of a side, over all its groups, and where there are several how many of them are out of it. */
function sideMeasures(field: Field) {
  return SIDES.flatMap((side) => {
    const bodies = field.of(side);
    const title = titleOf(bodies, side);
    const stands = standsTogether(
      side,
      title,
      bodies.map((x) => x.group),
    );
    if (bodies.length === 1) return stands;
    const out = { id: `${side}.out`, label: `${title}: groups destroyed or routing`, of: () => total(bodies, (x) => (isOut(x) ? 1 : 0)) }; // biome-ignore format: one line
    return [...stands, out];
  });
}

/**
 * A side that has nobody left who holds has lost, by the best fate among its groups. If both hold, the side with the
 * larger share of its groups out is worse off; then the one that has lost the larger share of its stands.
 */
function outcomeOf(field: Field): string {
  const order = ['holds', 'retreats', 'routs', 'destroyed'];
  const rankOf = ({ group }: Body) => order.indexOf(group.stands === 0 ? 'destroyed' : group.state.fate);
  const sides = SIDES.map((side) => field.of(side));
  const [a, b] = sides.map((bodies) => Math.min(...bodies.map(rankOf)));
  if (a > b) return `a-${order[a]}`;
  if (b > a) return `b-${order[b]}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  const shares = sides.map((bodies) => {
    const before = total(bodies, ({ group }) => group.members.reduce((sum, u) => sum + u.before.stands, 0));
    const left = total(bodies, ({ group }) => group.stands);
    return { out: total(bodies, (x) => (isOut(x) ? 1 : 0)) / bodies.length, lost: (before - left) / before };
  });
  const worse = shares[0].out - shares[1].out || shares[0].lost - shares[1].lost;
  return worse > 0 ? 'a-worse' : worse < 0 ? 'b-worse' : 'even';
}

const NOTES: readonly Note[] = [
  {
    kind: 'info',
    text: 'The sheet prints no sequence of play and no rule for when groups test or recover: those are settings of the scenario.',
  },
  {
    kind: 'info',
    text: 'Units face each other in order; units without an opposite number overlap the last fight and shoot at its enemy.',
  },
];
const SEVERAL: Note = {
  kind: 'info',
  text: 'Groups stand in lanes and come on straight ahead: who shoots, overlaps or strikes a flank in the next lane is by rulings, for the sheet has no map.',
};
const notesOf = ({ a, b }: EngagementSituation): readonly Note[] =>
  a.groups.length + b.groups.length > 0 ? [...NOTES, SEVERAL] : NOTES;
