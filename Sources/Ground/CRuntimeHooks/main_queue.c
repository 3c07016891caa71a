#define _GNU_SOURCE
#include "main_queue.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>

// The functions with which CoreFoundation's run loop itself runs the main queue. Weak, since programs without libdispatch link this too.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *message) __attribute__((weak));

// 1 on the main thread, -1 on others, 0 if the thread has not asked yet.
static _Thread_local signed char main_mark;
static pthread_once_t watches_forks = PTHREAD_ONCE_INIT;
// A forked process has one thread, its main one, whichever it was before.
static void mark_forked(void) { main_mark = 1; }
static void watch_forks(void) { pthread_atfork(NULL, NULL, mark_forked); }

bool agate_is_main_thread(void) {
    if (main_mark == 0) {
        pthread_once(&watches_forks, watch_forks);
        main_mark = getpid() == (pid_t)syscall(SYS_gettid) ? 1 : -1;
    }
    return main_mark > 0;
}

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
