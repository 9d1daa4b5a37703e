import { d10 } from '../../sim/die.ts';
import type { Emit, RollStep } from '../../sim/machine.ts';
import { cell, type Rulebook, ruled } from '../book.ts';
import { nearRows, reasonRows, sumOf } from '../modifiers.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type HitReading, readHits } from './hits.ts';
import { type Combatant, MOST_PHASE_HITS, rulingFacts, sentence, takeHits, withFacts } from './live.ts';
import { baseLabel, scoreFs, scoreOf } from './scores.ts';
import { automaticHits, fireShare, hitLimit, type Shot } from './shot.ts';
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
  const shareOf = (shot: Shot) => {
    const found = fireShare(book, firer.given, firer.live.formation, shot.screenFires);
    if (!found) throw new Error(`${book.id} gives no firing share for ${firer.live.formation}`);
    return found;
  };
  const plus = ruled(book, 'canisterAuto') === 'plus-die';
  const causedBy = (shot: Shot, die: number) => {
    const limited = Math.min(hitLimit(book, shot), die);
    const automatic = automaticHits(book, shot);
    return plus ? automatic + limited : Math.max(automatic, limited);
  };
  const emptyFace = cell(book, 'fire.limits', 'out-of-ammunition', 'face');
  return {
    roll: d10,
    side: firer.side,
    given: () => {
      const shot = shotNow();
      const fs = scoreFs(book, firer.given, firer.live);
      const { base, score } = scoreOf(book, fs, shareOf(shot), sumOf(shot.tables, facts));
      return { shot, fs, base, score, ...readHits(book, 'fire.hits', score) };
    },
    apply: (s, { shot, byFace }, face, emit: Emit) => {
      const caused = causedBy(shot, byFace[face]);
      takeHits(target, caused);
      target.live.phaseHits = Math.min(MOST_PHASE_HITS, target.live.phaseHits + caused);
      if (ruled(book, 'drivenBack') === 'single-volley' && caused >= drivenBackAt(book)) target.live.drivenBack = true;
      volley.shot = true;
      volley.first = !firer.live.fired;
      volley.caused = Math.min(MOST_PHASE_HITS, caused);
      volley.ten = asksForTest(book, shot, face, byFace[face]);
      firer.live.fired = true;
      firer.live.ragged = false;
      if (shot.battery && face === emptyFace) firer.live.outOfAmmunition = true;
      if (spec.sum) emit(spec.sum, caused);
      on(s);
    },
    alike: ({ shot, byFace }, face) =>
      byFace[face] * 4 + (asksForTest(book, shot, face, byFace[face]) ? 2 : 0) + (face === emptyFace ? 1 : 0),
    title: () => sentence(`${firer.label} fires at ${target.label}`),
    result: (_s, { shot, byFace }, face) => {
      const caused = causedBy(shot, byFace[face]);
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
function asksForTest(book: Rulebook, shot: Shot, face: number, dieHits: number): boolean {
  if (face !== cell(book, 'fire.tests', 'natural-ten', 'face')) return false;
  if (shot.battery && ruled(book, 'artilleryNaturalTen') === 'ammo-only') return false;
  const when = ruled(book, 'naturalTen');
  return when !== 'off' && (when !== 'only-if-missed' || dieHits === 0);
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
