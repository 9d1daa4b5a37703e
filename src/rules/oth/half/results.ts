import { grid } from '../../book.ts';
import { at } from './sheet.ts';

const _ = null;
/** As in oth2: `by` is the margin the row starts at; line 326 lets the winner of any round turn. */
const columns = ['by', 'loser', 'effect', 'bonus', 'mayTurn', 'mark', 'segments', 'rounds'] as const;
const evenly = (id: string, title: string, section: string, line: number) =>
  grid(id, title, at(section, line), columns, [
    ['draw', line + 1, 'draw', [0, _, 'carry-on', false, false, 1, _, _]],
    ['by-1', line + 2, 'lost by 1', [1, 'either', 'carry-on', true, true, _, _, _]],
    ['by-2', line + 3, 'lost by 2 or more', [2, 'either', 'retreat', false, false, _, 1, _]],
  ]);

export const results = [
  evenly('results.infantry-infantry', 'Infantry against infantry', 'Infantry vs Infantry', 299),
  evenly('results.cavalry-cavalry', 'Cavalry against cavalry', 'Cavalry vs Cavalry', 304),
  grid(
    'results.cavalry-infantry',
    'Cavalry against infantry not in square',
    at('Cavalry vs Infantry in Line or Column', 309),
    columns,
    [
      ['draw', 310, 'draw', [0, _, 'carry-on', false, false, 1, _, _]],
      ['by-1', 311, 'lost by 1', [1, 'either', 'carry-on', true, true, _, _, _]],
      ['cavalry-by-2', 312, 'cavalry lose by 2 or more', [2, 'cavalry', 'retreat', false, false, _, 1, _]],
      ['infantry-by-2', 313, 'infantry lose by 2 or more', [2, 'infantry', 'destroyed', false, false, _, _, _]],
    ],
  ),
  evenly(
    'results.cavalry-square',
    'Cavalry against an emergency square',
    'Cavalry vs Infantry in Emergency Square',
    315,
  ),
  grid('results.artillery', 'Infantry or cavalry against guns', at('Infantry or Cavalry vs Artillery', 320), columns, [
    ['draw', 321, 'draw', [0, _, 'carry-on', false, false, 1, _, _]],
    ['artillery-by-1', 322, 'guns lose by 1 or more', [1, 'artillery', 'destroyed', false, false, _, _, _]],
    ['opponent-by-1', 323, 'guns win by 1', [1, 'opponent', 'carry-on', false, false, _, _, _]],
    ['opponent-by-2', 324, 'guns win by 2 or more', [2, 'opponent', 'retreat', false, false, _, 1, _]],
  ]),
  grid(
    'results.notes',
    'Turning to face',
    at('Combat Results', 326),
    ['effect'],
    [['turn', 326, 'infantry and cavalry that win a round may turn to face if rounds remain', ['may-turn']]],
  ),
  grid(
    'results.bua',
    'Against buildings',
    at('vs BUA', 328),
    ['by', 'effect'],
    [
      ['fought-in', 330, 'attacker wins by this much: inside, no modifiers next round', [1, 'fought-in']],
      ['taken', 332, 'all defenders forced out: he may enter', [_, 'taken']],
    ],
  ),
  grid(
    'bua.fire',
    'Buildings catch fire',
    at('vs BUA', 334),
    ['value'],
    [
      ['alight', 334, 'set alight on this or more (also line 237)', [8]],
      ['wooden', 334, 'added to the die for wooden buildings', [1]],
    ],
  ),
  grid(
    'winner.options',
    "The winner's options",
    at('Winning Unit Options', 336),
    // `contact` says with whom, or how often, an advance may end in contact.
    ['hits', 'segments', 'effect', 'contact'],
    [
      ['nothing', 340, 'stay', [_, _, 'stay', _]],
      ['follow-up', 341, 'keep contact; the combat goes on with the bonus for winning', [_, _, 'fight-on', _]],
      ['rally', 342, 'shed hits', [1, _, 'rally', _]],
      ['change-formation', 343, 'change formation free', [_, _, 'change-formation', _]],
      ['change-facing', 344, 'turn', [_, _, 'change-facing', _]],
      ['fall-back', 345, 'back at half speed', [_, 1, 'fall-back', _]],
      ['advance', 346, 'forward into contact with another enemy', [_, 1, 'advance', 'another-enemy']],
    ],
  ),
];
