import type { Fight } from './facts.ts';
import type { Field } from './field.ts';
import type { Unit } from './group.ts';
import type { Aspects, Body } from './positions.ts';
import type { Sight } from './sight.ts';
import type { Aspect, SideKey } from './troops.ts';

/** Fights that two groups may come to, and which of them are fought as things are. */
export interface Meeting {
  readonly touch: Aspects;
  readonly fights: readonly Fight[];
  readonly live: (fight: Fight) => boolean;
}

const rankIn = ({ group }: Body, unit: Unit): number => group.living().indexOf(unit);

/** The unit that a unit of `x` shoots at in `y`: its opposite number, or the last. */
export const opposite = (x: Body, unit: Unit, y: Body): Unit | undefined => {
  const foes = y.group.living();
  return foes[Math.min(rankIn(x, unit), foes.length - 1)];
};

/**
 * Face to face: the first unit left of each group, the second, and so on. Units that the other group has none for
 * overlap its last one, and so does a neighbour that is free.
 */
export function faceToFace(sight: Sight, field: Field, a: Body, b: Body): Meeting {
  const pair = { a, b };
  const overlapBeside = besides(sight, field, pair);
  const fights = everyPair(a, b).map(([x, y]): Fight => {
    const units = { a: x, b: y };
    return {
      ...units,
      struckIn: { a: 'front', b: 'front' },
      overlap: (side) => {
        const [own, theirs] = side === 'a' ? [a, b] : [b, a];
        const last = Math.min(own.group.units, theirs.group.units) - 1;
        if (rankIn(own, units[side]) !== last) return false;
        return own.group.units > theirs.group.units || overlapBeside(side);
      },
    };
  });
  return { touch: 'front', fights, live: (f) => f.a.stands > 0 && rankIn(a, f.a) === rankIn(b, f.b) };
}

/** In flank: the first unit left of those who come over strikes the last of the line that it meets. */
export function inFlank(a: Body, b: Body, struck: SideKey): Meeting {
  const struckIn: Record<SideKey, Aspect> = { a: 'front', b: 'front', [struck]: 'flank' };
  return {
    touch: `flank-${struck}`,
    fights: everyPair(a, b).map(([x, y]) => ({ a: x, b: y, struckIn, overlap: () => false })),
    live: (f) => {
      const [by, foe] = struck === 'b' ? [a, b] : [b, a];
      const [from, to] = struck === 'b' ? [f.a, f.b] : [f.b, f.a];
      return from.stands > 0 && to.stands > 0 && rankIn(by, from) === 0 && rankIn(foe, to) === foe.group.units - 1;
    },
  };
}
const everyPair = (a: Body, b: Body): [Unit, Unit][] =>
  a.group.members.flatMap((x) => b.group.members.map((y): [Unit, Unit] => [x, y]));

/**
 * A neighbour overlaps a fight when it is free: level with it, in contact with nobody, no enemy left in its own lane, and
 * neither in Retreat nor in Rout. It counts in one fight of a phase, that of the lowest lane.
 */
function besides(sight: Sight, field: Field, pair: Readonly<Record<SideKey, Body>>): (side: SideKey) => boolean {
  const { friends, isIn, inContact, front } = sight;
  if (field.ruling['neighbourOverlap'] === 'no') return () => false;
  const isLevel = (x: Body, y: Body) => Math.abs(x.post.at - y.post.at) <= field.spacing;
  const isFree = (x: Body, foes: SideKey) =>
    isIn(x) && x.group.orders !== 'retreat' && !inContact(x) && front(foes, x.lane) === undefined;
  const fightsInFront = (x: Body) => sight.foes(x).some((y) => field.touch(x, y) === 'front');
  return (side) => {
    const own = pair[side];
    const foes = side === 'a' ? 'b' : 'a';
    return friends(own).some((x) => {
      if (x.lane === own.lane || !isFree(x, foes) || !isLevel(x, own)) return false;
      const first = friends(x).find((y) => y.lane !== x.lane && isIn(y) && isLevel(x, y) && fightsInFront(y));
      return first === own;
    });
  };
}
