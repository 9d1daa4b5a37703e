import { drawn } from '../reports/svg.ts';
import type { CellsRow } from './cells.ts';
import type { PairFindings, SeveralFindings } from './engagements.ts';
import type { FightFindings } from './fights.ts';
import type { GameFindings } from './games.ts';
import type { GrowthRow, KernelRow, UnitsRow } from './growth.ts';
import type { ProcessFindings } from './processes.ts';
import type { FleetFindings, QueueFindings } from './queue.ts';
import type { ThreadFindings } from './threads.ts';
import type { WalkSize } from './walk-sizes.ts';

export interface Findings {
  readonly machine: string;
  readonly fight: FightFindings;
  readonly threaded: ThreadFindings;
  readonly cli: ProcessFindings;
  readonly straight: ProcessFindings | null;
  readonly pair: PairFindings;
  readonly several: SeveralFindings;
  readonly engaged: readonly ThreadFindings[];
  /** Null without a C compiler. */
  readonly atOnce: Pick<ThreadFindings, 'oneMs' | 'twoMs'> | null;
  readonly played: GameFindings;
  readonly grown: readonly GrowthRow[];
  readonly units: readonly UnitsRow[];
  readonly kernels: readonly KernelRow[];
  /** 200,000 plays of three a side through the command line, on all threads. */
  readonly ownRun: ProcessFindings;
  readonly longRun: ProcessFindings;
  /** 2,000,000 of them. */
  readonly longerRun: ProcessFindings;
  readonly cells: CellsRow;
  readonly stopMs: number;
  readonly plainStates: number;
  /** Null where there is no redis-server. */
  readonly queue: QueueFindings | null;
  readonly fleet: FleetFindings | null;
  readonly sizes: readonly WalkSize[];
}

const fixed = (n: number, digits = 2) => n.toFixed(digits);
const times = (n: number) => `${n >= 10 ? n.toFixed(0) : n.toFixed(1)}×`;

const peak = ({ peakMb }: ProcessFindings): string =>
  peakMb === null ? 'not told by this system' : `${fixed(peakMb, 0)} MB`;

/** How fast engagements are played, against the same in straight C. */
const againstC = ({ straightUs }: SeveralFindings, us: number): string =>
  straightUs === null
    ? 'no C compiler found'
    : `${fixed(straightUs / us)}× (${fixed(us, 2)} µs and ${fixed(straightUs, 2)} µs)`;

export async function page(f: Findings): Promise<{ markdown: string; svg: string }> {
  const { ns } = f.fight;
  const fastest = (prefix: string) => {
    const all = Object.entries(ns).filter(([name]) => name.startsWith(prefix));
    return all.length > 0 ? Math.min(...all.map(([, v]) => v)) : null;
  };
  const straight = fastest('straight C');
  const walkC = fastest('walk in C');
  const ratio = (other: number | null) => (other === null ? 'no C compiler found' : times(other / ns['walk']));
  const lines = [
    '# Bench results',
    '',
    `Written by \`npm run bench\`. ${f.machine}.`,
    '',
    'Contestants take turns within one run, and medians are compared: read the ratios, not the times. Times of one thread',
    'are processor time (compiling, growth and whole programs: the clock). Every contestant is checked against the exact distribution first.',
    '',
    '## One fight, one thread',
    '',
    'An attack column FS 8 moves into contact with a line FS 7: `oth2` close combat of up to three rounds, through the real',
    `rulebook and the real compile (${f.fight.nodes} nodes).`,
    '',
    '| way | ns an encounter | encounters a second, the walk against it |',
    '|---|---|---|',
    ...Object.entries(ns).map(
      ([name, v]) => `| ${name} | ${fixed(v)} | ${name === 'walk' ? '1' : times(v / ns['walk'])} |`,
    ),
    '',
    '| figure | wanted | measured |',
    '|---|---|---|',
    `| the walk against straight C (the faster compiler) | at least 5× | ${ratio(straight)} |`,
    `| the walk against the same walk in C | at least 0.6× | ${walkC === null ? 'no C compiler found' : fixed(walkC / ns['walk'])}${walkC === null ? '' : '×'} |`,
    `| the walk against objects and Math.random | at least 80× | ${times(ns['objects and Math.random'] / ns['walk'])} |`,
    `| two threads against one, 10⁹ encounters, walking time | at least 1.8× | ${fixed(f.threaded.oneMs / f.threaded.twoMs)}× (${fixed(f.threaded.oneMs / 1000, 1)} s and ${fixed(f.threaded.twoMs / 1000, 1)} s; counts ${f.threaded.equal ? 'equal' : 'NOT EQUAL'}) |`,
    `| 10⁹ encounters through the command line against straight C on one thread | at most 1/6 of its time | ${f.straight ? `1/${fixed(f.straight.wallMs / f.cli.wallMs, 1)} (${fixed(f.cli.wallMs / 1000, 1)} s and ${fixed(f.straight.wallMs / 1000, 1)} s)` : 'no C compiler found'} |`,
    `| peak memory of that run | under 200 MB | ${peak(f.cli)} |`,
    `| the whole exact distribution, once compiled | under 10 µs | ${fixed(f.fight.exactUs, 1)} µs |`,
    `| from asking a run on two threads to stop until its result is there | under 100 ms | ${fixed(f.stopMs, 0)} ms |`,
    '',
    '## Engagements',
    '',
    '| figure | wanted | measured |',
    '|---|---|---|',
    `| compiling, without a rulebook's own work (a plain fight of the bench) | at least 200,000 states a second | ${Math.round(f.plainStates).toLocaleString('en')} |`,
    `| one pair over eight turns, compiling, warm | under a second, at least 200,000 states a second | ${fixed(f.pair.compileMs, 0)} ms for ${f.pair.states.toLocaleString('en')} states (${f.pair.nodes.toLocaleString('en')} nodes): ${Math.round(f.pair.states / (f.pair.compileMs / 1000)).toLocaleString('en')} states a second |`,
    `| … sampled against direct stepping | at least 20× | ${times(f.pair.directUs / f.pair.walkUs)} (${fixed(f.pair.walkUs)} µs and ${fixed(f.pair.directUs, 1)} µs an engagement) |`,
    `| three pairs a side over local automata, against direct stepping | at least 2× | ${times(f.several.directUs / f.several.localUs)} (${fixed(f.several.localUs, 1)} µs and ${fixed(f.several.directUs, 1)} µs; ${f.several.localStates.toLocaleString('en')} local states) |`,
    `| … over phase kernels, against local automata | at least 40× | ${times(f.several.localUs / f.several.kernelUs)} (${fixed(f.several.kernelUs, 1)} µs; filled in ${fixed(f.several.fillMs / 1000, 1)} s) |`,
    `| … first figures over phase kernels, warm | within a second | ${fixed(f.several.firstMs / 1000, 2)} s |`,
    `| … peak memory of 200,000 plays through the command line | under 300 MB | ${peak(f.longRun)} |`,
    `| … peak memory of 2,000,000 plays, on all threads | under 300 MB | ${peak(f.longerRun)} |`,
    `| … over filled tables, against straight C (bench/native/three-a-side.c) | at least 0.8× | ${againstC(f.several, f.several.kernelUs)} |`,
    `| … fresh engagements after ${f.several.longPlays.toLocaleString('en')} plays, against it | at least 0.8× | ${againstC(f.several, f.several.freshUs)} |`,
    `| … all ${f.several.longPlays.toLocaleString('en')} plays, filling included, against it | | ${againstC(f.several, f.several.longUs)} |`,
    ...f.engaged.map(
      ({ trials, oneMs, twoMs, equal }) =>
        `| … two threads against one, ${trials.toLocaleString('en')} plays from the first table on | at least 1.8× | ${fixed(oneMs / twoMs)}× (${fixed(oneMs / 1000, 1)} s and ${fixed(twoMs / 1000, 1)} s; counts ${equal ? 'equal' : 'NOT equal'}) |`,
    ),
    `| … what two cores give: two programs in straight C at once against one after another | | ${f.atOnce ? `${fixed(f.atOnce.oneMs / f.atOnce.twoMs)}×` : 'no C compiler found'} |`,
    `| … peak memory of the scenario's own run | under 300 MB | ${peak(f.ownRun)} |`,
    '',
    '## Rulebook files',
    '',
    '| figure | wanted | measured |',
    '|---|---|---|',
    `| melee of \`club-muskets\`, 8 bases against 8, put together, compiled and answered | under 30 ms | ${fixed(f.played.fileMs, 1)} ms for ${f.played.states.toLocaleString('en')} states |`,
    `| … against the same rules in TypeScript | at most 1.5× | ${fixed(f.played.fileMs / f.played.typescriptMs)}× (${fixed(f.played.typescriptMs, 1)} ms; ${fixed(f.played.earlyRatio)}× over the first forty, while code warms up) |`,
    `| \`conquest\`, 30 armies against 30, exact | under 50 ms | ${fixed(f.played.conquestMs, 1)} ms |`,
    `| nodes of a firefight of one pool of 20 dice, and one shot back | 2 | ${f.played.poolNodes} |`,
    '',
    ...moreMachines(f),
    '## Suites',
    '',
    '| figure | wanted | measured |',
    '|---|---|---|',
    `| cells of the \`${f.cells.rules}\` suite, exact, on one thread | at least 125 a second: 5,000 on two threads in 20 s | ${fixed(1000 / f.cells.suiteMs, 0)} a second (${fixed(f.cells.suiteMs, 1)} ms of processor time a cell, over ${f.cells.measured} of ${f.cells.situations.toLocaleString('en')} situations) |`,
    `| … against the same cells loaded and run one by one | | ${fixed(f.cells.aloneMs / f.cells.suiteMs)}× (${fixed(f.cells.aloneMs, 1)} ms) |`,
    '',
    '## Growth',
    '',
    '| encounter | states | nodes | rows | table, MB | compile, ms | ns a roll |',
    '|---|---|---|---|---|---|---|',
    ...f.grown.map(
      (g) =>
        `| ${g.what} | ${g.states.toLocaleString('en')} | ${g.nodes.toLocaleString('en')} | ${g.rows.toLocaleString('en')} | ${fixed(g.tableMb)} | ${fixed(g.compileMs, 1)} | ${fixed(g.nsPerRoll)} |`,
    ),
    '',
    'The loop of large tables in JavaScript and in WebAssembly, by processor time (tables of up to 256 rows are walked by a',
    'loop of their own; see docs/kernel-notes.md):',
    '',
    '| encounter | rows | JavaScript, ns a draw | WebAssembly | faster by |',
    '|---|---|---|---|---|',
    ...f.sizes.map(
      ({ scenario, rows, ns: by }) =>
        `| \`${scenario}\` | ${rows.toLocaleString('en')} | ${fixed(by['wide'])} | ${fixed(by['WebAssembly'])} | ${times(by['wide'] / by['WebAssembly'])} |`,
    ),
    '',
    'Past compiling, played over local automata (the built-in `three-a-side`, with fewer pairs or turns):',
    '',
    '| pairs | turns | local states | µs an engagement | stepped directly, µs |',
    '|---|---|---|---|---|',
    ...f.units.map(
      (u) =>
        `| ${u.pairs} | ${u.turns} | ${u.localStates.toLocaleString('en')} | ${fixed(u.localUs, 1)} | ${fixed(u.directUs, 1)} |`,
    ),
    '',
    'The same over phase kernels (past three pairs a side, pairs come again). 16,384 engagements fill tables; these are laid',
    'out for play, where that can be, and the same engagements are played again: that is what an engagement costs. How many',
    'of the next 16,384 meet something that has not come up before says what filling is left:',
    '',
    '| pairs | turns | filled in, s | something new in | laid out | µs an engagement | µs per pair and turn |',
    '|---|---|---|---|---|---|---|',
    ...f.kernels.map(
      (k) =>
        `| ${k.pairs} | ${k.turns} | ${fixed(k.fillMs / 1000, 1)} | ${k.isLaidOut ? `${fixed(100 * k.met, 0)}%` : ''} | ${k.isLaidOut ? 'yes' : 'no'} | ${fixed(k.us, 1)} | ${fixed(k.us / (k.pairs * k.turns))} |`,
    ),
    '',
    '![cost of a roll against the number of states](growth.svg)',
    '',
  ];
  return { markdown: lines.join('\n'), svg: await drawn(chart(f.grown)) };
}

/** What a queue costs: a piece besides its work, and a run in all. */
function moreMachines({ queue, fleet }: Findings): string[] {
  if (!queue || !fleet) return ['## More than one machine', '', 'No redis-server found.', ''];
  const seconds = (ms: number) => `${fixed(ms / 1000, 1)} s`;
  return [
    '## More than one machine',
    '',
    `Processor time per piece of a queue, besides its work (${queue.pieces.toLocaleString('en')} pieces, answers of ${queue.answerBytes} bytes, one worker of one thread):`,
    '',
    '| figure | wanted | measured |',
    '|---|---|---|',
    `| the worker | under 1 ms | ${fixed(queue.workerMs)} ms |`,
    `| the coordinator | under 0.5 ms | ${fixed(queue.coordinatorMs)} ms |`,
    `| the server | | ${fixed(queue.serverMs)} ms |`,
    `| memory of the coordinator after all pieces, against a tenth of them | flat | ${fixed(queue.grownMb, 1)} MB more |`,
    `| two workers of one thread against two threads, ${fleet.trials.toExponential()} encounters in pieces of about a second | at least 0.9× | ${fixed(fleet.threadsMs / fleet.queueMs)}× (${seconds(fleet.queueMs)} and ${seconds(fleet.threadsMs)}; counts ${fleet.equal ? 'equal' : 'NOT EQUAL'}) |`,
    `| … the same by processor time of all that took part | at least 0.9× | ${fixed(fleet.threadsCpuMs / fleet.queueCpuMs)}× (${seconds(fleet.queueCpuMs)} and ${seconds(fleet.threadsCpuMs)}) |`,
    '',
  ];
}

/** Cost of a roll and compile time against states, both on logarithmic axes. */
function chart(grown: readonly GrowthRow[]): object {
  const panel = (field: string, title: string) => ({
    width: 280,
    height: 220,
    mark: { type: 'line', point: true, color: '#0072B2' },
    encoding: {
      x: {
        field: 'states',
        type: 'quantitative',
        scale: { type: 'log' },
        title: 'states of the encounter',
        axis: { tickCount: 4 },
      },
      y: { field, type: 'quantitative', scale: { type: 'log' }, title, axis: { tickCount: 4 } },
    },
  });
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: 'Cost of a roll and compile time against the number of states',
    background: '#ffffff',
    padding: 16,
    title: { text: 'What size costs', anchor: 'start' },
    data: { values: grown.map((g) => ({ ...g })) },
    hconcat: [panel('nsPerRoll', 'nanoseconds a roll'), panel('compileMs', 'milliseconds to compile')],
  };
}
