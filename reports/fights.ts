import type { CellResult, Contact, Estimate, Results } from '../src/results/types.ts';
import { pooled, together } from './cells.ts';
import { percent, percentPair } from './number.ts';
import { capital, list, sideThat, theSide, theSideThat } from './text.ts';
import { AMBER, BLUE, NEUTRAL } from './theme.ts';

/** A charge that is refused, evaded or driven off is not a fight won: such charges are shares of their own. */

type Winner = 'a' | 'b' | 'none';

/** Fights won, of all encounters; a side that gave way before contact did not lose a fight. */
export function fightsWon(cell: CellResult, winner: Winner): Estimate {
  return cell.contact?.won[winner] ?? together(cell, (o) => o.winner === winner);
}

/** Charges that never came to contact, by who came off better. */
function withoutContact(cell: CellResult, winner: Winner): Estimate {
  return pooled(
    cell,
    (cell.contact?.without ?? []).filter((o) => o.winner === winner),
  );
}

/**
 * Who comes off better in any way. A charge may be settled before any fight is, and only fights are won: one word for
 * both sides, and for every table of the answer.
 */
export function betterOf(results: Results, side: 0 | 1): string {
  const fought = results.cells.every((cell) => cell.contact === undefined);
  return theSideThat(results.cells[0].sides[side], fought ? 'wins' : 'comes off better');
}

/** "the attacker wins 30.8%", "the attacker comes off better in 30.8%". */
export const betterIn = (results: Results, side: 0 | 1, share: string): string => {
  const who = betterOf(results, side);
  return `${who}${/better$/.test(who) ? ' in' : ''} ${share}`;
};

/** What "comes off better" adds up, under a table that shows its parts; nothing where every charge comes to a fight. */
export const betterNote = (results: Results): string[] =>
  results.cells.some((cell) => withoutContact(cell, 'a').p + withoutContact(cell, 'b').p > 0)
    ? ['To come off better is to win the fight, or to see the enemy go before contact.']
    : [];

/** The shares that no fight stands behind, for charts and tables. */
export function seriesWithoutContact(
  results: Results,
): { label: string; colour: string; of: (cell: CellResult) => Estimate }[] {
  const [a, b] = results.cells[0].sides;
  const share = (winner: Winner, label: string, colour: string) => ({
    label,
    colour,
    of: (cell: CellResult) => withoutContact(cell, winner),
  });
  return [
    share('a', `${sideThat(b, 'gives')} way before contact`, BLUE[3]),
    share('b', `${sideThat(a, 'is')} driven off before contact`, AMBER[3]),
    share('none', 'no contact', NEUTRAL[1]),
  ];
}

/** Shares of charges below this are not worth a clause of a headline. */
const WORTH_TELLING = 0.005;

/**
 * "Half the charges never go in; when the two meet, the cavalry wins 87%, the line 10%". Undefined where every charge
 * comes to contact: then the plain sentence is true.
 */
export function contactFinding(cell: CellResult): string | undefined {
  const { contact, sides } = cell;
  if (contact === undefined || contact.met.p > 1 - 1e-12) return undefined;
  const clauses = clausesOf(contact, sides).filter((c) => c.p >= WORTH_TELLING || contact.whenMet === undefined);
  if (contact.whenMet === undefined) return capital(`${clausesText(clauses)}: none comes to contact`);
  if (clauses.length === 0) return capital(`${verdictOf(contact, sides)} of the charges that come to contact`);
  return capital(`${clausesText(clauses)}; when the two meet, ${verdictOf(contact, sides)}`);
}

interface Clause {
  readonly p: number;
  /** What becomes of these charges: "never go in". */
  readonly words: string;
}

function clausesOf({ without }: Contact, [a, b]: CellResult['sides']): Clause[] {
  const kinds: readonly [words: string, holds: (o: Contact['without'][number]) => boolean][] = [
    ['never go in', (o) => o.id === 'charge-refused'],
    ['are evaded', (o) => o.id === 'evaded' || o.id === 'attacker-evades'],
    ['stop short', (o) => /stop/.test(o.id)],
    [`drive ${theSide(b)} off before contact`, (o) => o.winner === 'a'],
    [`are driven off before contact`, (o) => o.winner === 'b'],
    [`come to nothing for ${theSide(a)} and ${theSide(b)} alike`, (o) => o.winner === 'none'],
  ];
  const counted = new Set<string>();
  return kinds
    .map(([words, holds]) => {
      const own = without.filter((o) => holds(o) && !counted.has(o.id));
      for (const o of own) counted.add(o.id);
      return { words, p: own.reduce((sum, o) => sum + o.p, 0) };
    })
    .filter((c) => c.p > 0)
    .sort((x, y) => y.p - x.p);
}

/** "half the charges never go in and 9% are driven off before contact". */
const clausesText = (clauses: readonly Clause[]): string =>
  list(clauses.map(({ p, words }, i) => `${i === 0 ? shareOfCharges(p) : percent(p)} ${words}`));

function shareOfCharges(p: number): string {
  if (p > 1 - 1e-10) return 'all charges';
  return Math.abs(p - 0.5) < 0.005 ? 'half the charges' : `${percent(p)} of charges`;
}

/** How the fights went that took place. */
function verdictOf({ whenMet }: Contact, sides: CellResult['sides']): string {
  const { a, b, none } = whenMet as NonNullable<Contact['whenMet']>;
  const [first, second] = a.p >= b.p ? [0, 1] : [1, 0];
  const [most, least] = a.p >= b.p ? [a.p, b.p] : [b.p, a.p];
  const [high, low] = percentPair(most, least);
  const wins = `${theSideThat(sides[first], 'wins')} ${high}`;
  if (most > 1 - 1e-10) return `${theSideThat(sides[first], 'wins')} every time`;
  if (most === 0) return 'neither ever wins';
  if (Math.abs(most - least) < 1e-12) return `it is even: each wins ${percent(most)}`;
  const rest = least === 0 ? `${theSide(sides[second])} never` : `${theSide(sides[second])} ${low}`;
  return none.p > 0.5 ? `${percent(none.p)} end without a winner: ${wins}, ${rest}` : `${wins}, ${rest}`;
}
