#pragma once
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Returns the kernel's number of the calling thread, the one in /proc/self/task.
static inline uint32_t agate_thread_number(void) { return (uint32_t)syscall(SYS_gettid); }
