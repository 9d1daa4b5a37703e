import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { arcsOf, propagate } from '../src/sim/exact.ts';
import { Walker } from '../src/sim/sample.ts';
import { validIn, walkTable } from '../src/sim/walk/table.ts';
import { sigmas, theFight } from './fight.ts';
import { idiomatic } from './idiomatic.ts';
import { interleaved, processorMs } from './measure.ts';
import { build, compilers, fightHeader, run } from './native.ts';

export interface FightFindings {
  readonly nodes: number;
  /** Nanoseconds an encounter, by contestant. */
  readonly ns: Readonly<Record<string, number>>;
  readonly exactUs: number;
  readonly compilers: readonly string[];
  /** The straight C program of the faster compiler, and its name. */
  readonly straight: { readonly program: string; readonly compiler: string } | null;
}

const WALKED = 2 ** 22;
const STRAIGHT = 1_000_000;
const IDIOMATIC = 100_000;
const WORDS = 4_000_000;
const ROUNDS = 25;
/** Blocks walked before the clock counts, so that the loop is compiled as it will stay. */
const WARM_UP = 12;

/** One thread, one fight: our walk against C written straight, C of the same walk, and idiomatic objects. */
export async function fights(): Promise<FightFindings> {
  const { automaton, figures, expected } = await theFight();
  const found = compilers();
  const header = fightHeader(figures);
  const straight = build('straight', header, found);
  const walks = build('walk', header, found);
  for (const { compiler, program } of straight)
    assertRight(`straight C (${compiler})`, countsOf(run(program, ['2e6', '3']).lines), expected);
  assertRight('idiomatic', idiomatic(figures, 300_000), expected);

  const walker = await Walker.on(automaton);
  const edges = new Float64Array(automaton.target.length);
  const table = join(dirname(walks[0]?.program ?? '.'), 'table.bin');
  const valid = validIn(walker.table, 0);
  if (walks.length > 0) {
    const whole = new Uint16Array(65_536);
    whole.set(walkTable(automaton, 256).next);
    writeFileSync(table, whole);
  }
  let block = 0;
  while (block < WARM_UP) walker.block(1, block++, WALKED, edges);
  const ns = interleaved(ROUNDS, {
    walk: () => {
      return (processorMs(() => walker.block(1, block++, WALKED, edges)) * 1e6) / WALKED;
    },
    ...Object.fromEntries(
      straight.map(({ compiler, program }) => [
        `straight C, ${compiler}`,
        () => run(program, [String(STRAIGHT), '1']).ns / STRAIGHT,
      ]),
    ),
    ...Object.fromEntries(
      walks.map(({ compiler, program }) => [
        `walk in C, ${compiler}`,
        () => {
          const { ns: taken, lines } = run(program, [table, String(WORDS), String(valid)]);
          return taken / Number(lines[0]);
        },
      ]),
    ),
    'objects and Math.random': () => {
      return (processorMs(() => idiomatic(figures, IDIOMATIC)) * 1e6) / IDIOMATIC;
    },
  });
  const fastest = straight.toSorted((x, y) => ns[`straight C, ${x.compiler}`] - ns[`straight C, ${y.compiler}`])[0];
  return {
    nodes: automaton.nodes,
    ns,
    exactUs: exactTime(automaton),
    compilers: found.map((c) => c.version),
    straight: fastest ?? null,
  };
}

function exactTime(automaton: Parameters<typeof arcsOf>[0]): number {
  const arcs = arcsOf(automaton);
  return (
    interleaved(ROUNDS, {
      exact: () => {
        const from = performance.now();
        for (let i = 0; i < 2_000; i++) propagate(arcs);
        return performance.now() - from;
      },
    }).exact / 2
  );
}

function countsOf(lines: readonly string[]): Map<string, number> {
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

function assertRight(name: string, counts: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): void {
  const apart = sigmas(counts, expected);
  if (!(apart < 5))
    throw new Error(`${name} does not play the same fight: ${apart.toFixed(1)} standard deviations off`);
}
