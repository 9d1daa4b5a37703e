import { fileURLToPath } from 'node:url';
import { loadScenario } from '../src/scenarios/files.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { compile } from '../src/sim/compile.ts';
import { exact } from '../src/sim/exact.ts';
import type { Tally } from '../src/sim/tally.ts';
import { clubMelee } from './club.ts';
import { interleaved, processorMs } from './measure.ts';

export interface GameFindings {
  /** Milliseconds to put together, compile and answer eight bases against eight, from the file and in TypeScript. */
  readonly fileMs: number;
  readonly typescriptMs: number;
  /** How much longer the file takes over the first forty rounds. */
  readonly earlyRatio: number;
  readonly states: number;
  /** Thirty armies against thirty, compiled and answered. */
  readonly conquestMs: number;
  /** Nodes of an encounter that throws a pool of 20 dice. */
  readonly poolNodes: number;
}

const rules = (game: string) => fileURLToPath(new URL(`../src/scenarios/examples/games/${game}.rules.yaml`, root()));
/** The source folder, also from the build. */
function root(): URL {
  const here = new URL('./', import.meta.url);
  return here.pathname.includes('/dist/') ? new URL('../../bench/', here) : here;
}

const shares = (t: Tally): number[] =>
  t.outcomes.map((_, o) => t.ends.filter((e) => e.outcome === o).reduce((n, e) => n + e.weight, 0));

/** Rulebook files against the same rules in TypeScript, and what pools and long fights cost. */
export async function games(): Promise<GameFindings> {
  const melee = await loadScenario({
    rules: rules('club-muskets'),
    encounter: 'melee',
    attacker: { bases: 8 },
    defender: { bases: 8 },
  });
  const conquest = await loadScenario({
    rules: rules('conquest'),
    encounter: 'attack',
    attacker: { armies: 30 },
    defender: { armies: 30 },
  });
  const volley = await loadScenario({
    rules: rules('star-squads'),
    encounter: 'firefight',
    rounds: 1,
    first: { models: 10, shots: 2 },
    second: { models: 1, skill: 6, save: 2 },
  });
  const fromFile = () => compile(prepareCell(melee).built.machine);
  const [mine, theirs] = [shares(exact(fromFile())), shares(exact(compile(clubMelee())))];
  if (mine.some((p, i) => Math.abs(p - theirs[i]) > 1e-12))
    throw new Error('The file and TypeScript play different games.');
  const contestants = {
    file: () => processorMs(() => exact(fromFile())),
    typescript: () => processorMs(() => exact(compile(clubMelee()))),
    conquest: () => processorMs(() => exact(compile(prepareCell(conquest).built.machine))),
  };
  // What a cell of a long sweep costs is compared, so the code is warm; a file has more of it to warm.
  const early = interleaved(40, contestants);
  interleaved(120, contestants);
  const ms = interleaved(120, contestants);
  return {
    fileMs: ms['file'],
    typescriptMs: ms['typescript'],
    earlyRatio: early['file'] / early['typescript'],
    states: fromFile().states,
    conquestMs: ms['conquest'],
    poolNodes: compile(prepareCell(volley).built.machine).nodes,
  };
}
