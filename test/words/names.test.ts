import { describe, expect, it } from 'vitest';
import { agree, agreeing, counted, isPlural, plural, theName, theNames } from '../../src/words/names.ts';

describe('the grammar of names', () => {
  it.each([
    // name, in a sentence, its own, with a verb
    ['attacker', 'the attacker', 'the attacker’s', 'wins'],
    ['cuirassiers', 'the cuirassiers', 'the cuirassiers’', 'win'],
    ['Scots Greys', 'the Scots Greys', 'the Scots Greys’', 'win'],
    ['The Old Guard', 'the Old Guard', 'the Old Guard’s', 'wins'],
    ['my battalion', 'my battalion', 'my battalion’s', 'wins'],
    ['my hussars', 'my hussars', 'my hussars’', 'win'],
    ['an old regiment', 'an old regiment', 'an old regiment’s', 'wins'],
    ['a', 'side A', 'side A’s', 'wins'],
    ['b', 'side B', 'side B’s', 'wins'],
    ['side A', 'side A', 'side A’s', 'wins'],
    ['side A in lane 4', 'side A in lane 4', 'side A in lane 4’s', 'wins'],
    ['Ziethen', 'Ziethen', 'Ziethen’s', 'wins'],
    ['I Corps', 'the I Corps', 'the I Corps’s', 'wins'],
    ['1st Foot', 'the 1st Foot', 'the 1st Foot’s', 'wins'],
    ['Hussars of the Guard', 'the Hussars of the Guard', 'the Hussars of the Guard’s', 'win'],
    ['Chasseurs à cheval', 'the Chasseurs à cheval', 'the Chasseurs à cheval’s', 'win'],
    ['horse and foot', 'the horse and foot', 'the horse and foot’s', 'win'],
    ['cuirassiers (attacker)', 'the cuirassiers (attacker)', 'the cuirassiers (attacker)’s', 'win'],
    ['Prince Louis', 'Prince Louis', 'Prince Louis’s', 'wins'],
    ["the King's", "the King's", "the King's", 'wins'],
    ['regiment that fires', 'the regiment that fires', 'the regiment that fires’s', 'wins'],
    ['militiamen', 'the militiamen', 'the militiamen’s', 'win'],
    ['Prinz Eugen von Savoyen', 'Prinz Eugen von Savoyen', 'Prinz Eugen von Savoyen’s', 'wins'],
    ['近衛隊', 'the 近衛隊', 'the 近衛隊’s', 'wins'],
  ])('%s', (name, inSentence, own, verb) => {
    expect(theName(name)).toBe(inSentence);
    expect(theNames(name)).toBe(own);
    expect(agree(name, 'wins')).toBe(verb);
  });

  it.each([
    ['wins', 'win'],
    ['loses', 'lose'],
    ['carries', 'carry'],
    ['passes', 'pass'],
    ['is', 'are'],
    ['has', 'have'],
    ['goes', 'go'],
    ['comes off better', 'come off better'],
    ['is driven off', 'are driven off'],
  ])('several units: %s becomes %s', (one, many) => expect(plural(one)).toBe(many));

  it.each([
    ['cuirassiers', ' retreats', ' retreat'],
    ['cuirassiers', ' broken into, but holds', ' broken into, but hold'],
    ['cuirassiers', ' loses the fight', ' lose the fight'],
    ['cuirassiers', ' has hit nothing', ' have hit nothing'],
    ['cuirassiers', ' destroyed', ' destroyed'],
    ['cuirassiers', ' hits on it', ' hits on it'],
    ['Old Guard', ' retreats', ' retreats'],
  ])('behind %s, "%s" reads "%s"', (name, rest, told) => expect(agreeing(name, rest)).toBe(told));

  it.each([
    [1, '1 inch'],
    [0, '0 inches'],
    [12, '12 inches'],
  ])('%s of them', (n, told) => expect(counted(n, 'inch', 'inches')).toBe(told));

  it('a name that is empty or all spaces does not fail', () => {
    expect(isPlural('')).toBe(false);
    expect(theName(' ')).toBe('the ');
  });
});
