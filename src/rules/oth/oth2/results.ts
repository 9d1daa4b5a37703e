import { type Cell, grid } from '../../book.ts';
import { at } from './sheet.ts';

const _ = null;
/**
 * `by` is the margin the row starts at, `loser` whose defeat it is. `bonus`: the winner has the won-last-round row.
 * `mark`: so many hits on every unit when neither side was hit. `turnsFrom`: the loser turns to face if struck there.
 * `segments` at `speed`: how far it goes back; struck on the side `fullSpeedFrom`, at full speed.
 */
const columns = [
  'by',
  'loser',
  'effect',
  'bonus',
  'mayTurn',
  'mark',
  'segments',
  'rounds',
  'turnsFrom',
  'speed',
  'fullSpeedFrom',
] as const;
type Result = { readonly [Column in (typeof columns)[number]]?: Cell };

/** A result for whoever loses by so much; what is left out is a dash. */
const result = (by: number | null, loser: string | null, effect: string, more: Result = {}): Result => ({
  ...{ by, loser, effect, bonus: false, mayTurn: false },
  ...more,
});
const draw = result(0, _, 'carry-on', { mark: 1 });
const lostBy1 = result(1, 'either', 'carry-on', { bonus: true, mayTurn: true });
const lostBy2 = result(2, 'either', 'retreat', {
  segments: 1,
  turnsFrom: 'flank',
  speed: 'half',
  fullSpeedFrom: 'rear',
});

const evenly = (id: string, title: string, section: string, line: number) =>
  grid(id, title, at(section, line), columns, [
    ['draw', line + 1, 'draw', draw],
    ['by-1', line + 2, 'lost by 1', lostBy1],
    [
      'by-2',
      line + 3,
      'lost by 2 or more: half speed and facing, also from the flank; full speed if struck in rear',
      lostBy2,
    ],
  ]);

export const results = [
  evenly('results.infantry-infantry', 'Infantry against infantry', 'Infantry vs Infantry', 503),
  evenly('results.cavalry-cavalry', 'Cavalry against cavalry', 'Cavalry vs Cavalry', 508),
  grid(
    'results.cavalry-infantry',
    'Cavalry against infantry not in square',
    at('Cavalry vs Infantry not in Square', 513),
    columns,
    [
      ['draw', 514, 'draw', draw],
      ['by-1', 515, 'lost by 1', lostBy1],
      ['cavalry-by-2', 516, 'cavalry lose by 2 or more', result(2, 'cavalry', 'retreat', { segments: 1 })],
      ['infantry-by-2', 517, 'infantry lose by 2 or more', result(2, 'infantry', 'destroyed')],
    ],
  ),
  grid(
    'results.cavalry-square',
    'Cavalry against an emergency square',
    at('Cavalry vs Infantry in Emergency Square', 519),
    columns,
    [
      [
        'not-broken',
        520,
        'draw, or cavalry win without breaking the square',
        result(0, 'cavalry', 'retreat', { segments: 1 }),
      ],
      [
        'cavalry-by-1',
        521,
        'cavalry lose by 1 or 2; by 3 the same (ruling squareBy3)',
        result(1, 'cavalry', 'retreat', { segments: 1 }),
      ],
      [
        'rounds',
        522,
        'only a square at FS 0 is beaten; so many rounds',
        result(_, 'infantry', 'broken-at-0', { rounds: 1 }),
      ],
    ],
  ),
  grid('results.artillery', 'Infantry or cavalry against guns', at('Infantry or Cavalry vs Artillery', 524), columns, [
    ['draw', 525, 'draw', draw],
    ['artillery-by-1', 526, 'guns lose by 1 or more', result(1, 'artillery', 'destroyed')],
    ['opponent-by-1', 527, 'guns win by 1', result(1, 'opponent', 'carry-on', { bonus: true })],
    ['opponent-by-2', 528, 'guns win by 2 or more', result(2, 'opponent', 'retreat', { segments: 1 })],
  ]),
  grid(
    'winner.options',
    "The winner's options",
    at('Winning Unit Options', 530),
    // `contact` says with whom, or how often, an advance may end in contact.
    ['hits', 'segments', 'effect', 'contact'],
    [
      ['nothing', 533, 'stay', [_, _, 'stay', _]],
      ['follow-up', 534, 'keep contact; the combat goes on with the bonus for winning', [_, _, 'fight-on', _]],
      ['rally', 535, 'shed hits', [1, _, 'rally', _]],
      ['change-formation', 536, 'change formation free', [_, _, 'change-formation', _]],
      ['change-facing', 537, 'turn', [_, _, 'change-facing', _]],
      ['fall-back', 538, 'back at half speed', [_, 1, 'fall-back', _]],
      [
        'advance',
        539,
        'forward, once a turn into contact; impetuous units follow up',
        [_, 1, 'advance', 'once-a-turn'],
      ],
    ],
  ),
];
