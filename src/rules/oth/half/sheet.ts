import { onSheet } from '../../book.ts';

export const at = onSheet('oth-half');
/** For the tables that oth-half borrows. */
export const atOth2 = onSheet('oth2');
