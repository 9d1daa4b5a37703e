import { distance } from 'fastest-levenshtein';
import { checkWhen } from '../../check.ts';
import { didYouMean } from '../../nearest.ts';
import type { Problem } from '../../problem.ts';
import { refusals } from '../../refusal.ts';
import { sheet } from '../sheet/sheet.ts';
import { vocabulary } from '../vocabulary.ts';
import { ENEMIES_COLUMNS, RESULTS_OF_TEST, TRAITS, WAVER_TESTS, WAVER_TITLES, type WaverTest } from '../words.ts';
import type { Card, CardSet, OwnModifier } from './schema.ts';

type Path = Problem['path'];

/**
 * What the shape of a card set cannot say: rows ascend and cover every total, names lead somewhere. Paths are inside
 * the set, so that a loader can point at the line.
 */
export function checkCards(set: CardSet): Problem[] {
  return [
    ...checkAscendingFrom0(set.losses, 'atLeastPct', ['losses'], 'percent lost'),
    ...checkFire(set),
    ...checkMelee(set),
    ...checkOwn(set.fire.ownModifiers, ['fire', 'ownModifiers']),
    ...checkOwn(set.melee.ownModifiers, ['melee', 'ownModifiers']),
    ...Object.entries(set.cards).flatMap(([id, card]) => checkCard(card, set, ['cards', id])),
    ...(Object.keys(set.cards).length === 0
      ? [{ path: ['cards'], message: 'A card set needs at least one regiment card.' }]
      : []),
  ];
}

const checkOwn = (own: Readonly<Record<string, OwnModifier>>, path: Path): Problem[] =>
  Object.entries(own).flatMap(([id, { when }]) =>
    when === undefined ? [] : checkWhen(when, vocabulary, sheet, [...path, id, 'when']),
  );

/** Figures that must ascend strictly: each that does not is told with the one before it. */
const ascending = (
  figures: readonly number[],
  pathOf: (place: number) => Path,
  sentence: (figure: number, before: number) => string,
): Problem[] =>
  figures.flatMap((figure, i) =>
    i === 0 || figure > figures[i - 1]
      ? []
      : [{ path: pathOf(i), message: sentence(figure, figures[i - 1]), found: figure }],
  );

/** Totals ascend strictly, and the last reaches `highest`. */
function checkTotals(
  rows: readonly (readonly [number, string])[],
  highest: number,
  path: Path,
  what: string,
): Problem[] {
  const [last] = rows[rows.length - 1];
  const short = `${what} must cover every total: the last row ends at ${last}, but ${highest} can be rolled.`;
  return [
    ...ascending(
      rows.map(([total]) => total),
      (i) => [...path, i, 0],
      (total, before) => `${what} must ascend: ${total} follows ${before}.`,
    ),
    ...refusals(rows, path, [[last < highest, [rows.length - 1, 0], short]]),
  ];
}

const checkAscendingFrom0 = <K extends string>(
  rows: readonly Readonly<Record<K, number>>[],
  key: K,
  path: Path,
  what: string,
): Problem[] => [
  ...refusals(rows, path, [[rows[0][key] !== 0, [0, key], `The first row must start at 0 ${what}.`]]),
  ...ascending(
    rows.map((row) => row[key]),
    (i) => [...path, i, key],
    (figure, before) => `Rows must ascend by ${what}: ${figure} follows ${before}.`,
  ),
];

function checkFire({ fire, cards }: CardSet): Problem[] {
  const { rows } = fire;
  const columns = rows[0].cohesionLoss.length;
  const most = Math.max(0, ...Object.values(cards).map((c) => c.shotCompanies));
  const last = rows[rows.length - 1].maxCompanies;
  return [
    ...Object.entries(fire.bands).flatMap(([kind, bands]) =>
      ascending(
        bands.map((b) => b.maxRange),
        (i) => ['fire', 'bands', kind, i, 'maxRange'],
        (range, before) => `Range bands go from near to far: ${range} follows ${before}.`,
      ),
    ),
    ...rows.flatMap((row, i) =>
      (['cohesionLoss', 'casualties'] as const).flatMap((key): Problem[] => {
        const found = row[key].length;
        if (found === columns) return [];
        const message = `Every line of the fire table needs ${columns} figures, one for each fire number 0 to ${columns - 1}; this one has ${found}.`;
        return [{ path: ['fire', 'rows', i, key], message, found }];
      }),
    ),
    ...ascending(
      rows.map((row) => row.maxCompanies),
      (i) => ['fire', 'rows', i, 'maxCompanies'],
      (companies, before) => `Rows of the fire table ascend by companies: ${companies} follows ${before}.`,
    ),
    ...refusals(
      fire,
      ['fire'],
      [
        [
          last < most,
          ['rows', rows.length - 1, 'maxCompanies'],
          `The fire table ends at ${last} shot companies, but a card has ${most}.`,
        ],
      ],
    ),
  ];
}

function checkMelee(set: CardSet): Problem[] {
  const { meleeType, meleeOutcome, casualtyRolls } = set;
  const problems: Problem[] = [];
  const types = Object.keys(meleeOutcome.types);
  const named = (type: string, path: Path) => {
    if (types.includes(type)) return;
    const message = `The Melee Outcome table has no type '${type}'; it has ${types.join(', ')}.${didYouMean(type, types)}`;
    problems.push({ path, message, found: type, allowed: types });
  };
  if ((meleeType.byDifference === undefined) === (meleeType.matrix === undefined)) {
    problems.push({
      path: ['meleeType'],
      message: 'The Melee Type table is either byDifference or a matrix: give one.',
    });
  }
  if (meleeType.byDifference) {
    problems.push(...checkAscendingFrom0(meleeType.byDifference, 'min', ['meleeType', 'byDifference'], 'difference'));
    meleeType.byDifference.forEach((d, i) => {
      named(d.type, ['meleeType', 'byDifference', i, 'type']);
    });
  }
  meleeType.matrix?.cells.forEach((cells, row, all) => {
    if (cells.length !== all.length) {
      const message = `The Melee Type matrix is square: ${all.length} rows, but this one has ${cells.length} cells.`;
      problems.push({ path: ['meleeType', 'matrix', 'cells', row], message, found: cells.length });
    }
    cells.forEach((type, column) => {
      named(type, ['meleeType', 'matrix', 'cells', row, column]);
    });
  });
  named(meleeType.rearAttackType, ['meleeType', 'rearAttackType']);
  for (const type of Object.keys(meleeType.names)) named(type, ['meleeType', 'names', type]);

  for (const [type, lists] of Object.entries(meleeOutcome.types)) {
    const path = ['meleeOutcome', 'types', type];
    for (const column of ENEMIES_COLUMNS) {
      if (lists[column] || lists.all) continue;
      problems.push({ path, message: `The type ${type} has no list for ${column}, and none for all columns.` });
    }
    for (const [key, list] of Object.entries(lists)) {
      if (!list) continue;
      const used = ENEMIES_COLUMNS.filter((c) => (key === 'all' ? !lists[c] : c === key));
      const highest = 12 + Math.max(0, ...used.map((c) => meleeOutcome.columnShift[c]));
      problems.push(...checkTotals(list, highest, [...path, key], `The outcomes of type ${type}`));
      list.forEach(([, result], i) => {
        if (casualtyRolls[result]) return;
        const message = `There is no casualty line for the result '${result}': add casualtyRolls.${result}.`;
        problems.push({ path: [...path, key, i, 1], message, found: result });
      });
    }
  }
  return problems;
}

function checkCard(card: Card, set: CardSet, path: Path): Problem[] {
  const { shoot, shotCompanies, companies } = card;
  const kinds = Object.keys(set.fire.bands);
  return [
    ...WAVER_TESTS.flatMap((test) => checkWaver(card, test, [...path, 'waver', test])),
    ...refusals(card, path, [
      [
        shoot !== null && !kinds.includes(shoot),
        'shoot',
        `fire.bands has no kind of shot '${shoot}'; it has ${kinds.join(', ')}.${didYouMean(shoot ?? '', kinds)}`,
      ],
      [
        shoot === null && shotCompanies > 0,
        'shotCompanies',
        'The card has shot companies but no kind of shot: name a line of fire.bands in shoot.',
      ],
      [
        card.arm !== 'guns' && shotCompanies > companies,
        'shotCompanies',
        `Shot companies are part of the regiment: ${shotCompanies} of ${companies} cannot be.`,
      ],
      [Object.keys(card.formations).length === 0, 'formations', 'A card needs at least one formation.'],
    ]),
    ...(card.losses ? checkAscendingFrom0(card.losses, 'atLeastPct', [...path, 'losses'], 'percent lost') : []),
    ...card.traits.flatMap((trait, i): Problem[] => {
      // A word of the user's own is welcome; one that is a slip of the pen away from a known trait is not.
      const near = TRAITS.find((t) => t !== trait && distance(t, trait.toLowerCase()) <= 2);
      if (!near || (TRAITS as readonly string[]).includes(trait)) return [];
      const message = `The trait '${trait}' is no word of the sheet. Did you mean '${near}'?`;
      return [{ path: [...path, 'traits', i], message, found: trait, nearest: near }];
    }),
  ];
}

function checkWaver(card: Card, test: WaverTest, path: Path): Problem[] {
  const rows = card.waver[test];
  const allowed = RESULTS_OF_TEST[test].filter(
    (r) => !(r === 'Cc' && card.arm !== 'horse' && test === 'chargedByHorse'),
  );
  const problems = checkTotals(rows, 12, path, `The Waver row '${WAVER_TITLES[test]}'`);
  rows.forEach(([, result], i) => {
    if (allowed.includes(result)) return;
    const why =
      result === 'Cc' && test === 'chargedByHorse'
        ? 'Foot may not charge horse, so it cannot counter-charge'
        : `The Waver row '${WAVER_TITLES[test]}' cannot give ${result}`;
    problems.push({
      path: [...path, i, 1],
      message: `${why}; it gives ${allowed.join(', ')}.`,
      found: result,
      allowed,
    });
  });
  return problems;
}
