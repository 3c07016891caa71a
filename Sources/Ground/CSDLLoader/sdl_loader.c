// SDL2 is loaded when the first window opens. If it were linked, it would take a third of the time from a program's start to its first
// frame (it loads sound, X11, Wayland and some thirty more libraries). Programs on servers, which open no window, would also need it
// installed.
//
// The functions that windows call are defined here under SDL's names, hidden from other libraries, and call the loaded ones. Without a
// loaded library they have no effect and return the value of a failure.
#include "sdl_loader.h"
#include <dlfcn.h>
#include <loaded_calls.h>
#include <pthread.h>
#include <stdio.h>

// Without windows (a trait of the package), SDL's headers need not be installed.
#if __has_include(<SDL2/SDL.h>)
#define DECLSPEC __attribute__((visibility("hidden")))
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;
static char failure[512];

static void load(void) {
    library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library) return;
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "SDL2 can't be loaded (%s)", reason ? reason : "no reason given");
}

const char *agate_sdl_failure(void) {
    pthread_once(&once, load);
    return library ? 0 : failure;
}

void *agate_sdl_symbol(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : 0;
}

#define LOADED_SYMBOL(name) agate_sdl_symbol(name)
#define CALL(result, name, parameters, arguments, otherwise) LOADED_CALL(result, name, parameters, arguments, otherwise)
#define DO(name, parameters, arguments) LOADED_DO(name, parameters, arguments)

// The library.
CALL(int, SDL_InitSubSystem, (Uint32 flags), (flags), -1)
DO(SDL_QuitSubSystem, (Uint32 flags), (flags))
DO(SDL_SetMainReady, (void), ())
DO(SDL_GetVersion, (SDL_version * version), (version))
CALL(const char *, SDL_GetError, (void), (), failure)
CALL(SDL_bool, SDL_SetHint, (const char *name, const char *value), (name, value), SDL_FALSE)
CALL(SDL_bool, SDL_SetHintWithPriority, (const char *name, const char *value, SDL_HintPriority priority), (name, value, priority),
    SDL_FALSE)
CALL(const char *, SDL_GetCurrentVideoDriver, (void), (), 0)
CALL(int, SDL_GetCurrentDisplayMode, (int display, SDL_DisplayMode *mode), (display, mode), -1)
CALL(int, SDL_GetDisplayUsableBounds, (int display, SDL_Rect *bounds), (display, bounds), -1)
DO(SDL_EnableScreenSaver, (void), ())
DO(SDL_DisableScreenSaver, (void), ())

// Windows.
CALL(SDL_Window *, SDL_CreateWindow, (const char *title, int x, int y, int w, int h, Uint32 flags), (title, x, y, w, h, flags), 0)
DO(SDL_DestroyWindow, (SDL_Window * window), (window))
DO(SDL_ShowWindow, (SDL_Window * window), (window))
DO(SDL_HideWindow, (SDL_Window * window), (window))
DO(SDL_RaiseWindow, (SDL_Window * window), (window))
DO(SDL_SetWindowTitle, (SDL_Window * window, const char *title), (window, title))
DO(SDL_SetWindowSize, (SDL_Window * window, int w, int h), (window, w, h))
DO(SDL_GetWindowSize, (SDL_Window * window, int *w, int *h), (window, w, h))
DO(SDL_GetWindowPosition, (SDL_Window * window, int *x, int *y), (window, x, y))
DO(SDL_SetWindowPosition, (SDL_Window * window, int x, int y), (window, x, y))
CALL(int, SDL_SetWindowFullscreen, (SDL_Window * window, Uint32 flags), (window, flags), -1)
CALL(int, SDL_SetWindowInputFocus, (SDL_Window * window), (window), -1)
CALL(int, SDL_GetWindowDisplayIndex, (SDL_Window * window), (window), -1)
CALL(Uint32, SDL_GetWindowFlags, (SDL_Window * window), (window), 0)
CALL(Uint32, SDL_GetWindowID, (SDL_Window * window), (window), 0)
CALL(SDL_Surface *, SDL_GetWindowSurface, (SDL_Window * window), (window), 0)
CALL(int, SDL_UpdateWindowSurfaceRects, (SDL_Window * window, const SDL_Rect *rects, int count), (window, rects, count), -1)
CALL(int, SDL_ConvertPixels, (int w, int h, Uint32 from, const void *source, int source_pitch, Uint32 to, void *target, int pitch),
    (w, h, from, source, source_pitch, to, target, pitch), -1)

// OpenGL ES in windows.
CALL(int, SDL_GL_SetAttribute, (SDL_GLattr attribute, int value), (attribute, value), -1)
CALL(SDL_GLContext, SDL_GL_CreateContext, (SDL_Window * window), (window), 0)
CALL(int, SDL_GL_LoadLibrary, (const char *path), (path), -1)
CALL(int, SDL_GL_MakeCurrent, (SDL_Window * window, SDL_GLContext context), (window, context), -1)
CALL(int, SDL_GL_SetSwapInterval, (int interval), (interval), -1)
DO(SDL_GL_GetDrawableSize, (SDL_Window * window, int *w, int *h), (window, w, h))
DO(SDL_GL_SwapWindow, (SDL_Window * window), (window))
DO(SDL_GL_DeleteContext, (SDL_GLContext context), (context))
DO(SDL_GL_UnloadLibrary, (void), ())

// Sound.
CALL(SDL_AudioDeviceID, SDL_OpenAudioDevice,
    (const char *device, int iscapture, const SDL_AudioSpec *desired, SDL_AudioSpec *obtained, int allowed_changes),
    (device, iscapture, desired, obtained, allowed_changes), 0)
DO(SDL_CloseAudioDevice, (SDL_AudioDeviceID device), (device))
DO(SDL_PauseAudioDevice, (SDL_AudioDeviceID device, int pause_on), (device, pause_on))

// Events and input.
DO(SDL_PumpEvents, (void), ())
CALL(Uint8, SDL_EventState, (Uint32 type, int state), (type, state), SDL_IGNORE)
CALL(int, SDL_PollEvent, (SDL_Event * event), (event), 0)
CALL(SDL_Window *, SDL_GetKeyboardFocus, (void), (), 0)
CALL(SDL_Window *, SDL_GetMouseFocus, (void), (), 0)
CALL(SDL_Cursor *, SDL_CreateSystemCursor, (SDL_SystemCursor shape), (shape), 0)
DO(SDL_SetCursor, (SDL_Cursor * cursor), (cursor))
CALL(int, SDL_ShowCursor, (int toggle), (toggle), -1)
#endif
