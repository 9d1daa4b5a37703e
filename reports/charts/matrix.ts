import type { Game, Results } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { gameAxis, ownTactic, tactic } from '../cells.ts';
import { isShare, matrixFinding, setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { decimal, decimalRange, errorText, halfWidth, percent, percentRange, wholePercent } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle, levelText } from '../table.ts';
import { capital, distinct, list, plain, shownText, theSide } from '../text.ts';
import { DIVERGING } from '../theme.ts';
import { gridPlot } from './grid.ts';

/** Options of one side against options of the other, with how often each should be played. */
export function matrix(results: Results, style?: Style): VegaLiteSpec {
  const game = results.game as Game;
  const asShare = isShare(results, game.objective);
  // How often an option should be played belongs to its name.
  const played = (along: 'row' | 'column', options: readonly string[], weights: readonly number[]): string[][] =>
    distinct(options.map((o) => ownTactic(results, along, o))).map((option, i) => [
      option,
      `(${weights[i] > 0.0005 ? (game.onePlayer === true ? 'best' : `play\u00a0${percent(weights[i])}`) : 'never'})`,
    ]);
  const xParts = played('column', game.columnPlayer.options, game.equilibrium.columns);
  const yParts = played('row', game.rowPlayer.options, game.equilibrium.rows);
  const xs = xParts.map((parts) => parts.join(' '));
  const ys = yParts.map((parts) => parts.join(' '));
  const rows = game.values.flatMap((line, i) =>
    line.map((value, j) => {
      const interval = game.intervals?.[i]?.[j];
      return {
        // Cells of a matrix are its rows times its columns: the whole game is shown or none of it.
        x: xs[j],
        y: ys[i],
        value,
        shown: asShare ? wholePercent(value) : decimal(value),
        exactly: asShare ? percent(value) : decimal(value),
        interval: interval === undefined ? '' : asShare ? percentRange(interval) : decimalRange(interval),
        error: errorText(interval ?? {}, asShare ? 'share' : 'mean'),
        half: (asShare ? 100 : 1) * halfWidth(interval ?? {}),
      };
    }),
  );
  const sampled = game.intervals !== undefined;
  const columns = [
    { field: 'y', title: capital(shownText(game.rowPlayer.side)), said: shownText(game.rowPlayer.side) },
    { field: 'x', title: capital(shownText(game.columnPlayer.side)), said: shownText(game.columnPlayer.side) },
    { field: 'exactly', title: capital(plain(game.objective)), said: plain(game.objective) },
    ...(sampled ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  const values = rows.map((r) => r.value);
  const other = [game.rowPlayer.side, game.columnPlayer.side].find((side) => side !== game.goodFor);
  const middle = game.equilibrium.value;
  const reach = Math.max(1e-9, ...values.map((v) => Math.abs(v - middle)));
  const grid = {
    rows,
    columns,
    xs,
    ys,
    xParts,
    yParts,
    xTitle: shownText(gameAxis(results, 'column')?.label ?? game.columnPlayer.side),
    yTitle: shownText(gameAxis(results, 'row')?.label ?? game.rowPlayer.side),
    sampled,
    level: levelText(results),
    unit: asShare ? ' percentage points' : '',
    scale: { domain: [middle - reach, middle + reach], domainMid: middle, range: [...DIVERGING], interpolate: 'lab' },
    legend: [
      { label: `better for ${theSide(game.goodFor)}`, value: middle + reach },
      { label: `what best play gives, ${asShare ? percent(middle) : decimal(middle)}`, value: middle },
      { label: other === undefined ? 'worse' : `better for ${theSide(other)}`, value: middle - reach },
    ],
  };
  return frame(
    results,
    {
      title: matrixFinding(results),
      subtitle: setting(
        results,
        `${capital(plain(game.objective))}, tactic against tactic; bracketed: the best mix of each side`,
      ),
      rows,
      columns,
      plot: (room) => gridPlot(room, grid),
      remark: dominated(results).join(' ') || undefined,
    },
    style,
  );
}

/** Options that nobody need play, a sentence for each side. */
function dominated(results: Results): string[] {
  const game = results.game as Game;
  const sentence = (along: 'row' | 'column', side: string, all: Game['dominatedRows']): string[] => {
    if (all.length === 0) return [];
    const pairs = all.map(
      (d) =>
        `${tactic(results, along, d.option)} is ${d.strictly ? 'always worse' : 'never better'} than ${ownTactic(results, along, d.by)}`,
    );
    // "Attacker FS 6" says whose it is; of two lines of battle nobody knows.
    const bare = tactic(results, along, all[0].option) === shownText(labelOf(all[0].option));
    return [`${capital(`${bare ? `for ${theSide(side)} ` : ''}${list(pairs)}`)}.`];
  };
  return [
    ...sentence('row', game.rowPlayer.side, game.dominatedRows),
    ...sentence('column', game.columnPlayer.side, game.dominatedColumns),
  ];
}
