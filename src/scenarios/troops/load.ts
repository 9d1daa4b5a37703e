import type { PlayedBook } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import type { ParsedText, ReadText } from '../text.ts';
import { type OwnTroops, troopsFrom } from './file.ts';

type Written = string | readonly string[] | Readonly<Record<string, unknown>>;

/** What a scenario says under `troops`: a file, several of them, or the troops themselves. Later ones go before. */
export async function ownTroops(
  written: Written,
  text: ParsedText,
  book: PlayedBook,
  read: ReadText,
): Promise<OwnTroops> {
  if (typeof written !== 'string' && !Array.isArray(written)) return troopsFrom(inline(written as object, text), book);
  const files = typeof written === 'string' ? [written] : (written as readonly string[]);
  const found: OwnTroops[] = [];
  for (const [i, file] of files.entries()) {
    const at = text.at(typeof written === 'string' ? ['troops'] : ['troops', i]);
    found.push(troopsFrom(await readNamed(file, at, read), book));
  }
  return joinedLists(found);
}

export const joinedLists = (lists: readonly OwnTroops[]): OwnTroops => ({
  troops: lists.flatMap((l) => l.troops),
  armies: Object.assign({}, ...lists.map((l) => l.armies)),
});

/** A file that is not there is the mistake of whoever names it. */
async function readNamed(file: string, at: ReturnType<ParsedText['at']>, read: ReadText): Promise<ParsedText> {
  try {
    return await read(file);
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(
      e.problems.map((p) => (p.at?.line ? p : { ...p, path: ['troops'], message: `${file}: ${p.message}`, at })),
    );
  }
}

/** Written into the scenario itself: troops by name, or the whole shape of a file. */
function inline(value: object, text: ParsedText): ParsedText {
  const whole = 'troops' in value || 'armies' in value;
  const at: ParsedText['at'] = (path, key) => text.at(['troops', ...(whole ? path : path.slice(1))], key);
  return { file: text.file, value: whole ? value : { troops: value }, at };
}
