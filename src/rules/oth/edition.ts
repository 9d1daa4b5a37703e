import { theLabel } from '../../words/labels.ts';
import type { Rulebook } from '../book.ts';

/** The book as messages call it: "the 2nd edition". */
export const theEdition = (book: Rulebook): string => theLabel(book.label ?? book.id);
