#ifndef AGATE_OBJECT_LIFETIME_H
#define AGATE_OBJECT_LIFETIME_H

// Swift's runtime: takes a reference of an object, unless its deinit runs already; then NULL. What a weak reference does, for a pointer
// whose memory is known to be there still.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
