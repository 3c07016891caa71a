#include "async_main.h"
#include <stddef.h>

// A private place of the Swift runtime, which its own tests use to see main end. The only file that uses it.
typedef __attribute__((swiftcall)) void (*drain_queue)(void);
typedef __attribute__((swiftcall)) void (*drain_hook)(drain_queue original, void *override);
extern drain_hook swift_task_asyncMainDrainQueue_hook __attribute__((weak));

static void (*wait_in)(void);

static __attribute__((swiftcall)) void drain(drain_queue original, void *override) {
    (void)override;
    // The run loop of the main thread only returns when somebody stops it; the program ends by exit().
    for (;;) wait_in();
    original();
}

void agate_async_main_waits_in(void (*loop)(void)) {
    drain_hook *hook = &swift_task_asyncMainDrainQueue_hook;
    if (hook == NULL || *hook != NULL) return;
    wait_in = loop;
    *hook = drain;
}
