import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import { type Bound, expect, range, type Scope } from './bound.ts';
import { call } from './functions.ts';
import { arithmetic, equal, order, unequal } from './operators.ts';
import { ExpressionError, type Node, type Operator, UnreadError } from './parse.ts';
import { FLAG, joined, type NumberType, number, typeText, word } from './types.ts';

/**
 * Gives an expression its meaning. Total: division by 0 is 0, results stay whole and within what a number holds exactly;
 * nothing can loop. Types are settled here, before anything is played: a word that a name never takes is refused.
 */
export function bind(node: Node, scope: Scope): Bound {
  const bound = bindNode(node, scope);
  if (!bound.fixed || node.type === 'number' || node.type === 'name') return bound;
  const value = bound.read();
  return { type: bound.type, read: () => value, fixed: true };
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
      return boundTo(node.name, node.at, scope);
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

function boundTo(name: string, at: number, scope: Scope): Bound {
  const bound = scope.find(name);
  if (bound?.unread) throw new UnreadError();
  if (bound) return bound;
  const names = scope.names();
  const hint = didYouMean(name, names);
  const quote = hint === '' && /^[a-z-]+$/i.test(name) ? ` A word stands in quotation marks: '${name}'.` : hint;
  throw new ExpressionError(`There is no '${name}' here; there are ${shortList(names, 12)}.${quote}`, at);
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
  const [asked, x, y] = [test.read, yes.read, no.read];
  return { type: joined(yes.type, no.type), read: () => (asked() ? x() : y()), fixed: false };
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
    const [x, y] = [a.read as () => boolean, b.read];
    const read = op === 'and' ? () => x() && y() : () => x() || y();
    return { type: FLAG, read, fixed };
  }
  if (op === '=' || op === '!=') return compared(op, a, b, node.right.at);
  expect('number', a, node.left.at, `'${op}'`);
  expect('number', b, node.right.at, `'${op}'`);
  if (op === '<' || op === '<=' || op === '>' || op === '>=') return { type: FLAG, read: order(op, a, b), fixed };
  const type = range(op, a.type as NumberType, b.type as NumberType);
  return { type, read: arithmetic(op, a, b, type), fixed };
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
  return { type: FLAG, read: op === '=' ? equal(a, b) : unequal(a, b), fixed: a.fixed && b.fixed };
}
