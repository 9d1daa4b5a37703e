import { didYouMean } from '../rules/nearest.ts';
import { noSuchPlace, placeAt, shortList } from '../rules/place.ts';
import { InputError } from '../rules/problem.ts';
import { unplayedText } from '../rules/unplayed.ts';
import { kindOf } from '../scenarios/override.ts';
import type { PreparedCell } from '../scenarios/prepare.ts';
import { MINUS } from '../words/figures.ts';
import { labelOfRow, partLabel, quotedName, rowSetting, words } from '../words/labels.ts';
import { pathInWords, settingOf } from '../words/paths.ts';
import { withoutRuling } from '../words/readings.ts';

/** A number that may be moved, found by its path: a row, a cell of a grid, a ruling, or a figure of the situation. */
export interface Parameter {
  readonly path: string;
  readonly label: string;
  /** The same inside a sentence: in quotes where it is a phrase of the sheet. */
  readonly name: string;
  /** It at a value: "attacker FS 9", "attack column 0", “one supporting unit” at 0. */
  readonly setTo: (value: number) => string;
  readonly value: number;
  /** What the variant file calls it, or null where it is part of the situation. */
  readonly rulePath: string | null;
  readonly ruling: string | null;
}

/** As many labels, no two alike: what the sheet calls a row, with its table where two rows are called the same. */
export function distinctLabels(all: readonly Parameter[], { book }: Pick<PreparedCell, 'book'>): string[] {
  return all.map((p) => {
    const alike = all.filter((other) => other.label === p.label);
    if (alike.length === 1) return p.label;
    const tables = alike.map((other) => tableOf(book, other));
    const table = tableOf(book, p);
    return table !== undefined && tables.filter((t) => t === table).length === 1 ? `${p.label} (${table})` : p.path;
  });
}

const tableOf = (book: PreparedCell['book'], { rulePath }: Parameter): string | undefined =>
  rulePath === null ? undefined : placeAt(book, rulePath)?.table.title;

/** Finds a parameter in a prepared cell; a path that names no number is refused. */
export function parameter(prepared: PreparedCell, path: string): Parameter {
  switch (kindOf(path)) {
    case 'rule':
      return ruleParameter(prepared, path);
    case 'ruling': {
      const key = path.slice('rulings.'.length);
      const ruling = prepared.book.rulings[key];
      if (!ruling) throw fault(path, `There is no ruling '${key}'.`);
      if (typeof ruling.value !== 'number') throw fault(path, `The ruling '${key}' is a word, not a number.`);
      return { path, ...quoted(ruling.question), value: ruling.value, rulePath: null, ruling: key };
    }
    case 'situation': {
      const value = valueAt(prepared.situation, path) ?? valueOfType(prepared, path);
      if (value === undefined) throw fault(path, notSet(path, prepared.situation));
      if (typeof value !== 'number') throw fault(path, `'${path}' is ${JSON.stringify(value)}, not a number.`);
      const naming = { ...prepared.sides, situation: prepared.situation };
      const setTo = (to: number) => settingOf(path, to, naming);
      const label = pathInWords(path, naming);
      return { path, label, name: label, setTo, value, rulePath: null, ruling: null };
    }
    default:
      throw fault(path, `'${path}' is not a number; name a row, a cell, a ruling or a figure of the situation.`);
  }
}

const valueAt = (situation: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], situation);

/** What the type of a unit says of it: how many bases "attacker: old-guard" has. */
function valueOfType({ situation, book }: PreparedCell, path: string): unknown {
  const cut = path.lastIndexOf('.');
  const unit = cut < 0 ? undefined : valueAt(situation, path.slice(0, cut));
  const type = typeof unit === 'string' ? unit : (unit as { readonly type?: unknown } | undefined)?.type;
  const types = book.tables['types'];
  const row = types?.kind === 'cells' ? types.rows.find(({ id }) => id === type) : undefined;
  return row?.cells[path.slice(cut + 1)];
}

/** What can be moved instead of a path that leads nowhere. */
function notSet(path: string, situation: unknown): string {
  const figures = figuresOf(situation);
  const others = figures.length === 0 ? 'no figure is' : `its figures are ${shortList(figures, 12)}`;
  return `'${path}' is not set in this situation; ${others}.${didYouMean(path, figures)}`;
}

const figuresOf = (value: unknown, path = ''): string[] => {
  if (typeof value === 'number') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, v]) => figuresOf(v, path === '' ? key : `${path}.${key}`));
};

function ruleParameter({ book }: PreparedCell, path: string): Parameter {
  const place = placeAt(book, path);
  if (!place) throw new InputError([noSuchPlace(book, path, [path])]);
  const unplayed = unplayedText(book, path);
  if (unplayed) throw fault(path, unplayed);
  const rulePath = path.slice('rules.'.length);
  const parameterOf = (called: Called, value: unknown): Parameter => {
    if (typeof value !== 'number') throw fault(path, `'${path}' is ${JSON.stringify(value)}, not a number.`);
    return { path, ...called, value, rulePath, ruling: null };
  };
  switch (place.kind) {
    case 'modifier': {
      const { value } = place.row;
      const own = withoutRuling(place.row.label);
      const label = place.part === undefined ? called(place.row.id, own) : quoted(partLabel(own, place.part));
      if (typeof value === 'number') return parameterOf(label, value);
      if ('pair' in value && place.part === 'first') return parameterOf(label, value.pair[0]);
      if ('pair' in value && place.part === 'second') return parameterOf(label, value.pair[1]);
      if ('per' in value && (place.part === 'each' || place.part === 'min' || place.part === 'max')) {
        return parameterOf(label, value[place.part]);
      }
      if ('pair' in value) throw fault(path, `The row has two figures; name ${path}.first or ${path}.second.`);
      if ('per' in value) throw fault(path, `The row counts; name ${path}.each.`);
      if (place.part === 'plus') return parameterOf(label, value.plus ?? 0);
      throw fault(path, `The row is worth what the situation says (${value.fact}); move that, or name ${path}.plus.`);
    }
    case 'cell':
      if (place.column === undefined) throw fault(path, `Name a column too: ${place.table.columns.join(', ')}.`);
      return parameterOf(quoted(`${place.row.label}, ${place.column}`), place.row.cells[place.column]);
    default:
      throw fault(path, `'${path}' is a whole table; name one of its rows.`);
  }
}

type Called = Pick<Parameter, 'label' | 'name' | 'setTo'>;

/** By its id where that reads well, otherwise by what the sheet calls it, in quotes. */
function called(id: string, label: string): Called {
  const own = labelOfRow(id, label);
  return own === undefined ? named(words(id), words(id)) : quoted(own);
}

const quoted = (label: string): Called => named(label, quotedName(label));

const named = (label: string, name: string): Called => ({ label, name, setTo: (to) => rowSetting(name, signless(to)) });

const signless = (value: number): string => String(value).replace('-', MINUS);

const fault = (path: string, message: string) => new InputError([{ path: [path], message, found: path }]);
