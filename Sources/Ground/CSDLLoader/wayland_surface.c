#define _GNU_SOURCE
#include "wayland_surface.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// The library's own types, so that its headers need not be installed. The numbers of requests are those of wayland.xml.
struct wl_proxy;
struct wl_interface;
union wl_argument {
    int32_t i;
    uint32_t u;
    const char *s;
    void *o;
};
enum { DISPLAY_GET_REGISTRY = 1, REGISTRY_BIND = 0, SHM_CREATE_POOL = 0, POOL_CREATE_BUFFER = 0, POOL_DESTROY = 1, BUFFER_DESTROY = 0 };
enum { SURFACE_ATTACH = 1, SURFACE_DAMAGE = 2, SURFACE_FRAME = 3, SURFACE_COMMIT = 6, SURFACE_DAMAGE_BUFFER = 9 };
enum { FORMAT_XRGB8888 = 1 };

static struct {
    void *(*connect)(const char *name);
    void (*disconnect)(void *display);
    int (*roundtrip)(void *display);
    struct wl_proxy *(*make)(void *proxy, uint32_t request, union wl_argument *, const struct wl_interface *, uint32_t version);
    void (*send)(void *proxy, uint32_t request, union wl_argument *);
    int (*listen)(struct wl_proxy *, void (**)(void), void *data);
    void (*destroy)(struct wl_proxy *);
    uint32_t (*version)(struct wl_proxy *);
    void *(*make_queue)(void *display);
    void (*destroy_queue)(void *queue);
    int (*dispatch)(void *display, void *queue);
    void *(*wrap)(void *proxy);
    void (*unwrap)(void *wrapper);
    void (*set_queue)(void *proxy, void *queue);
    const struct wl_interface *registry, *shm, *pool, *buffer, *callback;
} lib;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        const char *name;
        void *place;
    } symbols[] = {
        {"wl_display_connect", &lib.connect}, {"wl_display_disconnect", &lib.disconnect}, {"wl_display_roundtrip", &lib.roundtrip},
        {"wl_proxy_marshal_array_constructor_versioned", &lib.make}, {"wl_proxy_marshal_array", &lib.send},
        {"wl_proxy_add_listener", &lib.listen}, {"wl_proxy_destroy", &lib.destroy}, {"wl_proxy_get_version", &lib.version},
        {"wl_display_create_queue", &lib.make_queue}, {"wl_event_queue_destroy", &lib.destroy_queue},
        {"wl_display_dispatch_queue_pending", &lib.dispatch}, {"wl_proxy_create_wrapper", &lib.wrap},
        {"wl_proxy_wrapper_destroy", &lib.unwrap}, {"wl_proxy_set_queue", &lib.set_queue},
        {"wl_registry_interface", &lib.registry}, {"wl_shm_interface", &lib.shm}, {"wl_shm_pool_interface", &lib.pool},
        {"wl_buffer_interface", &lib.buffer}, {"wl_callback_interface", &lib.callback},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(library, symbols[i].name);
        if (!symbol) return;
        memcpy(symbols[i].place, &symbol, sizeof symbol);
    }
    is_loaded = 1;
}

static int loads(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// The globals of a display: their names, 0 for none.
struct globals {
    uint32_t seat, shm;
};

static void global_comes(void *data, void *registry, uint32_t name, const char *interface, uint32_t version) {
    struct globals *globals = data;
    if (strcmp(interface, "wl_seat") == 0) globals->seat = name;
    if (strcmp(interface, "wl_shm") == 0) globals->shm = name;
}
static void global_goes(void *data, void *registry, uint32_t name) {}
static void (*registry_listener[])(void) = {(void (*)(void))global_comes, (void (*)(void))global_goes};

// Returns the display's registry, or null if it can't be queried.
static struct wl_proxy *ask(void *display, struct globals *globals) {
    union wl_argument arguments[1] = {{.o = 0}};
    struct wl_proxy *registry = lib.make(display, DISPLAY_GET_REGISTRY, arguments, lib.registry, 1);
    if (!registry) return 0;
    lib.listen(registry, registry_listener, globals);
    if (lib.roundtrip(display) >= 0) return registry;
    lib.destroy(registry);
    return 0;
}

int agate_wayland_has_seat(void) {
    // A socket that was passed to the program can be used once, by SDL.
    if (getenv("WAYLAND_SOCKET")) return 2;
    if (!loads()) return -1;
    void *display = lib.connect(0);
    if (!display) return -1;
    struct globals globals = {0};
    struct wl_proxy *registry = ask(display, &globals);
    if (registry) lib.destroy(registry);
    lib.disconnect(display);
    return registry ? globals.seat != 0 : -1;
}

// Shared memory

struct agate_wayland {
    void *display;
    struct wl_proxy *shm;
    // The queue of frame callbacks, which are created on other threads: no event is dispatched before its listener is set.
    void *queue;
    pthread_mutex_t lock;
    // The registry is listened to for the lifetime of the display, because its events arrive at any time.
    struct wl_proxy *registry;
    struct globals globals;
};

static void format_comes(void *data, void *shm, uint32_t format) {}
static void (*shm_listener[])(void) = {(void (*)(void))format_comes};

agate_wayland *agate_wayland_open(void *display) {
    if (!loads()) return 0;
    agate_wayland *wayland = calloc(1, sizeof *wayland);
    if (!wayland) return 0;
    wayland->registry = ask(display, &wayland->globals);
    if (wayland->registry && wayland->globals.shm) {
        union wl_argument arguments[4] = {{.u = wayland->globals.shm}, {.s = "wl_shm"}, {.u = 1}, {.o = 0}};
        wayland->shm = lib.make(wayland->registry, REGISTRY_BIND, arguments, lib.shm, 1);
        if (wayland->shm) lib.listen(wayland->shm, shm_listener, 0);
    }
    wayland->display = display;
    wayland->queue = wayland->shm ? lib.make_queue(display) : 0;
    pthread_mutex_init(&wayland->lock, 0);
    if (wayland->queue) return wayland;
    if (wayland->shm) lib.destroy(wayland->shm);
    if (wayland->registry) lib.destroy(wayland->registry);
    free(wayland);
    return 0;
}

void agate_wayland_close(agate_wayland *wayland) {
    lib.destroy(wayland->shm);
    lib.destroy(wayland->registry);
    lib.destroy_queue(wayland->queue);
    pthread_mutex_destroy(&wayland->lock);
    free(wayland);
}

// Surfaces

struct buffer {
    struct wl_proxy *proxy;
    uint32_t *pixels;
    int32_t width, height;
    int is_read;
};

struct agate_wayland_surface {
    agate_wayland *wayland;
    struct wl_proxy *surface;
    // The same surface, for events in the queue.
    void *wrapper;
    struct buffer buffers[AGATE_WAYLAND_BUFFERS];
    // Accessed under the lock.
    struct wl_proxy *callback;
    // The time of the request in nanoseconds.
    int64_t asked;
};

agate_wayland_surface *agate_wayland_surface_make(agate_wayland *wayland, void *wl_surface) {
    agate_wayland_surface *surface = calloc(1, sizeof *surface);
    if (!surface) return 0;
    surface->wayland = wayland;
    surface->surface = wl_surface;
    surface->wrapper = lib.wrap(wl_surface);
    if (!surface->wrapper) {
        free(surface);
        return 0;
    }
    lib.set_queue(surface->wrapper, wayland->queue);
    return surface;
}

static void drop(struct buffer *buffer) {
    if (!buffer->proxy) return;
    lib.send(buffer->proxy, BUFFER_DESTROY, 0);
    lib.destroy(buffer->proxy);
    munmap(buffer->pixels, (size_t)buffer->width * buffer->height * 4);
    *buffer = (struct buffer){0};
}

void agate_wayland_surface_free(agate_wayland_surface *surface) {
    for (int i = 0; i < AGATE_WAYLAND_BUFFERS; i++) drop(&surface->buffers[i]);
    pthread_mutex_lock(&surface->wayland->lock);
    if (surface->callback) lib.destroy(surface->callback);
    pthread_mutex_unlock(&surface->wayland->lock);
    lib.unwrap(surface->wrapper);
    free(surface);
}

static void buffer_is_free(void *data, void *proxy) { ((struct buffer *)data)->is_read = 0; }
static void (*buffer_listener[])(void) = {(void (*)(void))buffer_is_free};

static int fill(struct buffer *buffer, agate_wayland *wayland, int32_t width, int32_t height) {
    int64_t size = (int64_t)width * height * 4;
    if (width <= 0 || height <= 0 || size > INT32_MAX) return 0;
    int file = memfd_create("agate-window", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return 0;
    void *pixels = ftruncate(file, size) == 0 ? mmap(0, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (pixels != MAP_FAILED) {
        union wl_argument memory[3] = {{.o = 0}, {.i = file}, {.i = (int32_t)size}};
        struct wl_proxy *pool = lib.make(wayland->shm, SHM_CREATE_POOL, memory, lib.pool, 1);
        union wl_argument part[6] = {{.o = 0}, {.i = 0}, {.i = width}, {.i = height}, {.i = width * 4}, {.u = FORMAT_XRGB8888}};
        struct wl_proxy *proxy = pool ? lib.make(pool, POOL_CREATE_BUFFER, part, lib.buffer, 1) : 0;
        if (pool) {
            lib.send(pool, POOL_DESTROY, 0);
            lib.destroy(pool);
        }
        if (proxy) {
            *buffer = (struct buffer){proxy, pixels, width, height, 0};
            lib.listen(proxy, buffer_listener, buffer);
        } else {
            munmap(pixels, (size_t)size);
        }
    }
    close(file);
    return buffer->proxy != 0;
}

uint32_t *agate_wayland_surface_buffer(agate_wayland_surface *surface, int32_t width, int32_t height, int32_t *index, int *is_new) {
    // An existing buffer is used first, so that there are no more buffers than the compositor requires.
    int empty = -1;
    for (int i = 0; i < AGATE_WAYLAND_BUFFERS; i++) {
        struct buffer *buffer = &surface->buffers[i];
        if (buffer->proxy && !buffer->is_read && (buffer->width != width || buffer->height != height)) drop(buffer);
        if (!buffer->proxy && empty < 0) empty = i;
        if (!buffer->proxy || buffer->is_read) continue;
        *index = i;
        *is_new = 0;
        return buffer->pixels;
    }
    if (empty < 0 || !fill(&surface->buffers[empty], surface->wayland, width, height)) return 0;
    *index = empty;
    *is_new = 1;
    return surface->buffers[empty].pixels;
}

void agate_wayland_surface_show(agate_wayland_surface *surface, int32_t index, const int32_t *rects, int32_t count) {
    struct buffer *buffer = &surface->buffers[index];
    union wl_argument attach[3] = {{.o = buffer->proxy}, {.i = 0}, {.i = 0}};
    lib.send(surface->surface, SURFACE_ATTACH, attach);
    // In pixels if the compositor supports it; otherwise the whole surface, which is the same in any unit.
    if (lib.version(surface->surface) >= 4) {
        for (int32_t i = 0; i < count; i++, rects += 4) {
            union wl_argument damage[4] = {{.i = rects[0]}, {.i = rects[1]}, {.i = rects[2]}, {.i = rects[3]}};
            lib.send(surface->surface, SURFACE_DAMAGE_BUFFER, damage);
        }
    } else {
        union wl_argument damage[4] = {{.i = 0}, {.i = 0}, {.i = INT32_MAX}, {.i = INT32_MAX}};
        lib.send(surface->surface, SURFACE_DAMAGE, damage);
    }
    buffer->is_read = 1;
    lib.send(surface->surface, SURFACE_COMMIT, 0);
}

// Frame callbacks

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void frame_was_shown(void *data, void *callback, uint32_t time) {
    agate_wayland_surface *surface = data;
    surface->asked = 0;
    surface->callback = 0;
    lib.destroy(callback);
}
static void (*callback_listener[])(void) = {(void (*)(void))frame_was_shown};

void agate_wayland_surface_ask(agate_wayland_surface *surface) {
    pthread_mutex_lock(&surface->wayland->lock);
    if (!surface->callback) {
        union wl_argument arguments[1] = {{.o = 0}};
        surface->callback = lib.make(surface->wrapper, SURFACE_FRAME, arguments, lib.callback, 1);
        if (surface->callback) {
            surface->asked = now();
            lib.listen(surface->callback, callback_listener, surface);
        }
    }
    pthread_mutex_unlock(&surface->wayland->lock);
}

double agate_wayland_surface_unanswered(agate_wayland_surface *surface) {
    pthread_mutex_lock(&surface->wayland->lock);
    lib.dispatch(surface->wayland->display, surface->wayland->queue);
    int64_t asked = surface->asked;
    pthread_mutex_unlock(&surface->wayland->lock);
    return asked ? (double)(now() - asked) / 1e9 : 0;
}
