export { othHalf } from './half/book.ts';
export { oth2 } from './oth2/book.ts';
