#include "async_main.h"
#include <stddef.h>

// A private hook of the Swift runtime, which the runtime's own tests use to observe the end of main. This is the only file that uses it.
typedef __attribute__((swiftcall)) void (*drain_queue)(void);
typedef __attribute__((swiftcall)) void (*drain_hook)(drain_queue original, void *override);
extern drain_hook swift_task_asyncMainDrainQueue_hook __attribute__((weak));

static void (*wait_in)(void);

static __attribute__((swiftcall)) void drain(drain_queue original, void *override) {
    (void)override;
    // The run loop of the main thread returns only if it is stopped. The program ends by exit().
    for (;;) wait_in();
    original();
}

void agate_async_main_waits_in(void (*loop)(void)) {
    drain_hook *hook = &swift_task_asyncMainDrainQueue_hook;
    if (hook == NULL || *hook != NULL) return;
    wait_in = loop;
    *hook = drain;
}
