export { spoken } from '../suite.ts';

/** The words that both sheets use for troops, formations and ground. Scenario files, rows and tactics all use these. */
export const ARMS = ['infantry', 'cavalry', 'artillery'] as const;
export type Arm = (typeof ARMS)[number];

/** The deep formation is oth2's; oth-half has the column of squadrons instead. */
const OF_CAVALRY = ['deep-formation', 'column-of-squadrons'] as const;
const OF_INFANTRY = [
  'line',
  'attack-column',
  'column-of-companies',
  'closed-column',
  'march-column',
  'open-order',
  'skirmish',
  'square',
  'emergency-square',
] as const;
const OF_GUNS = ['unlimbered', 'limbered'] as const;
export const FORMATIONS = [...OF_INFANTRY, ...OF_CAVALRY, ...OF_GUNS] as const;

/** The formations an arm may be in. */
export const FORMATIONS_OF: Readonly<Record<Arm, readonly string[]>> = {
  infantry: OF_INFANTRY,
  cavalry: ['line', ...OF_CAVALRY, 'column-of-companies', 'march-column', 'open-order', 'skirmish'],
  artillery: OF_GUNS,
};

/** Of cavalry only irregulars go in skirmish order. */
export const maySkirmish = ({ arm, training }: { readonly arm: Arm; readonly training: string }): boolean =>
  arm !== 'cavalry' || training === 'irregular';

/** "Any column" on the sheets. The cavalry's deep formation is not one, unless ruling `deepIsColumn` says so. */
export const COLUMNS = [
  'attack-column',
  'column-of-companies',
  'closed-column',
  'march-column',
  'column-of-squadrons',
] as const;
export const SQUARES = ['square', 'emergency-square'] as const;
export const LOOSE = ['open-order', 'skirmish'] as const;

export const TRAININGS = ['regular', 'militia', 'irregular'] as const;
export const CAVALRY_TYPES = ['light', 'heavy', 'cuirassier'] as const;
export const PIECES = ['cannon', 'howitzer', 'mortar'] as const;
export const SKIRMISH_CLASSES = ['A', 'B', 'C', 'D', 'none'] as const;
export const ASPECTS = ['front', 'flank', 'rear'] as const;
/** Open woods are rough ground to move in, and woods to fight in. */
export const WOODS = ['none', 'open-woods', 'woods', 'dense'] as const;
/** Woods that are not dense. */
export const THIN_WOODS = ['open-woods', 'woods'] as const;
const BUAS = ['bua-wooden', 'bua-wood-and-brick', 'bua-substantial', 'bua-fortified'] as const;
export const PLACES = ['open', 'obstacle', 'light-fieldworks', 'heavy-fieldworks', ...BUAS] as const;

const isAmong =
  (words: readonly string[]) =>
  (word: string): boolean =>
    words.includes(word);
export const isColumn = isAmong(COLUMNS);
export const isSquare = isAmong(SQUARES);
export const isLoose = isAmong(LOOSE);
export const isBua = isAmong(BUAS);
/** Is it a formation of the sheets, not one that a variant adds? */
export const isPrintedFormation = isAmong(FORMATIONS);
export const isOfOtherArms = (arm: Arm, formation: string): boolean =>
  isPrintedFormation(formation) && !FORMATIONS_OF[arm].includes(formation);

export const AMMUNITION = ['small-arms', 'round-shot', 'canister', 'shell'] as const;
export const STATUSES = ['steady', 'wavering', 'routing', 'broken'] as const;
/** Printed weapons; a variant may add rows of its own to the range tables. */
export const WEAPONS = [
  'bow',
  'obsolete-musket',
  'smoothbore-carbine',
  'musket',
  'rifled-carbine',
  'rifled-musket',
  'battalion-gun',
] as const;
export const GUNS = ['light', 'light-medium', 'medium', 'heavy'] as const;
