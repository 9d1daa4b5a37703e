import { flag, int, oneOf } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { replacements } from '../commander-risk.ts';
import { type Combatant, combatant, type LiveUnit, startUnit, unitFields } from '../live.ts';
import type { UnitGiven } from '../unit.ts';
import { ASPECTS, BUAS } from '../words.ts';

/**
 * How fresh a unit's contact is. It moved in, or met the mover half way; `none` once the rows for contact no longer
 * count for it (ruling contactBonus), so that a fight forgets what cannot matter again.
 */
export const CONTACTS = ['none', 'moved', 'countered'] as const;
export type Contact = (typeof CONTACTS)[number];
export type Aspect = (typeof ASPECTS)[number];

/** The state fields of a unit that may come to close combat. */
export const fighterFields = (given: UnitGiven, book: Rulebook) => ({
  ...unitFields(given, book),
  contact: oneOf(...CONTACTS),
  aspect: oneOf(...ASPECTS),
  evaded: flag(),
  /** It has left the ground that the scenario puts it on: to counter, to evade, in retreat or pursuit. */
  leftPlace: flag(),
  /** It left its ground for the enemy below: it still stands higher. */
  fromAbove: flag(),
  wonLast: flag(),
  /** The row of the replacement table, from 1, of whoever takes a lost commander's place; 0 until he is known. */
  replacement: int(0, given.commander?.attached ? replacements(book).length : 0),
});

/** The state fields of a unit that fights beside the first of its side. */
export const besideFields = (given: UnitGiven, book: Rulebook) => ({
  ...fighterFields(given, book),
  /** The side of the enemy that it strikes. */
  into: oneOf(...ASPECTS),
  /** It has rolled a natural ten that is still to be tested for. */
  ten: flag(),
});

export interface LiveFighter extends LiveUnit {
  contact: Contact;
  aspect: Aspect;
  evaded: boolean;
  leftPlace: boolean;
  fromAbove: boolean;
  wonLast: boolean;
  replacement: number;
}
export interface LiveBeside extends LiveFighter {
  into: Aspect;
  ten: boolean;
}
export interface Fighter extends Combatant {
  readonly live: LiveFighter;
}
/** A unit beside the first of its side in one combat: it strikes with it, and the first takes the hits (OTH2-R58). */
export interface Beside extends Fighter {
  readonly live: LiveBeside;
}

/** A unit with the facts of close combat. Its role is given by the fight it is in: see `asRole`. */
export function fighter(book: Rulebook, side: string, given: UnitGiven, live: LiveFighter): Fighter {
  const more: FactRecord = {
    get aspect() {
      return live.aspect;
    },
    get evaded() {
      return live.evaded;
    },
    get place() {
      return live.leftPlace ? 'open' : given.place;
    },
    get inBua() {
      return !live.leftPlace && (BUAS as readonly string[]).includes(given.place);
    },
    get woods() {
      return live.leftPlace ? 'none' : given.woods;
    },
    get inWoods() {
      return !live.leftPlace && given.woods !== 'none';
    },
    get cover() {
      return !live.leftPlace && given.cover;
    },
    get obscured() {
      return !live.leftPlace && given.obscured;
    },
    get goneToGround() {
      return !live.leftPlace && given.goneToGround;
    },
    get higher() {
      return given.higher && (!live.leftPlace || live.fromAbove);
    },
    get wonLast() {
      return live.wonLast;
    },
    get freshContact() {
      return live.contact !== 'none';
    },
    get initiating() {
      return live.contact === 'moved';
    },
    get countering() {
      return live.contact === 'countered';
    },
    get charging() {
      return given.arm === 'cavalry' && live.contact !== 'none';
    },
  };
  return { ...combatant(book, side, given, live, more), live };
}

/** The second, third … unit of a side: `place` counts from 0. */
export function beside(book: Rulebook, side: string, place: number, given: UnitGiven, live: LiveBeside): Beside {
  const label = given.name ?? `the ${side}'s unit ${place + 2}`;
  return { ...fighter(book, side, given, live), live, label };
}

export function startFighter(unit: Fighter): void {
  startUnit(unit);
  unit.live.aspect = unit.given.aspect;
}

/**
 * It leaves its ground to go at the enemy: to charge, or to meet him half way (line 359 of oth2). Works, woods and cover
 * stay behind; whoever comes down from a height is still above the enemy.
 */
export function goesAtEnemy({ given, facts, live }: Fighter): void {
  live.fromAbove = given.higher && facts['higher'] === true;
  live.leftPlace = true;
}
/** It leaves its ground in any other way, and the height with it. */
export function quitsGround({ live }: Pick<Fighter, 'live'>): void {
  live.fromAbove = false;
  live.leftPlace = true;
}

/** How the unit that moves in comes to contact, once its enemy's own contact is known. */
export function moverContact(book: Rulebook, attacker: Fighter, defender: Fighter): Contact {
  // Infantry that cavalry counters is not moved, so nothing is due to it for moving in (ruling counteredInfantry).
  const held =
    defender.live.contact === 'countered' &&
    defender.given.arm === 'cavalry' &&
    attacker.given.arm === 'infantry' &&
    ruled(book, 'counteredInfantry') === 'none';
  return held ? 'none' : 'moved';
}
