import type { Rulebook } from '../../src/rules/book.ts';
import type { EncounterDef } from '../../src/rules/encounter.ts';
import { familyOf } from '../../src/rules/played.ts';
import { loadBook } from '../../src/scenarios/files.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { Sfc32 } from '../../src/sim/random.ts';
import { bookById } from '../books.ts';
import { rulesFile } from './games.ts';

/** Random legal situations of small-arms fire and infantry combat, as the built-in oth2 and as hills-infantry take them. */
type Unit = Record<string, unknown>;
export interface Pair {
  readonly encounter: 'fire' | 'melee';
  readonly builtIn: Record<string, unknown>;
  readonly file: Record<string, unknown>;
}

const INFANTRY =
  'line attack-column column-of-companies closed-column march-column open-order skirmish square emergency-square'.split(
    ' ',
  );
const CAVALRY = 'line deep-formation column-of-companies march-column'.split(' ');
const GUNS = 'unlimbered limbered'.split(' ');
const WEAPONS = 'bow obsolete-musket smoothbore-carbine musket rifled-carbine rifled-musket battalion-gun'.split(' ');
const PLACES =
  'obstacle light-fieldworks heavy-fieldworks bua-wooden bua-wood-and-brick bua-substantial bua-fortified'.split(' ');
const FLAGS =
  'goodShot poorShot overStrength underStrength impetuous fired rifleScreen throughScreen moraleSupport enemyToFlank enemyToRear cover obscured goneToGround higher cannotReform'.split(
    ' ',
  );

class Draw {
  private readonly random: Sfc32;
  constructor(seed: number) {
    this.random = new Sfc32(seed, 12);
  }
  below(n: number): number {
    return this.random.next() % n;
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
  chance(of: number): boolean {
    return this.below(of) === 0;
  }
}

/** A unit in the words of the file; the commander is taken apart for the built-in book. */
function unit(draw: Draw, arm: string): Unit {
  const formations = arm === 'infantry' ? INFANTRY : arm === 'cavalry' ? CAVALRY : GUNS;
  const fs = 1 + draw.below(14);
  return {
    arm,
    formation: draw.one(formations),
    fs,
    hits: draw.chance(2) ? draw.below(fs) : 0,
    training: draw.one(['regular', 'regular', 'militia', 'irregular']),
    weapon: draw.one(WEAPONS),
    visiblePercent: draw.chance(4) ? 1 + draw.below(100) : 100,
    ...(draw.chance(2) ? { skirmishClass: draw.one(['A', 'B', 'C', 'D', 'none']) } : {}),
    cavalryType: draw.one(['light', 'heavy', 'cuirassier']),
    commander: draw.one(['none', 'none', 'away', 'near', 'attached']),
    control: draw.below(6),
    inspiration: draw.below(9) - 3,
    combatSupport: draw.chance(3) ? draw.below(4) : 0,
    aspect: draw.one(['front', 'front', 'flank', 'rear']),
    place: draw.chance(3) ? draw.one(PLACES) : 'open',
    woods: draw.chance(3) ? draw.one(['open-woods', 'woods', 'dense']) : 'none',
    ...Object.fromEntries(FLAGS.flatMap((flag) => (draw.chance(5) ? [[flag, true]] : []))),
  };
}

function asBuiltIn({ commander, control, inspiration, ...rest }: Unit): Unit {
  if (commander === 'none') return rest;
  const attached = commander === 'attached';
  return { ...rest, commander: { attached, inRange: commander !== 'away', control, inspiration } };
}

function situation(draw: Draw): Pair {
  if (draw.chance(2)) {
    const [firer, target] = [
      unit(draw, 'infantry'),
      unit(draw, draw.one(['infantry', 'infantry', 'cavalry', 'artillery'])),
    ];
    const distance = draw.below(19);
    const holdFire = draw.chance(6);
    return {
      encounter: 'fire',
      builtIn: { firer: { ...asBuiltIn(firer), holdFire }, target: asBuiltIn(target), distance },
      file: { firer, target, distance, holdFire },
    };
  }
  const attacker = { ...unit(draw, 'infantry'), aspect: 'front', place: 'open' };
  const met = draw.one([{}, {}, {}, { countering: true, aspect: 'front' }, { evaded: true }]);
  const defender = { ...unit(draw, 'infantry'), ...met };
  const contact = draw.chance(4) ? 'locked' : 'fresh';
  return {
    encounter: 'melee',
    builtIn: { attacker: asBuiltIn(attacker), defender: asBuiltIn(defender), contact },
    file: { attacker, defender, contact },
  };
}

const parsed = (def: EncounterDef, book: Rulebook, value: unknown): unknown => {
  const found = schemaOf(def, book).safeParse(value);
  return found.success && def.check(found.data, book).length === 0 ? found.data : null;
};

function figures(def: EncounterDef, book: Rulebook, value: unknown, only?: ReadonlySet<string>) {
  const { outcomes, measures, ends } = exact(compile(def.build(value, book).machine));
  const found = new Map<string, number>();
  const add = (key: string, weight: number) => found.set(key, (found.get(key) ?? 0) + weight);
  for (const { outcome, values, weight } of ends) {
    add(outcomes[outcome].id, weight);
    measures.forEach(({ id }, i) => {
      if (!only || only.has(id)) add(`${id} ${values[i]}`, weight);
    });
  }
  return { found, ids: new Set(measures.map((m) => m.id)) };
}

/** So many situations that the built-in book allows; each one that differs is given back, with the figures. */
export async function differing(many: number, seed: number): Promise<{ readonly pair: Pair; readonly of: string[] }[]> {
  const oth2 = bookById('oth2');
  const file = await loadBook(rulesFile('hills-infantry'));
  const family = familyOf(file);
  const draw = new Draw(seed);
  const wrong: { pair: Pair; of: string[] }[] = [];
  for (let played = 0; played < many; ) {
    const pair = situation(draw);
    const [theirs, ours] = [oth2.family.encounters[pair.encounter]!, family.encounters[pair.encounter]!];
    const legal = parsed(theirs, oth2.book, pair.builtIn);
    if (legal === null) continue;
    played++;
    const own = parsed(ours, file, pair.file);
    if (own === null) {
      wrong.push({ pair, of: ['the file refuses it'] });
      continue;
    }
    const mine = figures(ours, file, own);
    const wanted = figures(theirs, oth2.book, legal, mine.ids);
    // Commanders that are not there are not measured by the built-in book.
    const keys = [...new Set([...mine.found.keys(), ...wanted.found.keys()])].filter(
      (key) => !key.includes('commanderLost') || wanted.ids.has(key.split(' ')[0]),
    );
    const of = keys.filter((key) => Math.abs((mine.found.get(key) ?? 0) - (wanted.found.get(key) ?? 0)) > 1e-12);
    if (of.length > 0)
      wrong.push({
        pair,
        of: of.map((k) => `${k}: ${mine.found.get(k) ?? 0} in the file, ${wanted.found.get(k) ?? 0}`),
      });
  }
  return wrong;
}
