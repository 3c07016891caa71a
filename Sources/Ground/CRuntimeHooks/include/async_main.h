#pragma once

/// Makes the async main function of a program wait in `loop` instead of in dispatch_main, wherever the Swift runtime has a place for it.
/// Without one, or once somebody else has taken it, nothing happens.
void agate_async_main_waits_in(void (*loop)(void));
