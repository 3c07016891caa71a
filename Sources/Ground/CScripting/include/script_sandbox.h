#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a script ended.
typedef enum {
    /// To its end.
    agate_script_done = 0,
    /// With an exception, whose text is the error.
    agate_script_threw = 1,
    /// It took longer than allowed, or broke something that ends a process.
    agate_script_stopped = 2,
    /// There is no engine on this machine, or no process could be made; the error says which.
    agate_script_unavailable = 3,
} agate_script_outcome;

/// What a script gave to `emit`, one string after another, and how it ended.
typedef struct {
    agate_script_outcome outcome;
    const char *output;
    size_t output_size;
    const char *error;
    size_t error_size;
    /// For agate_script_release.
    void *region;
    size_t region_size;
} agate_script_result;

/// Runs JavaScript (ECMAScript 5.1) by Duktape, which is loaded when it is first asked for, in a process of its own that has only its
/// memory: it may not open, read or ask the kernel for anything, and ends when its processor time is over. The script finds its input in
/// the global `input`, and gives strings back by the global function `emit`. Safe on any thread; waits for the end.
/// @param memory bytes that the engine may use.
/// @param seconds of processor time.
/// @param capacity bytes of output; more is refused with an exception.
agate_script_result agate_script_run(
    const char *program, size_t program_size, const char *input, size_t input_size, size_t memory, unsigned seconds, size_t capacity);

/// Whether the engine can be loaded.
int agate_script_is_available(void);

void agate_script_release(agate_script_result *result);

#ifdef __cplusplus
}
#endif
