// The value of `stderr` for archives whose objects can't read the variable of a shared library. See c-libraries.
#include <stdio.h>

FILE *agate_c_stderr;

__attribute__((constructor)) static void set(void) { agate_c_stderr = stderr; }
