#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the reason why SDL2 can't be used, or null if it is loaded. The first call loads it. The text is permanently valid.
const char *_Nullable agate_sdl_failure(void);

/// Returns a function of SDL2 by its name, or null if there is none, or no SDL2. The first call loads SDL2.
void *_Nullable agate_sdl_symbol(const char *_Nonnull name);

#ifdef __cplusplus
}
#endif
