// Weighted sums along rows and columns.

// The sums of a part of the row stay in the first-level cache while the taps are applied.
#define AGATE_STRETCH 128

static inline int K(are_small)(const uint32_t *weights, intptr_t taps) {
    uint32_t all = 0;
    for (intptr_t k = 0; k < taps; k++) all |= weights[k];
    return all < 32768;
}

static void K(convolve8)(uint16_t *dst, intptr_t n, const uint8_t *src, intptr_t step, const uint32_t *weights, intptr_t taps) {
    uint32_t sums[AGATE_STRETCH];
    intptr_t i = 0;
#if AGATE_AVX2 && !AGATE_NEON // The plain loop takes fewer instructions on NEON, which multiplies and widens in one.
    // Two taps at a time, if all weights are small enough for it.
    if (K(are_small)(weights, taps)) {
        for (; i + 16 <= n; i += 16) {
            __m256i a = _mm256_set1_epi32(128), b = a;
            for (intptr_t k = 0; k < taps; k += 2) {
                const uint8_t *s = src + i + k * step;
                __m256i p = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)s)), q = _mm256_setzero_si256();
                uint32_t w = weights[k];
                if (k + 1 < taps) {
                    q = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(s + step)));
                    w |= weights[k + 1] << 16;
                }
                __m256i pair = _mm256_set1_epi32((int)w);
                a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_unpacklo_epi16(p, q), pair));
                b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_unpackhi_epi16(p, q), pair));
            }
            _mm256_storeu_si256((__m256i *)(dst + i), _mm256_packus_epi32(_mm256_srli_epi32(a, 8), _mm256_srli_epi32(b, 8)));
        }
    }
#endif
    for (; i < n; i += AGATE_STRETCH) {
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
    intptr_t i = 0;
#if AGATE_AVX2 && !AGATE_NEON // The plain loop takes fewer instructions on NEON, which multiplies and widens in one.
    if (K(are_small)(weights, taps)) {
        // The products are of signed numbers: 32768 is subtracted from each, and the total is added back at the start.
        const __m256i middle = _mm256_set1_epi16((short)0x8000);
        uint32_t start = 1u << 23;
        for (intptr_t k = 0; k < taps; k++) start += weights[k] << 15;
        for (; i + 16 <= n; i += 16) {
            __m256i a = _mm256_set1_epi32((int)start), b = a;
            for (intptr_t k = 0; k < taps; k += 2) {
                const uint16_t *s = src + i + k * stride;
                __m256i p = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)s), middle), q = _mm256_setzero_si256();
                uint32_t w = weights[k];
                if (k + 1 < taps) {
                    q = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(s + stride)), middle);
                    w |= weights[k + 1] << 16;
                }
                __m256i pair = _mm256_set1_epi32((int)w);
                a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_unpacklo_epi16(p, q), pair));
                b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_unpackhi_epi16(p, q), pair));
            }
            __m256i v = _mm256_packus_epi32(_mm256_srli_epi32(a, 24), _mm256_srli_epi32(b, 24));
            v = _mm256_permute4x64_epi64(_mm256_packus_epi16(v, v), 0xd8);
            _mm_storeu_si128((__m128i *)(dst + i), _mm256_castsi256_si128(v));
        }
    }
#endif
    for (; i < n; i += AGATE_STRETCH) {
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

static void K(add_bytes)(uint16_t *sums, const uint8_t *src, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) sums[i] = (uint16_t)(sums[i] + src[i]);
}

static void K(shrink_sums)(uint8_t *dst, intptr_t n, const uint16_t *sums, intptr_t channels, intptr_t factor, uint32_t shift) {
    for (intptr_t i = 0; i < n; i++)
        for (intptr_t c = 0; c < channels; c++) {
            const uint16_t *s = sums + i * factor * channels + c;
            uint32_t sum = (1u << shift) >> 1;
            for (intptr_t k = 0; k < factor; k++) sum += s[k * channels];
            dst[i * channels + c] = (uint8_t)(sum >> shift);
        }
}

static void K(grow_bytes)(uint8_t *dst, intptr_t n, const uint8_t *top, const uint8_t *low, uint32_t fy, int64_t at, int64_t step) {
    for (intptr_t i = 0; i < n; i++, at += step) {
        intptr_t x = (intptr_t)(at >> 8);
        uint32_t fx = (uint32_t)at & 255;
        uint32_t a = top[x] * (256 - fy) + low[x] * fy, b = top[x + 1] * (256 - fy) + low[x + 1] * fy;
        dst[i] = (uint8_t)((a * (256 - fx) + b * fx + 32768) >> 16);
    }
}
