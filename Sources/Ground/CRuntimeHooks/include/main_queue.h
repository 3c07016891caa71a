#ifndef AGATE_MAIN_QUEUE_H
#define AGATE_MAIN_QUEUE_H
#include <stdbool.h>

// Whether work waits in the main dispatch queue, the main actor's included. Main thread.
bool agate_main_queue_has_work(void);
// The same, waiting for it so long at most.
bool agate_main_queue_waits_for_work(int milliseconds);

// Runs what waits there, without the run loop's timers and sources. Main thread; from inside such work nothing happens.
void agate_run_main_queue(void);

// Has the run loop look at the queue again. For work that could not be run.
void agate_wake_main_queue(void);
#endif
