/*
 * The automaton walk of src/sim/walk/narrow.ts in C: the same table, the same four lanes, the same generator.
 * Usage: walk TABLE WORDS VALID; TABLE holds 65,536 16-bit entries, VALID of row 0 start an encounter. Prints nanoseconds of processor time, then the visits of row 0 and a sum.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint16_t NEXT[65536];
static int32_t VISITS[65536];

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file || fread(NEXT, 2, 65536, file) == 0) return 1;
  fclose(file);
  int64_t words = (int64_t)strtod(argv[2], 0);
  uint32_t a = 0x12345678u, b = 0x9abcdef0u, c = 0x0fedcba9u, d = 1;
  uint32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int64_t i = 0; i < words; i++) {
    uint32_t bits = a + b + d++;
    a = b ^ (b >> 9);
    b = c + (c << 3);
    c = ((c << 21) | (c >> 11)) + bits;
    uint32_t x0 = s0 + (bits & 255);
    s0 = NEXT[x0];
    VISITS[x0]++;
    uint32_t x1 = s1 + ((bits >> 8) & 255);
    s1 = NEXT[x1];
    VISITS[x1]++;
    uint32_t x2 = s2 + ((bits >> 16) & 255);
    s2 = NEXT[x2];
    VISITS[x2]++;
    uint32_t x3 = s3 + (bits >> 24);
    s3 = NEXT[x3];
    VISITS[x3]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  int64_t started = 0;
  for (int i = 0; i < atoi(argv[3]); i++) started += VISITS[i];
  printf("%.0f\n%lld\n", (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec), (long long)started);
  return 0;
}
