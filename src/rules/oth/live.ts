import { flag, int, oneOf } from '../../sim/state.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import { type FactRecord, withFacts } from '../pattern.ts';
import { formationOf, formationWords, type UnitGiven } from './unit.ts';
import { BUAS } from './words.ts';

/** Hits from one phase are counted up to here; nothing on the sheets asks for more. */
export const MOST_PHASE_HITS = 15;

/** The state fields of a unit in an encounter. An encounter may add its own beside them. */
export const unitFields = (given: UnitGiven, book: Rulebook) => ({
  hits: int(0, given.fs),
  formation: oneOf(...formationWords(book)),
  commanderLost: flag(),
  fired: flag(),
  outOfAmmunition: flag(),
  /** Its volley is ragged. */
  ragged: flag(),
  /** It has left: retired before or after its shot, or withdrew from a charge. */
  withdrawn: flag(),
  /** Fatigue hits taken from fire in this phase. */
  phaseHits: int(0, MOST_PHASE_HITS),
  drivenBack: flag(),
});
export interface LiveUnit {
  hits: number;
  formation: string;
  commanderLost: boolean;
  fired: boolean;
  outOfAmmunition: boolean;
  ragged: boolean;
  withdrawn: boolean;
  phaseHits: number;
  drivenBack: boolean;
}

/** A unit in an encounter: what the scenario says, its live state, and its facts, which follow the state. */
export interface Combatant {
  /** 'attacker', 'target': whose dice these are. */
  readonly side: string;
  /** For people: the unit's name, or its side. */
  readonly label: string;
  readonly given: UnitGiven;
  readonly live: LiveUnit;
  readonly facts: FactRecord;
}

export function combatant(
  book: Rulebook,
  side: string,
  given: UnitGiven,
  live: LiveUnit,
  more: FactRecord = {},
): Combatant {
  return { side, label: given.name ?? `the ${side}`, given, live, facts: unitFacts(book, given, live, more) };
}

/** Puts a unit's live fields where the scenario says they start. */
export function startUnit(unit: Pick<Combatant, 'given' | 'live'>): void {
  const { given, live } = unit;
  live.hits = Math.min(given.fs, given.hits);
  live.formation = formationOf(given);
  live.fired = given.fired;
  live.outOfAmmunition = given.outOfAmmunition;
}

export const currentFs = (unit: Pick<Combatant, 'given' | 'live'>): number => unit.given.fs - unit.live.hits;
export const isBroken = (unit: Pick<Combatant, 'given' | 'live'>): boolean => unit.live.hits >= unit.given.fs;
/** Takes hits off a unit; FS does not fall below 0. */
export const takeHits = (unit: Pick<Combatant, 'given' | 'live'>, hits: number): void => {
  unit.live.hits = Math.min(unit.given.fs, unit.live.hits + hits);
};

/** Steady, wavering, routing or broken, by the placeholder thresholds of OTH2-R48. */
export function statusOf(book: Rulebook, startFs: number, fs: number): 'steady' | 'wavering' | 'routing' | 'broken' {
  if (fs <= 0) return 'broken';
  const parts = ruled(book, 'thresholds') === 'half-and-quarter';
  if (fs <= (parts ? startFs / 4 : Number(ruled(book, 'routingAt')))) return 'routing';
  if (fs <= (parts ? startFs / 2 : Number(ruled(book, 'waveringAt')))) return 'wavering';
  return 'steady';
}

/** Facts of a unit. Getters follow `live`; `more` adds an encounter's own facts or stands in for these. */
export function unitFacts(book: Rulebook, given: UnitGiven, live: LiveUnit, more: FactRecord = {}): FactRecord {
  const {
    commander,
    traits,
    formation: _start,
    hits: _hits,
    fs: startFs,
    name: _name,
    newTarget: _new,
    ...plain
  } = given;
  const fs = () => startFs - live.hits;
  const status = () => statusOf(book, startFs, fs());
  const commands = () => commander !== undefined && !live.commanderLost;
  const facts = {
    ...plain,
    traits,
    startFs,
    rifled: cell(book, 'fire.small-arms.ranges', given.weapon, 'rifled') === true,
    inWoods: given.woods !== 'none',
    inBua: (BUAS as readonly string[]).includes(given.place),
    skirmishUnit: given.skirmishUnit || formationOf(given) === 'skirmish',
    skirmishClass:
      given.arm === 'cavalry'
        ? String(cell(book, 'fire.skirmish-class', 'cavalry', 'class') ?? 'none')
        : given.skirmishClass,
    get fs() {
      return fs();
    },
    get hits() {
      return live.hits;
    },
    get formation() {
      return live.formation;
    },
    get fired() {
      return live.fired;
    },
    get outOfAmmunition() {
      return live.outOfAmmunition;
    },
    get status() {
      return status();
    },
    get wavering() {
      return status() !== 'steady';
    },
    get routing() {
      const now = status();
      return now === 'routing' || now === 'broken';
    },
    get commanderAttached() {
      return commands() && commander!.attached;
    },
    get commanderInRange() {
      return commands() && (commander!.inRange || commander!.attached);
    },
    get control() {
      return commands() ? commander!.control : 0;
    },
    get inspiration() {
      return commands() ? commander!.inspiration : 0;
    },
  };
  return withFacts(facts, more);
}

export { rulingFacts } from '../ruling-reads.ts';

/** The same words as a sentence begins. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
