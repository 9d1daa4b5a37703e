import { notes, onSheet, type Table } from '../../book.ts';

/** Every rule line of the sheet, in our own words, in printed order. What procedures read stands in `figures.ts`. */
export const at = onSheet('pike-shot');

const movement = notes('movement', 'Movement and formation', at('Movement & Formation', 5), [
  ['orders', 5, 'moving and changing formation need the order March, Double or Rally'],
  ['minor-obstacles', 7, 'minor obstacles are crossed at march rate, on March'],
  ['major-obstacles', 8, 'major obstacles are crossed at half march rate, on March'],
  ['change-facing', 9, 'turn to either side or to the rear, once, at march rate, on March'],
  ['back-up', 10, 'step back without turning at half march rate, on March'],
  ['change-formation', 11, 'changing formation: neither move nor fire, on Rally'],
  [
    'change-frontage',
    12,
    'changing frontage or depth: foot neither move nor fire, horse go at half march rate, on March',
  ],
  ['closeness', 14, 'no nearer to the enemy than point-blank range'],
  ['pushing', 15, 'foot at march rate pushes back enfants perdus, horse with lances and light cavalry'],
]);

const firing = notes('firing', 'Firing', at('Firing', 17), [
  ['orders', 17, 'firing needs the order Defend, March or Double'],
  ['marching', 20, 'on the march only veteran and seasoned regiments fire'],
  ['marching-lights', 21, 'light horse, skirmishing horse and enfants perdus fire on the march too'],
  ['doubling', 22, 'at the double only light horse, skirmishing horse and enfants perdus fire'],
  ['rallying', 23, 'nobody rallies and fires'],
  ['charged-no', 25, 'charged, a regiment that routs, evades, counter-charges or wavers with -1 does not fire'],
  ['charged-yes', 26, 'charged, all infantry fires, and reiters and petronels that stand still'],
  ['companies', 28, 'count all shot companies of the regiment, no pikes; for guns, the type of gun'],
  ['range', 29, 'find the range and the fire intensity'],
  ['shift', 30, 'apply the modifiers and shift columns by a D6'],
  ['cross-index', 31, 'read the result where row and column cross; a fire number below 0 does nothing'],
]);

const cohesion = notes('cohesion', 'Cohesion', at('Cohesion', 33), [
  ['orders', 33, 'restoring cohesion needs the order Rally'],
  ['obstacles', 36, 'lost by moving over or through an obstacle'],
  ['fire', 37, 'lost by fire'],
  ['waver', 38, 'lost by a Waver test'],
  ['moving', 39, 'lost by moving at double or charge rate, as the movement measures show'],
  ['melee', 40, 'lost by a melee, once it is over'],
  ['rally', 41, "rally from disorder: D6 on the card's rally table, so many levels back"],
]);

const charging = notes('charging', 'Charging', at('Charging', 43), [
  ['orders', 43, 'charging needs the order Charge'],
  ['strategy', 45, 'the brigade whose officer has the higher strategy picks targets first, the others follow in order'],
  ['waver', 47, 'first the charger, then the charged, take a Waver test on their line'],
  ['stationary', 49, 'a target that stands: chargers move into contact'],
  ['countercharge', 50, 'a target that counter-charges: each goes half its move, or until they meet'],
  ['melee', 51, 'then melees are fought'],
  ['foot-v-horse', 53, 'foot may not charge horse'],
  ['opportunity', 54, 'opportunity charge: the charger on Harass, the enemy ragged or mob'],
  ['flank', 55, 'charged in the flank: it becomes mob'],
  ['rear', 56, 'charged in the rear: the melee type is Overwhelmed'],
]);

const melees = notes('melees', 'Melees', at('Melees', 61), [
  ['base', 64, 'base melee number from the card, for the formation it is in'],
  ['special', 65, 'special modifiers of the card, and cohesion'],
  ['type-modifiers', 66, 'modifiers under the Melee Type table'],
  ['type', 67, 'both strengths give the type of melee, and who is stronger'],
  ['outcome', 69, 'type and column of enemies, 2D6: apply the result and roll for casualties'],
]);

const rout = notes('rout', 'Rout, evade and pursuit', at('Rout, Evade & Pursuit', 71), [
  ['causes', 73, 'routs come from Waver tests and melees, evades from Waver tests alone'],
  ['moves', 74, 'routers and evaders go straight back at march rate, then as they like up to charge rate'],
  ['friends', 75, 'friends they run into take a Waver test for disaster'],
  ['rally', 76, 'rally from rout, when not pursued: a Waver test for disaster'],
  ['pursuers', 77, 'only horse pursues, after winning a melee, at charge rate'],
  ['evaded', 78, 'a charger whose target evades moves at march rate only'],
  ['halt', 79, 'a pursuit halts on a 6 of a D6; veterans add 1, reiters add 1'],
]);

const waver = notes('waver', 'Waver tests', at('Waver Tests', 81), [
  ['to-charge', 85, 'to charge: before it charges an enemy'],
  ['charged', 87, 'charged by horse or foot: an enemy has passed its test to charge it'],
  ['disaster-commander', 89, 'disaster: the brigade commander is killed or taken'],
  ['disaster-brigade', 90, 'disaster: a regiment of the brigade breaks and routs'],
  ['disaster-melee', 91, 'disaster: it is broken into in melee'],
  ['disaster-passed', 92, 'disaster: a better grade routs past within its double move, or through it'],
  [
    'procedure',
    94,
    'modified 2D6 on the line of the card: the first number that is not exceeded gives the result (5 Ch charges on 5)',
  ],
]);

/** What the sheet points to but does not print. A card set supplies it. */
const userTables = notes('user-tables', 'Tables that come from the user (a card set)', at('all', 28), [
  ['fire.bands', 29, 'ranges and fire intensity, by kind of shot: cards.fire.bands'],
  ['fire.modifiers', 30, 'modifiers of fire: cards.fire.modifiers, cards.fire.ownModifiers'],
  ['fire.shift', 30, 'column shift of the D6: cards.fire.shiftByDie'],
  ['fire.table', 31, 'the fire table, shot companies by fire number: cards.fire.rows'],
  ['disorder', 39, 'levels lost by moving and by melee: cards.moveDisorder, cards.meleeDisorder'],
  ['moves', 39, 'move rates (engagements only): cards.moves'],
  ['rally', 41, 'rally table of a card: cards.cards.<card>.rally'],
  ['formations', 64, 'melee number and fire modifier by formation: cards.cards.<card>.formations'],
  ['cohesion', 65, 'cohesion modifiers for Waver, melee and fire: cards.cohesion, or of one card'],
  ['specials', 65, 'special melee modifiers of a card: cards.cards.<card>.meleeSpecials'],
  ['melee.modifiers', 66, 'modifiers under the Melee Type table: cards.melee.modifiers, cards.melee.ownModifiers'],
  ['melee.type', 67, 'the Melee Type table: cards.meleeType'],
  ['melee.outcome', 69, 'the Melee Outcome table: cards.meleeOutcome'],
  ['melee.casualties', 69, 'casualty rolls: cards.casualtyRolls'],
  ['waver', 94, 'the Waver chart of a card: cards.cards.<card>.waver'],
  ['losses', 94, 'what losses add to Waver tests: cards.losses, or of one card'],
  ['commander-key', 96, 'the key to commanders, of which only the heading is printed: strategy stands in the scenario'],
]);

export const sheetTables: readonly Table[] = [movement, firing, cohesion, charging, melees, rout, waver, userTables];
