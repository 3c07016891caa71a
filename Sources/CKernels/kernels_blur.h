// Weighted sums along rows and columns.

// Sums of a stretch of the row stay in the first cache while the taps go by.
#define AGATE_STRETCH 128

static void K(convolve8)(uint16_t *dst, intptr_t n, const uint8_t *src, intptr_t step, const uint32_t *weights, intptr_t taps) {
    uint32_t sums[AGATE_STRETCH];
    for (intptr_t i = 0; i < n; i += AGATE_STRETCH) {
        intptr_t m = n - i < AGATE_STRETCH ? n - i : AGATE_STRETCH;
        for (intptr_t j = 0; j < m; j++) sums[j] = 128;
        for (intptr_t k = 0; k < taps; k++) {
            const uint8_t *s = src + i + k * step;
            uint32_t w = weights[k];
            for (intptr_t j = 0; j < m; j++) sums[j] += s[j] * w;
        }
        for (intptr_t j = 0; j < m; j++) dst[i + j] = (uint16_t)(sums[j] >> 8);
    }
}

static void K(convolve16)(uint8_t *dst, intptr_t n, const uint16_t *src, intptr_t stride, const uint32_t *weights, intptr_t taps) {
    uint32_t sums[AGATE_STRETCH];
    for (intptr_t i = 0; i < n; i += AGATE_STRETCH) {
        intptr_t m = n - i < AGATE_STRETCH ? n - i : AGATE_STRETCH;
        for (intptr_t j = 0; j < m; j++) sums[j] = 1u << 23;
        for (intptr_t k = 0; k < taps; k++) {
            const uint16_t *s = src + i + k * stride;
            uint32_t w = weights[k];
            for (intptr_t j = 0; j < m; j++) sums[j] += s[j] * w;
        }
        for (intptr_t j = 0; j < m; j++) dst[i + j] = (uint8_t)(sums[j] >> 24);
    }
}
