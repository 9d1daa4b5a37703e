import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Shorter texts are not worth the trouble. */
const WORTH_PACKING = 4_096;
const MARK = 'z:';

/** An answer as the server keeps it: for a dozen cells an eighth of its text. Answers are kept for a week, in memory. */
export const packed = (text: string): string =>
  text.length < WORTH_PACKING ? text : `${MARK}${deflateRawSync(text).toString('base64')}`;

/** Throws where the text is no packed one, or would become longer than `most`. */
export const unpacked = (text: string, most: number): string =>
  text.startsWith(MARK)
    ? inflateRawSync(Buffer.from(text.slice(MARK.length), 'base64'), { maxOutputLength: most }).toString()
    : text;
