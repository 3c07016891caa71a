#ifndef AGATE_DYNAMIC_INIT_H
#define AGATE_DYNAMIC_INIT_H
#include <stdint.h>
#include "graphics_fonts.h"
#include "main_queue.h"
#include "object_watch.h"
#include "watch.h"

// Calls an initializer of a class that is known only at run time. See CALayer+Copy.swift.

// The method descriptor of CALayer's `init(layer:)`, or null in programs without QuartzCore.
const void *_Nullable agate_layer_copy_initializer_descriptor(void);

// The method descriptor of NSObject's `init()`, or null in programs without Foundation.
const void *_Nullable agate_object_initializer_descriptor(void);

// The method descriptors of `init(type:)` of CAFilter and of CAEmitterBehavior, or null in programs without QuartzCore.
const void *_Nullable agate_filter_initializer_descriptor(void);
const void *_Nullable agate_emitter_behavior_initializer_descriptor(void);

// Returns the byte offset, in the metadata of a class and of its subclasses, of the vtable entry that a method descriptor of that class
// describes. Returns 0 if the class has an unexpected layout, or the entry of the class itself is not the function that the descriptor
// names.
int64_t agate_vtable_offset(const void *_Nonnull class_metadata, const void *_Nonnull method_descriptor);

// Calls an allocating initializer with one argument that is passed by address. Returns an owned object.
void *_Nullable agate_call_swift_initializer(const void *_Nonnull function, void *_Nonnull argument, const void *_Nonnull class_metadata);

// Calls an allocating initializer with one argument, a Swift string at the given address, which it consumes. Returns an owned object.
void *_Nullable agate_call_swift_string_initializer(
    const void *_Nonnull function, const void *_Nonnull string, const void *_Nonnull class_metadata);

// Calls an allocating initializer without arguments. Returns an owned object.
void *_Nullable agate_call_swift_plain_initializer(const void *_Nonnull function, const void *_Nonnull class_metadata);
#endif
