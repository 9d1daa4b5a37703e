import { expect, it } from 'vitest';
import { OUTCOMES } from '../../src/rules/outcomes.ts';

/** What befalls either of two sides; an attacker who evades or stops short has not begun. */
const MIRRORED = { a: 'b', attacker: 'defender' };

it('what befalls either side weighs the same, and whoever fares worse does not win', () => {
  for (const [kind, outcomes] of Object.entries(OUTCOMES)) {
    const severityOf = new Map(outcomes.map(({ id, severity }) => [id, severity]));
    for (const { id, severity, winner } of outcomes) {
      const fares = severity > 0 ? 'a' : severity < 0 ? 'b' : 'none';
      expect([fares, 'none'], `${kind} ${id}`).toContain(winner);
      for (const [side, other] of Object.entries(MIRRORED)) {
        const there = severityOf.get(id.replace(`${side}-`, `${other}-`));
        if (!id.startsWith(`${side}-`) || there === undefined || id.endsWith('stops-short')) continue;
        expect(there + severity, `${kind} ${id}`).toBe(0);
      }
    }
  }
});

/** What befalls both stands with what befalls the one that counts; a pursuer is the worse off the longer he rides. */
const inOrder = (kind: string) =>
  OUTCOMES[kind as keyof typeof OUTCOMES].filter(({ id }) => !id.startsWith('both-')).map(({ severity }) => severity);

it('what comes of an encounter is the worse for side A the further up it stands, and even where it befalls both', () => {
  for (const [kind, outcomes] of Object.entries(OUTCOMES)) {
    const severities = kind === 'pursuit' ? inOrder(kind).reverse() : inOrder(kind);
    expect(severities, kind).toEqual([...severities].sort((x, y) => x - y));
    for (const { id, severity } of outcomes) if (id.startsWith('both-')) expect(severity, id).toBe(0);
  }
});

/** Fates in the words of all kinds of encounter, from the worst to none at all. */
const FATES: readonly (readonly [fate: RegExp, weight: number])[] = [
  [/(destroyed|broken|routs)$/, 5],
  [/(retreats|broken-into|firer-withdraws|target-driven-back|keeps-routing)$/, 3],
  [/(driven-back|loses|withdraws|falls-back|fails|target-hit|tired)$/, 2],
  [/(evades|refused|no-fire|halts|disordered|worse|no-move|no-recovery|never-halted)$/, 1],
  [/^(evaded|.*stops-short|stopped-short|undecided|no-effect|even|halted-later)$/, 0],
];

it('one fate weighs the same in all kinds of encounter, and to be broken is the worst of it', () => {
  for (const [kind, outcomes] of Object.entries(OUTCOMES))
    for (const { id, severity } of outcomes) {
      const weight = FATES.find(([fate]) => fate.test(id) && !id.startsWith('both-'))?.[1];
      // A side of several units is broken by degrees.
      const most = kind === 'engagement' && /(broken|routs)$/.test(id) ? 4 : weight;
      if (weight !== undefined) expect(Math.abs(severity), `${kind} ${id}`).toBe(most);
    }
});

it('what goes well weighs the more the better it goes', () => {
  const weights = (kind: 'morale' | 'rally' | 'commander' | 'march' | 'pursuit') =>
    OUTCOMES[kind].filter(({ severity }) => severity > 0).map(({ severity }) => severity);
  expect([weights('morale'), weights('rally'), weights('commander'), weights('march'), weights('pursuit')]).toEqual([[1, 2], [1, 2, 3], [1], [1], [1]]); // biome-ignore format: a table
  // Who takes the place of a commander who is killed matters by degrees.
  expect(OUTCOMES.commander.map(({ severity }) => severity)).toEqual([-4, -3, -2, 1]);
});
