#include "watch.h"

uint32_t agate_watcher_count = 0;

void agate_add_watchers(int32_t count) { __atomic_add_fetch(&agate_watcher_count, (uint32_t)count, __ATOMIC_RELAXED); }
