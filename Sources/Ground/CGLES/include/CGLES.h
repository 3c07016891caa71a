#pragma once

// OpenGL ES 3.0 and EGL 1.4: types, constants and functions. Nothing is linked. The functions call those of libEGL.so.1 and
// libGLESv2.so.2, which the first call loads.
//
// Each function has a symbol of its own name with the prefix `agate_`. With the plain names, libraries that are loaded after the program
// would call these functions instead of their own, and a program that links a GL of its own would have each function twice.
//
// Without the headers of EGL and OpenGL ES (libegl-dev, libgles-dev) only the loader's own functions are available.
#if __has_include(<EGL/egl.h>) && __has_include(<GLES3/gl3.h>)
#define AGATE_HAS_GLES 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the reason why OpenGL ES can't be used, or null if it is loaded. The first call loads it. The text is permanently valid.
/// Thread-safe.
const char *agate_gles_failure(void);

/// A value that a thread keeps until it ends, and the function that is then called with it. EGL's own cleanup of a thread runs later, so
/// that the thread's context can still be released. The function must be set once, before a thread keeps a value.
void *agate_gles_thread_value(void);
void agate_gles_set_thread_value(void *value);
void agate_gles_set_thread_end(void (*ended)(void *value));

#if AGATE_HAS_GLES
#define AGATE_CALL(result, name, parameters, arguments) result name parameters __asm__("agate_" #name);
#define AGATE_DO(name, parameters, arguments) void name parameters __asm__("agate_" #name);
#include "gles_functions.h"
#undef AGATE_CALL
#undef AGATE_DO
#endif

#ifdef __cplusplus
}
#endif
