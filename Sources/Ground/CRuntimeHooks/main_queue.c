#include "main_queue.h"
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>

// The functions with which CoreFoundation's run loop itself runs the main queue. Weak, since programs without libdispatch link this too.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *message) __attribute__((weak));

bool agate_main_queue_has_work(void) { return agate_main_queue_waits_for_work(0); }

bool agate_main_queue_waits_for_work(int milliseconds) {
    if (!_dispatch_get_main_queue_handle_4CF || !_dispatch_main_queue_callback_4CF) return false;
    struct pollfd handle = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
    return handle.fd >= 0 && poll(&handle, 1, milliseconds) == 1 && (handle.revents & POLLIN);
}

void agate_run_main_queue(void) {
    eventfd_t count;
    eventfd_read(_dispatch_get_main_queue_handle_4CF(), &count);
    _dispatch_main_queue_callback_4CF(NULL);
}

void agate_wake_main_queue(void) { eventfd_write(_dispatch_get_main_queue_handle_4CF(), 1); }
