/*
 * The built-in engagement `three-a-side` as one would write it straight in C: three battalions in attack column storm
 * three in line, six turns, each phase of the sequence of play in turn.
 * engagement.h is written by the bench from the rulebook: hit tables, modifiers, moves, ranges, the units.
 * Usage: three-a-side TRIALS SEED; prints nanoseconds of processor time, then a count for each outcome, then hits by side
 * and cause, hits shed, hits left at the end, and turns, of all engagements together.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "engagement.h"

static uint32_t ra, rb, rc, counter;

static inline uint32_t next(void) {
  uint32_t out = ra + rb + counter++;
  ra = rb ^ (rb >> 9);
  rb = rc + (rc << 3);
  rc = ((rc << 21) | (rc >> 11)) + out;
  return out;
}

static inline int d10(void) { return 1 + (int)(((uint64_t)next() * 10) >> 32); }
static inline int least(int x, int y) { return x < y ? x : y; }
static inline int most(int x, int y) { return x > y ? x : y; }

enum { A, B };
enum { APART, DELIVERING, MET, LOCKED };
enum { STEADY, WAVERING, ROUTING, BROKEN };
enum { BY_FIRE, BY_DEFENSIVE_FIRE, BY_COMBAT, BY_TESTS, SHED, CAUSES };

typedef struct {
  int8_t hits, column, fired, shot, no_fire, moved, contact, won_last;
} Unit;
typedef struct {
  Unit unit[2];
  int8_t distance, stage; /* inches between the two; moves on this sheet are of 3 inches and more */
} Pair;

static Pair pairs[PAIRS];
/* Rally tests that the commander has left, for the side whose phase it is. */
static int budget;
static int64_t sums[2][CAUSES];

static inline int fs_of(int i, int side) { return FS[side][i] - pairs[i].unit[side].hits; }
static inline int status(int i, int side) {
  int fs = fs_of(i, side);
  return fs <= 0 ? BROKEN : fs <= ROUTING_AT ? ROUTING : fs <= WAVERING_AT ? WAVERING : STEADY;
}
static inline bool alive(int i) { return fs_of(i, A) > 0 && fs_of(i, B) > 0; }
static inline void suffer(int i, int side, int hits, int cause) {
  Unit *u = &pairs[i].unit[side];
  int before = u->hits;
  u->hits = (int8_t)least(FS[side][i], before + hits);
  sums[side][cause] += u->hits - before;
}
static inline void shed(int i, int side, int hits) {
  Unit *u = &pairs[i].unit[side];
  hits = least(hits, u->hits);
  u->hits -= hits;
  sums[side][SHED] += hits;
}
static inline bool supported(int i, int side) {
  return (i > 0 && status(i - 1, side) == STEADY) || (i + 1 < PAIRS && status(i + 1, side) == STEADY);
}
static inline bool friends_waver(int i, int side) {
  for (int j = i - 1; j <= i + 1; j += 2)
    if (j >= 0 && j < PAIRS) {
      int s = status(j, side);
      if (s == WAVERING || s == ROUTING) return true;
    }
  return false;
}
/* Neighbours do not change while a pair acts, so the modifiers that a phase begins with last for all of it. */
static inline int morale(int i, int side) { return CONTROL_ROW[side] + (supported(i, side) ? SUPPORT : 0); }
static inline int reach(int i, int side) { return pairs[i].unit[side].column ? COLUMN_REACH : LINE_REACH; }
static inline void set_distance(int i, int inches) { pairs[i].distance = (int8_t)least(EDGE, most(0, inches)); }
static inline bool engaged(int i, int side) {
  return pairs[i].distance <= ENGAGED_WITHIN || pairs[i].distance <= reach(i, side);
}

/* By how much the test fails; 0 or less is a pass. */
static inline int test(int i, int side, int modifiers) { return d10() - (fs_of(i, side) + modifiers); }

/* One shot; gives the hits, and says whether the die was a natural ten. */
static inline int shoot(int i, int side, int distance, bool ragged, int cause, bool *ten) {
  Unit *u = &pairs[i].unit[side];
  bool is_short = distance <= SHORT_RANGE;
  int score = u->column ? (fs_of(i, side) + 1) / 2 : fs_of(i, side);
  if (pairs[i].unit[!side].column) score += MASSED_TARGET;
  score += is_short ? SHORT_ROW + (u->fired ? 0 : INITIAL_VOLLEY) : OVER_SHORT_ROW;
  if (ragged) score += RAGGED_VOLLEY;
  int face = d10();
  int hits = FIRE_HITS[most(0, least(TOP_SCORE, score))][face];
  if (!is_short) hits = least(hits, OVER_SHORT_LIMIT);
  *ten = face == 10;
  u->fired = 1;
  suffer(i, !side, hits, cause);
  return hits;
}

static inline void shoots(int i, int side) {
  Unit *u = &pairs[i].unit[side];
  if (u->no_fire) {
    u->no_fire = 0;
    return;
  }
  if (pairs[i].stage != APART || status(i, side) == ROUTING || pairs[i].distance > MAXIMUM_RANGE) return;
  int modifiers = morale(i, side);
  if (side == A) {
    /* The storming side tries to hold its fire; a column that cannot goes into line and fires. */
    if (test(i, side, modifiers) <= 0) return;
    suffer(i, side, HOLD_FIRE_HITS, BY_FIRE);
    u->column = 0;
    if (fs_of(i, side) <= 0) return;
  } else if (MILITIA[i] && !u->fired && test(i, side, modifiers) > 0) {
    set_distance(i, pairs[i].distance + FIRST_FIRE_MOVES * SEGMENT);
    return;
  }
  bool ten;
  int hits = shoot(i, side, pairs[i].distance, false, BY_FIRE, &ten);
  if (ten && test(i, side, modifiers) > 0) suffer(i, side, NATURAL_TEN_HITS, BY_FIRE);
  u->shot = 1;
  if (hits >= DRIVEN_BACK_HITS && fs_of(i, !side) > 0)
    set_distance(i, pairs[i].distance + (engaged(i, !side) ? SEGMENT / 2 : SEGMENT));
}

static inline void commands(int i, int side) {
  bool hears = friends_waver(i, side);
  if (!hears && status(i, side) != ROUTING) return;
  if (hears && test(i, side, morale(i, side)) > 0) suffer(i, side, COMMAND_TEST_HITS, BY_TESTS);
  if (status(i, side) != ROUTING) return;
  pairs[i].stage = APART;
  set_distance(i, pairs[i].distance + ROUTERS_RUN * SEGMENT);
  if (pairs[i].distance >= EDGE) suffer(i, side, FS[side][i], BY_TESTS);
}

static inline void moves(int i, int side) {
  Pair *p = &pairs[i];
  Unit *u = &p->unit[side];
  bool shot = u->shot;
  u->shot = 0;
  if (p->stage != APART || status(i, side) == ROUTING) return;
  int modifiers = morale(i, side);
  if (side == B) {
    if (u->hits < RETIRES_AT || p->distance <= RETIRES_BEYOND || p->distance >= EDGE) return;
    if (shot && test(i, side, modifiers) > 0) return;
    int before = p->distance;
    set_distance(i, p->distance + (engaged(i, side) ? SEGMENT / 2 : SEGMENT));
    u->moved = p->distance != before;
    return;
  }
  bool charges = p->distance <= reach(i, side);
  if (!charges && p->distance <= 1) return;
  if (shot && test(i, side, modifiers) > 0) return;
  if (!charges) {
    set_distance(i, most(1, p->distance - reach(i, side)));
    u->moved = 1;
    return;
  }
  int foe = status(i, B);
  if (test(i, side, modifiers + (foe == STEADY ? 0 : ENEMY_WAVERING) + (MILITIA[i] ? AT_MILITIA : 0)) > 0) return;
  if (foe == ROUTING) {
    suffer(i, B, FS[B][i], BY_COMBAT);
    p->distance = 0;
    return;
  }
  u->moved = 1;
  p->stage = DELIVERING;
}

static inline void rallies(int i, int side) {
  Unit *u = &pairs[i].unit[side];
  if (u->hits == 0 || pairs[i].stage != APART) return;
  bool militia = side == B && MILITIA[i];
  bool alone = !u->moved && pairs[i].distance > (militia ? SELF_MILITIA_BEYOND : SELF_BEYOND);
  int tests = least(TESTS_ON_ONE[side], budget);
  if (tests <= 0 && !alone) return;
  budget -= tests;
  int modifiers = INSPIRATION[side] + (supported(i, side) ? RALLY_SUPPORT : 0) +
                  (pairs[i].distance > NO_ENEMY_WITHIN ? NO_ENEMY : 0);
  for (; tests > 0 && u->hits > 0; tests--)
    if (test(i, side, modifiers) <= 0) shed(i, side, RALLY_PASSED);
  if (alone && u->hits > 0) {
    int certain = militia ? SELF_MILITIA_HITS : SELF_HITS, more = militia ? SELF_MILITIA_PASSED : SELF_PASSED;
    shed(i, side, u->hits > certain && test(i, side, 0) <= 0 ? more : certain);
  }
  budget += tests;
}

/* Defensive fire of side B at the charger, who may be broken or driven back, or come to contact. */
static inline void delivers(int i) {
  Pair *p = &pairs[i];
  if (p->stage != DELIVERING) return;
  Unit *b = &p->unit[B];
  int modifiers = morale(i, B);
  b->no_fire = 1;
  bool steady = test(i, B, modifiers) <= 0;
  if (!steady && MILITIA[i]) {
    p->stage = APART;
    b->no_fire = 0;
    p->distance = MILITIA_MOVES * SEGMENT;
    return;
  }
  bool ten;
  int hits = shoot(i, B, 1, !steady, BY_DEFENSIVE_FIRE, &ten);
  if (ten && test(i, B, modifiers) > 0) suffer(i, B, NATURAL_TEN_HITS, BY_DEFENSIVE_FIRE);
  if (hits == 0 && fs_of(i, B) > 0) {
    int by = test(i, B, modifiers);
    if (by > 0) suffer(i, B, by >= 2 ? NO_HITS_BY_2 : NO_HITS_BY_1, BY_DEFENSIVE_FIRE);
  }
  if (!alive(i) || hits >= DELIVERED_BACK_HITS) {
    p->stage = APART;
    p->distance = fs_of(i, A) > 0 && hits >= DELIVERED_BACK_HITS ? SEGMENT / 2 : 0;
    return;
  }
  p->stage = MET;
  p->distance = 0;
}

static inline int strike(int i, int side, int bonus) {
  int score = fs_of(i, side) + bonus + (pairs[i].unit[side].won_last ? WON_LAST : 0);
  return MELEE_HITS[most(0, least(TOP_SCORE, score))][d10()];
}

static inline void fights(int i) {
  Pair *p = &pairs[i];
  if (p->stage != MET && p->stage != LOCKED) return;
  Unit *a = &p->unit[A], *b = &p->unit[B];
  a->contact = p->stage == MET;
  p->stage = APART;
  p->distance = 0;
  int round;
  for (round = 1; round <= ROUNDS; round++) {
    int on_b = strike(i, A, a->contact ? INITIATING + (a->column ? ATTACK_COLUMN : 0) : 0), on_a = strike(i, B, 0);
    int margin = on_b - on_a;
    if (on_a == 0 && on_b == 0) on_a = on_b = MARK;
    suffer(i, A, on_a, BY_COMBAT);
    suffer(i, B, on_b, BY_COMBAT);
    if (!alive(i)) break;
    if (margin >= RETREAT_BY || margin <= -RETREAT_BY) {
      p->distance = SEGMENT / 2;
      break;
    }
    a->won_last = margin > 0;
    b->won_last = margin < 0;
    a->contact = 0;
    if (margin <= 0) a->column = 0;
  }
  if (round > ROUNDS) p->stage = LOCKED;
  a->won_last = b->won_last = a->contact = 0;
}

static bool over(void) {
  bool standing[2] = {false, false}, fighting = false;
  for (int i = 0; i < PAIRS; i++) {
    for (int side = A; side <= B; side++) standing[side] |= status(i, side) <= WAVERING;
    fighting |= alive(i);
  }
  return !standing[A] || !standing[B] || !fighting;
}

enum { SHOOTS, COMMANDS, MOVES, RALLIES, DELIVERS, FIGHTS, PHASES };

static inline void act(int i, int side, int phase) {
  switch (phase) {
    case SHOOTS: shoots(i, side); break;
    case COMMANDS: commands(i, side); break;
    case MOVES: moves(i, side); break;
    case RALLIES: rallies(i, side); break;
    case DELIVERS: if (side == A) delivers(i); break;
    default: fights(i);
  }
}

/* Gives the turn in which it ended. */
static int play(void) {
  for (int i = 0; i < PAIRS; i++) {
    pairs[i] = (Pair){.distance = DISTANCE, .stage = APART};
    pairs[i].unit[A].column = 1;
  }
  for (int turn = 1; turn <= TURNS; turn++)
    for (int side = A; side <= B; side++)
      for (int phase = SHOOTS; phase < PHASES; phase++) {
        if (phase == RALLIES) budget = CONTROL[side];
        for (int i = 0; i < PAIRS; i++)
          if (alive(i)) {
            act(i, side, phase);
            if (over()) return turn;
          }
        if (phase == RALLIES)
          for (int i = 0; i < PAIRS; i++) pairs[i].unit[side].moved = 0;
      }
  return TURNS;
}

enum { A_BROKEN, A_ROUTS, B_BROKEN, B_ROUTS, BOTH_BROKEN, A_WORSE, B_WORSE, EVEN, OUTCOMES };

static int outcome(void) {
  int standing[2] = {0, 0}, unbroken[2] = {0, 0}, left[2] = {0, 0}, before[2] = {0, 0};
  for (int side = A; side <= B; side++)
    for (int i = 0; i < PAIRS; i++) {
      standing[side] += status(i, side) <= WAVERING;
      unbroken[side] += fs_of(i, side) > 0;
      left[side] += fs_of(i, side);
      before[side] += FS[side][i];
    }
  if (!standing[A] && !standing[B]) return BOTH_BROKEN;
  if (!standing[A]) return unbroken[A] ? A_ROUTS : A_BROKEN;
  if (!standing[B]) return unbroken[B] ? B_ROUTS : B_BROKEN;
  int worse = standing[B] - standing[A];
  if (worse == 0) worse = (before[A] - left[A]) * before[B] - (before[B] - left[B]) * before[A];
  return worse > 0 ? A_WORSE : worse < 0 ? B_WORSE : EVEN;
}

int main(int argc, char **argv) {
  static const char *names[] = {"a-broken",    "a-routs", "b-broken", "b-routs",
                                "both-broken", "a-worse", "b-worse",  "even"};
  static int64_t counts[OUTCOMES], hits[2], turns;
  int64_t n = (int64_t)strtod(argc > 1 ? argv[1] : "1e6", 0);
  ra = (uint32_t)atoi(argc > 2 ? argv[2] : "1");
  rb = ra * 2654435761u;
  rc = rb ^ 0x9e3779b9u;
  counter = 1;
  for (int i = 0; i < 20; i++) next();
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int64_t k = 0; k < n; k++) {
    turns += play();
    counts[outcome()]++;
    for (int i = 0; i < PAIRS; i++)
      for (int side = A; side <= B; side++) hits[side] += pairs[i].unit[side].hits;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  printf("%.0f\n", (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec));
  for (int o = 0; o < OUTCOMES; o++) printf("%s %lld\n", names[o], (long long)counts[o]);
  for (int side = A; side <= B; side++) {
    static const char *causes[] = {"hits.fire", "hits.defensive-fire", "hits.combat", "hits.tests", "shed"};
    printf("%c.hits %lld\n", "ab"[side], (long long)hits[side]);
    for (int cause = 0; cause < CAUSES; cause++) printf("%c.%s %lld\n", "ab"[side], causes[cause], (long long)sums[side][cause]);
  }
  printf("turns %lld\n", (long long)turns);
  return 0;
}
