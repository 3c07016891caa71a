#pragma once
#include <stdint.h>

// Features that SDL2 lacks on Wayland, by libwayland-client, which is loaded like SDL2: detection of input devices, a surface's pixels at
// its own scale, and the time at which the compositor wants another frame.

#ifdef __cplusplus
extern "C" {
#endif

/// Returns whether the compositor in WAYLAND_DISPLAY has a seat, so that SDL2 below 2.30 can be started on it: 1 or 0; -1 if no
/// compositor responds; 2 if the program was given a connection, which can't be queried.
int agate_wayland_has_seat(void);

/// Returns a connection to that compositor, for WAYLAND_SOCKET, with an additional seat without devices, or -1 if there is none.
int agate_wayland_connect_with_seat(void);

/// The shared memory of a Wayland display.
typedef struct agate_wayland agate_wayland;

/// Binds the shared memory of a display, a `wl_display *`. Returns null if it has none. Must be called on the thread that dispatches the
/// display's events.
agate_wayland *_Nullable agate_wayland_open(void *_Nonnull display);
/// Must be called before the display is closed.
void agate_wayland_close(agate_wayland *_Nonnull wayland);

/// The buffers of one surface, and its frame callback.
typedef struct agate_wayland_surface agate_wayland_surface;

/// Creates the buffers of `surface`, a `wl_surface *`, which must outlive the result.
agate_wayland_surface *_Nullable agate_wayland_surface_make(agate_wayland *_Nonnull wayland, void *_Nonnull surface);
/// Must be called after the surface is hidden, and when no other thread uses it.
void agate_wayland_surface_free(agate_wayland_surface *_Nonnull surface);

/// Returns a buffer that the compositor is not reading: rows of `width` pixels 0xXXRRGGBB. Returns null if all are being read, or there
/// is no memory. `index` is its number, from 0 to AGATE_WAYLAND_BUFFERS - 1. `isNew` is true if the buffer has no picture yet.
uint32_t *_Nullable agate_wayland_surface_buffer(
    agate_wayland_surface *_Nonnull surface, int32_t width, int32_t height, int32_t *_Nonnull index, int *_Nonnull isNew);
/// Shows a buffer. `rects` are x, y, width and height of `count` rectangles that differ from the previously shown picture.
void agate_wayland_surface_show(
    agate_wayland_surface *_Nonnull surface, int32_t index, const int32_t *_Nonnull rects, int32_t count);

/// Requests a notification when the compositor has shown the next frame, unless a request is pending. Must be called before the frame is
/// shown. Any thread.
void agate_wayland_surface_ask(agate_wayland_surface *_Nonnull surface);
/// Returns the time in seconds for which a request has been unanswered by the events read so far, or 0 if no request is pending. Must be
/// called on the thread that dispatches events.
double agate_wayland_surface_unanswered(agate_wayland_surface *_Nonnull surface);

enum { AGATE_WAYLAND_BUFFERS = 4 };

#ifdef __cplusplus
}
#endif
