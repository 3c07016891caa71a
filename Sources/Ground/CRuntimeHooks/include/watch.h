#ifndef AGATE_WATCH_H
#define AGATE_WATCH_H
#include <stdint.h>

// Whether anybody watches transactions: a transaction log that is on, or an explanation being made. Here, and not in Swift, since a
// global of Swift is reached through a once-call, and this is read by every setter of a layer.

extern uint32_t agate_watcher_count;

static inline uint32_t agate_watchers(void) { return __atomic_load_n(&agate_watcher_count, __ATOMIC_RELAXED); }

// Adds to the number of watchers; any thread.
void agate_add_watchers(int32_t count);
#endif
