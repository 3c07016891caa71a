#include "film_kernels.h"
#include <stddef.h>

// BT.709, limited range, in 32768ths. The sum of luma's coefficients is 219/255. The sum of chroma's is zero, so that gray has no colour.
enum { luma_r = 5983, luma_g = 20127, luma_b = 2032 };
enum { u_r = -3298, u_g = -11094, u_b = 14392, v_r = 14392, v_g = -13073, v_b = -1319 };
// The same coefficients for ten bits (876/255 and 896/255).
enum { deep_r = 23932, deep_g = 80508, deep_b = 8127 };
enum { deep_u_r = -13192, deep_u_g = -44377, deep_u_b = 57569, deep_v_r = 57569, deep_v_g = -52290, deep_v_b = -5279 };

#define AGATE_BODIES "film_kernel_bodies.h"
#define AGATE_TABLE agate_film_kernels
#define AGATE_OF_LEVEL agate_film_kernels_of_level
#define AGATE_BEST agate_film_kernels_current
#include "kernel_levels.h"
