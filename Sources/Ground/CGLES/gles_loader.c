// OpenGL ES is loaded when the first context is created. Machines without it run everything that does not need it. A function that the
// loaded libraries lack has no effect and returns 0 or null.
#include "CGLES.h"

#include <dlfcn.h>
#include <loaded_calls.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *egl, *gles;
static char failure[512];

static void *open_library(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "OpenGL ES can't be loaded (%s)", reason ? reason : "no reason given");
    return 0;
}

static void load(void) {
    if ((egl = open_library("libEGL.so.1"))) gles = open_library("libGLESv2.so.2");
}

const char *agate_gles_failure(void) {
    pthread_once(&once, load);
    return gles ? 0 : failure;
}

// The destructors of keys run in the order of the keys' creation (in glibc and musl). This key is created at the program's start, EGL's
// when EGL is loaded.
static pthread_key_t thread_key;
static void (*thread_end)(void *);

static void thread_ended(void *value) {
    void (*end)(void *) = __atomic_load_n(&thread_end, __ATOMIC_ACQUIRE);
    if (end) end(value);
}

__attribute__((constructor)) static void make_thread_key(void) { pthread_key_create(&thread_key, thread_ended); }

void *agate_gles_thread_value(void) { return pthread_getspecific(thread_key); }

void agate_gles_set_thread_value(void *value) { pthread_setspecific(thread_key, value); }

void agate_gles_set_thread_end(void (*ended)(void *)) { __atomic_store_n(&thread_end, ended, __ATOMIC_RELEASE); }

#if AGATE_HAS_GLES
// Replaces a function from its first call on, for tests of a driver's errors. Declared in no header. Must be called before the function's
// first call, and before there are drawing threads.
static struct {
    const char *name;
    void *address;
} replaced[8];
static int replaced_count;

void agate_gles_replace(const char *name, void *address);
void agate_gles_replace(const char *name, void *address) {
    if (replaced_count == sizeof replaced / sizeof *replaced) return;
    replaced[replaced_count].name = name;
    replaced[replaced_count++].address = address;
}

// Extensions are not symbols of the libraries. EGL provides their addresses.
static void *find(const char *name) {
    for (int i = 0; i < replaced_count; i++)
        if (!strcmp(replaced[i].name, name)) return replaced[i].address;
    pthread_once(&once, load);
    if (!gles) return 0;
    void *address = dlsym(name[0] == 'e' ? egl : gles, name);
    if (address) return address;
    void *(*address_of)(const char *) = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
    return address_of ? address_of(name) : 0;
}

#define LOADED_SYMBOL(name) find(name)
#define AGATE_CALL(result, name, parameters, arguments) LOADED_CALL(result, name, parameters, arguments, (result)0)
#define AGATE_DO(name, parameters, arguments) LOADED_DO(name, parameters, arguments)
#include "gles_functions.h"
#endif
