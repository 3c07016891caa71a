#include "kernels.h"
#include <stddef.h>
#include <string.h>
#pragma STDC FP_CONTRACT OFF

// Of kernels_rows.h: parts of a pixel, lines of a pixel looked at again, pieces in it at most, and at most for exact areas.
enum { agate_sub = 4096, agate_sub_bits = 12, agate_lanes = 16, agate_most_local = 24, agate_most_exact = 6, agate_ahead = 2 };

#define AGATE_AVX2 0
#define K(name) base_##name
#include "kernel_bodies.h"
#undef K
#undef AGATE_AVX2
#undef AGATE_STRETCH

#if defined(__x86_64__)
#include <immintrin.h>
#define AGATE_AVX2 1
#define K(name) avx2_##name
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "kernel_bodies.h"
#pragma clang attribute pop
#undef K
#undef AGATE_AVX2
#undef AGATE_STRETCH
#endif

const agate_kernel_table *agate_kernels_of_level(int level) {
    if (level == 0) return &base_table;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (level == 1 && __builtin_cpu_supports("avx2")) return &avx2_table;
#endif
    return NULL;
}

// A benign race: every thread finds the same table.
const agate_kernel_table *agate_kernels(void) {
    static const agate_kernel_table *chosen;
    const agate_kernel_table *table = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (!table) {
        table = agate_kernels_of_level(1);
        if (!table) table = &base_table;
        __atomic_store_n(&chosen, table, __ATOMIC_RELAXED);
    }
    return table;
}
