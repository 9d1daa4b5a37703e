import { describe, expect, it } from 'vitest';
import { stepSide } from '../../src/experiments/best.ts';
import { rulesSeen, withRule } from '../../src/experiments/best-rules.ts';
import type { AnyMachine } from '../../src/rules/encounter.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { KeyedDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';

const ENCOUNTERS = 12;

/** How encounters end, stepped as they are written or over local automata, under the same dice. */
const endsOf = (machine: AnyMachine, direct: boolean) =>
  new Player<unknown>(machine, { direct }).block(new KeyedDice(7), 0, ENCOUNTERS)!.ends;

describe.each(['three-a-side', 'cavalry-on-the-flank', 'brigades-engage'])('rules that best lays on %s', (name) => {
  it('are followed by long runs as they are by short ones', async () => {
    const loaded = await loadScenario(name);
    const { built, sides } = prepareCell(loaded, combinations(loaded.vary)[0]);
    const machine: AnyMachine = built.machine;
    const written = endsOf(machine, true);
    const isOwn = (word: string) => stepSide(word, sides) === 'a';
    const rules = rulesSeen(machine, isOwn).filter((r) => !r.label.startsWith('with '));
    // One laid on the other, as the search does it.
    const ruled = rules.slice(0, 2).reduce((under, rule) => withRule(under, isOwn, rule), machine);
    const ends = endsOf(ruled, true);
    // Rules that change nothing could not be seen to be forgotten.
    expect(ends).not.toEqual(written);
    expect(endsOf(ruled, false)).toEqual(ends);
  });
});
