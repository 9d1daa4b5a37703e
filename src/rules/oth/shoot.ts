import { d10 } from '../../sim/die.ts';
import type { Emit, RollStep } from '../../sim/machine.ts';
import { clause } from '../../words/names.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import { modifierSum } from '../bound.ts';
import { nearRows, reasonRows } from '../modifiers.ts';
import { type FactRecord, type Facts, withFacts } from '../pattern.ts';
import { type HitReading, readHits } from './hits.ts';
import { type Combatant, MOST_PHASE_HITS, rulingFacts, sentence, takeHits } from './live.ts';
import { baseLabel, scoreFs, scoreOf } from './scores.ts';
import { automaticHits, hitLimit, type Shot, shareNow } from './shot.ts';
import type { VolleySpec } from './volley.ts';
import { SKIRMISH_CLASSES } from './words.ts';

/** The facts of the moment for one unit's fire at another. */
export function volleyNow<S>(spec: VolleySpec<S>, shot: () => Shot): FactRecord {
  const { firer, target } = spec;
  // Place 0 is the best class; a class that is not stated is not compared.
  const rank = (u: Combatant) => (SKIRMISH_CLASSES as readonly string[]).indexOf(String(u.facts['skirmishClass']));
  const [own, other] = [rank(firer), rank(target)];
  const compared = own >= 0 && other >= 0;
  return {
    phase: spec.phase,
    skirmishAdvantage: compared && own < other,
    skirmishDisadvantage: compared && own > other,
    get distance() {
      return shot().distance;
    },
    get range() {
      return shot().range;
    },
    get ammunition() {
      return shot().ammunition;
    },
    get screenFires() {
      return shot().screenFires;
    },
    get initialVolley() {
      return !firer.live.fired;
    },
    get firstShot() {
      return firer.given.newTarget ?? !firer.live.fired;
    },
    get raggedVolley() {
      return firer.live.ragged;
    },
    get hitsThisPhase() {
      return target.live.phaseHits;
    },
  };
}

interface ShotGiven extends HitReading {
  readonly shot: Shot;
  readonly limit: number;
  readonly automatic: number;
  readonly fs: number;
  readonly base: number;
  readonly score: number;
}

/** The shot itself: one D10 against the firing score. */
export function shotStep<S>(
  spec: VolleySpec<S>,
  shotNow: () => Shot,
  now: FactRecord,
  on: (s: S) => void,
): RollStep<S, ShotGiven> {
  const { book, firer, target, volley } = spec;
  const facts: Facts = {
    self: withFacts(firer.facts, {
      get rifled() {
        return shotNow().screenFires || firer.facts['rifled'];
      },
      get throughScreen() {
        return shotNow().screenFires || firer.facts['throughScreen'];
      },
    }),
    enemy: spec.into ? withFacts(target.facts, { aspect: spec.into }) : target.facts,
    now,
    ruling: rulingFacts(book),
  };
  const share = shareNow(book, firer);
  const shareOf = (shot: Shot) => {
    const found = share(shot);
    if (!found) throw new Error(`${book.id} gives no firing share for ${firer.live.formation}`);
    return found;
  };
  const plus = ruled(book, 'canisterAuto') === 'plus-die';
  const causedBy = ({ limit, automatic }: ShotGiven, die: number) => {
    const limited = Math.min(limit, die);
    return plus ? automatic + limited : Math.max(automatic, limited);
  };
  const emptyFace = cell(book, 'fire.limits', 'out-of-ammunition', 'face');
  const asks = { guns: testAsked(book, true), smallArms: testAsked(book, false) };
  const asksForTest = ({ shot, byFace }: ShotGiven, face: number) =>
    asks[shot.battery ? 'guns' : 'smallArms'](face, byFace[face]);
  const drivesBack = ruled(book, 'drivenBack') === 'single-volley' ? drivenBackAt(book) : Number.POSITIVE_INFINITY;
  // A shot's distance decides its tables and limits: each is bound to the facts once.
  const bound = new Map<Shot, { rows: () => number; limit: number; automatic: number }>();
  const boundTo = (shot: Shot) => {
    let known = bound.get(shot);
    if (!known) {
      const rows = modifierSum(shot.tables, facts);
      known = { rows, limit: hitLimit(book, shot), automatic: automaticHits(book, shot) };
      bound.set(shot, known);
    }
    return known;
  };
  return {
    roll: d10,
    side: firer.side,
    given: () => {
      const shot = shotNow();
      const { rows, limit, automatic } = boundTo(shot);
      const fs = scoreFs(book, firer.given, firer.live);
      const { base, score } = scoreOf(book, fs, shareOf(shot), rows());
      const { byFace, text, bounds } = readHits(book, 'fire.hits', score);
      return { shot, limit, automatic, fs, base, score, byFace, text, bounds };
    },
    apply: (s, given, face, emit: Emit) => {
      const { shot, byFace } = given;
      const caused = causedBy(given, byFace[face]);
      takeHits(target, caused);
      target.live.phaseHits = Math.min(MOST_PHASE_HITS, target.live.phaseHits + caused);
      if (caused >= drivesBack) target.live.drivenBack = true;
      volley.shot = true;
      volley.first = !firer.live.fired;
      volley.caused = Math.min(MOST_PHASE_HITS, caused);
      volley.ten = asksForTest(given, face);
      firer.live.fired = true;
      firer.live.ragged = false;
      if (shot.battery && face === emptyFace) firer.live.outOfAmmunition = true;
      if (spec.sum) emit(spec.sum, caused);
      on(s);
    },
    alike: (given, face) => given.byFace[face] * 4 + (asksForTest(given, face) ? 2 : 0) + (face === emptyFace ? 1 : 0),
    title: () => sentence(clause(firer.label, `fires at ${target.label}`)),
    result: (_s, given, face) => {
      const caused = causedBy(given, given.byFace[face]);
      return caused === 0 ? 'no hits' : `${caused} FH`;
    },
    reasons: (_s, { shot, fs, base, score, text, bounds }) => ({
      base: { label: baseLabel(shareOf(shot), fs), value: base },
      rows: reasonRows(shot.tables, facts),
      near: nearRows(shot.tables, facts),
      total: { label: 'firing score', value: score },
      reading: text,
      bounds,
      notes: limitNotes(book, shot, plus),
    }),
  };
}

/** Does this face of a shot make the firer test? Rulings `naturalTen` and `artilleryNaturalTen`. */
function testAsked(book: Rulebook, battery: boolean): (face: number, dieHits: number) => boolean {
  const ten = cell(book, 'fire.tests', 'natural-ten', 'face');
  const when = ruled(book, 'naturalTen');
  if (when === 'off' || (battery && ruled(book, 'artilleryNaturalTen') === 'ammo-only')) return () => false;
  return (face, dieHits) => face === ten && (when !== 'only-if-missed' || dieHits === 0);
}

function limitNotes(book: Rulebook, shot: Shot, plus: boolean): string[] {
  const limit = hitLimit(book, shot);
  const automatic = automaticHits(book, shot);
  return [
    ...(Number.isFinite(limit) ? [`over short range: at most ${limit} FH from the die`] : []),
    ...(automatic > 0 ? [`canister: ${automatic} FH ${plus ? 'more' : 'at least'}, whatever the die`] : []),
  ];
}

/** So many fatigue hits in one phase drive a unit back. */
export function drivenBackAt(book: Rulebook): number {
  const hits = cell(book, 'fire.driven-back', 'target', 'hits');
  return typeof hits === 'number' ? hits : Number.POSITIVE_INFINITY;
}
/** Is the unit driven back by the fire of this phase? Ruling `drivenBack`. */
export function isDrivenBack(book: Rulebook, unit: Combatant): boolean {
  if (unit.live.drivenBack) return true;
  return ruled(book, 'drivenBack') === 'phase-total' && unit.live.phaseHits >= drivenBackAt(book);
}
