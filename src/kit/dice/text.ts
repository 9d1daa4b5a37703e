import { didYouMean } from '../../rules/nearest.ts';
import { InputError } from '../../rules/problem.ts';
import { always, type Chances, difference, map, sum } from './chances.ts';
import { D66, type Faces, keep, oneTo, type PoolDie, pool, type Stage, sortedPairs, summed } from './kinds.ts';

/**
 * Dice as people write them:
 *
 *   2D6 · D6+D8 · D66 · 3D6+2 · D[0,0,1,1,2,3] · 4D6 keep highest 3
 *   8D6 >= 4 · 8D6 4+, 6s count twice, reroll 1s, save 5+ · 10D6 3+, wound 4+, save 5+, damage D3
 *   2D6 vs D10+2 · 3D6 vs 2D6 sorted, ties to second
 */
export interface Throw {
  readonly text: string;
  readonly chances: Chances;
  /** What a value is: "total", "hits", "difference". */
  readonly counts: 'total' | 'successes' | 'difference' | 'pairs lost';
}

/** Beyond these the question is a slip of the pen, and the answer would keep everybody waiting. */
export const MOST_DICE = 200;
const MOST_FACES = 1000;
const MOST_SPREAD = 10_000;
const MOST_KEPT_WAYS = 20_000;

export function parseThrow(text: string): Throw {
  if (text.length > 300) throw fault(text.slice(0, 40), 0, 'A throw is at most 300 characters long.');
  const [head, ...clauses] = pieces(text);
  const against = /^(.*?)\s+(?:vs|against|versus)\.?\s+(.*?)(\s+sorted)?$/i.exec(head.text);
  if (against) return versus(text, against[1], against[2], against[3] !== undefined, clauses, head.at);
  const threshold = /^(.*?)\s*(?:>=|≥|(?:hits?\s+)?on\s+|\s)\s*(\d+)\s*\+?$/i.exec(head.text);
  const plain = !threshold || !/(>=|≥|\+$|\bon\b)/i.test(head.text.slice(threshold[1].length));
  if (!plain) return poolOf(text, threshold[1], Number(threshold[2]), clauses, head.at);
  let chances = sumOf(head.text, head.at);
  for (const clause of clauses) {
    const kept = keptClause(clause.text);
    if (!kept) throw unknownClause(clause, ['keep highest 1', 'keep lowest 1']);
    const dice = diceOf(head.text, head.at);
    chances = keptOf(dice, kept, clause.at);
  }
  return { text, chances, counts: 'total' };
}

interface Piece {
  readonly text: string;
  readonly at: number;
}

/** Cut at commas, those inside brackets aside. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  let depth = 0;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '[') depth++;
    if (text[i] === ']') depth--;
    if (i < text.length && (text[i] !== ',' || depth > 0)) continue;
    const piece = text.slice(from, i);
    found.push({ text: piece.trim(), at: from + (piece.length - piece.trimStart().length) });
    from = i + 1;
  }
  return found;
}

const DICE = /^(\d*)\s*[dD](\d+|%|\[[^\]]*\])$/;

function diceOf(text: string, at: number): { n: number; faces: Faces } {
  const match = DICE.exec(text.trim());
  if (!match) throw fault(text, at, `'${text.trim()}' is no throw; write 2D6, D6+D8, 3D6+1, D66 or D[0,0,1,1,2,3].`);
  const n = match[1] === '' ? 1 : Number(match[1]);
  if (n < 1 || n > MOST_DICE) throw fault(text, at, `${n} dice are thrown; there may be 1 to ${MOST_DICE}.`);
  return { n, faces: facesOf(match[2], text, at) };
}

/** "6", "66", "%", "[0,0,1,1,2,3]". */
function facesOf(sides: string, text: string, at: number): Faces {
  if (sides === '66') return D66;
  if (sides === '%') return oneTo(100);
  if (sides.startsWith('[')) {
    const faces = sides
      .slice(1, -1)
      .split(',')
      .map((f) => Number(f.trim() === '' ? Number.NaN : f));
    if (faces.some((f) => !Number.isInteger(f) || Math.abs(f) > MOST_FACES) || faces.length > 100)
      throw fault(text, at, `Faces are up to 100 whole numbers with commas between, as in D[0,0,1,1,2,3].`);
    return faces;
  }
  const n = Number(sides);
  if (n < 1 || n > MOST_FACES) throw fault(text, at, `A die has 1 to ${MOST_FACES} sides; found D${sides}.`);
  return oneTo(n);
}

/** D6, 2D6, D[0,0,1]: the faces of one die, for those who name a die alone. */
export function parseDie(text: string): Faces {
  const { n, faces } = diceOf(text, 0);
  if (n !== 1) throw fault(text, 0, `'${text}' is ${n} dice; a pool names the kind of one die.`);
  return faces;
}

/** The chances of a throw that adds up: `2D6`, `D6+D8-1`, `4D6 keep highest 3`. */
export function parseSum(text: string): Chances {
  const t = parseThrow(text);
  if (t.counts !== 'total') throw fault(text, 0, `'${text}' counts ${t.counts}; here dice are added up.`);
  return t.chances;
}

function sumOf(text: string, at: number): Chances {
  const kept = /^(.*?)\s+(?:keep\s+)?((?:highest|lowest|kh|kl).*)$/i.exec(text);
  if (kept) return keptOf(diceOf(kept[1], at), keptClause(kept[2]) ?? { which: 'highest', n: 1 }, at);
  let all: Chances = always(0);
  let spread = 0;
  for (const m of text.matchAll(/([+-]?)\s*((?:\[[^\]]*\]|[^+-])+)/g)) {
    const sign = m[1] === '-' ? -1 : 1;
    const term = m[2].trim();
    if (/^\d+$/.test(term)) {
      all = map(all, (x) => x + sign * Number(term));
      continue;
    }
    const { n, faces } = diceOf(term, at + m.index);
    spread += n * (Math.max(...faces) - Math.min(...faces));
    if (spread > MOST_SPREAD) throw fault(text, at, `So many dice have more than ${MOST_SPREAD} totals.`);
    const one = summed(faces, n);
    all = sign > 0 ? sum(all, one) : difference(all, one);
  }
  if (text.trim() === '') throw fault(text, at, 'Nothing is thrown; write dice such as 2D6 or 8D6 >= 4.');
  return all;
}

interface Kept {
  readonly which: 'highest' | 'lowest';
  readonly n: number;
}

function keptClause(text: string): Kept | undefined {
  const m = /^(?:keep\s+)?(highest|lowest|kh|kl)\s*(\d*)$/i.exec(text.trim());
  if (!m) return undefined;
  return { which: /^(h|kh)/i.test(m[1]) ? 'highest' : 'lowest', n: m[2] === '' ? 1 : Number(m[2]) };
}

function keptOf({ n, faces }: { n: number; faces: Faces }, kept: Kept, at: number): Chances {
  if (kept.n < 1 || kept.n > n) throw fault('', at, `${kept.n} of ${n} dice cannot be kept.`);
  const distinct = new Set(faces).size;
  let ways = 1;
  for (let i = 0; i < kept.n; i++) ways = (ways * (distinct + i)) / (i + 1);
  if (ways * n > MOST_KEPT_WAYS) throw fault('', at, `${kept.n} of ${n} such dice are too many to keep apart.`);
  return keep(faces, n, kept.n, kept.which);
}

/** Clauses after the dice of a pool, each about the die or stage before it. */
const CLAUSES = [
  '6s count twice',
  'reroll 1s',
  'reroll failures',
  'explode 6 at most 2',
  'wound 4+',
  'then 4+',
  'save 5+',
  'damage 2',
  '+1',
];

function poolOf(text: string, dice: string, atLeast: number, clauses: readonly Piece[], at: number): Throw {
  const { n, faces } = diceOf(dice, at);
  const dies: (PoolDie & { kind?: Stage['kind'] })[] = [{ faces, atLeast }];
  let damage: Chances = always(1);
  for (const clause of clauses) {
    const last = dies.length - 1;
    const hurts = /^damage\s+(.*)$/i.exec(clause.text);
    const stage = /^(wound|then|pass|save|saved)s?\s+(?:on\s+)?(?:(d\d+|d\[.*\])\s+)?(\d+)\s*\+?$/i.exec(clause.text);
    if (hurts) damage = sumOf(hurts[1], clause.at);
    else if (stage) {
      const kind = /^save/i.test(stage[1]) ? 'save' : 'go-on';
      const own = stage[2] ? diceOf(stage[2], clause.at).faces : faces;
      dies.push({ faces: own, atLeast: Number(stage[3]), kind });
    } else dies[last] = { ...dies[last], ...dieClause(clause, dies[last]) };
  }
  const [first, ...stages] = dies;
  // Each die is asked by itself; whoever asks two dice for an 8 means their total.
  if (first.atLeast > Math.max(...faces) + (first.add ?? 0))
    throw fault(
      text,
      at,
      `No die of '${dice.trim()}' can show ${first.atLeast}: dice are compared one by one. For their total throw '${dice.trim()}' alone and read off '${first.atLeast} or more'.`,
    );
  const most = dies.reduce((all, die) => all * (die.kind === 'save' ? 1 : mostOf(die)), n);
  const hurt = Math.max(...damage.cases.keys());
  if (most * Math.max(1, hurt) > MOST_SPREAD)
    throw fault(text, at, `So many dice have more than ${MOST_SPREAD} totals.`);
  return { text, chances: pool(n, first, stages as readonly Stage[], damage), counts: 'successes' };
}

/** The most successes that one die brings. */
const mostOf = ({ twice, explode, explodeMost = 0 }: PoolDie): number =>
  (twice ? 2 : 1) * (1 + (explode ? explodeMost : 0));

function dieClause(clause: Piece, die: PoolDie): Partial<PoolDie> {
  const { text } = clause;
  const twice = /^(\d+)(?:s|\+)?\s+counts?\s+(?:twice|double)$/i.exec(text);
  if (twice) return { twice: Number(twice[1]) };
  if (/^re-?rolls?\s+(?:1s?|ones)$/i.test(text)) return { reroll: 'ones' };
  if (/^re-?rolls?\s+(?:all\s+)?(?:failures|fails|misses)$/i.test(text)) return { reroll: 'failures' };
  const explode = /^explod(?:e|es|ing)\s+(\d+)s?(?:\s+at\s+most\s+(\d+)(?:\s+times)?)?$/i.exec(text);
  if (explode) {
    const cap = explode[2] === undefined ? 1 : Number(explode[2]);
    if (cap > 20) throw fault(text, clause.at, `A die may explode at most 20 times in a row; found ${cap}.`);
    return { explode: Number(explode[1]), explodeMost: cap };
  }
  const add = /^([+-]\s*\d+)$/.exec(text);
  if (add) return { add: (die.add ?? 0) + Number(add[1].replace(/\s/g, '')) };
  throw unknownClause(clause, CLAUSES);
}

function versus(text: string, a: string, b: string, sorted: boolean, clauses: readonly Piece[], at: number): Throw {
  const ties = clauses.map((c) => /^ties\s+(?:to|go to)\s+(?:the\s+)?(first|second)$/i.exec(c.text)?.[1].toLowerCase());
  const odd = clauses.find((_, i) => ties[i] === undefined);
  if (odd) throw unknownClause(odd, ['ties to second', 'ties to first']);
  if (!sorted) return { text, chances: difference(sumOf(a, at), sumOf(b, at)), counts: 'difference' };
  const [x, y] = [diceOf(a, at), diceOf(b, at)];
  if (x.n > 6 || y.n > 6) throw fault(text, at, 'At most 6 dice a side can be sorted and compared.');
  const chances = sortedPairs(x, y, ties[0] === 'first' ? 'first' : 'second');
  return { text, chances, counts: 'pairs lost' };
}

const unknownClause = ({ text, at }: Piece, known: readonly string[]): InputError =>
  fault(
    text,
    at,
    `'${text}' is not understood; after the dice may come ${known.join(', ')}.${didYouMean(text, known)}`,
  );

function fault(found: string, at: number, message: string): InputError {
  return new InputError([{ path: [], message: `${message} (character ${at + 1})`, found }]);
}
