#ifndef AGATE_MAIN_QUEUE_H
#define AGATE_MAIN_QUEUE_H
#include <stdbool.h>

// Returns whether the calling thread is the main thread. Each thread asks the kernel once; Foundation's `Thread.isMainThread` asks it twice
// each time.
bool agate_is_main_thread(void);

// Returns whether work is waiting in the main dispatch queue, including the main actor's. Main thread only.
bool agate_main_queue_has_work(void);
// Returns whether work is waiting, after waiting for it for at most the given time.
bool agate_main_queue_waits_for_work(int milliseconds);

// Runs the waiting work, without the run loop's timers and sources. Main thread only. Has no effect if called from such work.
void agate_run_main_queue(void);

// Makes the run loop check the queue again, for work that could not be run.
void agate_wake_main_queue(void);
#endif
