#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The way in which a script ended.
typedef enum {
    /// The script ran to its end.
    agate_script_done = 0,
    /// The script threw an exception, whose text is the error.
    agate_script_threw = 1,
    /// The script took longer than allowed, or caused a fault that ends a process.
    agate_script_stopped = 2,
    /// There is no engine on this machine, or no process could be created. The error states the reason.
    agate_script_unavailable = 3,
} agate_script_outcome;

/// The strings that a script passed to `emit`, consecutively, and the way in which the script ended.
typedef struct {
    agate_script_outcome outcome;
    const char *output;
    size_t output_size;
    const char *error;
    size_t error_size;
    /// The memory that agate_script_release frees.
    void *region;
    size_t region_size;
} agate_script_result;

/// Runs JavaScript (ECMAScript 5.1) with Duktape, which is loaded on first use. The script runs in a process of its own that has access
/// only to its own memory. The process may not open or read anything or call the kernel, and ends when its processor time is over. The
/// script finds its input in the global `input`, and returns strings by the global function `emit`. Thread-safe. Waits for the end.
/// @param memory bytes that the engine may use.
/// @param seconds of processor time.
/// @param capacity bytes of output; more is refused with an exception.
agate_script_result agate_script_run(
    const char *program, size_t program_size, const char *input, size_t input_size, size_t memory, unsigned seconds, size_t capacity);

/// Returns whether the engine can be loaded.
int agate_script_is_available(void);

void agate_script_release(agate_script_result *result);

#ifdef __cplusplus
}
#endif
