import type { EndMeasure, Outcome } from '../sim/machine.ts';
import type { BuiltInKind } from './encounter.ts';

/**
 * One ordered list of outcomes for each kind of encounter, shared by all books so that books can be compared. Lists run
 * from side A's disaster (the firer's, the charger's, the tester's) to side B's.
 */
const o = (id: string, severity: number, label: string): Outcome => ({
  id,
  label,
  severity,
  winner: severity > 0 ? 'a' : severity < 0 ? 'b' : 'none',
});

/** What was never begun is nobody's win, however much one side may have wished for it. */
const notBegun = (id: string, severity: number, label: string): Outcome => ({
  ...o(id, severity, label),
  winner: 'none',
});

/**
 * Of a charge: did the two sides meet? What comes of a charge that was refused, evaded or driven off before contact is
 * told apart from fights that took place by this measure; encounters without it are all fought.
 */
export const CONTACT = 'contact';
export const contactMeasure = <S>(met: (s: S) => boolean): EndMeasure<S> => ({
  id: CONTACT,
  label: 'charges that come to contact',
  of: (s) => (met(s) ? 1 : 0),
});

const contact: readonly Outcome[] = [
  o('attacker-destroyed', -5, 'attacker destroyed'),
  o('attacker-broken', -5, 'attacker broken'),
  o('attacker-routs', -5, 'attacker routs'),
  o('attacker-retreats', -3, 'attacker retreats'),
  o('attacker-broken-into', -3, 'attacker broken into, but holds'),
  o('attacker-driven-back', -2, 'attacker driven back'),
  o('attacker-loses', -2, 'attacker loses the fight'),
  o('attacker-withdraws', -2, 'attacker withdraws'),
  o('attacker-falls-back', -2, 'attacker falls back'),
  notBegun('attacker-evades', -1, 'attacker evades'),
  notBegun('charge-refused', -1, 'charge not made'),
  o('evaded', 0, 'defender evades'),
  o('stopped-short', 0, 'attacker stops short'),
  o('defender-stops-short', 0, 'defender stops short'),
  o('both-broken', 0, 'both broken'),
  o('both-retreat', 0, 'both retreat'),
  o('undecided', 0, 'undecided'),
  o('defender-driven-back', 2, 'defender driven back'),
  o('defender-loses', 2, 'defender loses the fight'),
  o('defender-withdraws', 2, 'defender withdraws'),
  o('defender-falls-back', 2, 'defender falls back'),
  o('defender-broken-into', 3, 'defender broken into, but holds'),
  o('defender-retreats', 3, 'defender retreats'),
  o('defender-routs', 5, 'defender routs'),
  o('defender-broken', 5, 'defender broken'),
  o('defender-destroyed', 5, 'defender destroyed'),
];

export const OUTCOMES: Readonly<Record<BuiltInKind, readonly Outcome[]>> = {
  fire: [
    o('firer-broken', -5, 'firer broken'),
    o('firer-withdraws', -3, 'firer withdraws'),
    notBegun('no-fire', -1, 'no shot'),
    o('no-effect', 0, 'no effect'),
    o('target-disordered', 1, 'target disordered'),
    // What drives back or breaks is a hit as well: this is the share of hits that did neither.
    o('target-hit', 2, 'target hit, no worse'),
    o('target-driven-back', 3, 'target driven back'),
    o('both-broken', 0, 'both broken'),
    o('target-broken', 5, 'target broken'),
    o('target-destroyed', 5, 'target destroyed'),
  ],
  charge: contact,
  melee: contact,
  morale: [
    o('broken', -5, 'broken'),
    o('routs', -5, 'routs'),
    o('retreats', -3, 'retreats'),
    o('fails', -2, 'fails the test'),
    o('evades', -1, 'evades'),
    o('halts', -1, 'halts'),
    o('disordered', -1, 'loses cohesion'),
    o('passes', 1, 'passes the test'),
    o('counter-charges', 2, 'counter-charges'),
  ],
  rally: [
    o('broken', -5, 'broken'),
    o('keeps-routing', -3, 'keeps routing'),
    o('no-recovery', -1, 'recovers nothing'),
    o('some-recovered', 1, 'recovers in part'),
    o('rallied', 2, 'rallied'),
    o('fully-recovered', 3, 'recovers all'),
  ],
  commander: [
    o('killed-poor', -4, 'killed, a poor replacement'),
    o('killed-equal', -3, 'killed, an ordinary replacement'),
    o('killed-good', -2, 'killed, a good replacement'),
    o('unhurt', 1, 'unhurt'),
  ],
  march: [
    o('broken', -5, 'broken by the march'),
    o('tired', -2, 'arrives with fatigue'),
    o('no-move', -1, 'does not move'),
    o('fresh', 1, 'arrives fresh'),
  ],
  pursuit: [
    o('halted-at-once', 1, 'halts at once'),
    o('halted-later', 0, 'halts later'),
    o('never-halted', -1, 'still pursuing at the end'),
  ],
  engagement: [
    o('a-destroyed', -5, 'side A destroyed'),
    o('a-broken', -4, 'side A broken'),
    o('a-routs', -4, 'side A routs'),
    o('a-retreats', -3, 'side A retreats'),
    o('a-worse', -1, 'side A worse off at the end'),
    o('both-broken', 0, 'both broken'),
    o('both-retreat', 0, 'both retreat'),
    o('even', 0, 'no decision'),
    o('b-worse', 1, 'side B worse off at the end'),
    o('b-retreats', 3, 'side B retreats'),
    o('b-routs', 4, 'side B routs'),
    o('b-broken', 4, 'side B broken'),
    o('b-destroyed', 5, 'side B destroyed'),
  ],
};
