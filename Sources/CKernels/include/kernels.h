#ifndef AGATE_KERNELS_H
#define AGATE_KERNELS_H
#include <stdint.h>
#endif
