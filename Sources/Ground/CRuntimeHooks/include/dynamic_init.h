#ifndef AGATE_DYNAMIC_INIT_H
#define AGATE_DYNAMIC_INIT_H
#include <stdint.h>
#include "graphics_fonts.h"
#include "main_queue.h"
#include "object_watch.h"
#include "watch.h"

// Calling an initialiser of a class that is only known at run time; see CALayer+Copy.swift.

// The method descriptor of CALayer's `init(layer:)`; null in programs without QuartzCore.
const void *_Nullable agate_layer_copy_initializer_descriptor(void);

// The method descriptor of NSObject's `init()`; null in programs without Foundation.
const void *_Nullable agate_object_initializer_descriptor(void);

// The byte offset, in the metadata of a class and of its subclasses, of the vtable entry that a method descriptor of that class describes.
// 0 when the class isn't laid out as expected, or the entry of the class itself isn't the function that the descriptor names.
int64_t agate_vtable_offset(const void *_Nonnull class_metadata, const void *_Nonnull method_descriptor);

// Calls an allocating initialiser with one argument that is passed by address. Gives an owned object.
void *_Nullable agate_call_swift_initializer(const void *_Nonnull function, void *_Nonnull argument, const void *_Nonnull class_metadata);

// The same for an initialiser without arguments.
void *_Nullable agate_call_swift_plain_initializer(const void *_Nonnull function, const void *_Nonnull class_metadata);
#endif
