#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Why SDL2 can't be used; null where it is loaded. The first call loads it. The text stays valid.
const char *_Nullable agate_sdl_failure(void);

/// A function of SDL2 by its name; null where there is none, or no SDL2. The first call loads it.
void *_Nullable agate_sdl_symbol(const char *_Nonnull name);

#ifdef __cplusplus
}
#endif
