import { ARITHMETIC, type Bound } from './bound.ts';
import type { NumberType } from './types.ts';

/*
 * How operators are read. Most of what stands in a rulebook compares a variable with a figure, or adds one: a side that
 * never changes is read once, here, and a variable is looked at where it is kept. That is a call or two less for every
 * state and face.
 */

type Read = () => number;
interface NumberBox {
  value: number;
}
type Order = '<' | '<=' | '>' | '>=';

const MIRRORED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const ORDER: Readonly<Record<Order, (x: Read, y: Read) => () => boolean>> = {
  '<': (x, y) => () => x() < y(),
  '<=': (x, y) => () => x() <= y(),
  '>': (x, y) => () => x() > y(),
  '>=': (x, y) => () => x() >= y(),
};

const ORDER_TO: Readonly<Record<Order, (x: Read, n: number) => () => boolean>> = {
  '<': (x, n) => () => x() < n,
  '<=': (x, n) => () => x() <= n,
  '>': (x, n) => () => x() > n,
  '>=': (x, n) => () => x() >= n,
};

const BOX_TO: Readonly<Record<Order, (box: NumberBox, n: number) => () => boolean>> = {
  '<': (box, n) => () => box.value < n,
  '<=': (box, n) => () => box.value <= n,
  '>': (box, n) => () => box.value > n,
  '>=': (box, n) => () => box.value >= n,
};

export function order(op: Order, a: Bound, b: Bound): () => boolean {
  if (a.fixed && !b.fixed) return order(MIRRORED[op], b, a);
  if (b.fixed && a.box) return BOX_TO[op](a.box as NumberBox, b.read() as number);
  if (b.fixed) return ORDER_TO[op](a.read as Read, b.read() as number);
  return ORDER[op](a.read as Read, b.read as Read);
}

export function equal(a: Bound, b: Bound): () => boolean {
  const [{ read, box }, other] = a.fixed ? [b, a] : [a, b];
  if (!other.fixed) return () => read() === other.read();
  const value = other.read();
  if (box) return () => box.value === value;
  return () => read() === value;
}

export function unequal(a: Bound, b: Bound): () => boolean {
  const same = equal(a, b);
  return () => !same();
}

type Operator = keyof typeof ARITHMETIC;

/** Where no result can leave what a number holds exactly. Only products can come to a zero below nothing. */
const PLAIN: Readonly<Record<Exclude<Operator, '/' | '%'>, (x: Read, y: Read) => Read>> = {
  '+': (x, y) => () => x() + y(),
  '-': (x, y) => () => x() - y(),
  '*': (x, y) => () => x() * y() + 0,
};

const PLAIN_WITH: Readonly<Record<Exclude<Operator, '%'>, (x: Read, n: number) => Read>> = {
  '+': (x, n) => () => x() + n,
  '-': (x, n) => () => x() - n,
  '*': (x, n) => () => x() * n + 0,
  '/': (x, n) => () => Math.floor(x() / n) + 0,
};

const OF_BOXES: Readonly<Record<'+' | '-', (x: NumberBox, y: NumberBox) => Read>> = {
  '+': (x, y) => () => x.value + y.value,
  '-': (x, y) => () => x.value - y.value,
};

export function arithmetic(op: Operator, a: Bound, b: Bound, { low, high }: NumberType): Read {
  const [x, y] = [a.read as Read, b.read as Read];
  const work = ARITHMETIC[op];
  const isExact = low > Number.MIN_SAFE_INTEGER && high < Number.MAX_SAFE_INTEGER;
  if (op === '%' || !isExact) return () => work(x(), y());
  if (b.fixed && y() !== 0) return PLAIN_WITH[op](x, y());
  if (op === '/') return () => work(x(), y());
  if (a.fixed && op === '+') return PLAIN_WITH[op](y, x());
  if (a.fixed && op === '*') return PLAIN_WITH[op](y, x());
  if (op !== '*' && a.box && b.box) return OF_BOXES[op](a.box as NumberBox, b.box as NumberBox);
  return PLAIN[op](x, y);
}
