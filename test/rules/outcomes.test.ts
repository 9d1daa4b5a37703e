import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../src/rules/outcomes.ts';

/** One side's misfortune is the other's luck: what befalls either of two sides weighs the same. */
const MIRRORED = { a: 'b', attacker: 'defender' };

describe.each(Object.entries(OUTCOMES))('the outcomes of a %s', (_, outcomes) => {
  const severityOf = new Map(outcomes.map(({ id, severity }) => [id, severity]));
  it('weigh the same for both sides', () => {
    for (const [side, other] of Object.entries(MIRRORED))
      for (const { id, severity } of outcomes) {
        const there = severityOf.get(id.replace(`${side}-`, `${other}-`));
        // An attacker who evades or stops short has not begun.
        if (!id.startsWith(`${side}-`) || there === undefined || id.endsWith('stops-short')) continue;
        expect([id, there + severity]).toEqual([id, 0]);
      }
  });
  it('name a winner where one side fares worse', () => {
    for (const { id, severity, winner } of outcomes) {
      const fares = severity > 0 ? 'a' : severity < 0 ? 'b' : 'none';
      expect([id, [fares, 'none'].includes(winner)]).toEqual([id, true]);
    }
  });
});

it('an engagement is the worse for side A the further up it stands', () => {
  const severities = OUTCOMES.engagement.map(({ severity }) => severity);
  expect(severities).toEqual([...severities].sort((x, y) => x - y));
});
