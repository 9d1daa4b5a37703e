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
  const ends = endsOf(book, table);
  const readings = tabled((how: RulingValue | null) => tabled((score: number) => readHits(book, table, score, how)));
  // Which ruling was asked for must be seen whenever it is.
  return (score) => readings(rulingBeyond(book, ends, score))(score);
}

export const fireHits = (book: Rulebook) => hitReader(book, 'fire.hits');
export const combatHits = (book: Rulebook) => hitReader(book, 'melee.hits');
/** The most hits that the table of close combat prints. */
export const mostCombatHits = (book: Rulebook): number =>
  Math.max(...cellTable(book, 'melee.hits').columns.map(Number));

interface Ends {
  readonly top: number;
  readonly last: number;
}
function endsOf(book: Rulebook, table: HitTable): Ends {
  const scores = cellTable(book, table).rows.map((r) => Number(r.id));
  return { top: Math.max(...scores), last: Math.min(...scores) };
}
/** How a score beyond the table is read; within it the score hangs on no ruling but row 9. */
const rulingBeyond = (book: Rulebook, { top, last }: Ends, score: number): RulingValue | null =>
  score < last ? ruled(book, 'lowScore') : score > top ? ruled(book, 'highScore') : null;

export function readHits(
  book: Rulebook,
  table: HitTable,
  score: number,
  how = rulingBeyond(book, endsOf(book, table), score),
): HitReading {
  const { top, last } = endsOf(book, table);
  const row = rowFor(book, table, Math.min(top, Math.max(last, score)));
  const surplus = score > top && how === 'shift' ? score - top : 0;
  const reaches = (face: number) =>
    score >= last || how === 'literal' || (score >= 1 && (how === 'literal-min-1' || face <= score));
  const byFace = Array.from({ length: 11 }, (_, face) => {
    if (face === 0 || !reaches(face)) return 0;
    return hitsOn(row, Math.max(1, face - surplus));
  });
  const text = textFor(score, last, top, how);
  return {
    ...{ byFace, text },
    get bounds() {
      const isShifted = ruled(book, 'highScore') === 'shift';
      return { low: ruled(book, 'lowScore') === 'literal' ? last : 0, high: isShifted ? top + 9 : top };
    },
  };
}

function rowFor(book: Rulebook, table: HitTable, score: number): CellRow {
  const borrowed = score === 9 && book.rulings['row9']?.value === 'oth2-row';
  const rows = cellTable(book, borrowed ? 'hits.oth2-row-9' : table).rows;
  return rows.find((r) => Number(r.id) === score) ?? rows[0];
}

function textFor(score: number, last: number, top: number, how: RulingValue | null): string {
  if (score > top)
    return how === 'shift' ? `row ${top}, ${score - top} off the die` : `row ${top} (${score} reads as ${top})`;
  if (score >= last) return `row ${score}`;
  if (how === 'literal') return `row ${last} or less`;
  if (score < 1) return 'no face hits';
  return how === 'literal-min-1' ? `row ${last} or less` : `faces up to ${score} hit`;
}
