import { type Choice, choices, duels, groups, type SituationGroup, spoken } from '../suite.ts';
import { illustrative } from './cards/illustrative.ts';
import { CAUSES } from './encounters/morale.ts';
import { ASPECTS, LEVELS } from './words.ts';

/** Formations that say how a regiment is, not what it is in: "a battery deployed", "reiters deep". */
const HOW = ['deep', 'deployed', 'en-haye'];

/** Every card of the shipped set in each of its formations. */
const regiments = (role: string): Choice[] =>
  Object.entries(illustrative.cards).flatMap(([card, { formations }]) =>
    Object.keys(formations).map((formation) => ({
      words: [spoken(card), ...(HOW.includes(formation) ? [] : ['in']), spoken(formation)].join(' '),
      set: { [`${role}.card`]: card, [`${role}.formation`]: formation },
    })),
  );

const cohesion = (role: string): Choice[] => choices(`${role}.cohesion`, LEVELS);
const bands = [...new Set(Object.values(illustrative.fire.bands).flatMap((list) => list.map((b) => b.band)))];

/** The shipped cards are stand-ins, and so is whatever a suite says of them; cards of one's own go into a suite file. */
export const pikeShotSuite = (): readonly SituationGroup[] =>
  groups([
    {
      ...{ id: 'charges', encounter: 'charge', weight: 45 },
      name: '{attacker} ({attacker cohesion}) charges {defender} ({defender cohesion}) in the {aspect}',
      axes: {
        attacker: regiments('attacker'),
        defender: regiments('defender'),
        'attacker cohesion': cohesion('attacker').filter((_, i) => i % 3 === 0),
        'defender cohesion': cohesion('defender'),
        aspect: choices('aspect', ASPECTS),
      },
    },
    {
      ...{ id: 'fights', encounter: 'melee', weight: 20 },
      name: '{attacker} ({attacker cohesion}) fights {defender} ({defender cohesion})',
      axes: {
        attacker: regiments('attacker'),
        defender: regiments('defender'),
        'attacker cohesion': cohesion('attacker').filter((_, i) => i % 3 === 0),
        'defender cohesion': cohesion('defender').filter((_, i) => i % 3 === 0),
      },
    },
    {
      ...{ id: 'volleys', encounter: 'fire', weight: 20 },
      name: '{firer} fires at {target} ({cohesion}), {range}',
      axes: {
        firer: regiments('firer'),
        target: regiments('target'),
        cohesion: cohesion('target').filter((_, i) => i % 3 === 0),
        range: choices('range', bands),
      },
    },
    {
      ...{ id: 'disasters', encounter: 'morale', weight: 10 },
      name: '{unit} ({cohesion}) tests after a disaster: {cause}',
      situation: { test: 'disaster' },
      axes: { unit: regiments('unit'), cohesion: cohesion('unit'), cause: choices('cause', CAUSES) },
    },
    {
      ...{ id: 'rallies', encounter: 'rally', weight: 5 },
      name: '{unit} ({cohesion}) rallies for {turns}',
      axes: {
        unit: regiments('unit'),
        cohesion: cohesion('unit').slice(1),
        turns: choices('turns', [1, 3], (n) => `${n} ${n === 1 ? 'turn' : 'turns'}`),
      },
    },
  ]);

export const pikeShotDuels = (): readonly SituationGroup[] =>
  duels({
    charges: {},
    fights: {},
    volleys: { name: '{first} fires at {second}, {range}', axes: { range: choices('range', bands) } },
  });
