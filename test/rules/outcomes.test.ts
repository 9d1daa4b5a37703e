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
