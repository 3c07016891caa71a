#ifndef AGATE_LEVELS_H
#define AGATE_LEVELS_H

/// The instructions that a set of loops uses. `KernelLevel` of Raster has the same cases.
typedef enum agate_level {
    agate_level_baseline,
    /// AVX2 or NEON.
    agate_level_vectors,
    /// AVX-512.
    agate_level_wide_vectors,
} agate_level;
#endif
