#ifndef AGATE_TERMINAL_H
#define AGATE_TERMINAL_H

// A terminal that is given back whatever ends the program: what signal handlers may do is C.

/// Takes a terminal over: keys come at once and unseen, signals are noted or, where they end the program, give it back first. 0, or -1.
int agate_terminal_enter(int input, int output);
/// Gives it back, and signals what they did before. Does nothing where it is not taken over.
void agate_terminal_leave(void);
/// The signal that asks to end; 0 while none did. The second one ends the program.
int agate_terminal_signal(void);
/// Columns, rows and pixels; zeros where unknown.
void agate_terminal_size(int output, int *_Nonnull columns, int *_Nonnull rows, int *_Nonnull width, int *_Nonnull height);
/// A pair of descriptors, a terminal and who sits before it; for tests. 0, or -1.
int agate_terminal_pair(int *_Nonnull person, int *_Nonnull terminal, int columns, int rows, int width, int height);
#endif
