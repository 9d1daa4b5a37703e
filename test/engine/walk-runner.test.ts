import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { isWorthSharing } from '../../src/engine/walk-runner.ts';
import { planBlocks } from '../../src/sim/blocks.ts';
import { compile } from '../../src/sim/compile.ts';
import { runBlocks, Walker } from '../../src/sim/sample.ts';
import { shareAutomaton, unshareAutomaton } from '../../src/sim/walk/share.ts';
import { closePool } from '../../workers/pool.ts';
import { threadWorkforce } from '../../workers/threads.ts';
import { toyFight } from '../sim/toy.ts';
import { toyDice } from '../sim/toy-dice.ts';

afterAll(closePool);

describe('an automaton that crosses to a thread', () => {
  it.each([toyFight(), toyDice()])('is the same on the other side ($name)', (machine) => {
    const automaton = compile(machine as ReturnType<typeof toyFight>);
    expect(unshareAutomaton(structuredClone(shareAutomaton(automaton)))).toEqual(automaton);
  });

  it('gives, block by block, the figures that this thread gives', async () => {
    const trials = 25_000_000;
    const blocks = 4;
    const automaton = compile(toyFight());
    expect(isWorthSharing(automaton, trials)).toBe(true);
    const { tally } = await evaluate(
      { machine: toyFight() },
      { engine: 'sample', seed: 21, trials, workforce: threadWorkforce(2) },
    );
    const edges = new Float64Array(automaton.target.length);
    const here = runBlocks(await Walker.on(automaton), planBlocks(trials), 21, 0, blocks, edges);
    expect(tally.blocks.slice(0, blocks)).toEqual(here);
  });
});
