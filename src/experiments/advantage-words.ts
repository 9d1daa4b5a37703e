import { points } from '../words/figures.ts';
import { agree, theName } from '../words/names.ts';

/**
 * The lead of the first side over the second, told for one of them: "the defender comes off better 6.6 percentage points
 * oftener than the attacker"; and what follows such a sentence: "55.0 less often".
 */
export function leadWords({ label }: { readonly label: string }, side: 'a' | 'b', sides: readonly [string, string]) {
  const [name, other] = side === 'a' ? sides : [sides[1], sides[0]];
  const does = / wins? than /.test(label) ? agree(name, 'wins') : `${agree(name, 'comes')} off better`;
  const often = (lead: number, unit: string): string => {
    const size = points(Math.abs(lead)).replace('+', '');
    if (Number(size) === 0) return 'as often';
    const isAhead = side === 'a' ? lead > 0 : lead < 0;
    return `${size}${unit} ${isAhead ? 'oftener' : 'less often'}`;
  };
  return {
    long: (lead: number): string => {
      const comparison = often(lead, ' percentage points');
      return `${theName(name)} ${does} ${comparison} ${comparison === 'as often' ? 'as' : 'than'} ${theName(other)}`;
    },
    short: (lead: number): string => often(lead, ''),
  };
}
