import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import * as own from '../../web/stand-ins/sha256.ts';

it('hashes of the page are those of the command line, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'Größe 8, line → square. '.repeat(9).slice(0, length);
    expect(own.bytesToHex(own.sha256(own.utf8ToBytes(text)))).toBe(bytesToHex(sha256(utf8ToBytes(text))));
  }
  const long = new Uint8Array(300_000).fill(7);
  expect(own.sha256(long)).toEqual(sha256(long));
});
