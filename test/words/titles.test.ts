import { describe, expect, it } from 'vitest';
import { grognard } from '../cli/harness.ts';

/** A plural name, and behind it a verb that goes with one. */
const WRONG =
  /(?:Cuirassiers|Grenadiers) (?:is|has|does|fires|moves|tests|tries|strikes|charges|evades|counters|reacts|rallies|delivers|leaves|forms|runs|holds|goes|shoots|wins|loses)\b|\b(?:Is|Does|is|does) (?:Cuirassiers|Grenadiers)\b|(?:Cuirassiers|Grenadiers)'s/;

const cases: readonly (readonly [string, ...string[]])[] = [
  ['stand-and-deliver', 'attacker', 'defender'],
  ['cavalry-v-square --set defender.reaction=emergency-square', 'attacker', 'defender'],
  ['column-v-line', 'attacker', 'defender'],
  ['volley', 'firer', 'target'],
  ['test-to-charge --set unit.hits=2 --set unit.moraleSupport=true', 'unit'],
  ['rally', 'unit'],
  ['march-through-woods', 'unit'],
  ['grenadiers-charge', 'attacker', 'defender'],
  ['rally-routers', 'tester'],
  ['gendarmes-v-pikes', 'attacker', 'defender'],
];

describe('titles and stories agree with plural names', () => {
  it.each(cases)('%s', async (line, first, second) => {
    const names = [
      `--set ${first}.name=Cuirassiers`,
      ...(second === undefined ? [] : [`--set ${second}.name=Grenadiers`]),
    ].join(' ');
    let told = '';
    for (let i = 0; i < 6; i++) {
      const { out, err, code } = await grognard(`explain ${line} ${names} --encounter ${i} --all`);
      expect(`${code} ${err}`).toMatch(/^0 /);
      told += out;
    }
    expect(told).toContain('Cuirassiers');
    expect(told).not.toMatch(WRONG);
  });
});
