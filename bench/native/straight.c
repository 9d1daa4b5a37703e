/*
 * The fight as one would write it straight in C: an attack column moves into contact with a line, up to three rounds.
 * fight.h is written by the bench from the rulebook: HITS[score][face], the strengths and the bonuses.
 * Usage: straight TRIALS SEED; prints nanoseconds of processor time, then a count for each (outcome, hits on A, hits on B, rounds).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "fight.h"

static uint32_t a, b, c, counter;

static inline uint32_t next(void) {
  uint32_t out = a + b + counter++;
  a = b ^ (b >> 9);
  b = c + (c << 3);
  c = ((c << 21) | (c >> 11)) + out;
  return out;
}

static inline int d10(void) { return 1 + (int)(((uint64_t)next() * 10) >> 32); }

static inline int score(int fs, int bonus) {
  int s = fs + bonus;
  return s > 10 ? 10 : s < 0 ? 0 : s;
}

enum { UNDECIDED, A_RETREATS, B_RETREATS, A_BROKEN, B_BROKEN, BOTH_BROKEN, OUTCOMES };
static int64_t counts[OUTCOMES][FS_A + 1][FS_B + 1][4];

static inline void fight(void) {
  int fs_a = FS_A, fs_b = FS_B, won = 0, outcome = UNDECIDED, round;
  for (round = 1; round <= 3; round++) {
    int on_b = HITS[score(fs_a, (round == 1 ? CONTACT : 0) + (won == 1 ? WON_LAST : 0))][d10()];
    int on_a = HITS[score(fs_b, won == 2 ? WON_LAST : 0)][d10()];
    int margin = on_b - on_a;
    if (on_a == 0 && on_b == 0) on_a = on_b = 1;
    fs_a = fs_a > on_a ? fs_a - on_a : 0;
    fs_b = fs_b > on_b ? fs_b - on_b : 0;
    if (fs_a == 0 || fs_b == 0) {
      outcome = fs_a == 0 && fs_b == 0 ? BOTH_BROKEN : fs_a == 0 ? A_BROKEN : B_BROKEN;
      break;
    }
    if (margin >= 2 || margin <= -2) {
      outcome = margin > 0 ? B_RETREATS : A_RETREATS;
      break;
    }
    won = margin > 0 ? 1 : margin < 0 ? 2 : 0;
  }
  counts[outcome][FS_A - fs_a][FS_B - fs_b][round > 3 ? 3 : round]++;
}

int main(int argc, char **argv) {
  static const char *names[] = {"undecided",       "attacker-retreats", "defender-retreats",
                                "attacker-broken", "defender-broken",   "both-broken"};
  int64_t n = (int64_t)strtod(argc > 1 ? argv[1] : "1e7", 0);
  a = (uint32_t)atoi(argc > 2 ? argv[2] : "1");
  b = a * 2654435761u;
  c = b ^ 0x9e3779b9u;
  counter = 1;
  for (int i = 0; i < 20; i++) next();
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int64_t i = 0; i < n; i++) fight();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  printf("%.0f\n", (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec));
  for (int o = 0; o < OUTCOMES; o++)
    for (int x = 0; x <= FS_A; x++)
      for (int y = 0; y <= FS_B; y++)
        for (int r = 0; r < 4; r++)
          if (counts[o][x][y][r]) printf("%s %d %d %d %lld\n", names[o], x, y, r, (long long)counts[o][x][y][r]);
  return 0;
}
