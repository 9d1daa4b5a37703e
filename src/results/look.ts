/** A scenario file may say how pictures are to look, so the words for it belong to scenarios. */
export * from '../scenarios/look.ts';
