import { onSheet } from '../../book.ts';

export const at = onSheet('oth2');
