#ifndef AGATE_FILM_KERNELS_H
#define AGATE_FILM_KERNELS_H
#include "levels.h"
#include <stdint.h>

// Conversion of pixels to the input of film encoders. Pixels are 0xAARRGGBB. Luma and chroma are BT.709 in limited range (16...235,
// 16...240; four times that in ten bits), rounded to nearest. The alpha of pixels is ignored: premultiplied colour is the picture over
// black. If alpha is kept, luma is that of straight pixels. Each loop exists for the baseline processor and with vectors (AVX2 or NEON);
// both give the same bytes. Lengths may be zero, never negative.
typedef struct agate_film_kernels {
    /// Computes the luma of a row.
    void (*_Nonnull luma)(uint8_t *_Nonnull y, const uint32_t *_Nonnull pixels, intptr_t n);
    /// Computes the chroma of two rows of n pixels, (n + 1) / 2 of each. Both rows have the same weight, and the weights are one quarter,
    /// half, quarter around each even column, the chroma location in H.264 and VP9. Columns outside repeat the edge.
    void (*_Nonnull chroma_halved)(uint8_t *_Nonnull u, uint8_t *_Nonnull v, const uint32_t *_Nonnull top, const uint32_t *_Nonnull bottom,
                                   intptr_t n);
    /// Computes the chroma of straight colour as above. Each pixel is weighted by its alpha, so that invisible pixels do not affect
    /// visible ones. The chroma is gray where nothing is visible.
    void (*_Nonnull chroma_visible)(uint8_t *_Nonnull u, uint8_t *_Nonnull v, const uint32_t *_Nonnull top, const uint32_t *_Nonnull bottom,
                                    intptr_t n);
    /// Computes the chroma of a row for every pixel.
    void (*_Nonnull chroma)(uint8_t *_Nonnull u, uint8_t *_Nonnull v, const uint32_t *_Nonnull pixels, intptr_t n);
    /// Computes luma, chroma and alpha (0...1023) of a row in ten bits.
    void (*_Nonnull deep)(uint16_t *_Nonnull y, uint16_t *_Nonnull u, uint16_t *_Nonnull v, uint16_t *_Nonnull a,
                          const uint32_t *_Nonnull pixels, intptr_t n);
    /// Converts premultiplied pixels to straight ones: (255 * c + a / 2) / a, at most 255, and 0 if a is 0.
    void (*_Nonnull straight)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n);
    /// dst[i] = alpha of src[i]
    void (*_Nonnull alpha)(uint8_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n);
} agate_film_kernels;

/// Returns the loops for this processor.
const agate_film_kernels *_Nonnull agate_film_kernels_current(void);
/// Returns the loops of one level, or NULL if the processor or the build lacks them.
const agate_film_kernels *_Nullable agate_film_kernels_of_level(agate_level level);
#endif
