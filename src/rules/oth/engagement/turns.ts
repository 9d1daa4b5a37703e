import { act, type Stepped, when } from '../../../kit/flow.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { tabled } from '../../../kit/tabled.ts';
import { matcher, type When } from '../../pattern.ts';
import type { Flows } from '../combatant.ts';
import { winnersChoose } from '../melee/aftermath.ts';
import { dutyOf } from './duties.ts';
import type { Body, Place, Ranks } from './field.ts';
import { type Plays, playsOf } from './plays.ts';
import { other, type SideKey, type Slot } from './situation.ts';
import { afterSlot, setBudget, support, takeBack } from './slots.ts';
import { isStanding } from './troop.ts';

/** What the engagement knows besides its units. */
export interface Field extends Ranks {
  readonly slots: readonly Slot[];
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  readonly endWhen: When | undefined;
  /** `budget`: rally tests that the side's commander has left this turn. */
  readonly state: { readonly turn: number; budget: number };
}

/** Who does something in a slot: a unit, or those in contact; these may first have to deliver fire that had no phase. */
export type Actor =
  | { readonly body: Body; readonly record: string }
  | { readonly place: Place; readonly record: string; readonly deliversLate?: true };

/** The sequence of play: for each slot ("a-moves") every unit or contact in turn, then the next slot, then the next turn. */
export function engagementFlows(field: Field): Flows {
  const { bodies, slots } = field;
  const inContact = field.places.map((place): Actor => ({ place, record: place.record }));
  const late = inContact.flatMap((actor): Actor[] => [{ ...actor, deliversLate: true } as Actor, actor]);
  const units = (side: SideKey) =>
    bodies.filter((x) => x.side === side && x.pairs.length > 0).map((body): Actor => ({ body, record: body.record }));
  const acting = { a: units('a'), b: units('b') };
  const plays = playsOf(field);
  const duties = tabled((slot: Slot) => tabled((actor: Actor) => dutyOf(field, slot, actor, plays)));
  const isOver = isOverIn(field, plays);
  return [
    when(isOver, [{ kind: 'end', run: () => {} }]),
    ...sequenceOfPlay<Stepped, Slot, Actor>({
      slots,
      actors: (slot) => {
        if (slot.phase === 'combats') return mayDeliverLate(slots, slots.indexOf(slot)) ? late : inContact;
        return slot.phase === 'defensive-fire' ? inContact : acting[slot.side];
      },
      record: ({ record }) => record,
      beforeSlot: ({ side, phase }) => [
        ...(phase === 'rallies' ? [setBudget(field, side)] : []),
        ...(field.chiefGoes && phase === 'command' ? [act<Stepped>(() => field.chiefGoes!(side))] : []),
        ...(phase === 'combats' && winnersChoose(field.book) ? [act<Stepped>(() => meetComers(field))] : []),
      ],
      due: (slot, actor) => duties(slot)(actor).due,
      hears: (slot, actor) => {
        const { hears } = duties(slot)(actor);
        const supports = support(field, slot, actor.record);
        return () => {
          hears?.();
          supports();
        };
      },
      duty: (slot, actor) => duties(slot)(actor).body,
      afterDuty: (slot, { record }) => [takeBack(field, slot, record)],
      afterSlot: (slot) => [...afterSlot(field, slot), ...(slot === slots.at(-1) ? forgetAdvances(field) : [])],
      isOver,
    }),
  ];
}

/** Who has come on into contact after a combat fights now. */
function meetComers({ places }: Field): void {
  for (const { pairs } of places) for (const pair of pairs) if (pair.stage === 'come') pair.stage = 'met';
}

/** A new turn: winners may come on into contact again. */
function forgetAdvances({ book, bodies }: Field): Flows {
  if (!winnersChoose(book)) return [];
  return [
    act(() => {
      for (const { unit } of bodies) unit.state.advanced = 0;
    }),
  ];
}

/** All of a side broken or routing, nobody left to fight, or the scenario's own condition (ruling endWhen). */
function isOverIn({ bodies, isActive, opponent, endWhen }: Field, plays: Plays): () => boolean {
  const asked = endWhen ? matcher(endWhen) : undefined;
  const ofA = bodies.filter((x) => x.side === 'a');
  return () => {
    // Asked after every duty: one pass, and no more than it takes.
    let [a, b, fighting] = [false, false, false];
    for (const x of bodies) {
      if (x.side === 'a') a ||= isStanding(x.unit);
      else b ||= isStanding(x.unit);
      fighting ||= isActive(x);
    }
    if (!a || !b || !fighting) return true;
    return (
      asked !== undefined &&
      ofA.some((x) => isActive(x) && opponent(x) >= 0 && asked(plays.of(x.pairs[opponent(x)].a).atEnd))
    );
  };
}

/** Is it a combat phase in which a charge may still have to be shot at, since the sequence has no phase for it before? */
function mayDeliverLate(slots: readonly Slot[], at: number): boolean {
  const shot = new Set<SideKey>();
  for (let back = 1; back < slots.length; back++) {
    const { phase, side } = slots[(at + slots.length - back) % slots.length];
    if (phase === 'combats') return false;
    if (phase === 'defensive-fire') shot.add(side);
    if (phase === 'moves' && !shot.has(other(side))) return true;
  }
  return false;
}
