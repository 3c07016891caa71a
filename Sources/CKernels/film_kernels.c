#include "film_kernels.h"
#include <stddef.h>

// BT.709, limited range, in 32768ths. Luma's add up to 219/255; chroma's to nothing, so that gray has no colour at all.
enum { luma_r = 5983, luma_g = 20127, luma_b = 2032 };
enum { u_r = -3298, u_g = -11094, u_b = 14392, v_r = 14392, v_g = -13073, v_b = -1319 };
// The same for ten bits (876/255 and 896/255).
enum { deep_r = 23932, deep_g = 80508, deep_b = 8127 };
enum { deep_u_r = -13192, deep_u_g = -44377, deep_u_b = 57569, deep_v_r = 57569, deep_v_g = -52290, deep_v_b = -5279 };

#define AGATE_AVX2 0
#define K(name) base_##name
#include "film_kernel_bodies.h"
#undef K
#undef AGATE_AVX2

#if defined(__x86_64__)
#include <immintrin.h>
#define AGATE_AVX2 1
#define K(name) avx2_##name
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "film_kernel_bodies.h"
#pragma clang attribute pop
#undef K
#undef AGATE_AVX2
#endif

const agate_film_kernels *agate_film_kernels_of_level(int level) {
    if (level == 0) return &base_film_table;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (level == 1 && __builtin_cpu_supports("avx2")) return &avx2_film_table;
#endif
    return NULL;
}

const agate_film_kernels *agate_film_kernels_current(void) {
    const agate_film_kernels *table = agate_film_kernels_of_level(1);
    return table ? table : &base_film_table;
}
