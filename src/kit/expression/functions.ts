import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import { bind } from './bind.ts';
import { type Bound, expect, type GridReader, range, type Scope, whole } from './bound.ts';
import { ExpressionError, type Node } from './parse.ts';
import { FLAG, isSame, type NumberType, number, typeText } from './types.ts';

const FUNCTIONS = ['min', 'max', 'abs', 'roundup', 'round', 'count', 'sum', 'any', 'all', 'highest', 'lowest'];

export function call(node: Extract<Node, { type: 'call' }>, scope: Scope): Bound {
  const grid = scope.grid?.(node.name);
  if (grid) return gridCell(node, grid, scope);
  if (['count', 'sum', 'any', 'all', 'highest', 'lowest'].includes(node.name)) return overUnits(node, scope);
  const args = node.args.map((arg) => bind(arg, scope));
  const fixed = args.every((a) => a.fixed);
  args.forEach((a, i) => {
    expect('number', a, node.args[i].at, `${node.name}()`);
  });
  const reads = args.map((a) => a.read as () => number);
  const types = args.map((a) => a.type as NumberType);
  const many = (n: number) => {
    if (args.length !== n)
      throw new ExpressionError(`${node.name}() takes ${n} ${n === 1 ? 'number' : 'numbers'}.`, node.at);
  };
  switch (node.name) {
    case 'min':
    case 'max': {
      if (args.length === 0) throw new ExpressionError(`${node.name}() takes one number or more.`, node.at);
      const pick = node.name === 'min' ? Math.min : Math.max;
      const type = number(pick(...types.map((t) => t.low)), pick(...types.map((t) => t.high)));
      if (reads.length === 2) {
        const [x, y] = reads;
        return { type, read: () => pick(x(), y()), fixed };
      }
      return { type, read: () => pick(...reads.map((r) => r())), fixed };
    }
    case 'abs': {
      many(1);
      const most = Math.max(Math.abs(types[0].low), Math.abs(types[0].high));
      return { type: number(0, most), read: () => Math.abs(reads[0]()), fixed };
    }
    case 'roundup':
    case 'round': {
      many(2);
      const exact = node.name === 'roundup' ? Math.ceil : Math.round;
      const { low, high } = range('/', types[0], types[1]);
      const read = () => (reads[1]() === 0 ? 0 : exact(reads[0]() / reads[1]()) + 0);
      return { type: number(low, high + 1), read, fixed };
    }
    default:
      throw new ExpressionError(
        `There is no function '${node.name}'; there are ${FUNCTIONS.join(', ')}, and the grids of the book.${didYouMean(node.name, FUNCTIONS)}`,
        node.at,
      );
  }
}

function gridCell(node: Extract<Node, { type: 'call' }>, grid: GridReader, scope: Scope): Bound {
  if (node.args.length !== 2)
    throw new ExpressionError(
      `${node.name} is a grid: ask for a row and a column, ${node.name}(row, column).`,
      node.at,
    );
  const [row, column] = node.args.map((arg, i) => {
    const bound = bind(arg, scope);
    const wanted = i === 0 ? grid.rows : grid.columns;
    if (!isSame(wanted, bound.type)) {
      const allowed = wanted.kind === 'word' ? ` (${shortList(wanted.values ?? [], 12)})` : '';
      const message = `The ${i === 0 ? 'rows' : 'columns'} of ${node.name} are ${wanted.kind === 'word' ? 'words' : 'numbers'}${allowed}; this is ${typeText(bound.type)}.`;
      throw new ExpressionError(message, arg.at);
    }
    return bound;
  });
  return { type: grid.cells, read: () => grid.read(row.read(), column.read()), fixed: row.fixed && column.fixed };
}

/** count(b, it.hull > 0), sum(b, it.guns), any, all, highest, lowest: over the units of a side. */
function overUnits(node: Extract<Node, { type: 'call' }>, scope: Scope): Bound {
  const [group, inner] = node.args;
  const scopes = group?.type === 'name' ? scope.each?.(group.name) : undefined;
  if (!scopes || !inner || node.args.length !== 2)
    throw new ExpressionError(
      `${node.name}() takes a side and what is asked of each of its units: ${node.name}(a, it.…).`,
      group?.at ?? node.at,
    );
  const each = scopes.map((s) => bind(inner, s));
  const flags = node.name === 'count' || node.name === 'any' || node.name === 'all';
  for (const e of each) expect(flags ? 'flag' : 'number', e, inner.at, `${node.name}()`);
  const fixed = each.every((e) => e.fixed);
  if (node.name === 'any') return { type: FLAG, read: () => each.some((e) => e.read()), fixed };
  if (node.name === 'all') return { type: FLAG, read: () => each.every((e) => e.read()), fixed };
  if (node.name === 'count') {
    const read = () => {
      let n = 0;
      for (const e of each) if (e.read()) n++;
      return n;
    };
    return { type: number(0, each.length), read, fixed };
  }
  const types = each.map((e) => e.type as NumberType);
  const lows = types.map((t) => t.low);
  const highs = types.map((t) => t.high);
  if (node.name === 'sum') {
    const total = (list: readonly number[]) => whole(list.reduce((x, y) => x + y, 0));
    return { type: number(total(lows), total(highs)), read: () => total(each.map((e) => e.read() as number)), fixed };
  }
  const pick = node.name === 'highest' ? Math.max : Math.min;
  return {
    type: number(pick(...lows), pick(...highs)),
    read: () => pick(...each.map((e) => e.read() as number)),
    fixed,
  };
}
