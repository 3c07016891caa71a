#pragma once
#include <stdbool.h>

/// Calls `will` when an object of a watched class is about to be destroyed, before its `deinit`. If `will` returned true, calls `did`
/// after the object's memory was freed. Both receive the object's address, which must not be retained. Must be set once, before the first
/// class.
void agate_watch_objects(bool (*will)(const void *object), void (*did)(const void *object));

/// Starts watching objects of exactly this class, including existing ones. Subclasses are separate classes. Returns false if this build
/// of Swift has another class layout. Any thread.
bool agate_watch_class(const void *class_metadata);
