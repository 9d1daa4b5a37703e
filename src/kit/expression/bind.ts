import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import { ExpressionError, type Node, type Operator } from './parse.ts';
import { FLAG, isSame, joined, type NumberType, number, type Type, typeText, word } from './types.ts';

export type Value = number | string | boolean;

/** Something that can be read: its type, and how. What never changes is `fixed`, and is worked out once. */
export interface Bound {
  readonly type: Type;
  readonly read: () => Value;
  readonly fixed: boolean;
}

/** What the names of an expression stand for. */
export interface Scope {
  readonly find: (name: string) => Bound | undefined;
  /** A printed grid by its name, read by row and column: `fire.hits(score, face)`. */
  readonly grid?: (name: string) => GridReader | undefined;
  /** The scopes in which `it` stands for each unit of a group in turn. */
  readonly each?: (group: string) => readonly Scope[] | undefined;
  /** Every name, for hints. */
  readonly names: () => readonly string[];
}
export interface GridReader {
  readonly rows: Type;
  readonly columns: Type;
  readonly cells: NumberType;
  readonly read: (row: Value, column: Value) => number;
}

const MOST = Number.MAX_SAFE_INTEGER;
const whole = (n: number): number => (n > MOST ? MOST : n < -MOST ? -MOST : n);

/**
 * Gives an expression its meaning. Total: division by 0 is 0, results stay whole and within what a number holds exactly;
 * nothing can loop. Types are settled here, before anything is played: a word that a name never takes is refused.
 */
export function bind(node: Node, scope: Scope): Bound {
  const bound = bindNode(node, scope);
  if (!bound.fixed) return bound;
  const value = bound.read();
  return { ...bound, read: () => value };
}

function bindNode(node: Node, scope: Scope): Bound {
  switch (node.type) {
    case 'number':
      return { type: number(node.value, node.value), read: () => node.value, fixed: true };
    case 'flag':
      return { type: FLAG, read: () => node.value, fixed: true };
    case 'word':
      return { type: word([node.value]), read: () => node.value, fixed: true };
    case 'name':
      return found(node.name, node.at, scope);
    case 'list':
      throw new ExpressionError("A list stands only after 'in': cover in ['soft', 'hard'].", node.at);
    case 'unary':
      return unary(node.op, bind(node.arg, scope), node.at);
    case 'if':
      return conditional(node, scope);
    case 'call':
      return call(node, scope);
    case 'binary':
      return node.op === 'in'
        ? membership(bind(node.left, scope), node.right, scope)
        : binary(node.op, bind(node.left, scope), bind(node.right, scope), node);
  }
}

function found(name: string, at: number, scope: Scope): Bound {
  const bound = scope.find(name);
  if (bound) return bound;
  const names = scope.names();
  const hint = didYouMean(name, names);
  const quote = hint === '' && /^[a-z-]+$/i.test(name) ? ` A word stands in quotation marks: '${name}'.` : hint;
  throw new ExpressionError(`There is no '${name}' here; there are ${shortList(names, 12)}.${quote}`, at);
}

function expect(kind: Type['kind'], bound: Bound, at: number, what: string): void {
  if (bound.type.kind === kind) return;
  const wanted = { number: 'a number', flag: 'true or false', word: 'a word' }[kind];
  throw new ExpressionError(`${what} needs ${wanted}; this is ${typeText(bound.type)}.`, at);
}

function unary(op: '-' | 'not', arg: Bound, at: number): Bound {
  const { read, fixed } = arg;
  if (op === 'not') {
    expect('flag', arg, at, "'not'");
    return { type: FLAG, read: () => !read(), fixed };
  }
  expect('number', arg, at, "'-'");
  const { low, high } = arg.type as NumberType;
  return { type: number(-high, -low), read: () => -(read() as number) + 0, fixed };
}

function conditional(node: Extract<Node, { type: 'if' }>, scope: Scope): Bound {
  const test = bind(node.test, scope);
  expect('flag', test, node.test.at, "What stands before '?'");
  const yes = bind(node.yes, scope);
  const no = bind(node.no, scope);
  if (yes.type.kind !== no.type.kind)
    throw new ExpressionError(`One side of ':' is ${typeText(yes.type)}, the other ${typeText(no.type)}.`, node.no.at);
  if (test.fixed)
    return test.read() ? { ...yes, type: joined(yes.type, no.type) } : { ...no, type: joined(yes.type, no.type) };
  return { type: joined(yes.type, no.type), read: () => (test.read() ? yes.read() : no.read()), fixed: false };
}

function membership(left: Bound, right: Node, scope: Scope): Bound {
  if (right.type !== 'list') throw new ExpressionError("After 'in' comes a list: cover in ['soft', 'hard'].", right.at);
  const each = right.items.map((item) => compared('=', left, bind(item, scope), item.at));
  return { type: FLAG, read: () => each.some((e) => e.read()), fixed: each.every((e) => e.fixed) };
}

function binary(op: Exclude<Operator, 'in'>, a: Bound, b: Bound, node: Extract<Node, { type: 'binary' }>): Bound {
  const fixed = a.fixed && b.fixed;
  if (op === 'and' || op === 'or') {
    expect('flag', a, node.left.at, `'${op}'`);
    expect('flag', b, node.right.at, `'${op}'`);
    if (a.fixed && a.read() === (op === 'or')) return { type: FLAG, read: a.read, fixed: true };
    if (a.fixed) return b;
    const read = op === 'and' ? () => (a.read() as boolean) && b.read() : () => (a.read() as boolean) || b.read();
    return { type: FLAG, read, fixed };
  }
  if (op === '=' || op === '!=') return compared(op, a, b, node.right.at);
  expect('number', a, node.left.at, `'${op}'`);
  expect('number', b, node.right.at, `'${op}'`);
  const x = a.read as () => number;
  const y = b.read as () => number;
  if (op === '<') return { type: FLAG, read: () => x() < y(), fixed };
  if (op === '<=') return { type: FLAG, read: () => x() <= y(), fixed };
  if (op === '>') return { type: FLAG, read: () => x() > y(), fixed };
  if (op === '>=') return { type: FLAG, read: () => x() >= y(), fixed };
  const work = ARITHMETIC[op];
  return { type: range(op, a.type as NumberType, b.type as NumberType), read: () => work(x(), y()), fixed };
}

const ARITHMETIC = {
  '+': (x: number, y: number) => whole(x + y),
  '-': (x: number, y: number) => whole(x - y),
  '*': (x: number, y: number) => whole(x * y) + 0,
  '/': (x: number, y: number) => (y === 0 ? 0 : Math.floor(x / y) + 0),
  '%': (x: number, y: number) => (y === 0 ? 0 : x - y * Math.floor(x / y)),
};

/** The least and most that a sum, product or quotient can come to. */
function range(op: keyof typeof ARITHMETIC, a: NumberType, b: NumberType): NumberType {
  if (op === '%') {
    const most = Math.max(Math.abs(b.low), Math.abs(b.high));
    return number(b.low >= 0 ? 0 : -most, most);
  }
  const work = ARITHMETIC[op];
  // A quotient is largest beside 0, on either side of it.
  const divisors = [b.low, b.high, ...[-1, 1].filter((d) => d >= b.low && d <= b.high)];
  const ends = [a.low, a.high].flatMap((x) => (op === '/' ? divisors : [b.low, b.high]).map((y) => work(x, y)));
  if (op === '/' && b.low <= 0 && b.high >= 0) ends.push(0);
  return number(Math.min(...ends), Math.max(...ends));
}

function compared(op: '=' | '!=', a: Bound, b: Bound, at: number): Bound {
  if (a.type.kind !== b.type.kind)
    throw new ExpressionError(`${typeText(a.type)} is compared with ${typeText(b.type)}; they are never equal.`, at);
  if (a.type.kind === 'word' && b.type.kind === 'word' && a.type.values && b.type.values) {
    const [known, asked] = b.fixed || !a.fixed ? [a.type.values, b.type.values] : [b.type.values, a.type.values];
    if (!asked.some((w) => known.includes(w)))
      throw new ExpressionError(
        `It is never '${asked.join("', '")}'; it may be ${shortList(known, 12)}.${didYouMean(asked[0] ?? '', known)}`,
        at,
      );
  }
  const read = op === '=' ? () => a.read() === b.read() : () => a.read() !== b.read();
  return { type: FLAG, read, fixed: a.fixed && b.fixed };
}

const FUNCTIONS = ['min', 'max', 'abs', 'roundup', 'round', 'count', 'sum', 'any', 'all', 'highest', 'lowest'];

function call(node: Extract<Node, { type: 'call' }>, scope: Scope): Bound {
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
