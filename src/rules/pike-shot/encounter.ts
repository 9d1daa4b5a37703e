import type * as z from 'zod';
import type { Stepped } from '../../kit/flow.ts';
import { declareState, type Encounter } from '../../kit/machine.ts';
import type { EndMeasure } from '../../sim/machine.ts';
import type { StateSpec } from '../../sim/state.ts';
import {
  type AnyMachine,
  type BuiltEncounter,
  type BuiltInKind,
  type EncounterDef,
  encounterOf,
  type Note,
} from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { Problem } from '../problem.ts';
import { checkCards } from './cards/check.ts';
import type { CardSet } from './cards/schema.ts';
import {
  overflowProblems,
  type PartyGiven,
  type PlacedRegiment,
  type RegimentGiven,
  regimentProblems,
} from './given.ts';
import { muster, type Regiment, regimentOf, regimentSpec } from './regiment.ts';
import { type Rules, rulesOf } from './rules.ts';

/** The regiments that a situation names, with their places in it: whatever has a card, and its friends. */
const regimentsIn = (situation: object): PlacedRegiment[] =>
  Object.entries(situation).flatMap(([key, given]: [string, Partial<PartyGiven> | undefined]): PlacedRegiment[] => {
    if (typeof given !== 'object' || given.card === undefined) return [];
    const friends = (given.friends ?? []).map((friend, i): PlacedRegiment => [friend, [key, 'friends', i]]);
    return [[given as RegimentGiven, [key]], ...friends];
  });

/** An encounter of this family: every one carries a card set, which is checked before anything else. */
export function define<Situation extends { readonly cards: CardSet }>({
  wavers = [],
  check,
  notes = notesOf,
  ...def
}: {
  readonly kind: BuiltInKind;
  readonly title: string;
  readonly sides: BuiltEncounter['sides'];
  readonly schema: z.ZodType<Situation>;
  /** The keys of the regiments that may take a Waver test. */
  readonly wavers?: readonly string[];
  /** What the sheet does not allow, asked once every regiment is in order. */
  readonly check?: (situation: Situation, rules: Rules) => readonly Problem[];
  readonly notes?: (rules: Rules) => readonly Note[];
  readonly machine: (situation: Situation, rules: Rules) => AnyMachine;
}): EncounterDef<Situation> {
  return encounterOf<Situation>({
    ...{ kind: def.kind, title: def.title, sides: def.sides, schema: () => def.schema },
    check: (situation, book) => {
      const { cards } = situation;
      const faults = checkCards(cards).map((p) => ({ ...p, path: ['cards', ...p.path] }));
      if (faults.length > 0) return faults;
      const regiments = regimentsIn(situation);
      const wrong = regiments.flatMap(([given, path]) => regimentProblems(given, cards, path));
      if (wrong.length > 0) return wrong;
      const rules = rulesOf(book, cards);
      const tested = regiments.filter(([, path]) => path.length === 1 && wavers.includes(String(path[0])));
      return [...(check?.(situation, rules) ?? []), ...overflowProblems(rules, tested)];
    },
    notes: ({ cards }, book) => notes(rulesOf(book, cards)),
    machine: (situation, book) => def.machine(situation, rulesOf(book, situation.cards)),
  });
}

/** What must stand beside every result: that figures are invented, or whose they are. */
export function notesOf({ cards: { illustrative, notice, title } }: Rules): readonly Note[] {
  if (!illustrative) return [{ kind: 'info', text: `Tables and cards: ${title}.` }];
  return [{ kind: 'illustrative', text: notice ?? `Illustrative: the figures of '${title}' are invented.` }];
}

type Played = Omit<Encounter<Stepped>, 'name' | 'outcomes' | 'start'> & { readonly start?: (() => void) | undefined };

/**
 * Regiments over the state of one encounter, which has fields of its `own`. They begin as the scenario has them; `start`
 * does the rest.
 */
export function stage<Name extends string, Own extends StateSpec>(
  rules: Rules,
  kind: BuiltInKind,
  given: Readonly<Record<Name, RegimentGiven>>,
  own: Own,
) {
  const all = Object.entries<RegimentGiven>(given);
  const units = Object.fromEntries(all.map(([name, unit]) => [name, regimentSpec(rules, unit)]));
  const { view, machine } = declareState({ units, own });
  const regiments = all.map(([name, unit]) => regimentOf(rules, name, unit, view.units[name]));
  const played = ({ start, ...rest }: Played): AnyMachine =>
    machine({
      ...{ ...rest, name: `pike-shot ${kind}`, outcomes: OUTCOMES[kind] },
      start: () => {
        for (const regiment of regiments) muster(regiment);
        start?.();
      },
    });
  return {
    ...(Object.fromEntries(regiments.map((r) => [r.side, r])) as Record<Name, Regiment>),
    ...{ own: view.own, machine: played },
  };
}

type Measures = readonly EndMeasure<unknown>[];

export const cohesionMeasure = ({ side, state }: Regiment): Measures => [
  { id: `${side}.cohesion`, label: `cohesion of the ${side} at the end, 0 sharp to 5 mob`, of: () => state.cohesion },
];
export const companiesLost = (r: Regiment): number => r.state.lost - r.given.lost;
export const lossMeasures = (r: Regiment): Measures => [
  { id: `${r.side}.casualties`, label: `companies the ${r.side} loses`, of: () => companiesLost(r) },
  ...cohesionMeasure(r),
];
/** What it costs, whoever pays. */
export const jointLosses = (lost: () => number): EndMeasure<unknown> => ({
  ...{ id: 'both.losses', label: 'companies lost on both sides together', of: lost },
});
export const pursuitMeasure = (id: string, turns: () => number): EndMeasure<unknown> => ({
  ...{ id, label: 'turns of pursuit, the one that halts it included', of: turns },
});
