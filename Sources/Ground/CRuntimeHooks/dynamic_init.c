#include "dynamic_init.h"
#include <string.h>

// "method descriptor for QuartzCore.CALayer.__allocating_init(layer: Any)". Weak, because this target is below QuartzCore.
extern const char layer_copy_descriptor __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfCTq") __attribute__((weak));

const void *agate_layer_copy_initializer_descriptor(void) { return &layer_copy_descriptor; }

// "method descriptor for Foundation.NSObject.__allocating_init()".
extern const char object_init_descriptor __asm__("$s10Foundation8NSObjectCACycfCTq") __attribute__((weak));

const void *agate_object_initializer_descriptor(void) { return &object_init_descriptor; }

// "method descriptor for QuartzCore.CAFilter.__allocating_init(type: String)", and that of CAEmitterBehavior.
extern const char filter_type_descriptor __asm__("$s10QuartzCore8CAFilterC4typeACSS_tcfCTq") __attribute__((weak));
extern const char behavior_type_descriptor __asm__("$s10QuartzCore17CAEmitterBehaviorC4typeACSS_tcfCTq") __attribute__((weak));

const void *agate_filter_initializer_descriptor(void) { return &filter_type_descriptor; }
const void *agate_emitter_behavior_initializer_descriptor(void) { return &behavior_type_descriptor; }

static uint32_t word(const char *p) { uint32_t v; memcpy(&v, p, 4); return v; }

int64_t agate_vtable_offset(const void *class_metadata, const void *method_descriptor) {
    // Class metadata without Objective-C: kind, superclass, three words of flags and sizes, then the descriptor.
    const char *metadata = class_metadata, *method = method_descriptor;
    const char *descriptor;
    memcpy(&descriptor, metadata + 40, sizeof descriptor);
    if (!descriptor) return 0;
    uint32_t flags = word(descriptor), kind_flags = flags >> 16;
    const uint32_t is_generic = 1u << 7, has_vtable = 1u << 15, resilient_superclass = 1u << 13, metadata_init = 3u;
    if ((flags & 31u) != 16u || (flags & is_generic)) return 0;
    if (!(kind_flags & has_vtable) || (kind_flags & (resilient_superclass | metadata_init))) return 0;
    // The fixed part of a class descriptor has eleven words. It is followed by the vtable's offset and size, and then by two words for
    // each method.
    const char *header = descriptor + 44, *methods = header + 8;
    int64_t distance = method - methods;
    uint32_t count = word(header + 4);
    if (distance < 0 || distance % 8 != 0 || distance / 8 >= (int64_t)count) return 0;
    const uint32_t method_kind_init = 1u;
    if ((word(method) & 15u) != method_kind_init) return 0;
    int64_t offset = ((int64_t)word(header) + distance / 8) * 8;
    const char *implementation = method + 4 + (int32_t)word(method + 4);
    const char *entry;
    memcpy(&entry, metadata + offset, sizeof entry);
    return entry == implementation ? offset : 0;
}

typedef void *(*swift_initializer)(void *, __attribute__((swift_context)) const void *) __attribute__((swiftcall));

void *agate_call_swift_initializer(const void *function, void *argument, const void *class_metadata) {
    return ((swift_initializer)function)(argument, class_metadata);
}

typedef void *(*swift_string_initializer)(uint64_t, uint64_t, __attribute__((swift_context)) const void *) __attribute__((swiftcall));

void *agate_call_swift_string_initializer(const void *function, const void *string, const void *class_metadata) {
    // A Swift string is passed as two words.
    uint64_t words[2];
    memcpy(words, string, sizeof words);
    return ((swift_string_initializer)function)(words[0], words[1], class_metadata);
}

typedef void *(*swift_plain_initializer)(__attribute__((swift_context)) const void *) __attribute__((swiftcall));

void *agate_call_swift_plain_initializer(const void *function, const void *class_metadata) {
    return ((swift_plain_initializer)function)(class_metadata);
}
