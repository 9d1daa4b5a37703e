/** What a player settles by himself as he plays; whatever else a path sets is what a unit is like, or where it stands. */
const CHOSEN = new Set(
  'formation reaction order orders tactic tactics strategy target ammunition form response plan policy stance'.split(
    ' ',
  ),
);

/**
 * Is it a choice? Nobody chooses to be strong or steady: such a value may be called a side's best, never its best play.
 *
 * isChosen('defender.reaction') // true
 * isChosen('defender.cohesion') // false
 */
export const isChosen = (path: string): boolean =>
  CHOSEN.has(
    path
      .split('.')
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? '',
  );
