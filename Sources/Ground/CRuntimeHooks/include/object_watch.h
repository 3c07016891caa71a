#pragma once
#include <stdbool.h>

/// Calls `will` when an object of a class is about to be destroyed, before its `deinit`; and, where that answered true, `did` after its
/// memory was given back. Both get the object's address, which must not be retained. Set once, before the first class.
void agate_watch_objects(bool (*will)(const void *object), void (*did)(const void *object));

/// From now on objects of exactly this class are watched, those that exist too; subclasses are classes of their own. False where this build
/// of Swift lays classes out otherwise. Any thread.
bool agate_watch_class(const void *class_metadata);
