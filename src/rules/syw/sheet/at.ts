import { onSheet } from '../../book.ts';

/** Places on the New Style Seven Years War quick reference, version 2.5:3. */
export const at = onSheet('syw');
