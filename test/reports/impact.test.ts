import { beforeAll, describe, expect, it } from 'vitest';
import { impactDots } from '../../reports/charts/impact-dots.ts';
import { impactMap, mapAxes } from '../../reports/charts/impact-map.ts';
import { html } from '../../reports/html.ts';
import { impact } from '../../src/experiments/impact/impact.ts';
import type { Results, VariantImpact } from '../../src/results/types.ts';
import { loadBook } from '../../src/scenarios/files.ts';
import { builtInSuite } from '../../src/scenarios/suite/built-in.ts';

/** A game in which the mood of the attacker decides, and that of the defender is seen and counts for nothing. */
const brawl = {
  id: 'brawl',
  title: 'Brawl',
  unit: { given: { mood: { words: ['calm', 'wild'], default: 'calm' } } },
  modifiers: { fury: { rows: { wild: [1, 'wild fighters', { self: { mood: 'wild' } }] } } },
  encounters: {
    clash: {
      title: 'Clash',
      sides: ['attacker', 'defender'],
      given: { reaction: { words: ['stands', 'yields'], default: 'stands' } },
      outcomes: { 'defender-hurt': 2, 'stand-off': 0 },
      play: [
        {
          roll: 'D20',
          by: 'attacker',
          against: 'defender',
          add: 'fury',
          title: 'blow',
          results: [{ if: 'total >= 15', do: [{ end: 'defender-hurt' }] }, { do: [{ end: 'stand-off' }] }],
        },
      ],
    },
  },
};

let results: Results;
let moved: VariantImpact;
beforeAll(async () => {
  const suite = await builtInSuite(await loadBook(brawl));
  const variant = { name: 'rules.fury.wild=2', overrides: [{ path: 'rules.fury.wild', value: 2 }] };
  results = await impact(suite, { variants: [variant] });
  [moved] = results.impact!.variants;
});

describe('the map of an impact', () => {
  it('sets reactions against the unit that the change is about', () => {
    expect(mapAxes(moved)).toEqual({ group: 'clash-words', across: 'reaction', down: 'attacker mood' });
  });

  it('tells small changes apart', () => {
    const spec = impactMap(results, moved, mapAxes(moved)!);
    const shown = spec.data.values.map((row) => row.shown);
    expect(new Set(shown)).toEqual(new Set(['0', '+5.0']));
  });
});

describe('the dots of an impact', () => {
  it('say once, above, what all names begin with', () => {
    const spec = impactDots(results, moved);
    const names = spec.data.values.map((row) => String(row.name));
    expect(names).toHaveLength(moved.moved);
    expect(names.filter((name) => /clash/i.test(name))).toEqual([]);
    expect(JSON.stringify(spec)).toContain('Each of them: clash: attacker mood wild, defender mood');
  });
});

describe('the page of an impact', () => {
  const links = (page: string) => [...page.matchAll(/<a (?:download="[^"]*" )?href="([^"]{5,12})/g)].map((m) => m[1]);
  it('carries its data while that is little, and names the files beside it when it is much', () => {
    expect(links(html(results, []))).toEqual(['data:text/cs', 'data:applica']);
    const many = Array.from({ length: 600 }, () => moved.situations).flat();
    const large = { ...results, impact: { ...results.impact!, variants: [{ ...moved, situations: many }] } };
    expect(links(html(large, []))).toEqual(['results.csv', 'results.json']);
  });
});
