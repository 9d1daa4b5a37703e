import { distance } from 'fastest-levenshtein';
import { checkWhen } from '../../check.ts';
import { didYouMean } from '../../nearest.ts';
import type { Problem } from '../../problem.ts';
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

/** Totals ascend strictly, and the last reaches `highest`. */
function checkTotals(
  rows: readonly (readonly [number, string])[],
  highest: number,
  path: Path,
  what: string,
): Problem[] {
  const problems: Problem[] = [];
  for (let i = 1; i < rows.length; i++) {
    if (rows[i][0] > rows[i - 1][0]) continue;
    problems.push({
      path: [...path, i, 0],
      message: `${what} must ascend: ${rows[i][0]} follows ${rows[i - 1][0]}.`,
      found: rows[i][0],
    });
  }
  const last = rows[rows.length - 1];
  if (last[0] < highest) {
    problems.push({
      path: [...path, rows.length - 1, 0],
      message: `${what} must cover every total: the last row ends at ${last[0]}, but ${highest} can be rolled.`,
      found: last[0],
    });
  }
  return problems;
}

function checkAscendingFrom0<K extends string>(
  rows: readonly Readonly<Record<K, number>>[],
  key: K,
  path: Path,
  what: string,
): Problem[] {
  const problems: Problem[] = [];
  if (rows[0][key] !== 0) {
    problems.push({ path: [...path, 0, key], message: `The first row must start at 0 ${what}.`, found: rows[0][key] });
  }
  for (let i = 1; i < rows.length; i++) {
    if (rows[i][key] > rows[i - 1][key]) continue;
    problems.push({
      path: [...path, i, key],
      message: `Rows must ascend by ${what}: ${rows[i][key]} follows ${rows[i - 1][key]}.`,
      found: rows[i][key],
    });
  }
  return problems;
}

function checkFire(set: CardSet): Problem[] {
  const problems: Problem[] = [];
  for (const [kind, bands] of Object.entries(set.fire.bands)) {
    bands.forEach((b, i) => {
      if (i === 0 || b.maxRange > bands[i - 1].maxRange) return;
      problems.push({
        path: ['fire', 'bands', kind, i, 'maxRange'],
        message: `Range bands go from near to far: ${b.maxRange} follows ${bands[i - 1].maxRange}.`,
        found: b.maxRange,
      });
    });
  }
  const { rows } = set.fire;
  const columns = rows[0].cohesionLoss.length;
  rows.forEach((r, i) => {
    for (const key of ['cohesionLoss', 'casualties'] as const) {
      if (r[key].length === columns) continue;
      problems.push({
        path: ['fire', 'rows', i, key],
        message: `Every line of the fire table needs ${columns} figures, one for each fire number 0 to ${columns - 1}; this one has ${r[key].length}.`,
        found: r[key].length,
      });
    }
    if (i > 0 && r.maxCompanies <= rows[i - 1].maxCompanies) {
      problems.push({
        path: ['fire', 'rows', i, 'maxCompanies'],
        message: `Rows of the fire table ascend by companies: ${r.maxCompanies} follows ${rows[i - 1].maxCompanies}.`,
        found: r.maxCompanies,
      });
    }
  });
  const most = Math.max(0, ...Object.values(set.cards).map((c) => c.shotCompanies));
  const last = rows[rows.length - 1].maxCompanies;
  if (last < most) {
    problems.push({
      path: ['fire', 'rows', rows.length - 1, 'maxCompanies'],
      message: `The fire table ends at ${last} shot companies, but a card has ${most}.`,
      found: last,
    });
  }
  return problems;
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
  const problems: Problem[] = [];
  for (const test of WAVER_TESTS) problems.push(...checkWaver(card, test, [...path, 'waver', test]));
  const kinds = Object.keys(set.fire.bands);
  if (card.shoot !== null && !kinds.includes(card.shoot)) {
    const message = `fire.bands has no kind of shot '${card.shoot}'; it has ${kinds.join(', ')}.${didYouMean(card.shoot, kinds)}`;
    problems.push({ path: [...path, 'shoot'], message, found: card.shoot, allowed: kinds });
  }
  if (card.shoot === null && card.shotCompanies > 0) {
    const message = 'The card has shot companies but no kind of shot: name a line of fire.bands in shoot.';
    problems.push({ path: [...path, 'shotCompanies'], message, found: card.shotCompanies });
  }
  if (card.arm !== 'guns' && card.shotCompanies > card.companies) {
    const message = `Shot companies are part of the regiment: ${card.shotCompanies} of ${card.companies} cannot be.`;
    problems.push({ path: [...path, 'shotCompanies'], message, found: card.shotCompanies });
  }
  if (Object.keys(card.formations).length === 0) {
    problems.push({ path: [...path, 'formations'], message: 'A card needs at least one formation.' });
  }
  if (card.losses)
    problems.push(...checkAscendingFrom0(card.losses, 'atLeastPct', [...path, 'losses'], 'percent lost'));
  card.traits.forEach((trait, i) => {
    // A word of the user's own is welcome; one that is a slip of the pen away from a known trait is not.
    const near = TRAITS.find((t) => t !== trait && distance(t, trait.toLowerCase()) <= 2);
    if (!near || (TRAITS as readonly string[]).includes(trait)) return;
    const message = `The trait '${trait}' is no word of the sheet. Did you mean '${near}'?`;
    problems.push({ path: [...path, 'traits', i], message, found: trait, nearest: near });
  });
  return problems;
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
