// Which mutant is on (AGATE_MUTANT, 0 = none), and which places ran (AGATE_MUTANT_HITS names the file that says so at exit).
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int32_t agate_mutant;
static unsigned char agate_mutant_hits[4096];

bool agate_mutant_is(int32_t number) {
    agate_mutant_hits[number & 4095] = 1;
    return agate_mutant == number;
}

static void write_hits(void) {
    FILE *file = fopen(getenv("AGATE_MUTANT_HITS"), "w");
    if (!file) return;
    for (int i = 0; i < 4096; i++) if (agate_mutant_hits[i]) fprintf(file, "%d\n", i);
    fclose(file);
}

// Before main and before any static of Swift.
__attribute__((constructor(101))) static void read_mutant(void) {
    const char *number = getenv("AGATE_MUTANT");
    agate_mutant = number ? atoi(number) : 0;
    if (getenv("AGATE_MUTANT_HITS")) atexit(write_hits);
}
