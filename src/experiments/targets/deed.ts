import { InputError } from '../../rules/problem.ts';
import type { Calls } from '../../scenarios/suite/called.ts';
import type { Outcome } from '../../sim/machine.ts';
import { bareWords, type Deed, deedIn, endingsOf, type Verb } from '../../words/deeds.ts';
import type { Objective } from '../objective.ts';

interface Shape {
  readonly outcomes: readonly Outcome[];
}

/**
 * "routs a fresh battalion", "heavy cavalry beats light cavalry": the probability that one side does that to the other,
 * or worse. Whoever is named must be called so in the situation. Undefined where the text holds no such verb.
 */
export function deedObjective(text: string, { outcomes }: Shape, calls: Calls): Objective | undefined {
  if (outcomes.some((o) => o.id === text.trim())) return undefined;
  const deed = deedIn(text);
  if (!deed) return undefined;
  const side = doer(text, deed, calls);
  const winner = side === 0 ? 'a' : 'b';
  const counted = outcomesOf(deed.verb, side, outcomes);
  if (counted.size === 0) {
    const message = `'${text}': no outcome of this encounter says that; it has ${outcomes.map((o) => o.id).join(', ')}.`;
    throw new InputError([{ path: [], message, found: text }]);
  }
  return {
    id: endingsOf(deed.verb).length === 0 ? `winner=${winner}` : `${winner} ${deed.verb}`,
    label: text.trim(),
    kind: 'probability',
    goodFor: winner,
    ofEnd: (e) => (counted.has(e.outcome) ? 1 : 0),
  };
}

/** The side that does it: the first, unless the names say otherwise. Names that nobody here has are refused. */
function doer(text: string, { by, to }: Deed, calls: Calls): 0 | 1 {
  const can = ([0, 1] as const).filter(
    (i) => (by === undefined || calls[i].has(bareWords(by))) && calls[1 - i].has(bareWords(to)),
  );
  if (can.length > 0) return can[0];
  const known = (i: 0 | 1) => [...calls[i]].map((name) => `'${name}'`).join(' or ');
  const stranger = [by, to].find((name) => name !== undefined && !calls.some((c) => c.has(bareWords(name)))) ?? text;
  const message =
    `'${text}': nobody here is called '${stranger}'; the sides are ${known(0)} and ${known(1)}. ` +
    'A unit is called by its troop or by its name, such as "name: fresh battalion".';
  throw new InputError([{ path: [], message, found: stranger }]);
}

/** Outcomes in which the other side has suffered that or worse; those that both suffer alike count as well. */
function outcomesOf(verb: Verb, side: 0 | 1, outcomes: readonly Outcome[]): ReadonlySet<number> {
  const winner = side === 0 ? 'a' : 'b';
  const places = outcomes.map((_, i) => i);
  const endings = endingsOf(verb);
  if (endings.length === 0) return new Set(places.filter((i) => outcomes[i].winner === winner));
  const named = (id: string) => endings.some((e) => id === e || id.endsWith(`-${e}`));
  const grades = outcomes.filter((o) => o.winner === winner && named(o.id)).map((o) => Math.abs(o.severity));
  const least = Math.min(...grades);
  return new Set(
    places.filter((i) => {
      const { id, winner: won, severity } = outcomes[i];
      return (won === winner && Math.abs(severity) >= least) || (id.startsWith('both-') && named(id));
    }),
  );
}
