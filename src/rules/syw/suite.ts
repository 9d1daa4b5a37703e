import { cellTable, type Rulebook } from '../book.ts';
import { type Choice, choices, duels, groups, type SituationGroup, spoken } from '../suite.ts';
import { ASPECTS, BANDS, COVERS, FORMATIONS, MORALES, ORDERS, PLACES, TERRAINS } from './troops.ts';

const typesOf = (book: Rulebook, path: string): Choice[] =>
  cellTable(book, 'units').rows.map(({ id, label }) => ({ words: label, set: { [path]: id } }));

const stands = (a: string, b: string): Choice[] =>
  [
    [4, 4],
    [6, 4],
    [4, 6],
  ].map(([x, y]) => ({
    words: `${x} stands against ${y}`,
    set: { [`${a}.stands`]: x, [`${b}.stands`]: y },
    weight: x === y ? 2 : 1,
  }));

/** All distances at which a band of some printed type ends. */
const distances = (book: Rulebook): Choice[] => {
  const ends = cellTable(book, 'units').rows.flatMap((row) => BANDS.map((band) => row.cells[band]));
  const numbers = [...new Set(ends.filter((end) => typeof end === 'number'))].sort((a, b) => a - b);
  return choices('distance', numbers, (cm) => `at ${cm} cm`);
};

export const sywSuite = (book: Rulebook): readonly SituationGroup[] =>
  groups([
    {
      ...{ id: 'charges', encounter: 'charge', weight: 40 },
      name: '{attacker} charges {defender} in {formation}, {stands}, {volley}',
      axes: {
        attacker: typesOf(book, 'attacker.type'),
        defender: typesOf(book, 'defender.type'),
        formation: choices('defender.formation', FORMATIONS),
        stands: stands('attacker', 'defender'),
        volley: choices('defender.fired', [false, true], (fired) => (fired ? 'later volley' : 'first volley')),
      },
    },
    {
      ...{ id: 'charges-on-ground', encounter: 'charge', weight: 10 },
      name: 'medium infantry charges {defender}, {ground}, in the {aspect}',
      situation: { attacker: { type: 'medium-infantry', stands: 4 }, defender: { stands: 4 } },
      axes: {
        defender: typesOf(book, 'defender.type'),
        ground: [
          ...choices('defender.place', PLACES, (p) =>
            p === 'defences' ? 'behind defences' : `in ${p === 'open' ? 'the open' : p}`,
          ),
          ...choices('defender.terrain', TERRAINS.slice(1), (t) => `in ${spoken(t)} terrain`),
          { words: 'uphill', set: { 'defender.uphill': true } },
        ],
        aspect: choices('aspect', ASPECTS),
      },
    },
    {
      ...{ id: 'fights', encounter: 'melee', weight: 20 },
      name: '{attacker} fights {defender} in {formation}, {stands}, {overlap}',
      situation: { testAfter: true },
      axes: {
        attacker: typesOf(book, 'attacker.type'),
        defender: typesOf(book, 'defender.type'),
        formation: choices('defender.formation', FORMATIONS),
        stands: stands('attacker', 'defender').slice(0, 1),
        overlap: [
          { words: 'front to front', set: {} },
          { words: 'overlapping', set: { fights: [{ attackerOverlap: true }] } },
        ],
      },
    },
    {
      ...{ id: 'volleys', encounter: 'fire', weight: 20 },
      name: '{firer} shoots at {target} in {cover} cover {distance}, {volley}',
      situation: { firer: { stands: 4 }, target: { stands: 4 } },
      axes: {
        firer: typesOf(book, 'firer.type'),
        target: typesOf(book, 'target.type').filter((c) => /infantry|cavalry|artillery/.test(c.words)),
        cover: choices('target.cover', COVERS, (c) => (c === 'none' ? 'no' : c)),
        distance: distances(book),
        volley: choices('firer.fired', [false, true], (fired) => (fired ? 'later volley' : 'first volley')),
      },
    },
    {
      ...{ id: 'tests', encounter: 'morale', weight: 6 },
      name: '{tester} of {morale} morale with {stands} of 10 stands left tests on {orders} orders',
      situation: { tester: { startingStands: 10 } },
      axes: {
        tester: typesOf(book, 'tester.type').slice(0, 8),
        morale: choices('tester.morale', MORALES),
        stands: choices('tester.stands', [10, 8, 6, 4]),
        orders: choices('tester.orders', ORDERS),
      },
    },
    {
      ...{ id: 'rallies', encounter: 'rally', weight: 4 },
      name: '{tester} with {stands} of 6 stands left rallies in {attempts}',
      situation: { tester: { startingStands: 6 } },
      axes: {
        tester: typesOf(book, 'tester.type'),
        stands: choices('tester.stands', [6, 4, 2]),
        attempts: choices('attempts', [1, 3], (n) => `${n} ${n === 1 ? 'turn' : 'turns'}`),
      },
    },
  ]);

export const sywDuels = (book: Rulebook): readonly SituationGroup[] =>
  duels({
    charges: {},
    fights: { situation: { attacker: {}, defender: {}, testAfter: true } },
    volleys: { name: '{first} shoots at {second} {distance}', axes: { distance: distances(book) } },
  });
