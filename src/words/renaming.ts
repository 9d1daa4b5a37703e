import { agreeing, bareName, theName } from './names.ts';

type Pair = readonly [string, string];

/** Puts names in the place of the sides' words, with the article and the verb that fit them. */
export function renaming(ids: Pair, names: Pair): (label: string) => string {
  const [first, second] = ids.map((id) => id.replace(/[^\w ]/g, '\\$&'));
  const either = new RegExp(`(the )?\\b(${first}|${second})\\b(?!\\.)`, 'g');
  return (label) => {
    const [start, ...found] = label.split(either);
    let renamed = start;
    for (let k = 0; k < found.length; k += 3) {
      const [article, id, rest] = found.slice(k, k + 3) as [string | undefined, string, string];
      const name = names[ids.indexOf(id)];
      // "on side A" has no article that the name could take over.
      const inside = article !== undefined || (renamed !== '' && name !== id && /^side /.test(id));
      renamed += (inside ? theName(name) : bareName(name)) + agreeing(name, rest);
    }
    return renamed;
  };
}
