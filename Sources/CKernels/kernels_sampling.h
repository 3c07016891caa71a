// Pixels from pictures and ramps.

static inline int32_t K(clamp)(int64_t v, int32_t lo, int32_t hi) {
    return v < lo ? lo : v > hi ? hi : (int32_t)v;
}

// Weights of the four texels in 1/65536; a plain picture stays exactly as it is.
static inline uint32_t K(bilerp)(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t fx, uint32_t fy) {
    uint32_t gx = 256 - fx, gy = 256 - fy;
    uint32_t out = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t top = ((a >> shift) & 255) * gx + ((b >> shift) & 255) * fx;
        uint32_t low = ((c >> shift) & 255) * gx + ((d >> shift) & 255) * fx;
        out |= ((top * gy + low * fy + 32768) >> 16) << shift;
    }
    return out;
}

#if AGATE_AVX2
static inline __m128i K(pair)(const uint32_t *p, const uint32_t *q) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)p), _mm_loadl_epi64((const __m128i *)q));
}

// Two values, each over the four lanes of a half.
static inline __m256i K(halves)(uint32_t a, uint32_t b) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_set1_epi32((int)a)), _mm_set1_epi32((int)b), 1);
}
#endif

static void K(sample_bilinear)(uint32_t *dst, intptr_t n, const uint32_t *src, intptr_t stride, const int32_t *bounds, int64_t u,
                               int64_t v, int64_t du, int64_t dv) {
    int32_t x0 = bounds[0], y0 = bounds[1], x1 = bounds[2], y1 = bounds[3];
    intptr_t i = 0;
    while (i < n) {
#if AGATE_AVX2
        // Two pixels whose texels all lie inside: neighbours come in one load, and no edge is to be repeated.
        int64_t u2 = (int64_t)((uint64_t)u + (uint64_t)du), v2 = (int64_t)((uint64_t)v + (uint64_t)dv);
        int64_t ax = u >> 32, ay = v >> 32, bx = u2 >> 32, by = v2 >> 32;
        if (i + 2 <= n && ax >= x0 && ax < x1 && bx >= x0 && bx < x1 && ay >= y0 && ay < y1 && by >= y0 && by < y1) {
            const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
            const uint32_t *a = src + ay * stride + ax, *b = src + by * stride + bx;
            uint32_t fxa = (uint32_t)(u >> 24) & 255, fxb = (uint32_t)(u2 >> 24) & 255;
            uint32_t fya = (uint32_t)(v >> 24) & 255, fyb = (uint32_t)(v2 >> 24) & 255;
            __m256i across = K(halves)((256 - fxa) | fxa << 16, (256 - fxb) | fxb << 16);
            __m256i top = _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(a, b), order)), across);
            __m256i low =
                _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(a + stride, b + stride), order)), across);
            __m256i sum = _mm256_add_epi32(_mm256_mullo_epi32(top, K(halves)(256 - fya, 256 - fyb)),
                                           _mm256_mullo_epi32(low, K(halves)(fya, fyb)));
            sum = _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(32768)), 16);
            sum = _mm256_packus_epi32(sum, sum);
            sum = _mm256_packus_epi16(sum, sum);
            dst[i] = (uint32_t)_mm256_extract_epi32(sum, 0);
            dst[i + 1] = (uint32_t)_mm256_extract_epi32(sum, 4);
            i += 2;
            u = (int64_t)((uint64_t)u2 + (uint64_t)du);
            v = (int64_t)((uint64_t)v2 + (uint64_t)dv);
            continue;
        }
#endif
        int64_t ix = u >> 32, iy = v >> 32;
        uint32_t fx = (uint32_t)(u >> 24) & 255, fy = (uint32_t)(v >> 24) & 255;
        int32_t xa = K(clamp)(ix, x0, x1), xb = K(clamp)(ix + 1, x0, x1);
        const uint32_t *ra = src + (intptr_t)K(clamp)(iy, y0, y1) * stride;
        const uint32_t *rb = src + (intptr_t)K(clamp)(iy + 1, y0, y1) * stride;
        dst[i++] = K(bilerp)(ra[xa], ra[xb], rb[xa], rb[xb], fx, fy);
        u = (int64_t)((uint64_t)u + (uint64_t)du);
        v = (int64_t)((uint64_t)v + (uint64_t)dv);
    }
}

static void K(sample_nearest)(uint32_t *dst, intptr_t n, const uint32_t *src, intptr_t stride, const int32_t *bounds, int64_t u,
                              int64_t v, int64_t du, int64_t dv) {
    int32_t x0 = bounds[0], y0 = bounds[1], x1 = bounds[2], y1 = bounds[3];
    for (intptr_t i = 0; i < n; i++) {
        dst[i] = src[(intptr_t)K(clamp)(v >> 32, y0, y1) * stride + K(clamp)(u >> 32, x0, x1)];
        u = (int64_t)((uint64_t)u + (uint64_t)du);
        v = (int64_t)((uint64_t)v + (uint64_t)dv);
    }
}

static void K(lookup_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, int64_t t, int64_t dt) {
    for (intptr_t i = 0; i < n; i++) {
        dst[i] = table[K(clamp)(t >> 32, 0, last)];
        t = (int64_t)((uint64_t)t + (uint64_t)dt);
    }
}
