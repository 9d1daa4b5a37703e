import type { Game, GamePlayer, Results } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { bestFor, ofWhat } from './best-off.ts';
import { gameAxis, ownTactic, tactic } from './cells.ts';
import { decimal, decimalRange, percent, percentRange } from './number.ts';
import { isShare } from './objective-figures.ts';
import { left, right, type Section } from './table.ts';
import { capital, distinct, list, plain, shownText, theSide } from './text.ts';

/** The sentences under a matrix, apart by what they say. */
export interface GameSection extends Section {
  /** What is best for each side, or the best pair of one side. */
  readonly advice: readonly string[];
  readonly dominated: readonly string[];
}

/** Choices against choices, how to mix them, and which nobody need make. */
export function game(results: Results): GameSection {
  const g = results.game!;
  const share = isShare(results, g.objective);
  const value = (v: number): string => (share ? percent(v) : decimal(v));
  const ranged = (interval: { readonly low: number; readonly high: number } | undefined): string =>
    interval === undefined ? '' : ` (${share ? percentRange(interval) : decimalRange(interval)})`;
  const across = g.onePlayer === true ? 'other choices' : plain(g.columnPlayer.side);
  const columns = g.columnPlayer.options.map((o) => ownTactic(results, 'column', o));
  const advice =
    g.onePlayer === true
      ? [onePlayerText(results)]
      : isFlat(g)
        ? []
        : [bestOf(results, 'row'), bestOf(results, 'column')];
  const dominated = (['row', 'column'] as const).flatMap((along) =>
    (along === 'row' ? g.dominatedRows : g.dominatedColumns).map(
      (d) =>
        `${capital(ofWhat(gameAxis(results, along), tactic(results, along, d.option)))} is ${d.strictly ? 'always worse' : 'never better'} than ${ownTactic(results, along, d.by)}.`,
    ),
  );
  const together = g.onePlayer === true ? 'That gives' : 'When both play their best:';
  return {
    table: {
      title: `${capital(plain(g.objective))}: ${plain(g.rowPlayer.side)} down, ${across} across`,
      columns: [left(plain(g.rowPlayer.side)), ...distinct(columns).map(right)],
      rows: g.values.map((line, i) => ({
        cells: [
          ownTactic(results, 'row', g.rowPlayer.options[i]),
          ...line.map((v, j) => value(v) + ranged(g.intervals?.[i]?.[j])),
        ],
      })),
    },
    advice,
    dominated,
    lines: [
      ...advice,
      `${together} ${shownText(g.objective)} ${value(g.equilibrium.value)}${ranged(g.equilibrium.interval)}.`,
      ...(g.told === false ? ['These trials do not tell that choice from the others for certain; more would.'] : []),
      ...dominated,
      ...notChosen(results),
    ],
  };
}

/** "Fs is what a unit is like, not a choice: this tells what it is worth." */
export function notChosen({ axes = [] }: Results): string[] {
  const states = axes.filter(({ path }) => !isChosen(path)).map(({ label }) => shownText(label));
  if (states.length === 0) return [];
  const [is, it] = states.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  return [`${capital(list(states))} ${is} how things stand, not a choice: this tells what ${it} worth.`];
}

/** Whatever is chosen comes to the same: nothing is best. */
export const isFlat = ({ values, equilibrium }: Game): boolean =>
  values.flat().every((v) => Math.abs(v - equilibrium.value) < 1e-9);

/** Pairs of one side's choices that do as well as the best one. */
const bestPairs = ({ values, equilibrium }: Game): readonly (readonly [row: number, column: number])[] =>
  values.flatMap((line, r) =>
    line.flatMap((v, c) => (Math.abs(v - equilibrium.value) < 1e-9 ? [[r, c] as const] : [])),
  );

/** "line or deep formation with FS 8"; where no such words cover the best pairs, the first of them. */
export function bestPairText(results: Results): string {
  const g = results.game!;
  const pairs = bestPairs(g);
  const [rows, columns] = [new Set(pairs.map(([r]) => r)), new Set(pairs.map(([, c]) => c))];
  const isAll = rows.size * columns.size === pairs.length && rows.size + columns.size <= 4;
  const [down, over] = isAll ? [[...rows], [...columns]] : [[pairs[0][0]], [pairs[0][1]]];
  const rowNames = down.map((r) => ownTactic(results, 'row', g.rowPlayer.options[r]));
  const columnNames = over.map((c) => ownTactic(results, 'column', g.columnPlayer.options[c]));
  return `${rowNames.join(' or ')} with ${columnNames.join(' or ').replace(/^with /, '')}`;
}

function onePlayerText(results: Results): string {
  const g = results.game!;
  const alike = bestPairs(g).length;
  const both = `Both are choices of ${theSide(g.rowPlayer.side)}`;
  return alike > 1 ? `${both}; ${alike} pairs are alike and best.` : `${both}.`;
}

/** "Best for the attacker: attack column.", "Best mix for the defender: stand 60% and counter 40%." */
function bestOf(results: Results, along: 'row' | 'column'): string {
  const g = results.game!;
  const [player, weights] =
    along === 'row' ? [g.rowPlayer, g.equilibrium.rows] : [g.columnPlayer, g.equilibrium.columns];
  const name = (option: string): string => ownTactic(results, along, option);
  const alike = alikeOptions(player);
  // Where several choices do equally well by themselves, none is called the best.
  if (alike.length > 1) {
    return alike.length === player.options.length
      ? `It makes no difference to ${theSide(player.side)} which is taken.`
      : `Equally good for ${theSide(player.side)}: ${list(alike.map(name))}.`;
  }
  const played = player.options.map((o, i) => ({ o, w: weights[i] })).filter(({ w }) => w > 0.0005);
  const mix = played.map(({ o, w }) => (played.length === 1 ? name(o) : `${name(o)} ${percent(w)}`));
  const best = bestFor({ side: player.side, axis: results.axes?.[along === 'row' ? 0 : 1], isContest: true }, [
    list(mix),
  ]);
  return `${played.length > 1 ? best.replace(/^Best for/, 'Best mix for') : best}.${otherMixes(player, name)}`;
}

/** Choices that each do as well as any mix. */
export const alikeOptions = ({ free = [] }: GamePlayer): string[] =>
  free.filter((o) => o.most > 0.9995).map((o) => o.option);

/** " Other mixes do as well: line 0% to 40%": best mixes need not be the only ones. */
function otherMixes({ free }: GamePlayer, name: (option: string) => string): string {
  if (free === undefined || free.length === 0) return '';
  return ` Other mixes do as well: ${list(free.map((o) => `${name(o.option)} ${percent(o.least)} to ${percent(o.most)}`))}.`;
}
