#ifndef AGATE_WATCH_H
#define AGATE_WATCH_H
#include <stdint.h>

// The number of watchers of transactions: an active transaction log, or an explanation in progress. It is here, and not in Swift, because
// a Swift global is accessed through a once-call, and every setter of a layer reads this value.

extern uint32_t agate_watcher_count;

static inline uint32_t agate_watchers(void) { return __atomic_load_n(&agate_watcher_count, __ATOMIC_RELAXED); }

// Adds to the number of watchers. Any thread.
void agate_add_watchers(int32_t count);
#endif
