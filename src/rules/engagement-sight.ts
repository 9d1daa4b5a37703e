/** A body of an engagement, as far as it matters who stands against whom. */
export interface Sighted {
  readonly side: 'a' | 'b';
  readonly lane: number;
}

/** What a book says of its bodies. */
export interface SightSpec<Body extends Sighted> {
  readonly bodies: readonly Body[];
  /** Whether their lanes are the same, or neighbours. */
  readonly near: (x: Body, y: Body) => boolean;
  /** From one lane to the next. */
  readonly spacing: number;
  /** How far it has come forward from its side's first line. */
  readonly at: (x: Body) => number;
  /** Forward distance of two enemies, whatever their lanes; 0 is level. */
  readonly gap: (x: Body, y: Body) => number;
  readonly inContact: (x: Body, y: Body) => boolean;
  /** Still in the fight: on the table and not routing. */
  readonly isIn: (x: Body) => boolean;
  /** Whether a body whose lane has no enemy left turns to the next lanes. */
  readonly changesOpponent: boolean;
}

/** Who stands against whom as things are, in all books: fronts of lanes, opponents, distances. */
export function sightOver<Body extends Sighted>(spec: SightSpec<Body>) {
  const { bodies, near, spacing, at, gap, isIn } = spec;
  const sides = { a: bodies.filter((x) => x.side === 'a'), b: bodies.filter((x) => x.side === 'b') };
  const enemies = ({ side }: Body) => sides[side === 'a' ? 'b' : 'a'];
  // The own lane first: whoever has an enemy there looks no further.
  const foes = new Map(
    bodies.map((x) => {
      const all = enemies(x).filter((y) => near(x, y));
      return [x, [...all.filter((y) => y.lane === x.lane), ...all.filter((y) => y.lane !== x.lane)]];
    }),
  );
  const friends = new Map(bodies.map((x) => [x, sides[x.side].filter((y) => y !== x && near(x, y))]));
  const hasAcross = new Map(bodies.map((x) => [x, foes.get(x)!.some((y) => y.lane !== x.lane)]));
  const inLane = new Map(bodies.map((x) => [x, sides[x.side].filter((y) => y.lane === x.lane)]));

  const furthest = (all: readonly Body[]): Body | undefined => {
    let found: Body | undefined;
    for (const x of all) if (isIn(x) && (found === undefined || at(x) > at(found))) found = x;
    return found;
  };
  const ofLane = { a: new Map<number, readonly Body[]>(), b: new Map<number, readonly Body[]>() };
  for (const x of bodies) ofLane[x.side].set(x.lane, inLane.get(x)!);
  /** The body of a side that is furthest forward in a lane. */
  const front = (side: Body['side'], lane: number): Body | undefined => furthest(ofLane[side].get(lane) ?? []);
  /** The friend straight ahead, if it is not the front of its lane. */
  const ahead = (x: Body): Body | undefined => {
    let found: Body | undefined;
    for (const y of inLane.get(x)!) {
      if (y === x || !isIn(y) || front(x.side, x.lane) === x || at(y) < at(x)) continue;
      if (found === undefined || at(y) < at(found)) found = y;
    }
    return found;
  };
  /** How far a body has to go to an enemy: straight ahead, then across to its lane. */
  const wayTo = (x: Body, y: Body): number => {
    if (spec.inContact(x, y)) return 0;
    return x.lane === y.lane ? gap(x, y) : Math.abs(gap(x, y)) + spacing;
  };
  /** As the tape lies. */
  const straight = (x: Body, y: Body): number =>
    x.lane === y.lane ? gap(x, y) : Math.ceil(Math.hypot(gap(x, y), spacing));

  /** The enemy in front; where its lane has none left, the nearest front of the neighbouring lanes. */
  const opponent = (x: Body): Body | undefined => {
    const own = front(x.side === 'a' ? 'b' : 'a', x.lane);
    if (own || !hasAcross.get(x) || !spec.changesOpponent) return own;
    let found: Body | undefined;
    for (const y of foes.get(x)!) {
      if (y.lane === x.lane || front(y.side, y.lane) !== y) continue;
      if (found === undefined || wayTo(x, y) < wayTo(x, found)) found = y;
    }
    return found;
  };
  /** A body that comes over from another lane strikes the flank of whoever has an enemy of its own in front. */
  const strikesFlank = (x: Body, y: Body): boolean => x.lane !== y.lane && opponent(y) !== x;
  return {
    foes: (x: Body): readonly Body[] => foes.get(x)!,
    friends: (x: Body): readonly Body[] => friends.get(x)!,
    ...{ front, ahead, wayTo, straight, opponent, strikesFlank },
  };
}
