import { tabled } from '../../kit/tabled.ts';
import { type CellRow, cellTable, figures, type Rulebook, type RulingValue, ruled } from '../book.ts';

/** How a score is read off a hit table: fatigue hits for each face, and the words for it. */
export interface HitReading {
  /** Hits by face; place 0 is not used. */
  readonly byFace: readonly number[];
  readonly text: string;
  /** The lowest and highest score that the reading tells apart. */
  readonly bounds: { readonly low: number; readonly high: number };
}
type HitTable = 'fire.hits' | 'melee.hits';

const hitsOn = (row: CellRow, face: number): number =>
  Object.entries(row.cells).reduce(
    (most, [n, faces]) => (figures(faces).includes(face) ? Math.max(most, Number(n)) : most),
    0,
  );

/** Reads scores off the hit table: rulings `lowScore`, `highScore` and, in oth-half, `row9`. */
function hitReader(book: Rulebook, table: HitTable): (score: number) => HitReading {
  const { top, last } = endsOf(book, table);
  // A score within the table hangs on no ruling but row 9: it is read once.
  const within = tabled((score: number) => readHits(book, table, score));
  const beyond = new Map<number, { readonly ruling: RulingValue; readonly reading: HitReading }>();
  return (score) => {
    if (score >= last && score <= top) return within(score);
    // Which ruling was asked for must be seen whenever it is.
    const ruling = ruled(book, score < last ? 'lowScore' : 'highScore');
    const known = beyond.get(score);
    if (known?.ruling === ruling) return known.reading;
    const reading = readHits(book, table, score);
    beyond.set(score, { ruling, reading });
    return reading;
  };
}

export const fireHits = (book: Rulebook) => hitReader(book, 'fire.hits');
export const combatHits = (book: Rulebook) => hitReader(book, 'melee.hits');
/** The most hits that the table of close combat prints. */
export const mostCombatHits = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'melee.hits').columns.map(Number));

function endsOf(book: Rulebook, table: HitTable): { readonly top: number; readonly last: number } {
  const scores = cellTable(book, table).rows.map((r) => Number(r.id));
  return { top: Math.max(...scores), last: Math.min(...scores) };
}

export function readHits(book: Rulebook, table: HitTable, score: number): HitReading {
  const { top, last } = endsOf(book, table);
  // Asked for only where a score lies beyond the table: most do not hang on them.
  const low = () => ruled(book, 'lowScore');
  const isShifted = () => ruled(book, 'highScore') === 'shift';

  const at = Math.min(top, Math.max(last, score));
  const row = rowFor(book, table, at);
  const surplus = score > top && isShifted() ? score - top : 0;
  const reaches = (face: number) =>
    score >= last || low() === 'literal' || (score >= 1 && (low() === 'literal-min-1' || face <= score));
  const byFace = Array.from({ length: 11 }, (_, face) => {
    if (face === 0 || !reaches(face)) return 0;
    return hitsOn(row, Math.max(1, face - surplus));
  });
  return {
    byFace,
    get text() {
      return textFor(score, last, top, low(), isShifted());
    },
    get bounds() {
      return { low: low() === 'literal' ? last : 0, high: isShifted() ? top + 9 : top };
    },
  };
}

function rowFor(book: Rulebook, table: HitTable, score: number): CellRow {
  const borrowed = score === 9 && book.rulings['row9']?.value === 'oth2-row';
  const rows = cellTable(book, borrowed ? 'hits.oth2-row-9' : table).rows;
  return rows.find((r) => Number(r.id) === score) ?? rows[0];
}

function textFor(score: number, last: number, top: number, low: string | number, shifted: boolean): string {
  if (score > top) return shifted ? `row ${top}, ${score - top} off the die` : `row ${top} (${score} reads as ${top})`;
  if (score >= last) return `row ${score}`;
  if (low === 'literal') return `row ${last} or less`;
  if (score < 1) return 'no face hits';
  return low === 'literal-min-1' ? `row ${last} or less` : `faces up to ${score} hit`;
}
