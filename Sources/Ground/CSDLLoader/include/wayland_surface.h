#pragma once
#include <stdint.h>

// What SDL2 lacks on Wayland, by libwayland-client, which is loaded as SDL2 is: whether there are input devices, a surface's pixels at its
// own scale, and when the compositor wants another frame.

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the compositor that WAYLAND_DISPLAY names has a seat, so that SDL2 below 2.30 can be started on it: 1 or 0; -1 where no
/// compositor answers; 2 where the program was given a connection, which can't be asked.
int agate_wayland_has_seat(void);

/// A connection to that compositor, for WAYLAND_SOCKET, that has a seat without devices besides; -1 where there is none.
int agate_wayland_connect_with_seat(void);

/// The shared memory of a Wayland display.
typedef struct agate_wayland agate_wayland;

/// Asks a display, a `wl_display *`, for shared memory; null where it has none. On the thread that dispatches its events.
agate_wayland *_Nullable agate_wayland_open(void *_Nonnull display);
/// Before the display is closed.
void agate_wayland_close(agate_wayland *_Nonnull wayland);

/// Buffers of one surface, and its frame callback.
typedef struct agate_wayland_surface agate_wayland_surface;

/// `surface` is a `wl_surface *`, which outlives this.
agate_wayland_surface *_Nullable agate_wayland_surface_make(agate_wayland *_Nonnull wayland, void *_Nonnull surface);
/// Once the surface is hidden, and no other thread uses it.
void agate_wayland_surface_free(agate_wayland_surface *_Nonnull surface);

/// A buffer that the compositor doesn't read: rows of `width` pixels 0xXXRRGGBB. Null where all are read, or there is no memory. `index` is
/// its number, from 0 to AGATE_WAYLAND_BUFFERS - 1; `isNew` says whether it has no picture yet.
uint32_t *_Nullable agate_wayland_surface_buffer(
    agate_wayland_surface *_Nonnull surface, int32_t width, int32_t height, int32_t *_Nonnull index, int *_Nonnull isNew);
/// Shows a buffer. `rects` are x, y, width and height of `count` rectangles that differ from what was shown before.
void agate_wayland_surface_show(
    agate_wayland_surface *_Nonnull surface, int32_t index, const int32_t *_Nonnull rects, int32_t count);

/// Asks the compositor to say when it has shown the next frame, unless it has been asked. Before the frame is shown; any thread.
void agate_wayland_surface_ask(agate_wayland_surface *_Nonnull surface);
/// How long it has not answered to what has been read so far, in seconds; 0 where nothing is asked. On the thread that dispatches events.
double agate_wayland_surface_unanswered(agate_wayland_surface *_Nonnull surface);

enum { AGATE_WAYLAND_BUFFERS = 4 };

#ifdef __cplusplus
}
#endif
