import { type Flow, roll, type Stepped } from '../../kit/flow.ts';
import { live } from '../../kit/live.ts';
import { tabled } from '../../kit/tabled.ts';
import { d10 } from '../../sim/die.ts';
import { clause } from '../../words/names.ts';
import { cell, numberAt, type Rulebook, ruled } from '../book.ts';
import { rowsFor } from '../modifiers.ts';
import { type FactRecord, type Facts, withFacts } from '../pattern.ts';
import { type Combatant, MOST_PHASE_HITS, rulingFacts, sentence, suffer } from './combatant.ts';
import { fireHits } from './hits.ts';
import { tenFace } from './morale.ts';
import { fsReader, type Scored, scoreOf, scoreReasons } from './scores.ts';
import { automaticHits, emptyFace, hitLimit, type Shot } from './shot.ts';
import type { Firing } from './volley.ts';
import { SKIRMISH_CLASSES } from './words.ts';

/** The facts of the moment for one unit's fire at another. */
export function volleyNow({ firer, target, phase, shot }: Firing): FactRecord {
  // Place 0 is the best class; a class that is not stated is not compared.
  const rank = (u: Combatant) => (SKIRMISH_CLASSES as readonly string[]).indexOf(String(u.facts['skirmishClass']));
  const [own, other] = [rank(firer), rank(target)];
  const compared = own >= 0 && other >= 0;
  const still = { phase, skirmishAdvantage: compared && own < other, skirmishDisadvantage: compared && own > other };
  return live(still, {
    distance: () => shot().distance,
    range: () => shot().range,
    ammunition: () => shot().ammunition,
    screenFires: () => shot().screenFires,
    initialVolley: () => !firer.state.fired,
    firstShot: () => firer.given.newTarget ?? !firer.state.fired,
    raggedVolley: () => firer.state.ragged,
    hitsThisPhase: () => target.state.phaseHits,
  });
}

interface Aimed extends Scored {
  readonly shot: Shot;
  readonly limit: number;
  readonly automatic: number;
}

/** The shot itself: one D10 against the firing score. */
export function shotRoll(firing: Firing, now: FactRecord): Flow<Stepped> {
  const { book, firer, target, volley, cause } = firing;
  const aimed = aim(firing, shotFacts(firing, now));
  const empty = emptyFace(book);
  const asks = { guns: testAsked(book, true), smallArms: testAsked(book, false) };
  const isPlus = () => ruled(book, 'canisterAuto') === 'plus-die';
  const drivesBack = drivenBackAt(book);
  const causedBy = ({ limit, automatic, reading }: Aimed, face: number): number => {
    const limited = Math.min(limit, reading.byFace[face]);
    if (automatic === 0) return limited;
    return isPlus() ? automatic + limited : Math.max(automatic, limited);
  };
  const asksForTest = ({ shot, reading }: Aimed, face: number): boolean =>
    asks[shot.battery ? 'guns' : 'smallArms'](face, reading.byFace[face]);
  const empties = ({ shot }: Aimed, face: number): boolean => shot.battery && face === empty;
  return roll({
    roll: d10,
    side: firer.side,
    against: aimed,
    comesTo: (against, face) =>
      causedBy(against, face) * 4 + (asksForTest(against, face) ? 2 : 0) + (empties(against, face) ? 1 : 0),
    apply: (_s, _against, result, emit) => {
      const caused = result >> 2;
      suffer(target, caused, cause, emit);
      target.state.phaseHits = Math.min(MOST_PHASE_HITS, target.state.phaseHits + caused);
      if (caused >= drivesBack && ruled(book, 'drivenBack') === 'single-volley') target.state.drivenBack = true;
      volley.shot = true;
      volley.first = !firer.state.fired;
      volley.caused = Math.min(MOST_PHASE_HITS, caused);
      volley.ten = (result & 2) !== 0;
      firer.state.fired = true;
      firer.state.ragged = false;
      if ((result & 1) !== 0) firer.state.outOfAmmunition = true;
    },
    title: () => sentence(clause(firer.label, `fires at ${target.label}`)),
    result: (_s, against, face) => {
      const caused = causedBy(against, face);
      return caused === 0 ? 'no hits' : `${caused} FH`;
    },
    reasons: (_s, { limit, automatic, ...scored }) => ({
      ...scoreReasons('firing score', scored),
      notes: [
        ...(Number.isFinite(limit) ? [`over short range: at most ${limit} FH from the die`] : []),
        ...(automatic > 0 ? [`canister: ${automatic} FH ${isPlus() ? 'more' : 'at least'}, whatever the die`] : []),
      ],
    }),
  });
}

const shotFacts = ({ book, firer, target, into, shot }: Firing, now: FactRecord): Facts => ({
  self: live(firer.facts, {
    rifled: () => shot().screenFires || firer.facts['rifled'],
    throughScreen: () => shot().screenFires || firer.facts['throughScreen'],
  }) as FactRecord,
  enemy: into ? withFacts(target.facts, { aspect: into }) : target.facts,
  now,
  ruling: rulingFacts(book),
});

/** The firing score as things are. A shot's distance decides its tables and limits: each is bound to the facts once. */
function aim(firing: Firing, facts: Facts): () => Aimed {
  const { book, firer, shot: shotNow } = firing;
  const bound = tabled((shot: Shot) => ({
    rows: rowsFor(shot.tables, facts),
    limit: hitLimit(book, shot),
    automatic: automaticHits(book, shot),
  }));
  const fsNow = fsReader(book, firer);
  const reading = fireHits(book);
  return () => {
    const shot = shotNow();
    const { rows, limit, automatic } = bound(shot);
    const fs = fsNow();
    const share = shareOf(firing, shot);
    const { base, score } = scoreOf(book, fs, share, rows.sum());
    return { shot, limit, automatic, fs, share, base, score, reading: reading(score), why: rows.why };
  };
}

function shareOf({ book, firer, fire }: Firing, shot: Shot) {
  const share = fire.shareFor(shot);
  if (!share) throw new Error(`${book.id} gives no firing share for ${firer.state.formation}`);
  return share;
}

/** Does this face of a shot make the firer test? Rulings `naturalTen` and `artilleryNaturalTen`. */
function testAsked(book: Rulebook, battery: boolean): (face: number, dieHits: number) => boolean {
  const ten = tenFace(book);
  return (face, dieHits) => {
    if (face !== ten) return false;
    const when = ruled(book, 'naturalTen');
    if (when === 'off' || (battery && ruled(book, 'artilleryNaturalTen') === 'ammo-only')) return false;
    return when !== 'only-if-missed' || dieHits === 0;
  };
}

/** So many fatigue hits in one phase drive a unit back. */
const drivenBackAt = (book: Rulebook): number =>
  numberAt(book, 'fire.driven-back', 'target', 'hits', Number.POSITIVE_INFINITY);
/** Line 330 of oth2: segments that fire drives a unit back; one that is engaged goes at half speed. */
export const drivenBackSegments = (book: Rulebook, isEngaged: boolean): number =>
  numberAt(book, 'fire.driven-back', 'target', 'segments') *
  (isEngaged && cell(book, 'fire.driven-back', 'target', 'engagedSpeed') === 'half' ? 0.5 : 1);
/** Is the unit driven back by the fire of this phase? Ruling `drivenBack`. */
export function isDrivenBack(book: Rulebook, { state }: Combatant): boolean {
  if (state.drivenBack) return true;
  return ruled(book, 'drivenBack') === 'phase-total' && state.phaseHits >= drivenBackAt(book);
}
