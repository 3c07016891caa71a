#ifndef AGATE_TERMINAL_H
#define AGATE_TERMINAL_H

// A terminal that is restored whatever ends the program. It is implemented in C, because signal handlers may only call C.

/// Takes over a terminal: keys are delivered immediately and without echo. Signals are recorded or, if they end the program, restore the
/// terminal first. Returns 0, or -1.
int agate_terminal_enter(int input, int output);
/// Restores the terminal and the previous signal handlers. Has no effect if no terminal is taken over.
void agate_terminal_leave(void);
/// Returns the signal that requests termination, or 0 if there was none. The second such signal ends the program.
int agate_terminal_signal(void);
/// Returns columns, rows and pixels. Zeros if unknown.
void agate_terminal_size(int output, int *_Nonnull columns, int *_Nonnull rows, int *_Nonnull width, int *_Nonnull height);
/// Makes a pair of descriptors, for a terminal and its user, for tests. Returns 0, or -1.
int agate_terminal_pair(int *_Nonnull person, int *_Nonnull terminal, int columns, int rows, int width, int height);
#endif
