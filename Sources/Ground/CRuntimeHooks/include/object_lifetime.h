#ifndef AGATE_OBJECT_LIFETIME_H
#define AGATE_OBJECT_LIFETIME_H

// A function of Swift's runtime. Retains an object and returns it, or returns NULL if its deinit is already running. This is the
// operation of a weak reference, for a pointer whose memory is known to exist.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
