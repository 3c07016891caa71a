#ifndef AGATE_PREFETCH_H
#define AGATE_PREFETCH_H

/// Asks for the cache line at `p`. Any address may be given; one that can't be read does nothing.
static inline void agate_prefetch(const void *p) { __builtin_prefetch(p); }

#endif
