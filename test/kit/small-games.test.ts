import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/rules/problem.ts';
import { loadBook, loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { Sfc32 } from '../../src/sim/random.ts';
import { playedStory } from '../../src/sim/trace.ts';
import { meanOf, sharesOf } from './games.ts';

type Part = Record<string, unknown>;
type Steps = readonly Part[];
const OUTCOMES = { yes: 1, no: -1 };
const END = { end: 'yes' };

/** A rulebook of one encounter with these steps; `more` goes into the encounter, `book` beside it. */
const game = (play: Steps, more: Part = {}, book: Part = {}): Part => ({
  ...{ id: 'small', title: 'Small' },
  unit: {
    given: { skill: { number: [0, 6], default: 2 }, kind: { words: ['foot', 'horse'], default: 'foot' } },
    state: { left: { number: [0, 9], start: 3 } },
  },
  ...book,
  encounters: {
    fight: {
      ...{ title: 'Fight', sides: ['one', 'two'], outcomes: OUTCOMES },
      state: { n: { number: [0, 99] } },
      ...{ measures: { n: 'n' } },
      ...more,
      play,
    },
  },
});

const machineOf = async (file: Part, situation: Part = {}) => {
  const scenario = { encounter: 'fight', one: {}, two: {}, ...situation };
  return prepareCell(await loadScenario(scenario as never, { rules: await loadBook(file as never) })).built.machine;
};
const answerOf = async (file: Part, situation?: Part) => exact(compile(await machineOf(file, situation)));

async function mistakesOf(file: Part): Promise<string[]> {
  try {
    await loadBook(file as never);
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems.map((p) => `${p.path.join('.')}: ${p.message}`);
    throw e;
  }
}

describe('a mistake in a rulebook is told with its place', () => {
  const unit = (of: Part) => ({ unit: of });
  const number = { number: [0, 3] };
  const pool = (more: Part) => [{ pool: 3, hits: 4, into: 'n', ...more }, END];
  const ways = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, i < 29 ? [{ call: `p${i + 1}` }, { call: `p${i + 1}` }] : [{ set: { n: 1 } }]])); // biome-ignore format: one line
  const cases: [what: string, file: Part, mistake: string | RegExp][] = [
    ['no encounter', { ...game([END]), encounters: {} }, 'encounters: A rulebook has at least one encounter.'],
    ['two sides of one name', game([END], { sides: ['one', 'one'] }), 'encounters.fight.sides: An encounter has one side or two, with different names.'],
    ['units from many to few', game([END], { sides: { one: { units: [3, 2] }, two: null } }), 'encounters.fight.sides.one.units: From 3 to 2 units is none.'],
    ['no outcomes', game([END], { outcomes: {} }), 'encounters.fight.outcomes: An encounter needs at least one outcome.'],
    ['a name given to two things', game([END], { given: { n: number } }), "encounters.fight: 'n' is declared twice."],
    ['a name of the dice', game([END], {}, unit({ given: { face: number } })), "unit: 'face' has a meaning of its own and cannot be a name here."],
    ['a name that every unit has', game([END], {}, unit({ given: { type: number } })), "unit: 'type' has a meaning of its own and cannot be a name here."],
    ['a name that every scenario has', game([END], { given: { seed: number } }), "encounters.fight: 'seed' has a meaning of its own and cannot be a name here."],
    ['a default of what changes', game([END], { state: { n: { ...number, default: 1 } } }), "encounters.fight.state.n.default: What changes in play has a 'start', not a default."],
    ['a start of what is given', game([END], {}, unit({ given: { x: { ...number, start: 1 } } })), "unit.given.x.start: Only what changes in play has a 'start'."],
    ['a default out of bounds', game([END], {}, unit({ given: { x: { ...number, default: 4 } } })), 'unit.given.x.default: The default 4 is not among what the field may be.'],
    ['a word twice', game([END], {}, unit({ given: { x: { words: ['a', 'a'] } } })), 'unit.given.x: A word stands here twice.'],
    ['a field of two kinds', game([END], {}, unit({ given: { x: { ...number, flag: true } } })), 'unit.given.x: A field is one of number: [from, to], words: [...] or flag: true.'],
    ['bounds that are too wide', game([END], {}, unit({ given: { x: { number: [0, 9] } }, state: { y: { number: [0, 'x * 200000'] } } })), 'unit.state.y.number: A number lies between -1000000 and 1000000.'],
    ['plain bounds that are too wide', game([END], {}, unit({ state: { y: { number: [0, 1_000_001] } } })), 'unit.state.y.number: A number lies between -1000000 and 1000000.'],
    ['a grid without rows', game([END], {}, { grids: { g: { columns: ['a'], rows: {} } } }), 'grids.g.rows: The grid has no rows.'],
    ['a column that stands twice', game([END], {}, { grids: { g: { columns: ['a', 'a'], rows: { x: [1, 2] } } } }), 'grids.g.columns: A column stands here twice.'],
    ['two tables of one name', game([END], {}, { figures: { g: { rows: { x: 1 } } }, grids: { g: { columns: ['a'], rows: { x: [1] } } } }), "grids.g: There is another table 'g'."],
    ['a table of the name of the types', game([END], {}, { figures: { types: { rows: { x: 1 } } } }), "figures.types: There is another table 'types'."],
    ['a ruling without readings', game([END], {}, { rulings: { r: { ask: 'What?' } } }), "rulings.r: A ruling has 'read', the readings, or 'between', two whole numbers."],
    ['a default that is no reading', game([END], {}, { rulings: { r: { ask: 'What?', read: ['a', 'b'], default: 'c' } } }), 'rulings.r.default: The default "c" is none of the readings.'],
    ['a default below the readings', game([END], {}, { rulings: { r: { ask: 'What?', between: [2, 4], default: 1 } } }), 'rulings.r.default: The default 1 is none of the readings.'],
    ['a default above the readings', game([END], {}, { rulings: { r: { ask: 'What?', between: [2, 4], default: 5 } } }), 'rulings.r.default: The default 5 is none of the readings.'],
    ['an option after which play runs out', game([{ choose: 'one', options: { a: { do: [END] }, b: { do: [{ set: { n: 1 } }] } } }]), /^encounters.fight.play: The steps may run out/],
    ['a choice of nobody', game([{ choose: 'three', options: { a: {} } }, END]), "encounters.fight.play.0.choose: 'three' is no side; there are one, two."],
    ['a choice of nothing', game([{ choose: 'one', options: {} }, END]), 'encounters.fight.play.0: A choice needs options.'],
    ['a choice in which perhaps nothing can be done', game([{ choose: 'one', options: { a: { if: 'n = 1' } } }, END]), /^encounters.fight.play.0.options: One option must have no 'if'/],
    ['dice that are missing for a word', game([{ roll: { on: 'one.kind', dice: { foot: 'D6' } } }, END]), 'encounters.fight.play.0.roll.dice: No dice are named for horse.'],
    ['dice for a word that is never said', game([{ roll: { on: 'one.kind', dice: { foot: 'D6', horse: 'D6', boat: 'D8' } } }, END]), "encounters.fight.play.0.roll.dice.boat: It is never 'boat'; it may be foot, horse."],
    ['dice thrown again without a reason', game(pool({ reroll: 'one.kind' })), "encounters.fight.play.0.reroll: Dice are thrown again if they are ones or failures, or none is; found 'foot'."],
    ['a pool that hits nothing', game([{ pool: 3, into: 'n' }, END]), "encounters.fight.play.0: A pool needs 'hits': what a die must come to."],
    ['a stage of neither kind', game(pool({ stages: [{}] })), "encounters.fight.play.0.stages.0: A stage has either 'save' or 'go-on'."],
    ['a stage of both kinds', game(pool({ stages: [{ save: 4, 'go-on': 4 }] })), "encounters.fight.play.0.stages.0: A stage has either 'save' or 'go-on'."],
    ['a result behind one that always counts', game([{ roll: 'D6', results: [{ say: 'a' }, { if: 'face > 3' }] }, END]), "encounters.fight.play.0.results.0: A result without 'if' always counts, so it comes last."],
    ['dice put into a word', game([{ roll: 'D6', into: 'w' }, END], { state: { w: { words: ['a', 'b'] }, n: number } }), "encounters.fight.play.0.into: 'w' is not a number."],
    ['a step of no kind', game([{ title: 'nothing' }, END]), /^encounters.fight.play.0: A step has one of if, while, repeat, .* set, count\.$/],
    ['steps without number', game([{ call: 'p0' }, END], {}, { procedures: ways }), /: Written out for all units and procedures, the encounter has more than 20000 steps\.$/],
    ['a number that becomes a word', game([{ set: { n: "'a'" } }, END]), /^encounters.fight.play.0.set.n: /],
    ['a word that becomes another', game([{ set: { w: "'c'" } }, END], { state: { w: { words: ['a', 'b'] }, n: number } }), /^encounters.fight.play.0.set.w: /],
    ['rounds without number', game([{ repeat: 10_001, do: [] }, END]), /^encounters.fight.play.0.repeat: This may come to 10001 rounds; at most 10000 are allowed/],
    ['units of nobody', game([{ each: 'u', of: 'three', do: [] }, END]), "encounters.fight.play.0.of: 'of' names a side: one or two."],
    ['dice of nobody', game([{ roll: 'D6', by: 'three' }, END]), "encounters.fight.play.0.by: 'three' is no unit here."],
    ['rows that nobody is asked for', game([{ roll: 'D6', add: 'm' }, END], {}, { modifiers: { m: { rows: { x: [1, 'a row', { self: { skill: 2 } }] } } } }), /^encounters.fight.play.0: Say whose dice they are with 'by'/],
    ['an argument that is not asked for', game([{ call: 'p', with: { who: 'one' } }, END], {}, { procedures: { p: [{ set: { n: 1 } }] } }), "encounters.fight.play.0.with.who: 'p' has no parameter 'who'; it takes nothing."],
    ['an argument of another name', game([{ call: 'p', with: { whom: 'one' } }, END], {}, { procedures: { p: { with: ['who'], steps: [{ set: { 'who.left': 1 } }] } } }), /^encounters.fight.play.0.with.whom: 'p' has no parameter 'whom'; it takes who/],
    ['a local of no kind', game([{ call: 'p' }, END], {}, { procedures: { p: { locals: { x: { about: 'x' } }, steps: [] } } }), /^procedures.p.locals.x: A field is one of/],
    ['a number of too much', game([{ set: { n: 'abs(1, 2)' } }, END]), /^encounters.fight.play.0.set.n: abs\(\) takes 1 number\./],
    ['a division by itself', game([{ set: { n: 'round(3)' } }, END]), /^encounters.fight.play.0.set.n: round\(\) takes 2 numbers\./],
    ['the least of nothing', game([{ set: { n: 'min()' } }, END]), /^encounters.fight.play.0.set.n: min\(\) takes one number or more\./],
    ['a grid with one way in', game([{ set: { n: "g('x')" } }, END], {}, { grids: { g: { columns: ['a'], rows: { x: [1] } } } }), /g is a grid: ask for a row and a column/],
    ['a grid asked for a number', game([{ set: { n: "g(2, 'a')" } }, END], {}, { grids: { g: { columns: ['a'], rows: { x: [1] } } } }), /The rows of g are words \(x\); this is the number 2/],
    ['a count of one thing', game([{ set: { n: 'count(one)' } }, END]), /count\(\) takes a side and what is asked of each of its units/],
    ['a number beside and', game([{ if: 'n and n = 1' }, END]), /^encounters.fight.play.0.if: 'and' needs true or false/],
    ['not of a number', game([{ if: 'not n' }, END]), /^encounters.fight.play.0.if: 'not' needs true or false/],
    ['a table that adds nothing', game([{ roll: 'D6', by: 'one', add: 'x' }, END], {}, { figures: { f: { rows: { y: 1 } } }, grids: { g: { columns: ['a'], rows: { y: [1] } } }, modifiers: { m: { rows: { y: 1 } } } }), "encounters.fight.play.0.add: There is no table of modifiers 'x'; there are m."],
    ['a table where there is none', game([{ roll: 'D6', by: 'one', add: 'x' }, END]), "encounters.fight.play.0.add: There is no table of modifiers 'x'; the book has none."],
    ['a word and a number', game([{ set: { n: 'min(one.kind, 1)' } }, END]), /^encounters.fight.play.0.set.n: min\(\) needs a number/],
    ['a word where a number is wanted', game([{ set: { n: "max(1, 'foot')" } }, END]), /needs a number; this is the word 'foot'/],
    ['a word of several where a number is wanted', game([{ set: { n: 'max(1, one.kind)' } }, END]), /needs a number; this is a word\.$/],
    ['an expression that nobody reads', game([{ set: { n: `1${' + 1'.repeat(125)}` } }, END]), /at most 500/],
    ['a row that stands in for none', game([{ roll: 'D6', by: 'one', add: 'm' }, END], {}, { modifiers: { m: { rows: { x: { value: 1, replaces: ['y'] } } } } }), /^modifiers.m.rows.x.replaces|^modifiers.m.x.replaces/],
  ]; // biome-ignore format: a table of slips
  it.each(cases)('%s', async (_, file, mistake) => {
    expect(await mistakesOf(file)).toContainEqual(
      typeof mistake === 'string' ? mistake : expect.stringMatching(mistake),
    );
  });
  it('and is told once, however often it comes', async () => {
    const calls = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, i < 29 ? [{ call: `p${i + 1}` }, { call: `p${i + 1}` }] : [{ set: { n: 1 } }]])); // biome-ignore format: one line
    const file = game([{ call: 'p0' }, { call: 'p0' }, END], {}, { procedures: calls });
    expect((await mistakesOf(file)).filter((text) => text.includes('more than 20000'))).toHaveLength(1);
  });
  it('and nothing is one that the edges allow', async () => {
    const rulings = { low: { ask: 'What?', between: [2, 4], default: 2 }, high: { ask: 'What?', between: [2, 4], default: 4 }, word: { ask: 'What?', read: ['a', 'b'], default: 'b' } }; // biome-ignore format: one line
    const given = { x: { ...number, default: 3 }, y: { ...number, default: 0 } };
    const free = { choose: 'one', options: { a: { if: 'n = 1', do: [END] }, b: { do: [END] } } };
    expect(await mistakesOf(game([free], {}, { rulings, unit: { given } }))).toEqual([]);
    expect(await mistakesOf(game([{ repeat: 10_000, do: [] }, END]))).toEqual([]);
    const fallsToFigure = { x: { number: ['f.low', 3], default: 2 }, y: { number: [0, 'f.high'], default: 2 } };
    const figures = { f: { rows: { low: 1, high: 4 } } };
    expect(await mistakesOf(game([END], {}, { figures, unit: { given: fallsToFigure } }))).toEqual([]);
    expect(await mistakesOf(game([{ call: 'p' }], {}, { procedures: { p: [END] } }))).toEqual([]);
    expect(await mistakesOf(game([{ set: { n: `11${' + 1'.repeat(124)}` } }, END]))).toEqual([]);
    expect(await mistakesOf(game([{ compare: [6, 6], into: 'n' }, END]))).toEqual([]);
    // Words that the two have in common are enough.
    const words = { given: { kind: { words: ['foot', 'horse'] }, foe: { words: ['horse', 'guns'] } } };
    expect(await mistakesOf(game([{ if: 'one.kind = two.foe', then: [] }, END], {}, { unit: words }))).toEqual([]);
  });
});

describe('figures worked by hand', () => {
  const value = async (text: string, situation: Part = {}, more: Part = {}): Promise<number> =>
    meanOf(await answerOf(game([{ set: { n: text } }, END], more), situation), 'n');

  it.each([
    ['abs(-3) + abs(2)', 5],
    ['min(4, 2, 3) + max(4, 2, 3)', 6],
    ['min(one.skill, 3) + max(one.skill, 3)', 5],
    ['round(7, 2) + round(5, 2) + roundup(5, 4)', 4 + 3 + 2],
    ['round(7, 0)', 0],
    ['-one.skill + 9', 7],
    ['one.skill = 2 or n = 4 ? 1 : 0', 1],
    ['n = 4 or n = 0 ? 1 : 0', 1],
    ['n = 4 or n = 5 ? 1 : 0', 0],
    ['n = 0 and one.left = 3 ? 1 : 0', 1],
    ['n = 0 and one.left = 2 ? 1 : 0', 0],
    ['n = 0 or n = 4 and n = 5 ? 1 : 0', 1],
    ['not (n = 0) ? 1 : 2', 2],
    ["one.kind in ['foot', 'horse'] ? 1 : 2", 1],
    ["one.kind in ['horse'] ? 1 : 2", 2],
    ['n != 0 ? 1 : 2', 2],
  ])('%s is %d', async (text, n) => {
    expect(await value(text)).toBe(n);
  });

  it('cells of a grid are any of its figures', async () => {
    const grids = { g: { columns: ['low', 'high'], rows: { foot: [1, 9], horse: [2, null] } } };
    const cell = async (text: string, one: Part = {}) =>
      meanOf(await answerOf(game([{ set: { n: text } }, END], {}, { grids }), { one }), 'n');
    expect(await cell("g(one.kind, 'low') < 5 ? 1 : 2")).toBe(1);
    expect(await cell("g(one.kind, 'high') < 5 ? 1 : 2")).toBe(2);
    // Numbers beyond those that are printed, or between them, read the nearest.
    const printed = { columns: [1, 3], rows: { '2': [1, 2], '5': [3, 4] } };
    const nearest = async (skill: number, column: number) =>
      meanOf(await answerOf(game([{ set: { n: `g(one.skill, ${column})` } }, END], {}, { grids: { g: printed } }), { one: { skill } }), 'n'); // biome-ignore format: one line
    expect([await nearest(0, 1), await nearest(3, 1), await nearest(4, 3), await nearest(6, 9)]).toEqual([1, 1, 4, 4]);
    const mixed = { g: { columns: ['a'], rows: { '2': [1], more: [7] } } };
    const words = game([{ set: { n: "g('more', 'a') * 10 + g('2', 'a')" } }, END], {}, { grids: mixed });
    expect(meanOf(await answerOf(words), 'n')).toBe(71);
    // A gap is nothing.
    expect(await cell("g(one.kind, 'high')", { kind: 'horse' })).toBe(0);
  });

  it('a number of which nothing is said begins at nothing, or as near to it as it may', async () => {
    const start = async (low: number, high: number) =>
      meanOf(await answerOf(game([END], { state: { n: { number: [low, high] } } })), 'n');
    expect(await start(-3, 3)).toBe(0);
    expect(await start(-3, 0)).toBe(0);
    expect(await start(2, 5)).toBe(2);
  });

  it('what is set is set at once, whatever is counted with it', async () => {
    const file = game([{ set: { n: 'n + 2' }, count: { lost: 'n + 5' } }, { set: { n: 'm', m: 'n' } }, END], {
      state: { n: { number: [0, 9] }, m: { number: [0, 9], start: 7 } },
      sums: { lost: 'losses' },
      measures: { n: 'n', m: 'm' },
    });
    const tally = await answerOf(file);
    expect([meanOf(tally, 'n'), meanOf(tally, 'm'), tally.sums.map(({ mean }) => mean)]).toEqual([7, 2, [5]]);
  });

  it('a side by itself stands against the enemy, and a unit of a book without types is no word', async () => {
    const alone = game([END], { sides: ['one'] });
    const loaded = (file: Part, situation: Part) =>
      loadBook(file as never).then((rules) => loadScenario({ encounter: 'fight', ...situation } as never, { rules }));
    expect(prepareCell(await loaded(alone, { one: {} })).built.sides).toEqual(['one', 'enemy']);
    await expect(loaded(alone, { one: 'guard' })).rejects.toThrow(/There is no troop 'guard'/);
  });

  it('an outcome is good for the first side where it is worth more than nothing, for the second where it is worth less', async () => {
    const outcomes = { yes: 1, no: -1, none: 0 };
    expect((await machineOf(game([END], { outcomes }))).outcomes.map((o) => o.winner)).toEqual(['a', 'b', 'none']);
  });

  const three = { sides: { one: { units: [1, 4] }, two: null } };
  const units = { one: [{ skill: 1 }, { skill: 4, kind: 'horse' }, { skill: 2 }] };
  it.each([
    ['count(one, it.skill > 1)', 2],
    ['sum(one, it.skill)', 7],
    ['highest(one, it.skill)', 4],
    ['lowest(one, it.skill)', 1],
    ["any(one, it.kind = 'horse') ? 1 : 0", 1],
    ["all(one, it.kind = 'horse') ? 1 : 0", 0],
    ['any(one, it.skill > 4) ? 1 : 0', 0],
    ['all(one, it.skill > 0) ? 1 : 0', 1],
    ['any(one, it.left = 3) ? 1 : 0', 1],
    ['count(one, it.skill > 1 or it.left = 3)', 3],
  ])('of three units %s is %d', async (text, n) => {
    expect(await value(text, units, three)).toBe(n);
  });

  it('each unit has its turn, or the first that will do, or else something is done', async () => {
    const add = (of: string) => [{ set: { n: `n * 10 + ${of}.skill` } }];
    const each = [{ each: 'u', of: 'one', where: 'u.skill > 1', do: add('u') }, END];
    expect(meanOf(await answerOf(game(each, three), units), 'n')).toBe(42);
    const first = (where: string) => [{ first: 'u', of: 'one', where, do: add('u'), else: [{ set: { n: 9 } }] }, END];
    expect(meanOf(await answerOf(game(first('u.skill > 1'), three), units), 'n')).toBe(4);
    expect(meanOf(await answerOf(game(first('u.skill > 4'), three), units), 'n')).toBe(9);
  });

  it('rounds are counted from 1, and go round as often as is said', async () => {
    const counted = [{ repeat: 'one.skill + 1', as: 'k', do: [{ set: { n: 'n * 10 + k' } }] }, END];
    const state = { state: { n: { number: [0, 999] } } };
    expect(meanOf(await answerOf(game(counted, state)), 'n')).toBe(123);
    const plain = [{ repeat: 'one.left', do: [{ set: { n: 'n + 2' } }] }, { if: 'n = 6', then: [END] }, { end: 'no' }];
    expect(sharesOf(await answerOf(game(plain)))).toEqual({ yes: 1, no: 0 });
    const none = [{ repeat: 'n - 1', do: [{ set: { n: 5 } }] }, END];
    expect(meanOf(await answerOf(game(none)), 'n')).toBe(0);
  });

  it('what a procedure keeps for itself begins anew with each call', async () => {
    const locals = { x: { number: [2, 9] }, y: { number: [0, 9] } };
    const steps = [{ roll: 'D2', results: [{ set: { x: 'x + face', y: 'y + x' } }] }, { set: { n: 'n + x + y' } }];
    const file = game([{ call: 'p' }, { call: 'p' }, END], {}, { procedures: { p: { locals, steps } } });
    // Each call adds x = 2 + face and y = 2: 5 or 6.
    const { ends } = await answerOf(file);
    expect(ends.map(({ values, weight }) => [values[0], weight])).toEqual([[10, 0.25], [11, 0.5], [12, 0.25]]); // biome-ignore format: a table
  });

  it('what a procedure keeps has room for whomever it is called with', async () => {
    const locals = { x: { number: [0, 'who.skill'] } };
    const steps = [{ set: { x: 'who.skill' } }, { roll: 'D2' }, { set: { n: 'n * 10 + x' } }];
    const calls = [{ call: 'p', with: { who: 'one' } }, { call: 'p', with: { who: 'two' } }, END];
    const file = game(calls, {}, { procedures: { p: { with: ['who'], locals, steps } } });
    expect(meanOf(await answerOf(file, { one: { skill: 1 }, two: { skill: 6 } }), 'n')).toBe(16);
    expect(meanOf(await answerOf(file, { one: { skill: 6 }, two: { skill: 1 } }), 'n')).toBe(61);
  });

  it('of options a side takes the first that is allowed, or what its tactic says', async () => {
    const option = (n: number, more: Part = {}) => ({ ...more, do: [{ set: { n } }] });
    const options = { rare: option(1, { if: 'one.left = 1' }), usual: option(2), other: option(3) };
    const file = game([{ choose: 'one', options }, END]);
    // What a side decides later is no less its own.
    const twice = game([{ choose: 'one', options: { ...options, other: {} } }, { choose: 'one', options: { last: {}, other: option(8) } }, END]); // biome-ignore format: one line
    expect(meanOf(await answerOf(twice, { tactics: { one: 'usual' } }), 'n')).toBe(2);
    expect(meanOf(await answerOf(twice, { tactics: { one: 'other' } }), 'n')).toBe(8);
    const picked = async (situation: Part) => meanOf(await answerOf(file, situation), 'n');
    expect(await picked({})).toBe(2);
    expect(await picked({ tactics: { one: 'other' } })).toBe(3);
    expect(await picked({ tactics: { one: 'rare' } })).toBe(2);
    expect(await picked({ tactics: { one: [{ when: { self: { skill: 5 } }, do: 'other' }] }, one: { skill: 5 } })).toBe(
      3,
    );
    expect(await picked({ tactics: { one: [{ when: { enemy: { skill: 5 } }, do: 'other' }] } })).toBe(2);
    expect(
      await picked({ tactics: { one: [{ when: { enemy: { skill: 5 } }, do: 'other' }] }, two: { skill: 5 } }),
    ).toBe(3);
  });
});

describe('a scenario that does not say all', () => {
  const unit = { given: { skill: { number: [0, 6] } } };
  const types = { guard: { skill: 4 } };
  const several = { sides: { one: { units: [1, 4] }, two: null } };
  const refused = async (file: Part, situation: Part) => {
    const problems = await machineOf(file, situation).then(
      () => [],
      (e: InputError) => e.problems,
    );
    return problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('is told which unit of which side lacks what', async () => {
    const file = game([END], several, { unit, types });
    const situation = { one: [{ skill: 1 }, {}], two: 'guard' };
    expect(await refused(file, situation)).toEqual([expect.stringMatching(/^one.1.skill: It is missing/)]);
    // Nothing that hangs on it is asked for.
    const refuse = [{ if: 'two.skill > 3', say: 'Too good.' }];
    const strict = game([END], { ...several, refuse }, { unit, types });
    expect(await refused(strict, situation)).toEqual([expect.stringMatching(/^one.1.skill: It is missing/)]);
    expect(await refused(strict, { one: [{ skill: 1 }], two: 'guard' })).toEqual([': Too good.']);
    const atSkill = [{ if: 'two.skill > 3', at: 'two.skill', say: 'Too good.' }];
    const placed = game([END], { ...several, refuse: atSkill }, { unit, types });
    expect(await refused(placed, { one: [{ skill: 1 }], two: 'guard' })).toEqual(['two.skill: Too good.']);
    const named = (letters: number) => ({ one: [{ skill: 1, name: 'x'.repeat(letters) }], two: { skill: 1 } });
    expect(await refused(strict, named(80))).toEqual([]);
    expect(await refused(strict, named(81))).toHaveLength(1);
  });

  it('is refused where its type says what units cannot be', async () => {
    const edited = { set: { 'rules.types.guard.skill': 7 }, one: 'guard', two: { skill: 1 } };
    expect(await refused(game([END], {}, { unit, types }), edited)).toEqual([
      expect.stringMatching(/^one.skill: The type 'guard' says 7, which 'skill' cannot be/),
    ]);
  });
});

describe('dice worked by hand', () => {
  const pool = (more: Part): Steps => [{ pool: 2, hits: 5, into: 'n', by: 'one', ...more }, END];
  const spread = async (play: Steps, situation?: Part, book?: Part): Promise<number[][]> =>
    (await answerOf(game(play, {}, book), situation)).ends
      .map(({ values, weight }) => [values[0], Math.round(weight * 1e9) / 1e9])
      .sort(([x], [y]) => x - y);
  /** How often each number of two dice succeeds that do so in `p` of cases. */
  const two = (p: number): number[][] => [(1 - p) ** 2, 2 * p * (1 - p), p * p].map((q, n) => [n, Math.round(q * 1e9) / 1e9]); // biome-ignore format: one line
  const table = (value: unknown) => ({ modifiers: { m: { rows: { x: { value } } } } });

  it.each<[string, Part, number, Part?]>([
    ['5 or 6', {}, 2 / 6],
    ['on a D8', { die: 'D8' }, 4 / 8],
    ['on dice that go by the kind', { die: { on: 'one.kind', dice: { foot: 'D10', horse: 'D4' } } }, 6 / 10],
    ['ones again', { reroll: 'ones' }, 2 / 6 + (1 / 6) * (2 / 6)],
    ['failures again', { reroll: 'failures' }, 2 / 6 + (4 / 6) * (2 / 6)],
    ['none again', { reroll: 'none' }, 2 / 6],
    ['again as is said', { reroll: "one.left = 3 ? 'ones' : 'failures'" }, 2 / 6 + (1 / 6) * (2 / 6)],
    ['a natural 4 hits', { natural: { hit: 4 } }, 3 / 6],
    ['a natural 5 misses', { natural: { miss: 5 } }, 1 / 6],
    ['to wound', { stages: [{ 'go-on': 4 }] }, (2 / 6) * (3 / 6)],
    ['saved', { stages: [{ save: 3 }] }, (2 / 6) * (2 / 6)],
    ['saved by nobody', { stages: [{ save: 7 }] }, 2 / 6],
    ['a row adds one', { add: 'm' }, 3 / 6, table(1)],
    ['a row counts the skill', { add: ['m'] }, 4 / 6, table({ fact: 'self.skill' })],
    ['a row for the wound', { stages: [{ 'go-on': 4, add: 'm' }] }, (2 / 6) * (5 / 6), table(2)],
    ['what must be come to changes', { hits: 'one.left + 1' }, 3 / 6],
    ['a base is added', { base: 1 }, 3 / 6],
    ['a base and a row', { base: 'one.left', add: 'm' }, 5 / 6, table(0)],
  ])('a pool of two: %s', async (_, more, p, book) => {
    const wanted = two(p).filter(([, share]) => share > 0);
    expect(await spread(pool(more), {}, book)).toEqual(wanted);
  });

  it('a 6 counts twice, or brings another die, or does damage', async () => {
    const one = (more: Part) => [{ pool: 1, hits: 5, into: 'n', ...more }, END];
    expect(await spread(one({ twice: 6 }))).toEqual([[0, 4], [1, 1], [2, 1]].map(([n, k]) => [n, Math.round((k / 6) * 1e9) / 1e9])); // biome-ignore format: one line
    expect(await spread(one({ twice: 1 }))).toEqual([[0, 0.666666667], [2, 0.333333333]]); // biome-ignore format: a table
    // A 6 hits and brings a die that hits in 2 of 6, and no third one.
    expect(await spread(one({ explode: 6 }))).toEqual([[0, 4 / 6], [1, 1 / 6 + 4 / 36], [2, 2 / 36]].map(([n, p]) => [n, Math.round(p * 1e9) / 1e9])); // biome-ignore format: one line
    expect(await spread(one({ damage: 3 }))).toEqual([[0, 0.666666667], [3, 0.333333333]]); // biome-ignore format: a table
    expect(await spread(one({ damage: 'one.left' }))).toEqual([[0, 0.666666667], [3, 0.333333333]]); // biome-ignore format: a table
    expect(await spread(one({ damage: 'D3' }))).toEqual([[0, 0.666666667], [1, 0.111111111], [2, 0.111111111], [3, 0.111111111]]); // biome-ignore format: a table
  });

  it('is put where it is wanted, whatever results say of it', async () => {
    const results = [{ if: 'face >= 4', say: 'high' }, { say: 'low' }];
    expect(await spread([{ roll: 'D2', into: 'n', results }, END])).toEqual([[1, 0.5], [2, 0.5]]); // biome-ignore format: a table
    const next = [
      { if: 'face = 1', do: [{ set: { n: 5 } }] },
      { if: 'face = 2', do: [{ set: { n: 7 } }] },
    ];
    expect(await spread([{ roll: 'D3', results: next }, END])).toEqual([[0, 0.333333333], [5, 0.333333333], [7, 0.333333333]]); // biome-ignore format: a table
    const then = [{ if: 'face = 1', do: [{ set: { n: 'n + 8' } }] }, { if: 'face = 3', do: [{ set: { n: 'n + 4' } }] }]; // biome-ignore format: one line
    expect(await spread([{ roll: 'D3', into: 'n', results: then }, END])).toEqual([[2, 0.333333333], [7, 0.333333333], [9, 0.333333333]]); // biome-ignore format: a table
  });

  it('may not leave the bounds of what it is put into', async () => {
    const narrow = (play: Steps) => answerOf(game(play, { state: { n: { number: [1, 6] } } }));
    await expect(narrow([{ compare: [1, 1], into: 'n' }, END])).rejects.toThrow(/'n' would become 0, but it runs from 1/); // biome-ignore format: one line
    await expect(narrow([{ pool: 1, hits: 7, into: 'n' }, END])).rejects.toThrow(/'n' would become 0/);
    await expect(narrow([{ roll: 'D8', into: 'n' }, END])).rejects.toThrow(/'n' would become 7/);
    const byKind = { on: 'one.kind', dice: { foot: 'D[0,1]', horse: 'D6' } };
    await expect(narrow([{ roll: byKind, into: 'n' }, END])).rejects.toThrow(/'n' would become 0/);
    const far = { far: { number: [-9, 2], start: -9 }, n: { number: [0, 3] } };
    const up = { far: { number: [0, 9], start: 9 }, n: { number: [0, 3] } };
    await expect(answerOf(game([{ set: { n: 'round(far, 2)' } }, END], { state: up }))).rejects.toThrow(/'n' would become 5/); // biome-ignore format: one line
    await expect(answerOf(game([{ set: { n: 'max(far, 2)' } }, END], { state: up }))).rejects.toThrow(/'n' would become 9/); // biome-ignore format: one line
    await expect(answerOf(game([{ set: { n: 'abs(far)' } }, END], { state: far }))).rejects.toThrow(/'n' would become 9/); // biome-ignore format: one line
  });

  it('no more is taken than is said, and what is thrown can be asked for', async () => {
    expect(await spread([{ roll: 'D6', into: 'n', most: 'one.left' }, END])).toEqual([[1, 0.166666667], [2, 0.166666667], [3, 0.666666667]]); // biome-ignore format: a table
    const rows = table(2);
    const results = [{ if: 'total >= 7', set: { n: 'face' } }, { if: 'sum = 2', set: { n: 'sum' }, do: [{ set: { n: 'n + 10' } }] }]; // biome-ignore format: one line
    expect(await spread([{ roll: 'D6', by: 'one', add: 'm', results }, END], {}, rows)).toEqual([[5, 0.166666667], [6, 0.166666667], [12, 0.666666667]]); // biome-ignore format: a table
  });

  it('sorted dice are compared pair by pair', async () => {
    // One die against one: the first wins 15 of 36 and loses an even pair, unless ties are the first's.
    expect(await spread([{ compare: [1, 1], into: 'n' }, END])).toEqual([[0, 0.416666667], [1, 0.583333333]]); // biome-ignore format: a table
    expect(await spread([{ compare: [1, 1], ties: 'first', into: 'n' }, END])).toEqual([[0, 0.583333333], [1, 0.416666667]]); // biome-ignore format: a table
    expect(await spread([{ compare: [3, 0], into: 'n' }, END])).toEqual([[0, 1]]);
    const all = [{ compare: ['one.left', 2], results: [{ if: 'face = pairs', set: { n: 'pairs' } }] }, END];
    expect(await spread(all)).toEqual([[0, 0.7082 - 0.0007], [2, 0.2926]].map(([n, p]) => [n, expect.closeTo(p, 3)])); // biome-ignore format: a table
  });
});

describe('stories of a small game', () => {
  const told = async (play: Steps, situation?: Part, book?: Part) => {
    const machine = await machineOf(game(play, {}, book), situation);
    const random = new Sfc32(2, 0);
    return playedStory(machine, { seed: 2, encounter: 0 }, (faces) => random.next() % faces).entries;
  };
  const dieOf = async (more: Part, book?: Part) => {
    const [entry] = await told([{ pool: 2, hits: 5, by: 'one', into: 'n', ...more }, END], {}, book);
    return entry.kind === 'roll' ? entry.die : '';
  };
  it.each<[string, Part]>([
    ['2 × D6 5+', {}],
    ['2 × D6 5+, a natural 4 always counts', { natural: { hit: 4 } }],
    ['2 × D6 5+', { natural: { hit: 6 } }],
    ['2 × D6 5+', { natural: { miss: 1 } }],
    ['2 × D6 5+, a natural 5 never counts', { natural: { miss: 5 } }],
    ['2 × D6 5+, 6s count twice', { twice: 6 }],
    ['2 × D6 5+, 5s and more count twice', { twice: 5 }],
    ['2 × D6 5+, ones are thrown again', { reroll: 'ones' }],
    ['2 × D6 5+, 6s bring another die', { explode: 6 }],
    ['2 × D6 5+, 6s bring another die, up to 3 in a row', { explode: 6, 'explode-most': 3 }],
    ['2 × D6 5+; then D6 4+; saved by D6 3+', { stages: [{ 'go-on': 4 }, { save: 3 }] }],
    ['2 × D6 5+', { stages: [{ save: 7 }] }],
    ['2 × D6 5+; damage D3', { damage: 'D3' }],
    ['2 × D6 5+; damage 3', { damage: 'one.left' }],
    ['2 × D8 5+', { die: 'D8' }],
  ])('a pool is called %s', async (name, more) => {
    expect(await dieOf(more)).toBe(name);
  });
  it('tell of successes, of what rows have changed, and of the score', async () => {
    const rows = { modifiers: { m: { rows: { x: [1, 'a row'] } } } };
    const [entry] = await told([{ pool: 2, hits: 5, by: 'one', into: 'n', add: 'm', base: 1 }, END], {}, rows);
    expect(entry).toMatchObject({
      title: 'the one throws',
      result: expect.stringMatching(/^(1 success|[02] successes)$/),
    });
    expect(entry).toMatchObject({ reasons: { reading: '5+ becomes 3+', total: { label: 'score', value: 2 }, base: { value: 1 } } }); // biome-ignore format: one line
    const [plain] = await told([{ pool: 2, hits: 5, by: 'one', into: 'n', add: 'm' }, END], {}, rows);
    expect(plain).toMatchObject({ reasons: { total: { label: 'added', value: 1 } } });
    const [bare] = await told([{ roll: 'D6' }, END]);
    expect(bare).toMatchObject({ title: 'dice are thrown', result: expect.stringMatching(/^[1-6]$/) });
    expect('side' in bare && bare.side).toBe(undefined);
    const [pairs] = await told([{ compare: [2, 1], into: 'n' }, END]);
    expect(pairs).toMatchObject({ result: expect.stringMatching(/^[01] of 1 pairs lost$/), die: '2 × D6 against 1 × D6, ties to the second' }); // biome-ignore format: one line
  });
  it('tell who decides, and notes', async () => {
    const [note, choice] = await told([{ note: '{one} has {one.left} left' }, { choose: 'two', options: { wait: {} } }, END], { one: { name: 'the Guard' } }); // biome-ignore format: one line
    expect(note).toMatchObject({ kind: 'note', text: expect.stringMatching(/^Guard has 3 left$/) });
    expect(choice).toMatchObject({ kind: 'choice', side: 'two', option: 'wait' });
  });
});
