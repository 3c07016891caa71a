#include "kernels.h"
#include <stddef.h>
#include <string.h>
#pragma STDC FP_CONTRACT OFF

// Of kernels_rows.h: parts of a pixel, lines of a pixel looked at again, pieces in it at most, and at most for exact areas; what roundings
// may add to a sum of areas.
enum { agate_sub = 4096, agate_sub_bits = 12, agate_lanes = 16, agate_most_local = 24, agate_most_exact = 6, agate_ahead = 2,
    agate_slack = 64 };

#define AGATE_BODIES "kernel_bodies.h"
#define AGATE_TABLE agate_kernel_table
#define AGATE_OF_LEVEL agate_kernels_of_level
#define AGATE_BEST agate_kernels
#include "kernel_levels.h"
