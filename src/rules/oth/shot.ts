import { tabled } from '../../kit/tabled.ts';
import {
  type Cell,
  cell,
  figure,
  hasRow,
  type ModifierTable,
  modifierTable,
  numberAt,
  type Rulebook,
  ruled,
} from '../book.ts';
import { factsIn } from '../pattern.ts';
import type { Combatant } from './combatant.ts';
import { type Share, WHOLE } from './scores.ts';
import type { UnitGiven } from './unit.ts';
import { isBua, spoken } from './words.ts';

/** What a unit's fire is, before any die: reach, band, ammunition, and the tables that count. */
export interface Shot {
  readonly distance: number;
  /** Null where the sheet prints no range for the weapon. */
  readonly maximum: number | null;
  readonly canister: number | null;
  readonly short: number | null;
  readonly range: 'short' | 'over' | 'none';
  readonly ammunition: 'small-arms' | 'round-shot' | 'canister' | 'shell';
  /** The rifle screen fires alone. */
  readonly screenFires: boolean;
  /** A battery, not small arms or battalion guns. */
  readonly battery: boolean;
  readonly tables: readonly ModifierTable[];
}
export type AmmunitionChoice = 'auto' | 'round-shot' | 'canister';

export const isRifled = (book: Rulebook, weapon: string): boolean =>
  cell(book, 'fire.small-arms.ranges', weapon, 'rifled') === true;
/** Not every sheet has howitzers and mortars. */
export const isPrintedPiece = (book: Rulebook, piece: string): boolean =>
  piece === 'cannon' || hasRow(book, 'fire.artillery.ranges', piece);
/** The face of the die that leaves a battery without ammunition. */
export const emptyFace = (book: Rulebook): Cell => cell(book, 'fire.limits', 'out-of-ammunition', 'face');
/** Does any row of the fire tables ask for a fact? */
export const fireAsks = (book: Rulebook, fact: string): boolean =>
  ['fire.small-arms', 'fire.artillery'].some((id) =>
    modifierTable(book, id).rows.some((r) => factsIn(r.when).has(fact)),
  );

/** The weapon that a rifle screen carries. */
const SCREEN_WEAPON = 'rifled-musket';

export function shotOf(book: Rulebook, unit: UnitGiven, distance: number, wanted?: AmmunitionChoice): Shot {
  return unit.arm === 'artillery' ? gunShot(book, unit, distance, wanted) : smallArmsShot(book, unit, distance);
}

function smallArmsShot(book: Rulebook, unit: UnitGiven, distance: number): Shot {
  const at = (weapon: string, column: string) => figure(cell(book, 'fire.small-arms.ranges', weapon, column));
  const screenFires = screenFiresAlone(book, unit, distance, at(unit.weapon, 'maximum') ?? 0);
  const weapon = screenFires ? SCREEN_WEAPON : unit.weapon;
  const [canister, short] = [at(weapon, 'canister'), at(weapon, 'short')];
  return {
    distance,
    maximum: at(weapon, 'maximum'),
    ...{ canister, short },
    range: distance <= (short ?? 0) ? 'short' : 'over',
    ammunition: canister === null ? 'small-arms' : distance <= canister ? 'canister' : 'round-shot',
    screenFires,
    battery: false,
    tables: [modifierTable(book, 'fire.small-arms')],
  };
}

/** A rifle screen fires alone where its unit cannot reach, past the printed distance; without one, also when asked. */
function screenFiresAlone(book: Rulebook, unit: UnitGiven, distance: number, ownMaximum: number): boolean {
  if (!unit.rifleScreen || !hasRow(book, 'fire.shares', 'rifle-screen')) return false;
  const beyond = figure(cell(book, 'fire.shares', 'rifle-screen', 'beyond'));
  if (beyond === null) return unit.throughScreen || distance > ownMaximum;
  return distance > Math.max(beyond, ownMaximum);
}

function gunShot(book: Rulebook, unit: UnitGiven, distance: number, wanted?: AmmunitionChoice): Shot {
  // A howitzer's ranges are those of guns of its weight, where the sheet knows howitzers at all.
  const isPrinted = isPrintedPiece(book, unit.piece);
  const weight = unit.piece === 'mortar' ? 'mortar' : unit.gun;
  const at = (column: string) => (isPrinted ? figure(cell(book, 'fire.artillery.ranges', weight, column)) : null);
  const [canister, short] = [at('canister'), at('short')];
  const choice = wanted ?? ruled(book, 'ammunition');
  const withCanister = canister !== null && distance <= canister && choice !== 'round-shot';
  const noBand = short === null && book.rulings['mortarBand']?.value === 'none';
  return {
    distance,
    // Guns that keep to canister fire no further than it reaches.
    maximum: choice === 'canister' && canister !== null ? canister : at('maximum'),
    ...{ canister, short },
    range: noBand ? 'none' : short !== null && distance <= short ? 'short' : 'over',
    ammunition: withCanister ? 'canister' : unit.piece === 'cannon' ? 'round-shot' : 'shell',
    screenFires: false,
    battery: true,
    tables: ['fire.artillery', 'fire.artillery.ruled'].filter((t) => book.tables[t]).map((t) => modifierTable(book, t)),
  };
}

/** A unit's fire as it stands: its shot at a distance, and the share it fires with; looked up once for each. */
export function fireOf(book: Rulebook, { given, state, facts }: Combatant, wanted?: AmmunitionChoice) {
  const shotAt = tabled((distance: number) => shotOf(book, given, distance, wanted));
  const shares = [false, true].map((inBua) =>
    [false, true].map((screen) => tabled((formation: string) => fireShare(book, given, formation, screen, inBua))),
  );
  const shareFor = ({ screenFires }: Shot): Share | null =>
    shares[facts['inBua'] === true ? 1 : 0][screenFires ? 1 : 0](state.formation);
  /** Can it fire this shot: in reach, with a share, with ammunition? */
  const mayFire = (shot: Shot): boolean => {
    if (state.outOfAmmunition || shot.maximum === null || shot.distance > shot.maximum) return false;
    return (shareFor(shot)?.percent ?? 0) > 0;
  };
  return { shotAt, shareFor, mayFire };
}

/** The share a unit fires with in a formation; null where the sheet gives it none. */
export function fireShare(
  book: Rulebook,
  unit: UnitGiven,
  formation: string,
  screenFires: boolean,
  inBua = isBua(unit.place),
): Share | null {
  const { visiblePercent } = unit;
  const has = (id: string) => hasRow(book, 'fire.shares', id);
  const cavalryBarred = unit.arm === 'cavalry' && has('cavalry');
  const onFoot = screenFires ? 'rifle-screen' : inBua && has('bua') ? 'bua' : formation;
  const id = cavalryBarred ? 'cavalry' : unit.arm === 'artillery' ? formation : onFoot;
  if (!has(id)) {
    // Guns have no printed share: they fire with all, but not from the limber.
    return unit.arm === 'artillery' && formation !== 'limbered'
      ? { ...WHOLE, label: spoken(formation), visiblePercent }
      : null;
  }
  const at = (column: string) => figure(cell(book, 'fire.shares', id, column));
  return {
    label: spoken(id),
    percent: at('percent') ?? 100,
    visiblePercent,
    divisor: at('divisor') ?? 1,
    cap: at('cap'),
    fixed: null,
  };
}

/** Hits that canister causes before the die; 0 for any other shot. */
export function automaticHits(book: Rulebook, shot: Shot): number {
  if (shot.ammunition !== 'canister') return 0;
  if (!shot.battery && book.rulings['battalionGunCanister']?.value === 'no-auto-hit') return 0;
  return numberAt(book, 'fire.limits', 'canister', 'hits');
}

const UNLIMITED = Number.POSITIVE_INFINITY;
/** The most hits the die may bring at this range. */
export function hitLimit(book: Rulebook, shot: Shot): number {
  if (shot.range !== 'over') return UNLIMITED;
  const row = shot.battery ? 'over-short-artillery' : 'over-short';
  const key = cell(book, 'fire.limits', row, 'ruling');
  return figure(typeof key === 'string' ? ruled(book, key) : cell(book, 'fire.limits', row, 'hits')) ?? UNLIMITED;
}
