import type { Flow, Stepped } from '../../kit/flow.ts';
import { live } from '../../kit/live.ts';
import type { Emit } from '../../sim/machine.ts';
import { type Fields, flag, int, oneOf } from '../../sim/state.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import { type FactRecord, type FactValue, withFacts } from '../pattern.ts';
import { asRuled, mayBeUpTo } from '../ruling-reads.ts';
import { commanderFields } from './commander.ts';
import { isRifled } from './shot.ts';
import { formationOf, formationWords, type UnitGiven } from './unit.ts';
import type { ARISING_FACTS } from './vocabulary.ts';
import { ASPECTS, isBua } from './words.ts';

export type Flows = readonly Flow<Stepped>[];

/** Hits from one phase are counted up to here; nothing on the sheets asks for more. */
export const MOST_PHASE_HITS = 15;

/**
 * How fresh a unit's contact is. It moved in, or met the mover half way; `none` once the rows for contact no longer
 * count for it (ruling contactBonus), so that a fight forgets what cannot matter again.
 */
const CONTACTS = ['none', 'moved', 'countered'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What changes of a unit. */
export const unitFields = (given: UnitGiven, book: Rulebook) => ({
  ...commanderFields(book, given.commander?.attached === true),
  hits: int(0, given.fs),
  formation: oneOf(...formationWords(book)),
  fired: flag(),
  outOfAmmunition: flag(),
  /** Its volley is ragged. */
  ragged: flag(),
  /** It has left: retired before or after its shot, or withdrew from a charge. */
  withdrawn: flag(),
  /** Fatigue hits taken from fire in this phase. */
  phaseHits: int(0, MOST_PHASE_HITS),
  drivenBack: flag(),
  contact: oneOf(...CONTACTS),
  aspect: oneOf(...ASPECTS),
  /** The side of the enemy that it strikes, where it fights beside another. */
  into: oneOf(...ASPECTS),
  evaded: flag(),
  /** It has left the ground that the scenario puts it on: to counter, to evade, in retreat or pursuit. */
  leftPlace: flag(),
  /** It left its ground for the enemy below: it still stands higher. */
  fromAbove: flag(),
  wonLast: flag(),
  /** It has rolled a natural ten that is still to be tested for. */
  ten: flag(),
});
export type UnitState = Fields<ReturnType<typeof unitFields>>;

/** A unit in an encounter: what the scenario says, what changes of it, and its facts, which follow that. */
export interface Combatant<State extends UnitState = UnitState> {
  /** 'attacker', 'target': whose dice these are. */
  readonly side: string;
  /** For people: the unit's name, or its side. */
  readonly label: string;
  readonly given: UnitGiven;
  readonly state: State;
  readonly facts: FactRecord;
  readonly status: () => Status;
  /** Hears of hits that it takes; of those that it sheds, as less than 0. */
  readonly counts?: (hits: number, cause: string, emit: Emit) => void;
}

/** What an encounter knows of a unit besides; `strip` is the ground that it stands on, where that follows its place. */
export interface Particulars extends Partial<Pick<Combatant, 'label' | 'counts'>> {
  readonly facts?: FactRecord;
  readonly strip?: () => Ground | undefined;
}

export function combatant<State extends UnitState>(
  book: Rulebook,
  side: string,
  given: UnitGiven,
  state: State,
  { facts: own = {}, strip, ...more }: Particulars = {},
): Combatant<State> {
  // Asked for with every row about waverers, so looked up once.
  const statusAt = Array.from({ length: given.fs + 1 }, (_, hits) =>
    asRuled(book, () => statusOf(book, given.fs, given.fs - hits)),
  );
  const status = () => statusAt[state.hits]();
  const facts = withFacts(unitFacts(book, given, state, status, strip), own);
  return { side, label: given.name ?? `the ${side}`, given, state, status, ...more, facts };
}

/** Puts a unit where the scenario says it starts. */
export function muster({ given, state }: Combatant): void {
  state.hits = Math.min(given.fs, given.hits);
  state.formation = formationOf(given);
  state.fired = given.fired;
  state.outOfAmmunition = given.outOfAmmunition;
  state.aspect = given.aspect;
}

export const currentFs = ({ given, state }: Combatant): number => given.fs - state.hits;
export const isBroken = ({ given, state }: Combatant): boolean => state.hits >= given.fs;
/** Which of two units is broken, null for neither. */
export function brokenOf(one: Combatant, other: Combatant): Combatant | 'both' | null {
  if (isBroken(one)) return isBroken(other) ? 'both' : one;
  return isBroken(other) ? other : null;
}
/** Hits taken since the encounter opened. */
export const hitsTaken = ({ given, state }: Combatant): number => state.hits - given.hits;

/** Hits come off the fatigue score, which does not fall below 0; less than 0 are shed. */
export function suffer(unit: Combatant, hits: number, cause: string, emit: Emit): void {
  const { given, state } = unit;
  const before = state.hits;
  state.hits = Math.max(0, Math.min(given.fs, before + hits));
  unit.counts?.(state.hits - before, cause, emit);
}

export type Status = 'steady' | 'wavering' | 'routing' | 'broken';
/** By the placeholder thresholds of OTH2-R48, which are not asked of a unit that is above all of them. */
export function statusOf(book: Rulebook, startFs: number, fs: number): Status {
  if (fs <= 0) return 'broken';
  const mayFall = (key: string): boolean => fs <= mayBeUpTo(book, key);
  if (fs > startFs / 2 && !mayFall('routingAt') && !mayFall('waveringAt')) return 'steady';
  const parts = ruled(book, 'thresholds') === 'half-and-quarter';
  const hasFallen = (key: string, part: number): boolean =>
    parts ? fs <= startFs / part : mayFall(key) && fs <= Number(ruled(book, key));
  if (hasFallen('routingAt', 4)) return 'routing';
  return hasFallen('waveringAt', 2) ? 'wavering' : 'steady';
}

/** What ground gives whoever stands on it. */
export type Ground = Pick<UnitGiven, 'place' | 'woods' | 'cover' | 'obscured' | 'higher'>;
const OPEN_GROUND: Ground = { place: 'open', woods: 'none', cover: false, obscured: false, higher: false };

/** What rows may ask about a unit: what the scenario says of it, and what has become of it. */
function unitFacts(
  book: Rulebook,
  given: UnitGiven,
  state: UnitState,
  status: () => Status,
  strip: () => Ground | undefined = () => undefined,
): FactRecord {
  const { commander, name: _name, newTarget: _newTarget, ...plain } = given;
  const still = {
    ...plain,
    startFs: given.fs,
    rifled: isRifled(book, given.weapon),
    skirmishUnit: given.skirmishUnit || formationOf(given) === 'skirmish',
    skirmishClass:
      given.arm === 'cavalry'
        ? String(cell(book, 'fire.skirmish-class', 'cavalry', 'class') ?? 'none')
        : given.skirmishClass,
  };
  const commands = () => commander !== undefined && !state.commanderLost;
  // What its ground gives a unit is left behind with it; whoever comes down from a height is still above the enemy.
  const here = () => strip() ?? (state.leftPlace ? OPEN_GROUND : given);
  return live(still, {
    fs: () => given.fs - state.hits,
    hits: () => state.hits,
    formation: () => state.formation,
    fired: () => state.fired,
    outOfAmmunition: () => state.outOfAmmunition,
    aspect: () => state.aspect,
    place: () => here().place,
    woods: () => here().woods,
    cover: () => here().cover,
    obscured: () => here().obscured,
    higher: () => strip()?.higher ?? (given.higher && (!state.leftPlace || state.fromAbove)),
    goneToGround: () => !state.leftPlace && given.goneToGround,
    ...({
      status,
      wavering: () => status() !== 'steady',
      routing: () => status() === 'routing' || status() === 'broken',
      commanderAttached: () => commands() && commander!.attached,
      commanderInRange: () => commands() && (commander!.inRange || commander!.attached),
      control: () => (commands() ? commander!.control : 0),
      inspiration: () => (commands() ? commander!.inspiration : 0),
      inBua: () => isBua(here().place),
      inWoods: () => here().woods !== 'none',
      evaded: () => state.evaded,
      wonLast: () => state.wonLast,
      freshContact: () => state.contact !== 'none',
      initiating: () => state.contact === 'moved',
      countering: () => state.contact === 'countered',
      charging: () => given.arm === 'cavalry' && state.contact !== 'none',
    } satisfies Readonly<Record<keyof typeof ARISING_FACTS, () => FactValue>>),
  }) as FactRecord;
}

/**
 * It leaves its ground to go at the enemy: to charge, or to meet him half way (line 359 of oth2). Works, woods and cover
 * stay behind; whoever comes down from a height is still above the enemy.
 */
export function goAtEnemy({ given, facts, state }: Combatant): void {
  state.fromAbove = given.higher && facts['higher'] === true;
  state.leftPlace = true;
}
/** It leaves its ground in any other way, and the height with it. */
export function quitGround({ state }: Combatant): void {
  state.fromAbove = false;
  state.leftPlace = true;
}

export { rulingFacts } from '../ruling-reads.ts';

/** The same words as a sentence begins. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
