import { act, type Stepped, when } from '../../../kit/flow.ts';
import { sequenceOfPlay } from '../../../kit/sequence.ts';
import { matcher, type When } from '../../pattern.ts';
import type { Flows } from '../combatant.ts';
import { winnersChoose } from '../melee/aftermath.ts';
import { dutiesIn } from './duties.ts';
import type { Ranks } from './field.ts';
import { type Plays, playsOf } from './plays.ts';
import type { SideKey, Slot } from './situation.ts';
import { afterSlot, setBudget } from './slots.ts';
import { isStanding } from './troop.ts';

/** What the engagement knows besides its units. */
export interface Field extends Ranks {
  readonly slots: readonly Slot[];
  readonly oneCommander: Readonly<Record<SideKey, boolean>>;
  readonly endWhen: When | undefined;
  /** `budget`: rally tests that the side's commander has left this turn. */
  readonly state: { readonly turn: number; budget: number };
}

/** The sequence of play: for each slot ("a-moves") every unit or contact in turn, then the next slot, then the next turn. */
export function engagementFlows(field: Field): Flows {
  const { slots } = field;
  const plays = playsOf(field);
  const isOver = isOverIn(field, plays);
  return [
    when(isOver, [{ kind: 'end', run: () => {} }]),
    ...sequenceOfPlay<Stepped, Slot>({
      slots,
      duties: (slot) => dutiesIn(field, slot, plays),
      beforeSlot: ({ side, phase }) => [
        ...(phase === 'rallies' ? [setBudget(field, side)] : []),
        ...(field.chiefGoes && phase === 'command' ? [act<Stepped>(() => field.chiefGoes!(side))] : []),
        ...(phase === 'combats' && winnersChoose(field.book) ? [act<Stepped>(() => meetComers(field))] : []),
      ],
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
