#pragma once

/// Makes the async main function of a program wait in `loop` instead of in dispatch_main, if the Swift runtime has a hook for it. Has no
/// effect without a hook, or if another client has already taken it.
void agate_async_main_waits_in(void (*loop)(void));
