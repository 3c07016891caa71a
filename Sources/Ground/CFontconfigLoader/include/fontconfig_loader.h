#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the reason why fontconfig can't be used, or null if it is loaded. The first call loads it. The text is permanently valid.
const char *_Nullable agate_fontconfig_failure(void);

/// A font in memory that has a path, so that fontconfig can read it with its own FreeType.
typedef struct {
    char path[256];
    int descriptor;
} agate_font_file;

/// Copies bytes into a file without a name, or into a temporary file if the system has no such files.
/// \returns 0, or the system's error number. After success the caller must call `agate_font_file_close`.
int agate_font_file_open(agate_font_file *_Nonnull file, const void *_Nonnull bytes, size_t count);

/// Closes the file, and removes it if it has a name.
void agate_font_file_close(agate_font_file *_Nonnull file);

#ifdef __cplusplus
}
#endif
