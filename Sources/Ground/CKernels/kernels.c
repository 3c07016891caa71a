#include "kernels.h"
#include <stddef.h>
#include <string.h>
#pragma STDC FP_CONTRACT OFF

// Constants of kernels_rows.h: the fractions of a pixel, the lines by which a pixel is resolved again, the maximum number of pieces for
// lines and for exact areas, and the largest rounding error of a sum of areas.
enum { agate_sub = 4096, agate_sub_bits = 12, agate_lanes = 16, agate_most_local = 24, agate_most_exact = 6, agate_ahead = 2,
    agate_slack = 64 };

#define AGATE_BODIES "kernel_bodies.h"
#define AGATE_TABLE agate_kernel_table
#define AGATE_OF_LEVEL agate_kernels_of_level
#define AGATE_BEST agate_kernels
#include "kernel_levels.h"
