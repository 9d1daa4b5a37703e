import type { Rulebook } from '../rules/book.ts';
import type { Family } from '../rules/encounter.ts';
import { familyById } from '../rules/registry.ts';

/** The family that plays a book which has come from another thread or page, bringing in what it needs. */
export async function bringFamily(book: Rulebook): Promise<Family> {
  if (book.program) return (await import('../kit/file/book.ts')).familyFrom(book);
  return familyById(book.family);
}
