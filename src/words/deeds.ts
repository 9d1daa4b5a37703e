/**
 * What one side does to the other, as people say it: "heavy cavalry beats light cavalry", "routs a fresh battalion".
 * The verb stands for outcomes of the other side, by how their names end; any that is as bad or worse counts with them.
 */
const ENDINGS = {
  beat: [],
  defeat: [],
  rout: ['routs', 'routed', 'flees', 'broken', 'destroyed', 'wiped-out'],
  break: ['broken', 'routs', 'routed', 'destroyed', 'wiped-out'],
  destroy: ['destroyed', 'wiped-out', 'sunk'],
  sink: ['sunk'],
  'drive back': ['driven-back', 'falls-back', 'withdraws', 'retreats', 'breaks-off'],
  hit: ['hit'],
  disorder: ['disordered'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Verb = keyof typeof ENDINGS;

const VERBS = Object.keys(ENDINGS) as readonly Verb[];
export const endingsOf = (verb: Verb): readonly string[] => ENDINGS[verb];

export interface Deed {
  /** Who does it; undefined when the sentence does not say. */
  readonly by?: string;
  readonly verb: Verb;
  readonly to: string;
}

const [first, ...more] = VERBS.map((verb) => verb.replace(/^\w+/, '$&s?'));
const DEED = new RegExp(`^(?:(.+?)\\s+)?(${[first, ...more].join('|')})\\s+(.+)$`, 'i');

/** Reads "A routs B" or "beats B"; undefined of anything else: "the attacker routs" says that it flees. */
export function deedIn(text: string): Deed | undefined {
  const parts = DEED.exec(text.trim());
  if (!parts) return undefined;
  const [, by, said, to] = parts;
  const verb = VERBS.find((v) => new RegExp(`^${v.replace(/^\w+/, '$&s?')}$`, 'i').test(said))!;
  return { verb, to, ...(by === undefined ? {} : { by }) };
}

/** Names as they are compared: without article, capitals and dashes. */
export const bareWords = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .replace(/^(?:an?|the)\s+/, '');
