import type { GalleryPiece } from '../../reports/gallery.ts';
import type { Results } from '../results/types.ts';
import { cli } from './cli.ts';
import type { Io } from './io.ts';

type Piece = Omit<GalleryPiece, 'results'> & { readonly line: string };

/** The gallery's pictures, each with the command line that gives it. */
export const PIECES: readonly Piece[] = [
  { slug: 'outcomes', chart: 'outcomes', about: 'One encounter: how it ends', line: 'run stand-and-deliver' },
  {
    slug: 'outcomes-dark',
    chart: 'outcomes',
    dark: true,
    about: 'The same on a dark card',
    line: 'run stand-and-deliver',
  },
  { slug: 'at-least', chart: 'at-least-hits', about: 'At least so many hits', line: 'run stand-and-deliver' },
  { slug: 'rounds', chart: 'rounds', about: 'Outcomes by round', line: 'run column-v-line' },
  {
    slug: 'cases',
    chart: 'cases',
    about: 'A few cases: one bar each, around the undecided',
    line: 'run cavalry-v-line-or-square --engine sample --trials 20000 --seed 1',
  },
  {
    slug: 'difference',
    chart: 'difference',
    about: 'A comparison: what changes, around zero',
    line: 'compare column-v-line --variant oth-half',
  },
  {
    slug: 'difference-sampled',
    chart: 'difference',
    about: 'A comparison under the same dice, sampled: differences with intervals',
    line: 'compare stand-and-deliver --variant defender.fs=8 --engine sample --trials 5000 --seed 1',
  },
  {
    slug: 'lines',
    chart: 'lines',
    about: 'One number: lines with bands',
    line: 'sweep stand-and-deliver --vary attacker.fs=3..10 --engine sample --trials 2000 --seed 1',
  },
  {
    slug: 'lines-by-rules',
    chart: 'lines',
    about: 'A number and a list: a line for each of the list',
    line: 'run column-strength',
  },
  {
    slug: 'heatmap',
    chart: 'heatmap',
    about: 'Two axes: a heat map around the even fight',
    line: 'sweep stand-and-deliver --vary attacker.fs=4..9 --vary defender.fs=4..9',
  },
  {
    slug: 'cases-many',
    chart: 'cases',
    about: 'More than eight cases: the same bars, in panels of eight at most',
    line: 'sweep grenadiers-charge --vary defender.type=heavy-infantry,medium-infantry,militia,light-infantry,riflemen,heavy-cavalry,medium-cavalry,light-cavalry,heavy-artillery --engine sample --trials 2000 --seed 1',
  },
  {
    slug: 'dots',
    chart: 'dots',
    about: 'More than 32 cases: dots in panels; past 60, the best eight and the worst eight',
    line: 'run docs/gallery/long-list.yaml',
  },
  {
    slug: 'tornado',
    chart: 'tornado',
    about: 'Sensitivity: what one point of each modifier is worth',
    line: 'sensitivity stand-and-deliver',
  },
  {
    slug: 'best',
    chart: 'best',
    about: 'Best play: what each option is worth at the decision with most at stake',
    line: 'best stand-and-deliver',
  },
  {
    slug: 'matrix',
    chart: 'matrix',
    about: 'Tactic against tactic, with the best mix',
    line: 'matrix stand-and-deliver --rows attacker.formation=line,attack-column --columns defender.reaction=stand,stand-and-deliver,counter',
  },
  {
    slug: 'tuning',
    chart: 'tuning',
    about: 'Tuning: every value tried, and the target',
    line: 'tune stand-and-deliver --target 40% --vary rules.melee.infantry.support-one=-2..6',
  },
  {
    slug: 'situations',
    chart: 'situations',
    about: 'Impact: the situations of a suite that a change moves most',
    line: 'impact rules.melee.infantry.attack-column=0 --suite docs/gallery/suite.yaml',
  },
  {
    slug: 'map',
    chart: 'map',
    about: 'The same by two of their axes',
    line: 'impact rules.melee.infantry.attack-column=0 --suite docs/gallery/suite.yaml',
  },
  { slug: 'points', chart: 'points', about: 'Points: what troops are worth', line: 'points pike-shot' },
  { slug: 'matchups', chart: 'matchups', about: 'Where one price cannot tell it', line: 'points pike-shot' },
  {
    slug: 'luck',
    chart: 'luck',
    about: 'Luck: where your result stands',
    line: 'run column-v-line --observed defender.hits=5',
  },
  {
    slug: 'convergence',
    chart: 'convergence',
    about: 'A sampled run closing in on the exact value',
    line: 'run column-v-line --engine sample --trials 1M --seed 1 --convergence defender-retreats',
  },
];

/** Plays each command line once, in this process. */
export async function galleryPieces(): Promise<GalleryPiece[]> {
  const played = new Map<string, Results>();
  for (const { line } of PIECES) if (!played.has(line)) played.set(line, await play(line));
  return PIECES.map(({ line, ...piece }) => ({ ...piece, results: played.get(line) as Results }));
}

async function play(line: string): Promise<Results> {
  const output: string[] = [];
  const complaints: string[] = [];
  const io: Io = {
    out: (text) => output.push(text),
    err: (text) => complaints.push(text),
    outIsTerminal: false,
    errIsTerminal: false,
    canAsk: false,
    columns: 80,
    signal: new AbortController().signal,
    ask: () => Promise.reject(new Error('The gallery answers no questions.')),
    env: {},
  };
  const code = await cli([...line.split(' '), '--format', 'json', '--quiet'], io);
  if (code !== 0) throw new Error(`grognard ${line} ended with ${code}: ${complaints.join('')}`);
  return JSON.parse(output.join('')) as Results;
}
