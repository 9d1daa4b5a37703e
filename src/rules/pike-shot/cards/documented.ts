import { Document, isMap, isScalar, visit } from 'yaml';
import { illustrative } from './illustrative.ts';

/** What to say above each part of a card set. */
const SECTIONS: readonly (readonly [key: string, comment: string])[] = [
  [
    'cohesion',
    'Cohesion, six levels from sharp to mob: what each adds to Waver rolls (2D6, more is worse), to melee strength\n' +
      'and to the fire number. A card may carry rows of its own under the same key.',
  ],
  ['losses', 'What losses add to Waver rolls, by percent of companies lost, ascending from 0.'],
  ['moveDisorder', 'Levels of cohesion lost by moving, from the movement measures.'],
  ['meleeDisorder', 'Levels of cohesion lost by a melee, once it is over.'],
  ['moves', 'Move rates, in the unit of your ranges. Only engagements need them.'],
  [
    'fire',
    'Fire. bands: ranges and fire intensity, nearest first. modifiers: situation. shiftByDie: column shift for D6 1 to 6.\n' +
      'rows: the fire table; the columns of cohesionLoss and casualties are fire number 0, 1, 2 and so on.\n' +
      'ownModifiers: more rows with conditions, for example\n' +
      '  damp-match: { value: -2, label: damp match, when: { self: { traits: { has: damp } } } }',
  ],
  ['melee', 'Modifiers under the Melee Type table, and rows of your own as above.'],
  [
    'meleeType',
    'Melee Type by difference of strengths; or instead a matrix: { from: 0, cells: [[ES, ...], ...] }, rows the higher\n' +
      'strength, columns the lower. tieStronger: charger, charged or neither may be added.',
  ],
  [
    'meleeOutcome',
    'Melee Outcome: for each type the highest 2D6 total and the result, ascending and covering 2 to 12.\n' +
      'all serves every column of enemies; inf-inf, inf-cav, cav-inf and cav-cav may have lists of their own.\n' +
      'columnShift is added to the roll. Results: stronger- or weaker-gives-ground, -broken-into, -routs; locked.',
  ],
  ['casualtyRolls', 'Companies lost for D6 1 to 6, by result, for the stronger and the weaker side.'],
  [
    'cards',
    'Regiment cards. waver: for each test the highest 2D6 total and the result, ascending; the last catches the rest.\n' +
      'Results: Ch charge, Cc counter-charge, St stand, -1 stand and lose a level, Ev evade, Ro rout.\n' +
      'rally: levels recovered for D6 1 to 6. meleeSpecials: special modifiers of the card, written as ownModifiers.\n' +
      'traits: reiter, petronel, lance, light-horse, skirmishing-horse, enfants-perdus, and words of your own.',
  ],
];

/** A card set to start from: the stand-in figures with an explanation above each part. */
export function documentedCardsYaml(): string {
  const head = [
    '# A card set for the pike-shot rulebook: every table and regiment card that the sheet refers to but does not print.',
    '# A scenario names it: cards: my-cards.yaml',
    '# The figures below are the illustrative stand-ins. They are invented, except the cohesion rows and the formations',
    '# of the seasoned pike and shot, which follow a public specimen card. Replace them with those of your own rules.',
    'title: my cards',
    '# Set to false once every figure is your own; until then every result says that it is illustrative.',
    'illustrative: true',
    '',
  ];
  const parts = SECTIONS.map(([key, comment]) => {
    const lines = comment.split('\n').map((line) => `# ${line}`);
    return `${lines.join('\n')}\n${section(key)}`;
  });
  return `${head.join('\n')}\n${parts.join('\n')}`;
}

function section(key: string): string {
  const doc = new Document({ [key]: illustrative[key as keyof typeof illustrative] }, { aliasDuplicateObjects: false });
  visit(doc, {
    // Lists of figures stay on one line; lists of records take a line each.
    Seq: (_, node) => {
      const records = node.items.some((item) => isMap(item));
      node.flow = !records;
      for (const item of node.items) if (isMap(item)) item.flow = true;
    },
    Map: (_, node) => {
      const plain = node.items.length > 1 && node.items.every((pair) => isScalar(pair.value));
      const figures = node.items.every((pair) => isScalar(pair.value) && typeof pair.value.value === 'number');
      if (plain && (figures || node.has('melee'))) node.flow = true;
    },
  });
  return doc.toString({ lineWidth: 0, flowCollectionPadding: true });
}
