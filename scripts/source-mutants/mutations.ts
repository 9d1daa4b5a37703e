import { parseSync } from 'vite';

/** One changed thing: what stood there and what stands there instead. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly is: string;
  /** Only more room is made: for a list that begins with some and grows, or at a limit of ten thousand and more. */
  readonly isRoom: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Another text for a piece of the source, told apart by the number of the mutant. */
interface Change {
  readonly id: number;
  readonly text: string;
}

const BINARY: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
const ASSIGNED: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
const METHODS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
};
/** Numbers from here on are limits for memory and time, or mix and pack other numbers; one more is never seen. */
const LIMIT = 10_000;
/** What asks whether there is room, and the same with room made for one that nobody needs. */
const ONE_SOONER = new Set(['>', '<']);
const MAKES_ROOM = /^(grown|doubled|with(Room|Unknown))/;
/** What only people read. */
const WORDS = new Set([
  'describe',
  'description',
  'title',
  'label',
  'message',
  'text',
  'note',
  'hint',
  'says',
  'words',
]);
/** Types, and declarations without code. */
const TYPED = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node['value'] === 'string') ||
  (node.type === 'BinaryExpression' && (isText(node['left'] as Node) || isText(node['right'] as Node)));

/** Are these words for people, an error, a type or an import? */
const isLeftOut = (node: Node): boolean =>
  (node.type.startsWith('TS') && !TYPED.has(node.type)) ||
  /^(Import|ExportAll|TemplateLiteral|ThrowStatement)/.test(node.type) ||
  (node.type === 'Property' && WORDS.has((node['key'] as { name?: string }).name ?? '')) ||
  (node.type === 'NewExpression' && /Error$/.test((node['callee'] as { name?: string }).name ?? ''));

/** A number that is written down as it is, or as a power or product of some. */
function numberIn(node: Node | null): number | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'number') return node['value'];
  if (node?.type !== 'BinaryExpression') return undefined;
  const [a, b] = [numberIn(node['left'] as Node), numberIn(node['right'] as Node)];
  if (a === undefined || b === undefined) return undefined;
  return { '**': a ** b, '*': a * b, '-': a - b, '+': a + b }[node['operator'] as string];
}

/** An expression and all operators and operands in it. */
const partsOf = (node: Node): Node[] =>
  node.type === 'BinaryExpression'
    ? [node, ...partsOf(node['left'] as Node), ...partsOf(node['right'] as Node)]
    : [node];

/** Whether a statement does nothing but put longer lists in the place of others. */
function makesRoom(statement: unknown): boolean {
  const { type, body, expression } = statement as Node;
  if (type === 'BlockStatement') return (body as Node[]).every(makesRoom);
  const { right } = (expression ?? {}) as { right?: Node };
  return right?.type === 'CallExpression' && MAKES_ROOM.test((right['callee'] as { name?: string }).name ?? '');
}

/**
 * Every mutant of a file at once: each stands beside the source as it is, and a number chosen when the program starts
 * says which one is played. Numbers begin at `first`.
 */
export class Mutated {
  readonly mutants: Mutant[] = [];
  readonly #changes = new Map<Node, Change[]>();
  readonly #dropped = new Map<Node, number>();
  /** What is the length of a new list, a limit, or asks whether there is room. */
  readonly #rooms = new Set<unknown>();
  /** Names of limits. */
  readonly #limits = new Set<unknown>();
  readonly #source: string;
  readonly #file: string;
  readonly #first: number;
  readonly #program: Node;

  constructor(file: string, source: string, first: number) {
    this.#file = file;
    this.#source = source;
    this.#first = first;
    this.#program = parseSync(file, source).program as unknown as Node;
    this.#visit(this.#program, false);
  }

  /** The source with all mutants in it. */
  switched(): string {
    return this.#render(this.#program, (id, text, otherwise) => `$mutant===${id}?(${text}):${otherwise}`);
  }

  /** The source as it is, but for notes on what is reached. */
  noted(): string {
    return this.#render(this.#program, (id, _, otherwise) => `($reached[${id}]=1,0)||${otherwise}`);
  }

  #at = (node: Node): string => this.#source.slice(node.start, node.end);

  #add(node: Node, text: string): void {
    const changes = this.#changes.get(node) ?? [];
    changes.push({ id: this.#told(node, text), text });
    this.#changes.set(node, changes);
  }

  #told(node: Node, text: string): number {
    const line = this.#source.slice(0, node.start).split('\n').length;
    const mutant: Mutant = { file: this.#file, line, was: this.#at(node), is: text, isRoom: this.#rooms.has(node) };
    return this.#first + this.mutants.push(mutant) - 1;
  }

  #visit(node: Node, chained: boolean): void {
    if (isLeftOut(node)) return;
    this.#mutate(node, chained);
    const within = node.type === 'ChainExpression' || (chained && /^(Member|Call)Expression$/.test(node.type));
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue;
      const isKey = (node.type === 'Property' && key === 'key') || (node.type === 'MemberExpression' && key === 'property' && !node['computed']); // biome-ignore format: one line
      if (isKey) continue;
      const chain = within && (key === 'object' || key === 'callee' || key === 'expression');
      if (Array.isArray(value)) for (const one of value) isNode(one) && this.#visit(one, false);
      else if (isNode(value)) this.#visit(value, chain);
    }
  }

  #mutate(node: Node, chained: boolean): void {
    this.#noteLimit(node);
    if (/^(Binary|Logical)Expression$/.test(node.type)) this.#operator(node);
    else if (node.type === 'Literal') this.#literal(node);
    else if (node.type === 'UnaryExpression' && /^[!-]$/.test(node['operator'] as string)) {
      this.#add(node, this.#at(node['argument'] as Node));
    } else if (node.type === 'CallExpression' && !chained) this.#method(node);
    else if (node.type === 'AssignmentExpression' && ASSIGNED[node['operator'] as string])
      this.#add(node, this.#swap(node, ASSIGNED[node['operator'] as string]));
    else if (/^(If|Conditional|While)/.test(node.type)) this.#condition(node['test'] as Node);
    else if (node.type === 'ExpressionStatement') this.#statement(node);
    else if (node.type === 'NewExpression') this.#noteRoom(node);
  }

  /** Large numbers, however they are written, their names, and what is compared with them; and loops that make room. */
  #noteLimit(node: Node): void {
    if ((numberIn(node) ?? 0) >= LIMIT) for (const part of partsOf(node)) this.#rooms.add(part);
    if (node.type === 'VariableDeclarator' && (numberIn(node['init'] as Node) ?? 0) >= LIMIT)
      this.#limits.add((node['id'] as Node)['name']);
    if (node.type === 'BinaryExpression' && /^[<>]=?$/.test(node['operator'] as string)) {
      const sides = [node['left'] as Node, node['right'] as Node];
      if (sides.some((side) => this.#limits.has(side['name']) || (numberIn(side) ?? 0) >= LIMIT)) this.#rooms.add(node);
    }
    if (/^(While|If)Statement$/.test(node.type) && makesRoom(node['consequent'] ?? node['body']))
      for (const part of partsOf(node['test'] as Node)) if (ONE_SOONER.has(part['operator'] as string)) this.#rooms.add(part); // biome-ignore format: one line
  }

  #swap(node: Node, operator: string): string {
    const [left, right] = [node['left'] as Node, node['right'] as Node].map(this.#at);
    return node.type === 'AssignmentExpression' ? `${left} ${operator} ${right}` : `(${left}) ${operator} (${right})`;
  }

  #operator(node: Node): void {
    const operator = node['operator'] as string;
    if (BINARY[operator] && !(operator === '+' && isText(node))) this.#add(node, this.#swap(node, BINARY[operator]));
  }

  #literal(node: Node): void {
    const { value } = node;
    if (typeof value === 'boolean') this.#add(node, String(!value));
    else if (typeof value === 'number') {
      this.#add(node, String(value + 1));
    }
  }

  #noteRoom(node: Node): void {
    const [length] = node['arguments'] as Node[];
    if (!/^\w+Array$/.test(this.#at(node['callee'] as Node))) return;
    this.#rooms.add(length);
    for (const part of length ? partsOf(length) : []) if (part.type === 'Literal') this.#rooms.add(part);
  }

  #method(node: Node): void {
    const callee = node['callee'] as Node;
    const name = callee.type === 'MemberExpression' && !callee['computed'] ? (callee['property'] as Node) : undefined;
    const other = name && (Object.hasOwn(METHODS, this.#at(name)) ? METHODS[this.#at(name)] : undefined);
    if (other)
      this.#add(node, this.#source.slice(node.start, name.start) + other + this.#source.slice(name.end, node.end));
  }

  /** Conditions with an operator of their own are changed there. */
  #condition(test: Node): void {
    if (/^(Identifier|CallExpression|MemberExpression|ChainExpression)$/.test(test.type))
      this.#add(test, `!${this.#at(test)}`);
  }

  #statement(node: Node): void {
    const expression = node['expression'] as Node;
    if (/^(Call|Assignment|Update)Expression$/.test(expression.type))
      this.#dropped.set(expression, this.#told(expression, 'void 0'));
  }

  #render(node: Node, guard: (id: number, text: string, otherwise: string) => string): string {
    let [text, from] = ['', node.start];
    const inner = this.#children(node);
    for (const child of inner) {
      text += this.#source.slice(from, child.start) + this.#render(child, guard);
      from = child.end;
    }
    text += this.#source.slice(from, node.end);
    for (const { id, text: changed } of this.#changes.get(node) ?? []) text = `(${guard(id, changed, `(${text})`)})`;
    const dropped = this.#dropped.get(node);
    return dropped === undefined ? text : `void (${guard(dropped, 'void 0', `(${text})`)})`;
  }

  /** The nearest nodes below this one that hold mutants, in the order of the source. */
  #children(node: Node): Node[] {
    const found: Node[] = [];
    const look = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(look);
      else if (isNode(value)) {
        if (this.#changes.has(value) || this.#dropped.has(value)) found.push(value);
        else Object.values(value).forEach(look);
      }
    };
    Object.values(node).forEach(look);
    // A shorthand property holds the same place twice.
    return found.sort((a, b) => a.start - b.start).filter((n, i) => i === 0 || n.start >= found[i - 1].end);
  }
}
