import jsep from 'jsep';

/** An expression taken apart: whole numbers, words and flags, and where each part stands (from 0). */
export type Node =
  | { readonly type: 'number'; readonly value: number; readonly at: number }
  | { readonly type: 'word'; readonly value: string; readonly at: number }
  | { readonly type: 'flag'; readonly value: boolean; readonly at: number }
  | { readonly type: 'name'; readonly name: string; readonly at: number }
  | { readonly type: 'list'; readonly items: readonly Node[]; readonly at: number }
  | { readonly type: 'unary'; readonly op: '-' | 'not'; readonly arg: Node; readonly at: number }
  | { readonly type: 'binary'; readonly op: Operator; readonly left: Node; readonly right: Node; readonly at: number }
  | { readonly type: 'if'; readonly test: Node; readonly yes: Node; readonly no: Node; readonly at: number }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Node[]; readonly at: number };

const OPERATORS = ['+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A mistake in an expression, at a character of it (from 0). */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A name stands for an expression that could not be read: that was told where it is written. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

const MOST_CHARACTERS = 500;

for (const [op, binds] of [
  ['=', 6],
  ['in', 6],
  ['and', 2],
  ['or', 1],
] as const)
  jsep.addBinaryOp(op, binds);
jsep.addUnaryOp('not');
for (const op of ['===', '!==', '<<', '>>', '>>>', '|', '^', '&', '**', '??']) jsep.removeBinaryOp(op);
for (const op of ['~', '+']) jsep.removeUnaryOp(op);

/** What a dash inside a name is read as; it must be a letter to the parser. */
const DASH = '\u00b7';
const NAME = '[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z_][A-Za-z0-9_]*)*';
const TOKEN = new RegExp(`'[^']*'|"[^"]*"|${NAME}(?:\\.${NAME})*|\\d+(?:\\.\\d+)?`, 'g');
const WORD_OPERATORS = new Set(['and', 'or', 'not', 'in']);

/** Reads an expression; throws an `ExpressionError` for what is none. */
export function parseExpression(text: string): Node {
  if (text.length > MOST_CHARACTERS)
    throw new ExpressionError(
      `An expression has at most ${MOST_CHARACTERS} characters; this one has ${text.length}.`,
      0,
    );
  const odd = /[^\x20-\x7e]/.exec(text);
  if (odd) throw new ExpressionError(`'${odd[0]}' does not belong in an expression.`, odd.index);
  const tokens = [...text.matchAll(TOKEN)].filter((t) => !WORD_OPERATORS.has(t[0]));
  const plain = text.replace(TOKEN, (t) => (/^['"]/.test(t) ? t : t.replaceAll('-', DASH)));
  let tree: jsep.Expression;
  try {
    tree = jsep(plain);
  } catch (e) {
    const { index, description } = e as { index?: number; description?: string };
    throw new ExpressionError(syntaxFault(description ?? '', text, index ?? 0), Math.min(index ?? 0, text.length));
  }
  return new Reader(tokens, text).read(tree);
}

function syntaxFault(description: string, text: string, at: number): string {
  if (text.trim() === '') return 'The expression is empty.';
  if (/Unclosed/.test(description))
    return `${description.replace(/^Unclosed (quote after )?/, (_m, q) => (q ? 'A quotation mark is not closed: ' : 'A bracket is not closed: '))}.`;
  const rest = text.slice(at).trim();
  return rest === '' ? 'The expression breaks off.' : `The expression cannot be read from '${rest.slice(0, 20)}' on.`;
}

/** Turns the parser's tree into ours. Leaves come in the order of the text, so each takes the next token's place. */
class Reader {
  private next = 0;
  private readonly tokens: readonly RegExpMatchArray[];
  private readonly text: string;
  constructor(tokens: readonly RegExpMatchArray[], text: string) {
    this.tokens = tokens;
    this.text = text;
  }

  read(tree: jsep.Expression): Node {
    switch (tree.type) {
      case 'Literal':
        return this.literal(tree as jsep.Literal);
      case 'Identifier':
      case 'MemberExpression':
        return this.name(tree);
      case 'UnaryExpression': {
        const { operator, argument } = tree as jsep.UnaryExpression;
        const arg = this.read(argument);
        return { type: 'unary', op: operator === '-' ? '-' : 'not', arg, at: arg.at };
      }
      case 'BinaryExpression':
        return this.binary(tree as jsep.BinaryExpression);
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = tree as jsep.ConditionalExpression;
        const asked = this.read(test);
        return { type: 'if', test: asked, yes: this.read(consequent), no: this.read(alternate), at: asked.at };
      }
      case 'CallExpression': {
        const { callee, arguments: args } = tree as jsep.CallExpression;
        const name = this.name(callee);
        return { type: 'call', name: name.name, args: args.map((a) => this.read(a)), at: name.at };
      }
      case 'ArrayExpression': {
        const at = this.here();
        const { elements } = tree as jsep.ArrayExpression;
        return { type: 'list', items: elements.map((e) => this.read(e ?? { type: 'nothing' })), at };
      }
      default:
        throw new ExpressionError(
          `The expression cannot be read from '${this.text.slice(this.here(), this.here() + 20)}' on.`,
          this.here(),
        );
    }
  }

  private here(): number {
    return this.tokens[this.next]?.index ?? this.text.length;
  }

  private literal(tree: jsep.Literal): Node {
    const at = this.here();
    this.next++;
    const { value } = tree;
    if (typeof value === 'number') {
      if (!Number.isInteger(value) || value > 1e9)
        throw new ExpressionError(`Numbers are whole and at most 1,000,000,000; found ${tree.raw}.`, at);
      return { type: 'number', value, at };
    }
    if (typeof value === 'boolean') return { type: 'flag', value, at };
    if (typeof value === 'string') return { type: 'word', value: value.replaceAll(DASH, '-'), at };
    throw new ExpressionError(`'${tree.raw}' means nothing here.`, at);
  }

  private name(tree: jsep.Expression): { type: 'name'; name: string; at: number } {
    const at = this.here();
    this.next++;
    const path = (of: jsep.Expression): string => {
      if (of.type === 'Identifier') return (of as jsep.Identifier).name;
      const { object, property, computed } = of as jsep.MemberExpression;
      if (of.type !== 'MemberExpression' || computed)
        throw new ExpressionError('A name is letters, digits, dashes and dots.', at);
      return `${path(object)}.${path(property)}`;
    };
    return { type: 'name', name: path(tree).replaceAll(DASH, '-'), at };
  }

  private binary({ operator, left, right }: jsep.BinaryExpression): Node {
    const op = { '==': '=', '&&': 'and', '||': 'or' }[operator] ?? operator;
    const a = this.read(left);
    const b = this.read(right);
    if (!OPERATORS.includes(op as Operator)) throw new ExpressionError(`There is no operator '${operator}'.`, b.at);
    return { type: 'binary', op: op as Operator, left: a, right: b, at: a.at };
  }
}
