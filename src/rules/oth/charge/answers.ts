import { act, choose, type Flow, leave, note, roll, type Stepped, set, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { d10 } from '../../../sim/die.ts';
import { clause, counted } from '../../../words/names.ts';
import { cell, numberAt, ruled } from '../../book.ts';
import { type FactRecord, withFacts } from '../../pattern.ts';
import { byRuling } from '../by-ruling.ts';
import { type Combatant, type Flows, isBroken, quitGround, suffer, type UnitState } from '../combatant.ts';
import { ends, isOpen } from '../melee/bout.ts';
import { GENERAL } from '../morale.ts';
import { evadeDistance, segmentOf } from '../movement.ts';
import { test } from '../tests.ts';
import { volleyOf } from '../volley.ts';
import { type Approach, contactNow, contactTest } from './charge.ts';

/** "At close range": within the short range, and the canister range, of every weapon on both sheets. */
const CLOSE_INCHES = 1;

/**
 * Stand and deliver: the charged unit, then its supporters, each test and fire; then the charger may be broken or driven
 * back, and the charged unit may have withdrawn or broken.
 */
export function deliverFlows(spec: Approach): Flows {
  const { book, bout, attacker, defender, charge } = spec;
  const drivenBackHits = Number(cell(book, 'reactions', 'stand-and-deliver', 'drivenBackHits') ?? Number.NaN);
  const isRuled = (drivenBack: string) => ruled(book, 'drivenBack') === drivenBack;
  const target = comingStraightOn(spec);
  const fire = (unit: Combatant, into: 'front' | 'flank' | 'rear', then: () => void): Flows =>
    volleyOf({
      ...{ book, target, volley: charge.volley, inches: () => CLOSE_INCHES, into, phase: 'defensive-fire' },
      firer: { ...unit, facts: withFacts(unit.facts, { role: 'firer' }) },
      cause: spec.fireCause,
      then: () => {
        if (charge.volley.caused >= drivenBackHits && isRuled('single-volley')) charge.hardVolley = true;
        then();
      },
    }).fires;
  const first = fire(defender, 'front', () => {
    charge.movesBack = charge.volley.movesBack;
    charge.fled = defender.state.withdrawn && !charge.volley.shot;
  });
  const supporters = spec.supporters.flatMap(({ unit, into, may, fired = () => {} }) => {
    const fires = fire(unit, into, fired);
    return may ? [when<Stepped>(may, fires)] : fires;
  });
  const afterFire = act<Stepped>(() => {
    const isDriven = charge.hardVolley || (attacker.state.phaseHits >= drivenBackHits && isRuled('phase-total'));
    const { withdrawn } = defender.state;
    attacker.state.phaseHits = 0;
    attacker.state.drivenBack = false;
    defender.state.withdrawn = false;
    charge.hardVolley = false;
    charge.fled = false;
    if (isBroken(attacker)) ends(bout, 'broken', isBroken(defender) ? 'both' : attacker);
    else if (isDriven) ends(bout, 'driven-back', attacker);
    else if (isBroken(defender)) ends(bout, 'broken', defender);
    else if (withdrawn) ends(bout, 'withdraws', defender);
  });
  const again: Flows = [when(() => isOpen(bout), [retest(spec)])];
  return [
    ...first,
    ...(supporters.length > 0 ? [when<Stepped>(() => !charge.fled, supporters)] : []),
    afterFire,
    ...byRuling(book, 'chargerRetest', (retests) => (retests === 'yes' ? again : [])),
  ];
}

/** The charger tests again after the fire (ruling chargerRetest). */
const retest = (spec: Approach): Flow<Stepped> =>
  contactTest(spec, [act(() => ends(spec.bout, 'stops-short', spec.attacker))], 'tests again');

/** It comes straight on: moving, and in contact when the volley is given. */
function comingStraightOn({ attacker, inches }: Approach): Combatant {
  const facts = live(withFacts(attacker.facts, { role: 'target', inContact: true }), {
    moved: () => Math.max(Number(attacker.facts['moved'] ?? 0), inches()),
  });
  return { ...attacker, facts: facts as FactRecord };
}

/**
 * Evading: a hit, then a run of D10 and a segment; caught when the charger's reach covers the gap and the run. Gunners
 * take no hit and leave their guns: caught, they are destroyed.
 */
export function evadeFlows(spec: Approach): Flows {
  const { book, bout, defender } = spec;
  const guns = defender.given.arm === 'artillery';
  const hits = guns ? 0 : numberAt(book, 'reactions', 'evade', 'hits');
  return [
    note(() => (guns ? 'The gunners leave their guns.' : clause(defender.label, 'turns to run.'))),
    act((_, emit) => suffer(defender, hits, 'reaction', emit)),
    when(() => isBroken(defender), [act(() => ends(bout, 'broken', defender)), leave]),
    runRoll(spec, guns),
  ];
}

function runRoll(spec: Approach, guns: boolean): Flow<Stepped> {
  const { book, bout, attacker, defender } = spec;
  const slack = () => (spec.reach() ?? 0) - spec.inches();
  const segment = () => segmentOf(book, { ...defender.given, formation: defender.state.formation }) ?? 0;
  const runs = (face: number) => evadeDistance(book, segment(), face);
  const isCaught = (face: number) => slack() >= runs(face);
  return roll({
    roll: d10,
    side: defender.side,
    against: slack,
    apply: (_s, _slack, face) => {
      quitGround(defender);
      if (!isCaught(face)) {
        spec.ran?.(runs(face));
        ends(bout, 'evades', defender);
      } else if (guns) ends(bout, 'destroyed', defender);
      else {
        defender.state.evaded = true;
        // It has gone straight back, still facing the enemy.
        defender.state.aspect = 'front';
      }
    },
    title: () => clause(defender.label, 'evades'),
    result: (_s, _slack, face) =>
      `${counted(runs(face), 'inch', 'inches')}: ${isCaught(face) ? 'caught' : 'gets away'}`,
    reasons: (_s, value) => ({
      rows: [],
      total: { label: `reach of ${attacker.label} less the gap`, value },
      reading:
        ruled(book, 'evadeDistance') === 'd10-plus-1-segments'
          ? `runs D10 and one segments of ${segment()}`
          : `runs D10 inches and a segment of ${segment()}`,
    }),
  });
}

type Emergency = 'emergency-turn' | 'emergency-square' | 'emergency-redeploy';

/** Emergency formations: D10 equal to or under FS with their own modifiers (ruling emergencyMods). No fire. */
export function emergencyFlows(spec: Approach): Readonly<Record<Emergency, Flows>> {
  const { book, attacker, defender } = spec;
  const attempt = (id: Emergency, words: string, formed: Partial<UnitState>, then: Flows = []): Flows =>
    byRuling(book, 'emergencyMods', (mods) => [
      test({
        ...{ book, test: id, unit: defender, enemy: attacker.facts, now: contactNow(spec, id) },
        tables: ['emergency.modifiers', ...(mods === 'plus-general-morale' ? GENERAL : [])],
        title: clause(defender.label, words),
        passed: [set(spec.charge, { formed: true }), set(defender.state, formed), ...then],
        failure: () => 'caught as it stands',
      }),
    ]);
  const before = attacker.given.arm === 'cavalry' ? [beforeSquare(spec)] : [];
  // A square has no flanks.
  const square: Partial<UnitState> = { formation: 'emergency-square', aspect: 'front' };
  return {
    'emergency-turn': attempt('emergency-turn', 'turns to face', { aspect: 'front' }),
    'emergency-square': attempt('emergency-square', 'forms an emergency square', square, before),
    'emergency-redeploy': attempt('emergency-redeploy', 'redeploys from square', { formation: spec.redeployInto }),
  };
}

/** Cavalry goes on against an emergency square, or stops before it (ruling cavalryAtEmergencySquare). */
function beforeSquare({ book, bout, attacker }: Approach): Flow<Stepped> {
  const goesOn = () => String(ruled(book, 'cavalryAtEmergencySquare'));
  return choose(attacker, clause(attacker.label, 'is before an emergency square'), goesOn, [
    { name: 'contact', body: [] },
    { name: 'stop', body: [act(() => ends(bout, 'stops-short', attacker))] },
  ]);
}
