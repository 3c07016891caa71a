#pragma once
#include <stdbool.h>
#include <stdint.h>

// Atomic operations on plain variables, which Swift's standard library does not offer. All are ordered with each other.

static inline int32_t agate_add32(int32_t by, volatile int32_t *_Nonnull value) { return __atomic_add_fetch(value, by, __ATOMIC_SEQ_CST); }
static inline int64_t agate_add64(int64_t by, volatile int64_t *_Nonnull value) { return __atomic_add_fetch(value, by, __ATOMIC_SEQ_CST); }

static inline bool agate_swap32(int32_t old, int32_t new_value, volatile int32_t *_Nonnull value) {
    return __atomic_compare_exchange_n(value, &old, new_value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline bool agate_swap64(int64_t old, int64_t new_value, volatile int64_t *_Nonnull value) {
    return __atomic_compare_exchange_n(value, &old, new_value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline void agate_barrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
