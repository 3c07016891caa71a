#pragma once

// OpenGL ES 3.0 and EGL 1.4: types, constants and functions. Nothing is linked: the functions call those of libEGL.so.1 and libGLESv2.so.2,
// which the first call loads.
//
// Each function has a symbol of its own name behind `agate_`. Under the plain names, libraries that are loaded after the program would call
// ours instead of their own, and a program that links a GL of its own would have each twice.
//
// Without the headers of EGL and OpenGL ES (libegl-dev, libgles-dev) only the loader's own functions are there.
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

/// Why OpenGL ES can't be used; null where it is loaded. The first call loads it. The text stays valid. Safe on any thread.
const char *agate_gles_failure(void);

/// Something that a thread keeps until it ends, and what is then called with it. EGL's own end of a thread comes later, so that the
/// thread's context can still be let go of. Set what is called once, before a thread keeps something.
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
