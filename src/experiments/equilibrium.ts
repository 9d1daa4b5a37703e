import { solve } from 'yalps';

export interface Equilibrium {
  /** How often each row and column should be taken; shares that add up to 1. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly value: number;
}

/** How far apart the two sides' programs may put the value of the game. */
const AGREE_WITHIN = 1e-7;

/**
 * The mixed equilibrium of a two-sided game in which the columns lose what the rows gain (von Neumann), by linear
 * programming: each side takes the mix whose worst case is best.
 */
export function equilibrium(values: readonly (readonly number[])[]): Equilibrium {
  const rows = bestMix(values);
  const columns = bestMix(values[0].map((_, c) => values.map((row) => -row[c])));
  if (Math.abs(rows.value + columns.value) > AGREE_WITHIN * Math.max(1, Math.abs(rows.value))) {
    throw new Error(`The two sides of the game disagree about its value: ${rows.value} and ${-columns.value}.`);
  }
  // What the two mixes earn against each other carries more digits than the program's own figure.
  const value = values.reduce(
    (sum, row, r) => sum + row.reduce((s, v, c) => s + rows.mix[r] * columns.mix[c] * v, 0),
    0,
  );
  return { rows: rows.mix, columns: columns.mix, value };
}

/** How far the share of each row may go either way without the mix earning less than the game is worth. */
export function shareSpans(values: readonly (readonly number[])[], value: number): { least: number; most: number }[] {
  const flat = values.flat();
  const shift = Math.min(...flat);
  const scale = Math.max(...flat) - shift || 1;
  const enough = (value - shift) / scale - AGREE_WITHIN;
  const constraints = {
    whole: { equal: 1 },
    ...Object.fromEntries(values[0].map((_, c) => [`column${c}`, { min: enough }])),
  };
  return values.map((_, wanted) => {
    const variables = Object.fromEntries(
      values.map((row, r) => [
        `row${r}`,
        {
          whole: 1,
          share: r === wanted ? 1 : 0,
          ...Object.fromEntries(row.map((v, c) => [`column${c}`, (v - shift) / scale])),
        },
      ]),
    );
    const end = (direction: 'maximize' | 'minimize') =>
      solve({ direction, objective: 'share', constraints, variables }, { precision: 1e-11 });
    const [least, most] = [end('minimize'), end('maximize')];
    return {
      least: least.status === 'optimal' ? Math.max(0, least.result) : 0,
      most: most.status === 'optimal' ? Math.min(1, most.result) : 1,
    };
  });
}

/** Maximise v such that the mix earns at least v against every column. Values are shifted so that v is never negative. */
function bestMix(values: readonly (readonly number[])[]): { mix: number[]; value: number } {
  const flat = values.flat();
  const shift = Math.min(...flat);
  const scale = Math.max(...flat) - shift || 1;
  const constraints: Record<string, { min?: number; equal?: number }> = { whole: { equal: 1 } };
  values[0].forEach((_, c) => {
    constraints[`column${c}`] = { min: 0 };
  });
  const variables: Record<string, Record<string, number>> = {
    value: { value: 1, ...Object.fromEntries(values[0].map((_, c) => [`column${c}`, -1])) },
  };
  values.forEach((row, r) => {
    variables[`row${r}`] = { whole: 1, ...Object.fromEntries(row.map((v, c) => [`column${c}`, (v - shift) / scale])) };
  });
  const solution = solve({ direction: 'maximize', objective: 'value', constraints, variables }, { precision: 1e-11 });
  if (solution.status !== 'optimal') throw new Error(`The game was not solved: ${solution.status}.`);
  const found = new Map(solution.variables);
  const raw = values.map((_, r) => Math.max(0, found.get(`row${r}`) ?? 0));
  const total = raw.reduce((a, b) => a + b, 0);
  return { mix: raw.map((x) => x / total), value: (found.get('value') ?? 0) * scale + shift };
}
