import { CROSSINGS, GROUNDS } from '../../../src/rules/oth/terrain.ts';
import { FORMATIONS_OF } from '../../../src/rules/oth/words.ts';
import type { Drawn } from './random-situation.ts';

type Unit = Readonly<Record<string, unknown>>;

const foot: Unit = { arm: 'infantry', formation: 'line', fs: 8 };
const column: Unit = { ...foot, formation: 'attack-column' };
const horse: Unit = { arm: 'cavalry', formation: 'line', fs: 8 };
const guns: Unit = { arm: 'artillery', fs: 8 };

const situation = (kind: Drawn['kind'], said: object, rulings: Drawn['rulings'] = {}): Drawn => ({
  ...{ kind, situation: said, rulings },
});
const march = (unit: Unit, legs: readonly object[], more: object = {}) => situation('march', { unit, legs, ...more });
const melee = (attacker: Unit, defender: Unit, rulings?: Drawn['rulings']) =>
  situation('melee', { attacker, defender }, rulings);

/** Everybody through every ground, over everything that can be crossed, and from every formation into every other. */
const marches = (['infantry', 'cavalry', 'artillery'] as const).flatMap((arm) =>
  FORMATIONS_OF[arm].flatMap((formation) => {
    // Only irregular cavalry skirmishes.
    const unit = { arm, formation, fs: 8, training: arm === 'cavalry' ? 'irregular' : 'regular' };
    const crossing = (byVictory: boolean) => CROSSINGS.map((c) => ({ move: 0.5, cross: [c], byVictory }));
    return [
      ...GROUNDS.map((ground) => march(unit, [{ move: 1, ground }])),
      ...[false, true].map((byVictory) => march(unit, crossing(byVictory))),
      ...FORMATIONS_OF[arm].map((form) => march({ ...unit, training: 'regular' }, [{ form }])),
    ];
  }),
);

const yesOrNo = [true, false];
const commands = yesOrNo.flatMap((division) =>
  yesOrNo.flatMap((brigade) => yesOrNo.map((unit) => ({ division, brigade, unit }))),
);

const ORDERS = ['charge', 'advance', 'retire', 'turn-to-face', 'go-to-ground', 'hold'];

/** An engagement in which the dice give the orders, so that each is given some time, and a retreat does not end it. */
const engagement = (a: Unit, b: Unit, distance: number): Drawn => {
  const tactic = ORDERS.map((order) => ({ do: order }));
  const endWhen = { now: { turn: { gt: 99 } } };
  return situation('engagement', { a: { ...a, tactic }, b: { ...b, tactic }, distance, turns: 4, endWhen });
};

const both: readonly Drawn[] = [
  ...marches,
  ...commands.map((command) => march({ ...column, engaged: true }, [{ move: 1 }], { command })),
  engagement(horse, horse, 6),
  engagement(horse, foot, 6),
  engagement(foot, { ...foot, aspect: 'flank' }, 20),
];

/** A winner with another enemy beside the one it breaks, and a commander who rides two segments. */
const comesOn = situation(
  'engagement',
  {
    a: { ...foot, fs: 10, commander: { goes: 'to-the-shaken', rides: 2 }, tactic: 'charge' },
    b: { ...foot, fs: 4, tactic: [{ do: 'stand' }], others: [{ ...foot, fs: 4, tactic: [{ do: 'stand' }] }] },
    ...{ distance: 4, turns: 2, endWhen: { now: { turn: { gt: 99 } } } },
  },
  { winnerPolicy: 'advance' },
);

/** Hussars come up beside a line that a column charges: an enemy on its flank. */
const onTheFlank = situation('engagement', {
  a: {
    ...column,
    fs: 3,
    tactic: 'charge',
    others: [{ ...horse, fs: 3, lane: 2, forward: 5, tactic: [{ do: 'advance' }] }],
  },
  b: { ...foot, fs: 3, tactic: 'hold' },
  distance: 6,
  turns: 1,
});

export const oth2ByHand: readonly Drawn[] = [
  ...both,
  comesOn,
  onTheFlank,
  engagement(foot, { ...foot, aspect: 'flank', french: true }, 20),
  situation(
    'charge',
    { attacker: { ...foot, fs: 10 }, defender: { ...foot, fs: 6, enemyToFlank: true, enemyToRear: true } },
    { noHitsChoice: 'move' },
  ),
  melee({ ...horse, woods: 'woods' }, { ...horse, woods: 'woods' }),
  melee({ ...horse, formation: 'open-order', woods: 'woods' }, { ...foot, formation: 'skirmish', woods: 'woods' }),
  melee(horse, { ...horse, formation: 'open-order', evaded: true }),
  melee(horse, { ...horse, formation: 'skirmish', training: 'irregular' }),
  melee(foot, { ...guns, commander: { inspiration: 2, attached: true } }),
];

export const othHalfByHand: readonly Drawn[] = [
  ...both,
  comesOn,
  engagement({ ...foot, fs: 4 }, { ...guns, fs: 10 }, 6),
  melee({ ...foot, commander: { control: 5, attached: true } }, foot, { control5: 'plus-2' }),
];
