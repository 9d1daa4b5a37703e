import type { CardSet } from './schema.ts';

const flatCasualties = [0, 0, 0, 0, 0, 1];

/**
 * The stand-in set. Every figure is invented so that the procedures can be run from end to end, except what is marked
 * public: the cohesion rows and the three formations of the seasoned pike and shot follow a specimen card that anyone
 * can look up. None of it is a publisher's table.
 */
export const illustrative: CardSet = {
  title: 'illustrative stand-in cards',
  illustrative: true,
  notice:
    'Illustrative: the tables and cards behind this result are invented stand-ins, not those of the rules. Only the ' +
    'cohesion rows and the formations of the seasoned pike and shot follow a public specimen card. Put your own cards ' +
    'in their place with cards: FILE.',
  // public
  cohesion: {
    sharp: { waver: 0, combat: 0, fire: 0 },
    trim: { waver: 0, combat: 0, fire: 0 },
    uneven: { waver: 0, combat: 0, fire: 0 },
    disarrayed: { waver: 1, combat: -1, fire: -1 },
    ragged: { waver: 2, combat: -2, fire: -2 },
    mob: { waver: 3, combat: -3, fire: -3 },
  },
  losses: [
    { atLeastPct: 0, waver: 0 },
    { atLeastPct: 25, waver: 1 },
    { atLeastPct: 50, waver: 2 },
  ],
  moveDisorder: { march: 0, double: 1, charge: 1 },
  meleeDisorder: 1,
  moves: {
    foot: { march: 2, double: 4, charge: 4 },
    horse: { march: 4, double: 7, charge: 8 },
    guns: { march: 1, double: 2, charge: 2 },
  },
  fire: {
    bands: {
      arquebus: [
        { band: 'point-blank', maxRange: 2, intensity: 3 },
        { band: 'near', maxRange: 4, intensity: 2 },
        { band: 'far', maxRange: 6, intensity: 0 },
      ],
      pistol: [
        { band: 'point-blank', maxRange: 1, intensity: 3 },
        { band: 'near', maxRange: 2, intensity: 1 },
      ],
      'field-gun': [
        { band: 'point-blank', maxRange: 4, intensity: 4 },
        { band: 'near', maxRange: 10, intensity: 2 },
        { band: 'far', maxRange: 20, intensity: 1 },
      ],
    },
    modifiers: { targetDeepColumn: 1, targetSkirmishing: -2, targetInCover: -2, firerMoved: -1 },
    ownModifiers: {},
    shiftByDie: [-2, -1, 0, 0, 1, 2],
    rows: [
      { maxCompanies: 2, cohesionLoss: [0, 0, 0, 1, 1, 1, 2], casualties: [0, 0, 0, 0, 0, 1, 1] },
      { maxCompanies: 5, cohesionLoss: [0, 0, 1, 1, 1, 2, 2], casualties: [0, 0, 0, 0, 1, 1, 1] },
      { maxCompanies: 99, cohesionLoss: [0, 1, 1, 1, 2, 2, 3], casualties: [0, 0, 0, 1, 1, 1, 2] },
    ],
  },
  melee: {
    modifiers: { uphill: 1, behindObstacle: 1, lanceFirstContact: 1, supportedByShot: 1 },
    ownModifiers: {},
  },
  meleeType: {
    byDifference: [
      { min: 0, type: 'ES' },
      { min: 2, type: 'US' },
      { min: 4, type: 'A' },
      { min: 6, type: 'OV' },
    ],
    // Equal strengths are left to the ruling tieStronger.
    rearAttackType: 'OV',
    names: { ES: 'even struggle', US: 'uneven struggle', A: 'advantage', OV: 'overwhelmed' },
  },
  meleeOutcome: {
    columnShift: { 'inf-inf': 0, 'inf-cav': 0, 'cav-inf': 1, 'cav-cav': 1 },
    types: {
      ES: {
        all: [
          [4, 'stronger-gives-ground'],
          [8, 'locked'],
          [11, 'weaker-gives-ground'],
          [99, 'weaker-broken-into'],
        ],
      },
      US: {
        all: [
          [3, 'stronger-gives-ground'],
          [6, 'locked'],
          [9, 'weaker-gives-ground'],
          [11, 'weaker-broken-into'],
          [99, 'weaker-routs'],
        ],
      },
      A: {
        all: [
          [2, 'stronger-gives-ground'],
          [4, 'locked'],
          [7, 'weaker-gives-ground'],
          [10, 'weaker-broken-into'],
          [99, 'weaker-routs'],
        ],
      },
      OV: {
        all: [
          [4, 'weaker-gives-ground'],
          [7, 'weaker-broken-into'],
          [99, 'weaker-routs'],
        ],
      },
    },
  },
  casualtyRolls: {
    'stronger-gives-ground': { stronger: flatCasualties, weaker: flatCasualties },
    locked: { stronger: flatCasualties, weaker: flatCasualties },
    'weaker-gives-ground': { stronger: flatCasualties, weaker: [0, 0, 0, 0, 1, 1] },
    'weaker-broken-into': { stronger: flatCasualties, weaker: [0, 0, 1, 1, 1, 2] },
    'weaker-routs': { stronger: [0, 0, 0, 0, 0, 0], weaker: [0, 1, 1, 1, 2, 2] },
  },
  cards: {
    'seasoned-pike-and-shot': {
      title: 'seasoned pike and shot',
      arm: 'foot',
      training: 'seasoned',
      traits: [],
      ferocity: 0,
      marshalling: 4,
      companies: 10,
      shotCompanies: 4,
      shoot: 'arquebus',
      formations: {
        column: { melee: 4, fire: -1, deep: true, skirmishing: false, source: 'public' },
        hedgehog: { melee: 4, fire: -2, deep: false, skirmishing: false, source: 'public' },
        'shot-forward': { melee: 2, fire: 0, deep: false, skirmishing: false, source: 'public' },
      },
      rally: [0, 1, 1, 1, 2, 2],
      waver: {
        toCharge: [
          [7, 'Ch'],
          [10, 'St'],
          [12, '-1'],
          [99, 'Ro'],
        ],
        chargedByHorse: [
          [7, 'St'],
          [10, '-1'],
          [99, 'Ro'],
        ],
        chargedByFoot: [
          [8, 'St'],
          [10, '-1'],
          [99, 'Ro'],
        ],
        disaster: [
          [8, 'St'],
          [10, '-1'],
          [99, 'Ro'],
        ],
      },
      meleeSpecials: {},
    },
    'levy-foot': {
      title: 'levy foot',
      arm: 'foot',
      training: 'levy',
      traits: [],
      ferocity: 0,
      marshalling: 3,
      companies: 8,
      shotCompanies: 3,
      shoot: 'arquebus',
      formations: {
        column: { melee: 3, fire: -1, deep: true, skirmishing: false },
        'shot-forward': { melee: 1, fire: 0, deep: false, skirmishing: false },
      },
      rally: [0, 0, 1, 1, 1, 2],
      waver: {
        toCharge: [
          [5, 'Ch'],
          [8, 'St'],
          [10, '-1'],
          [99, 'Ro'],
        ],
        chargedByHorse: [
          [5, 'St'],
          [8, '-1'],
          [99, 'Ro'],
        ],
        chargedByFoot: [
          [6, 'St'],
          [9, '-1'],
          [99, 'Ro'],
        ],
        disaster: [
          [6, 'St'],
          [8, '-1'],
          [99, 'Ro'],
        ],
      },
      meleeSpecials: {},
    },
    'veteran-reiters': {
      title: 'veteran reiters',
      arm: 'horse',
      training: 'veteran',
      traits: ['reiter'],
      ferocity: 1,
      marshalling: 5,
      companies: 4,
      shotCompanies: 4,
      shoot: 'pistol',
      formations: { deep: { melee: 4, fire: 0, deep: true, skirmishing: false } },
      rally: [0, 1, 1, 2, 2, 3],
      waver: {
        toCharge: [
          [8, 'Ch'],
          [11, 'St'],
          [99, '-1'],
        ],
        chargedByHorse: [
          [6, 'Cc'],
          [9, 'St'],
          [10, '-1'],
          [11, 'Ev'],
          [99, 'Ro'],
        ],
        chargedByFoot: [
          [8, 'St'],
          [10, 'Ev'],
          [99, 'Ro'],
        ],
        disaster: [
          [9, 'St'],
          [11, '-1'],
          [99, 'Ro'],
        ],
      },
      meleeSpecials: {},
    },
    gendarmes: {
      title: 'gendarmes',
      arm: 'horse',
      training: 'seasoned',
      traits: ['lance'],
      ferocity: 2,
      marshalling: 3,
      companies: 5,
      shotCompanies: 0,
      shoot: null,
      formations: { 'en-haye': { melee: 6, fire: 0, deep: false, skirmishing: false } },
      rally: [0, 0, 1, 1, 1, 2],
      waver: {
        toCharge: [
          [9, 'Ch'],
          [11, 'St'],
          [99, '-1'],
        ],
        chargedByHorse: [
          [9, 'Cc'],
          [11, 'St'],
          [99, 'Ro'],
        ],
        chargedByFoot: [
          [9, 'St'],
          [99, '-1'],
        ],
        disaster: [
          [8, 'St'],
          [10, '-1'],
          [99, 'Ro'],
        ],
      },
      meleeSpecials: {},
    },
    'field-battery': {
      title: 'field battery',
      arm: 'guns',
      training: 'seasoned',
      traits: [],
      ferocity: 0,
      companies: 2,
      shotCompanies: 3,
      shoot: 'field-gun',
      formations: { deployed: { melee: 1, fire: 0, deep: false, skirmishing: false } },
      rally: [0, 1, 1, 1, 1, 2],
      waver: {
        toCharge: [[99, 'St']],
        chargedByHorse: [
          [6, 'St'],
          [8, '-1'],
          [99, 'Ro'],
        ],
        chargedByFoot: [
          [7, 'St'],
          [9, '-1'],
          [99, 'Ro'],
        ],
        disaster: [
          [7, 'St'],
          [9, '-1'],
          [99, 'Ro'],
        ],
      },
      meleeSpecials: {},
    },
  },
};
