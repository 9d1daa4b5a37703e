/** A rulebook of one page that runs as it is, with a word on every part. */
export const rulebookStarter = (
  title: string | undefined,
): string => `# A rulebook: change a line, then 'grognard rules check' this file.
id: my-game
title: ${JSON.stringify(title ?? 'My game')}

# What a scenario says about a unit (given), what changes in play (state), and what follows from both (facts).
unit:
  given:
    strength: { number: [1, 20], about: Figures at the start }
    quality: { words: [green, regular, elite], default: regular }
    cover: { flag: true, default: false, about: Behind a wall or hedge }
  state:
    left: { number: [0, strength], start: strength }
  facts:
    shaken: left * 2 <= strength

# Kinds of unit by name: a scenario may then say 'attacker: guards'.
types:
  guards: { title: Guards, strength: 10, quality: elite }
  militia: { title: Militia, strength: 14, quality: green }

# Figures that you may want to change one day: steps read them as fire.to-hit. Say where they are printed, if they are.
figures:
  fire:
    title: Fire
    page: 1
    rows:
      to-hit: [5, a figure hits with a D6 of this or more]
      save: [5, a figure in cover is saved by a D6 of this or more]
      rounds: [3, rounds of fire at most]

# What is added to a throw, and when. self is whose throw it is, enemy the other side, now the moment.
modifiers:
  fire.modifiers:
    title: Fire, added to the die
    page: 1
    rows:
      elite: [1, elite troops, { self: { quality: elite } }]
      green: [-1, green troops, { self: { quality: green } }]
      close: [1, at close range, { now: { range: close } }]

# What your rules leave open: the first reading is taken until a scenario or variant says otherwise.
rulings:
  sixes: { ask: Does a natural 6 always hit?, read: ["yes", "no"] }

# Steps that are used more than once. Locals are forgotten when the procedure is left.
procedures:
  volley:
    with: [from, to]
    locals: { losses: { number: [0, 20] } }
    steps:
      # A pool throws all dice at once and counts those that come through every stage.
      - pool: from.left
        by: from
        against: to
        title: "{from} fires at {to}"
        hits: fire.to-hit
        add: fire.modifiers
        natural: { hit: "ruling.sixes = 'yes' ? 6 : 0" }
        stages: [{ save: "to.cover ? fire.save : 7" }]
        into: losses
        most: to.left
      - set: { to.left: to.left - losses }

encounters:
  firefight:
    title: Firefight
    sides: [attacker, defender]
    given:
      distance: { number: [1, 40], default: 12, about: Inches between the two }
    facts:
      range: "distance <= 8 ? 'close' : 'long'"
    # How it can end, from the first side's disaster (-5) to the second's (5).
    outcomes:
      attacker-shaken: -3
      nobody-gives-way: 0
      defender-shaken: 3
    measures:
      attacker.left: { label: figures left to the attacker, of: attacker.left }
      defender.left: { label: figures left to the defender, of: defender.left }
    play:
      - repeat: fire.rounds
        do:
          - { call: volley, with: { from: attacker, to: defender } }
          - { if: defender.shaken, then: [{ end: defender-shaken }] }
          - { call: volley, with: { from: defender, to: attacker } }
          - { if: attacker.shaken, then: [{ end: attacker-shaken }] }
      - { end: nobody-gives-way }
`;
