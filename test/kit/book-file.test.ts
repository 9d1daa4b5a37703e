import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulebookStarter } from '../../src/cli/rulebook-starter.ts';
import { run } from '../../src/index.ts';
import { diffBooks } from '../../src/rules/diff.ts';
import { bookHash } from '../../src/rules/hash.ts';
import { InputError, type Problem } from '../../src/rules/problem.ts';
import { applyVariant } from '../../src/rules/variant.ts';
import { bookFromText } from '../../src/scenarios/book-file.ts';
import { loadBook, loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { buildRecipe } from '../../src/scenarios/recipe.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { grognard } from '../cli/harness.ts';
import { rulesFile } from './games.ts';

const text = readFileSync(rulesFile('club-muskets'), 'utf8');

function problemsOf(edited: string): readonly Problem[] {
  try {
    bookFromText(parseText(edited, 'club.yaml'));
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems;
    throw e;
  }
}

/** The file with one piece of text replaced; the problem, and what stands at its place. */
function mistake(from: string, to: string, message: RegExp): { message: string; there: string } {
  expect(text).toContain(from);
  const edited = text.replace(from, () => to);
  const problems = problemsOf(edited);
  const problem = problems.find((p) => message.test(p.message)) ?? problems[0];
  const { line = 0, column = 0 } = problem?.at ?? {};
  return { message: problem?.message ?? 'nothing', there: edited.split('\n')[line - 1]?.slice(column - 1) ?? '' };
}

describe('mistakes in a rulebook file are told with line, column and the nearest name', () => {
  const cases: [what: string, from: string, to: string, message: RegExp, there: RegExp][] = [
    ['a misspelt name in an expression', 'target.lossPercent >= morale.losses', 'target.lossPercnt >= morale.losses', /no 'target.lossPercnt'.*Did you mean 'target.lossPercent'/, /^target.lossPercnt/],
    ['a name that is wrong, whatever it stands for', '    lossPercent:', '    loss-0: left\n    lossPercent:', /Found "loss-0"\. A name is letters/, /^left/],
    ['a misspelt figure inside an expression', '- while: round < melee.rounds', '- while: round < melee.round', /no 'melee.round'.*Did you mean 'melee.rounds'/, /^melee.round$/],
    ['a quoted expression', '"distance <= fire.short ? \'short\' : \'long\'"', '"distance <= fire.shrot ? \'short\' : \'long\'"', /no 'fire.shrot'/, /^fire.shrot/],
    ['a word that is never taken', "to.cover = 'soft'", "to.cover = 'sfot'", /never 'sfot'.*Did you mean 'soft'/, /^'sfot'/],
    ['a misspelt fact in a row', '{ self: { quality: veteran } }', '{ self: { qualty: veteran } }', /no fact 'self.qualty'.*Did you mean 'self.quality'/, /^veteran/],
    ['a word that a fact never takes', '{ enemy: { formation: column } }', '{ enemy: { formation: colunm } }', /never "colunm".*Did you mean 'column'/, /^colunm/],
    ['a misspelt table of modifiers', 'add: morale.modifiers', 'add: moral.modifiers', /no table of modifiers 'moral.modifiers'.*Did you mean 'morale.modifiers'/, /^moral.modifiers/],
    ['a misspelt procedure', '{ call: morale, with: { who: target', '{ call: moral, with: { who: target', /no procedure 'moral'.*Did you mean 'morale'/, /^moral,/],
    ['a missing argument', 'with: { from: firer, to: target, to-hit: fire.to-hit, modifiers: fire.modifiers }', 'with: { from: firer, to: target, modifiers: fire.modifiers }', /also needs to-hit/, /^blows/],
    ['a misspelt outcome', '{ end: target-hit }', '{ end: target-hti }', /none of the outcomes.*Did you mean 'target-hit'/, /^target-hti/],
    ['a variable that does not exist', 'set: { to.left: to.left - losses }', 'set: { to.lfet: to.left - losses }', /no 'to.lfet'.*Did you mean 'to.left'/, /^to.lfet/],
    ['what is given cannot be set', 'set: { to.left: to.left - losses }', 'set: { to.bases: to.left - losses }', /'to.bases' does not change in play/, /^to.bases/],
    ['a measure that is good for no side', 'measures:\n', 'measures:\n      wounds: { of: "1", goodFor: targt }\n', /'targt' is no side.*Did you mean 'target'/, /^targt/],
    ['a sum that is not declared', 'count: { to.lost: losses }', 'count: { to.fallen: losses }', /no sum 'target.fallen'|no sum 'firer.fallen'/, /^to.fallen/],
    ['dice that are none', 'roll: 2D6', 'roll: 2X6', /is no throw/, /^2X6/],
    ['a step of two kinds', '- { end: target-hit }', '- { end: target-hit, roll: D6 }', /does not go with/, /^roll|^end/],
    ['a key that does not exist', 'sides: [firer, target]', 'sids: [firer, target]', /no 'sids' here.*Did you mean 'sides'/, /^sids/],
    ['play that may run out', '      - { end: target-hit }\n', '', /run out without an outcome/, /^play:/],
    ['a number where a condition is wanted', 'if: target.left = 0, then', 'if: target.left + 0, then', /must be true or false/, /^target.left/],
    ['a number compared with a word', 'if: target.left = 0, then', "if: target.left = 'none', then", /they are never equal/, /^'none'/],
    ['an expression that breaks off', 'if: target.left = 0, then', 'if: target.left =, then', /breaks off|cannot be read/, /^/],
    ['bounds the wrong way round', 'number: [0, 60]', 'number: [60, 0]', /first bound, 60, is above the second/, /^\[60/],
    ['a default that is not allowed', 'default: trained', 'default: tained', /not among what the field may be/, /^tained/],
    ['a type with a value that units have not', '{ title: Old guard, bases: 6', '{ title: Old guard, bsaes: 6', /no 'bsaes'/, /^bsaes/],
    ['a type with a word that is not allowed', 'bases: 10, quality: raw', 'bases: 10, quality: rwa', /cannot be "rwa"/, /^rwa/],
    ['two things of one name', 'hadD: { number: [0, 12] }', 'round: { number: [0, 12] }', /stands here twice/, /^round/],
    ['a procedure that calls itself', '    steps:\n      - roll: 2D6', '    steps:\n      - { call: morale, with: { who: who, back: back, rout: rout } }\n      - roll: 2D6', /calls itself/, /^morale/],
  ]; // biome-ignore format: a table of slips
  it.each(cases)('%s', (_what, from, to, message, there) => {
    const found = mistake(from, to, message);
    expect(found.message).toMatch(message);
    expect(found.there).toMatch(there);
  });

  it('what rests on a fact that cannot be read is no mistake of its own', () => {
    // The range is asked for by rows, the losses by steps and by another fact.
    const slips: [from: string, to: string][] = [
      ['distance <= fire.short', 'distance <= fire.shrot'],
      ['lossPercent: { is: 100 *', 'lossPercent: { is: hundred *'],
    ];
    for (const [from, to] of slips) {
      expect(text).toContain(from);
      expect(problemsOf(text.replace(from, to)).map((p) => p.message)).toEqual([
        expect.stringMatching(/^There is no '/),
      ]);
    }
  });

  it('a grid refuses a row with a cell too few', () => {
    const grid = '\ngrids:\n  bands: { columns: [a, b], rows: { x: [1, 2], y: [1] } }\n';
    expect(problemsOf(text + grid).map((p) => p.message)).toEqual([expect.stringMatching(/1 cells.*2 columns/)]);
  });

  it('several mistakes are told at once', () => {
    const edited = text.replace('roll: 2D6', 'roll: 2X6').replace('{ end: target-hit }', '{ end: target-hti }');
    expect(problemsOf(edited)).toHaveLength(2);
  });

  it('more facts than any game needs are refused before they are put together', () => {
    const facts = Array.from({ length: 501 }, (_, i) => `    more${i}: left + ${i}\n`).join('');
    const edited = text.replace('    lossPercent:', () => `${facts}    lossPercent:`);
    expect(problemsOf(edited).map((p) => p.message)).toEqual([expect.stringMatching(/at most 500/)]);
  });
});

describe('a rulebook file', () => {
  it('is set against another by compare', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-'));
    const other = join(folder, 'other.yaml');
    writeFileSync(other, text.replace('to-hit: [4, each base hits', 'to-hit: [5, each base hits'));
    const { code, out } = await grognard(['compare', 'musket-melee', '--variant', other, '--format', 'json']);
    expect(code).toBe(0);
    const { cells } = JSON.parse(out) as { cells: { rulebook: { hash: string } }[] };
    expect(new Set(cells.map((c) => c.rulebook.hash)).size).toBe(2);
  });

  it('names the figures that no step reads', async () => {
    const unread = text.replace('      maximum: [18,', '      unread: [3, nobody looks at this]\n      maximum: [18,');
    expect(bookFromText(parseText(unread, 'club.yaml')).unplayed).toEqual({ 'fire.unread': '' });
    expect((await loadBook(rulesFile('club-muskets'))).unplayed).toEqual({});
  });

  it('is the same book from an object, and has the same hash', async () => {
    const book = await loadBook(rulesFile('club-muskets'));
    const again = await loadBook(parseText(text, 'club').value as Record<string, unknown>);
    expect(bookHash(again)).toBe(bookHash(book));
    expect(diffBooks(book, again)).toEqual([]);
  });

  it('may stand in a scenario object where a file names it', async () => {
    const book = await loadBook(rulesFile('club-muskets'));
    const fight = { encounter: 'melee', attacker: { bases: 4 }, defender: { bases: 4 } };
    const [held, named] = [await run({ ...fight, rules: book }), await run(await loadScenario(fight, { rules: book }))];
    expect(held.cells).toEqual(named.cells);
  });

  it('has another hash when a step differs', () => {
    const hash = (t: string) => bookHash(bookFromText(parseText(t, 'club.yaml')));
    expect(hash(text.replace('most: to.left', 'most: to.left + 0'))).not.toBe(hash(text));
    expect(hash(`# a remark\n${text}`)).toBe(hash(text));
  });

  it('takes variants, and a variant that does not fit is refused', async () => {
    const book = await loadBook(rulesFile('club-muskets'));
    const base = 'club-muskets';
    const edited = applyVariant(book, { title: 'Sharp eyes', base, change: { 'fire.to-hit': { was: 4, to: 3 } } });
    expect(diffBooks(book, edited)).toMatchObject([{ table: 'fire', row: 'to-hit', from: 4, to: 3 }]);
    expect(() => applyVariant(book, { title: 'x', base, change: { 'fire.to-hti': 3 } })).toThrow(/to-hit/);
  });

  it('crosses to a thread as data, and plays the same there', async () => {
    const scenario = { encounter: 'melee', attacker: 'old-guard', defender: { type: 'levy', lost: 2 } };
    const cell = prepareCell(await loadScenario({ ...scenario, rules: rulesFile('club-muskets') }));
    const built = await buildRecipe(structuredClone(cell.recipe));
    expect(exact(compile(built.machine)).ends).toEqual(exact(compile(cell.built.machine)).ends);
  });

  it('lets overrides reach into a unit that is named by its type', async () => {
    const rules = rulesFile('club-muskets');
    const loaded = await loadScenario({
      rules,
      encounter: 'fire',
      firer: 'old-guard',
      target: 'levy',
      set: { 'target.lost': 4 },
    });
    expect(prepareCell(loaded).situation).toMatchObject({ target: { type: 'levy', lost: 4 } });
  });

  it('refuses a situation that it does not allow, in its own words', async () => {
    const scenario = {
      rules: rulesFile('club-muskets'),
      encounter: 'fire',
      firer: 'levy',
      target: 'levy',
      distance: 19,
    };
    await expect(loadScenario(scenario)).rejects.toThrow('That is out of range.');
  });

  it('says where a value leaves its bounds', async () => {
    const edited = text.replace('most: to.left\n', 'most: 12\n');
    const book = bookFromText(parseText(edited, 'club.yaml'));
    const loaded = await loadScenario(
      { encounter: 'fire', firer: { bases: 8 }, target: { bases: 2 } },
      { rules: book },
    );
    expect(() => compile(prepareCell(loaded).built.machine)).toThrow(
      /club\.yaml:\d+: 'target.left' would become -1, but it runs from 0 to 2/,
    );
  });

  it('is written as a starter that is in order and plays', async () => {
    const book = bookFromText(parseText(rulebookStarter('Ours'), 'starter.yaml'));
    const loaded = await loadScenario(
      { encounter: 'firefight', attacker: 'guards', defender: 'militia' },
      { rules: book },
    );
    expect(exact(compile(prepareCell(loaded).built.machine)).ends.length).toBeGreaterThan(3);
  });
});

describe('variables start where whoever writes rules expects it', () => {
  /** One throw each, added to a running lead that may be below nothing, until it is not nothing, ten times at most. */
  const duel = (start: object) => ({
    id: 'duel',
    title: 'Duel',
    unit: { given: { skill: { number: [0, 6] } } },
    encounters: {
      duel: {
        title: 'Duel',
        sides: ['one', 'two'],
        outcomes: {
          'one-falls': { worth: -5, label: 'one falls' },
          neither: { worth: 0, label: 'neither falls' },
          'two-falls': { worth: 5, label: 'two falls' },
        },
        state: { passes: { number: [0, 10] }, lead: { number: [-12, 12], ...start } },
        play: [
          {
            while: 'passes < 10 and lead = 0',
            do: [
              { set: { passes: 'passes + 1' } },
              { roll: 'D6', by: 'one', title: 'One', results: [{ set: { lead: 'face + one.skill' } }] },
              { roll: 'D6', by: 'two', title: 'Two', results: [{ set: { lead: 'lead - face - two.skill' } }] },
            ],
          },
          { if: 'lead > 0', then: [{ end: 'two-falls' }] },
          { if: 'lead < 0', then: [{ end: 'one-falls' }], else: [{ end: 'neither' }] },
        ],
      },
    },
  });
  const played = async (start: object) => {
    const scenario = { encounter: 'duel', one: { skill: 2 }, two: { skill: 1 } };
    const { cells } = await run(await loadScenario(scenario, { rules: await loadBook(duel(start)) }));
    return cells[0].outcomes.map((o) => o.p);
  };

  it('numbers at 0 where that lies within their bounds', async () => {
    // One wins a pass with 21 of 36, loses it with 10, and 5 are ties: 21/31 of what is decided within ten passes.
    const decided = 1 - (5 / 36) ** 10;
    const [falls, neither, wins] = await played({});
    expect(falls).toBeCloseTo((10 / 31) * decided, 12);
    expect(neither).toBeCloseTo(1 - decided, 12);
    expect(wins).toBeCloseTo((21 / 31) * decided, 12);
  });

  it('and where start says', async () => {
    expect(await played({ start: -3 })).toEqual([1, 0, 0]);
  });
});
