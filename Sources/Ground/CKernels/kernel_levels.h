// The loops of one set for each processor level, and the choice between them. A file that includes this once defines:
//   AGATE_BODIES    the header with the loops, written with K(name) for a name of the level, AGATE_AVX2 for whether AVX2's intrinsics may
//                   be used (on aarch64 the library SIMDe translates them to NEON), AGATE_AVX512 for whether those of AVX-512 may too,
//                   and AGATE_NEON for whether NEON's may; it ends with a K(table) of
//   AGATE_TABLE     the type of the set, which
//   AGATE_OF_LEVEL  returns for a level of levels.h, NULL if the processor or the build lacks it, and
//   AGATE_BEST      returns for this processor.
#define AGATE_AVX2 0
#define AGATE_AVX512 0
#define AGATE_NEON 0
#define K(name) base_##name
#include AGATE_BODIES
#undef K
#undef AGATE_AVX2

#if defined(__x86_64__)
#include <immintrin.h>
#define AGATE_AVX2 1
#define K(name) avx2_##name
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include AGATE_BODIES
#pragma clang attribute pop
#undef K
#undef AGATE_AVX512
#define AGATE_AVX512 1
#define K(name) avx512_##name
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#include AGATE_BODIES
#pragma clang attribute pop
#undef K
#undef AGATE_AVX512
#undef AGATE_AVX2
#elif defined(__aarch64__) && __has_include(<simde/x86/avx2.h>)
// Every kernel is translated, and written by hand if that takes clearly fewer instructions (`make arm-test` counts them).
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <arm_neon.h>
#undef AGATE_NEON
#define AGATE_AVX2 1
#define AGATE_NEON 1
#define K(name) neon_##name
#include AGATE_BODIES
#undef K
#undef AGATE_AVX2
#endif

const AGATE_TABLE *AGATE_OF_LEVEL(agate_level level) {
    if (level == agate_level_baseline) return &base_table;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (level == agate_level_vectors && __builtin_cpu_supports("avx2")) return &avx2_table;
    // The first processors with AVX-512 run slower while they use it. Later ones, which do not, also have VBMI2.
    if (level == agate_level_wide_vectors && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2"))
        return &avx512_table;
#elif AGATE_NEON
    if (level == agate_level_vectors) return &neon_table;
#endif
    return 0;
}

// A benign race: every thread finds the same table.
const AGATE_TABLE *AGATE_BEST(void) {
    static const AGATE_TABLE *chosen;
    const AGATE_TABLE *table = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (!table) {
        table = AGATE_OF_LEVEL(agate_level_wide_vectors);
        if (!table) table = AGATE_OF_LEVEL(agate_level_vectors);
        if (!table) table = &base_table;
        __atomic_store_n(&chosen, table, __ATOMIC_RELAXED);
    }
    return table;
}
