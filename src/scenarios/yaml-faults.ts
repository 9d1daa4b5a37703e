import type { YAMLError } from 'yaml';

/** What the parser says in the words of a program, said in ours; `text` is the file, for what stands at the place. */
export function yamlFault(e: YAMLError, text: string): string {
  const { code, message } = e;
  const bracket = /(?:end with a|to end with) ([}\]])/.exec(message)?.[1];
  if (bracket !== undefined) return `A '${bracket === '}' ? '{' : '['}' before this is not closed by '${bracket}'.`;
  switch (code) {
    case 'MULTIPLE_DOCS':
      return "A file holds one document: a line '---' starts a second here.";
    case 'TAG_RESOLVE_FAILED':
      return `'${tagAt(text, e.pos[0])}' is a YAML tag, which means nothing here; leave it out, or quote the value.`;
    case 'TAB_AS_INDENT':
      return 'A tab stands at the beginning of the line; YAML wants blanks.';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'A second colon on this line, or a line below that is indented further; quote the value if the colon belongs to it.';
    case 'MULTILINE_IMPLICIT_KEY':
      return "This is not 'key: value': the colon is missing, or a line is indented too far.";
    case 'BAD_SCALAR_START':
      return `A value cannot begin with '${text[e.pos[0]]}'; put it in quotes.`;
    case 'UNEXPECTED_TOKEN':
      return `This does not belong here: ${shown(text, e.pos)}.`;
    case 'MISSING_CHAR':
      return /quote/.test(message) ? 'A quotation mark before this is not closed.' : sentence(message);
    default:
      return sentence(message);
  }
}

/** A tag that nobody knows is a mere warning to the parser, which then drops it. */
export const isOfTag = (e: YAMLError): boolean => e.code === 'TAG_RESOLVE_FAILED';

export const sentence = (text: string): string => `${text.split('\n')[0].replace(/[:.]$/, '')}.`;

/** The tag as it is written, kept short. */
const tagAt = (text: string, offset: number): string =>
  /^[^\s,[\]{}]{1,30}/.exec(text.slice(offset, offset + 40))?.[0] ?? '!';

const shown = (text: string, [from, to]: readonly [number, number]): string =>
  `'${text.slice(from, Math.max(from + 1, Math.min(to, from + 30))).split('\n')[0]}'`;
