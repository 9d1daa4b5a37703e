import type { Tactic } from '../../tactic.ts';
import { REACTIONS } from '../charge/reactions.ts';
import { FORMATIONS } from '../words.ts';

/** The furthest that "advance-to-N" goes, in inches. */
const FURTHEST_STOP = 30;

const FIRE = ['fire', 'hold-fire'] as const;
const STOPS = Array.from({ length: FURTHEST_STOP }, (_, i) => `advance-to-${i + 1}`);
const MOVES = [
  'hold',
  'charge',
  'advance',
  'advance-one-segment',
  'advance-to-short-range',
  'advance-to-maximum-range',
  'retire',
  'retire-one-segment',
  'turn-to-face',
  'go-to-ground',
] as const;
const FORMS = FORMATIONS.filter((f) => f !== 'emergency-square').map((f) => `form-${f}`);
const RALLY = ['rally', 'rest'] as const;

/** All that a line of a tactic may do. Each decision takes the first line that matches and that is possible there. */
export const ACTIONS: readonly string[] = [...FIRE, ...MOVES, ...STOPS, ...FORMS, ...REACTIONS, ...RALLY];
export const MOVE_ACTIONS: readonly string[] = [...MOVES, ...STOPS, ...FORMS];

export const MEANINGS =
  'When shooting: fire, or hold-fire (which is tested for). When moving: hold, charge, advance (all of its move), ' +
  'advance-one-segment, advance-to-short-range, advance-to-maximum-range, advance-to-6 (any whole inch), retire, ' +
  'retire-one-segment, turn-to-face, go-to-ground, form-line, form-attack-column and so on, after which it is asked again with the segments it has ' +
  'left. When charged: stand, stand-and-deliver, evade, counter, emergency-square and the other reactions. ' +
  'When rallying: rally or rest.';

/** Tactics to choose by name. */
export const TACTICS: Readonly<Record<string, Tactic>> = {
  stand: [{ do: 'fire' }, { do: 'hold' }],
  hold: [{ do: 'fire' }, { do: 'hold' }],
  'fire-and-advance': [
    { do: 'fire' },
    { when: { now: { range: { not: 'short' } } }, do: 'advance-one-segment' },
    { do: 'hold' },
  ],
  'close-and-fire': [{ do: 'fire' }, { do: 'advance-to-short-range' }, { do: 'hold' }],
  'charge-home': [{ do: 'hold-fire' }, { do: 'charge' }, { do: 'advance' }],
  charge: [{ do: 'hold-fire' }, { do: 'charge' }, { do: 'advance' }],
  'one-volley-then-charge': [
    { when: { self: { fired: false }, now: { range: 'short' } }, do: 'fire' },
    { do: 'hold-fire' },
    { when: { self: { fired: true } }, do: 'charge' },
    { do: 'advance-to-short-range' },
    { do: 'hold' },
  ],
};

/** The words that a tactic uses. */
export const actionsNamed = (tactic: Tactic): ReadonlySet<string> =>
  new Set(tactic.flatMap((line) => (typeof line.do === 'string' ? [line.do] : Object.keys(line.do))));
