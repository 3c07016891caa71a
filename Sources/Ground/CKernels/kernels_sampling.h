// Pixels from pictures and ramps.

static inline int32_t K(clamp)(int64_t v, int32_t lo, int32_t hi) {
    return v < lo ? lo : v > hi ? hi : (int32_t)v;
}

// Interpolates with weights of the four texels in 1/65536. A uniform picture is reproduced exactly.
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

// Returns two values, each in the four lanes of a half.
static inline __m256i K(halves)(uint32_t a, uint32_t b) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_set1_epi32((int)a)), _mm_set1_epi32((int)b), 1);
}
#endif

#if AGATE_AVX2
// Samples two pixels at any position of a row of vertically interpolated texels.
static inline void K(upright2)(uint32_t *dst, const int16_t *mixed, int32_t first, int32_t x0, int32_t x1, int64_t u, int64_t v) {
    const __m256i order = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
                                           0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    // Left of the first texel and right of the last one there is nothing to interpolate.
    int64_t xa = u >> 32, xb = v >> 32;
    uint32_t fa = (uint32_t)(u >> 24) & 255, fb = (uint32_t)(v >> 24) & 255;
    fa = xa < x0 || xa >= x1 ? 0 : fa;
    fb = xb < x0 || xb >= x1 ? 0 : fb;
    const int16_t *pa = mixed + 4 * (K(clamp)(xa, x0, x1) - first), *pb = mixed + 4 * (K(clamp)(xb, x0, x1) - first);
    __m256i p = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)pa)),
        _mm_loadu_si128((const __m128i *)pb), 1);
    __m256i sum = _mm256_madd_epi16(_mm256_shuffle_epi8(p, order), K(halves)((256 - fa) | fa << 16, (256 - fb) | fb << 16));
    sum = _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(32768 * 256 + 32768)), 16);
    sum = _mm256_packus_epi32(sum, sum);
    sum = _mm256_packus_epi16(sum, sum);
    dst[0] = (uint32_t)_mm256_cvtsi256_si32(sum);
    dst[1] = (uint32_t)_mm256_extract_epi32(sum, 4);
}

// Samples four pixels of a row of vertically interpolated texels. `base` is the address at which texel 0 would be.
static inline __m128i K(upright4)(const int16_t *base, __m256i u) {
    const __m256i low8 = _mm256_set1_epi64x(255), whole = _mm256_set1_epi64x(256), back = _mm256_set1_epi32(32768 * 256 + 32768);
    const __m256i first2 = _mm256_setr_epi32(0, 0, 0, 0, 2, 2, 2, 2), last2 = _mm256_setr_epi32(4, 4, 4, 4, 6, 6, 6, 6);
    const __m256i even = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5);
    const __m256i order = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
                                           0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    __m256i f = _mm256_and_si256(_mm256_srli_epi64(u, 24), low8);
    __m256i w = _mm256_sub_epi32(_mm256_add_epi32(_mm256_slli_epi32(f, 16), whole), f);
    _Alignas(32) int64_t at[4];
    _mm256_store_si256((__m256i *)at, _mm256_srli_epi64(u, 32));
    __m256i p = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(base + 4 * at[0]))),
                                        _mm_loadu_si128((const __m128i *)(base + 4 * at[1])), 1);
    __m256i q = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(base + 4 * at[2]))),
                                        _mm_loadu_si128((const __m128i *)(base + 4 * at[3])), 1);
    p = _mm256_madd_epi16(_mm256_shuffle_epi8(p, order), _mm256_permutevar8x32_epi32(w, first2));
    q = _mm256_madd_epi16(_mm256_shuffle_epi8(q, order), _mm256_permutevar8x32_epi32(w, last2));
    p = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_add_epi32(p, back), 16), _mm256_srli_epi32(_mm256_add_epi32(q, back), 16));
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(_mm256_packus_epi16(p, p), even));
}

// Returns 0, 1, 2 and 3 times a step, which may wrap around.
static inline __m256i K(steps64)(uint64_t step) {
    return _mm256_setr_epi64x(0, (int64_t)step, (int64_t)(2 * step), (int64_t)(3 * step));
}

static inline __m256i K(clamp64)(__m256i v, __m256i low, __m256i high) {
    v = _mm256_blendv_epi8(v, low, _mm256_cmpgt_epi64(low, v));
    return _mm256_blendv_epi8(v, high, _mm256_cmpgt_epi64(v, high));
}

// The bounds of pixel positions, as 32.32 fixed point, and the last texel that has a following neighbour.
typedef struct { __m256i u0, u1, v0, v1, x, y; intptr_t stride; } K(texels);

// Samples four pixels at any position in a picture of at least two texels in each direction. Neighbours are loaded together, and the last
// texel is the second of a pair.
static inline __m128i K(bilerp4)(const uint32_t *src, const K(texels) *t, __m256i u, __m256i v) {
    const __m256i whole = _mm256_set1_epi64x(256), middle = _mm256_set1_epi32((int)0x80008000u);
    const __m256i first2 = _mm256_setr_epi32(0, 0, 0, 0, 2, 2, 2, 2), last2 = _mm256_setr_epi32(4, 4, 4, 4, 6, 6, 6, 6);
    const __m256i even = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5), back = _mm256_set1_epi32(32768 * 256 + 32768);
    const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    u = _mm256_srli_epi64(K(clamp64)(u, t->u0, t->u1), 24);
    v = _mm256_srli_epi64(K(clamp64)(v, t->v0, t->v1), 24);
    __m256i ix = _mm256_min_epi32(_mm256_srli_epi64(u, 8), t->x), iy = _mm256_min_epi32(_mm256_srli_epi64(v, 8), t->y);
    // Both fractions, 256 for the last texel, as weights of a texel and its neighbour.
    __m256i fx = _mm256_sub_epi32(u, _mm256_slli_epi64(ix, 8)), fy = _mm256_sub_epi32(v, _mm256_slli_epi64(iy, 8));
    fx = _mm256_sub_epi32(_mm256_add_epi32(_mm256_slli_epi32(fx, 16), whole), fx);
    fy = _mm256_sub_epi32(_mm256_add_epi32(_mm256_slli_epi32(fy, 16), whole), fy);
    _Alignas(32) int64_t at[4];
    _mm256_store_si256((__m256i *)at, _mm256_add_epi64(_mm256_mul_epu32(iy, _mm256_set1_epi64x(t->stride)), ix));
    const uint32_t *a = src + at[0], *b = src + at[1], *c = src + at[2], *d = src + at[3];
    const intptr_t stride = t->stride;
    __m256i x = _mm256_permutevar8x32_epi32(fx, first2), y = _mm256_permutevar8x32_epi32(fy, first2);
    __m256i top = _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(a, b), order)), x);
    __m256i low = _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(a + stride, b + stride), order)), x);
    __m256i p = _mm256_madd_epi16(_mm256_xor_si256(_mm256_or_si256(top, _mm256_slli_epi32(low, 16)), middle), y);
    x = _mm256_permutevar8x32_epi32(fx, last2);
    y = _mm256_permutevar8x32_epi32(fy, last2);
    top = _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(c, d), order)), x);
    low = _mm256_madd_epi16(_mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(c + stride, d + stride), order)), x);
    __m256i q = _mm256_madd_epi16(_mm256_xor_si256(_mm256_or_si256(top, _mm256_slli_epi32(low, 16)), middle), y);
    p = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_add_epi32(p, back), 16), _mm256_srli_epi32(_mm256_add_epi32(q, back), 16));
    p = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(p, p), even);
    return _mm256_castsi256_si128(p);
}

// Samples where rows of texels remain rows of pixels. Two rows are first interpolated for each texel, and pixels are interpolated from
// the result. The sums are the same in another order. At most 256 pixels, from at most 1024 texels.
static void K(sample_upright)(uint32_t *dst, intptr_t n, const uint32_t *top, const uint32_t *low, uint32_t fy, int32_t x0, int32_t x1,
                              int64_t u, int64_t du) {
    // The channels of texels from `first` on, in 1/256, minus 32768.
    _Alignas(32) int16_t mixed[1036 * 4];
    int64_t ends[2] = {u >> 32, (u + du * (n - 1)) >> 32};
    int32_t first = K(clamp)(ends[0] < ends[1] ? ends[0] : ends[1], x0, x1),
        last = K(clamp)((ends[0] < ends[1] ? ends[1] : ends[0]) + 1, x0, x1);
    const __m256i a = _mm256_set1_epi16((short)(256 - fy)), b = _mm256_set1_epi16((short)fy), middle = _mm256_set1_epi16((short)0x8000);
    intptr_t count = last - first + 1, k = 0;
    for (; k + 4 <= count; k += 4) {
        __m256i p = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(top + first + k)));
        __m256i q = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(low + first + k)));
        __m256i v = _mm256_xor_si256(_mm256_add_epi16(_mm256_mullo_epi16(p, a), _mm256_mullo_epi16(q, b)), middle);
        _mm256_store_si256((__m256i *)(mixed + 4 * k), v);
    }
    for (; k < count; k++)
        for (int c = 0; c < 4; c++) {
            uint32_t v = ((top[first + k] >> 8 * c) & 255) * (256 - fy) + ((low[first + k] >> 8 * c) & 255) * fy;
            mixed[4 * k + c] = (int16_t)(uint16_t)(v ^ 0x8000);
        }
    // The last texel is repeated after the end.
    __builtin_memcpy(mixed + 4 * count, mixed + 4 * (count - 1), 8);
    intptr_t i = 0;
    if (n >= 8) {
        // Eight are stored together: reads shortly afterwards would have to wait for partial stores. Outside the row its ends are
        // repeated.
        const __m256i steps = K(steps64)((uint64_t)du), on = _mm256_set1_epi64x(4 * du);
        const __m256i low64 = _mm256_set1_epi64x((int64_t)first << 32), high64 = _mm256_set1_epi64x((int64_t)last << 32);
        const int16_t *base = mixed - 4 * (intptr_t)first;
        for (; i + 8 <= n; i += 8, u += 8 * du) {
            __m256i at = _mm256_add_epi64(_mm256_set1_epi64x(u), steps);
            __m128i head = K(upright4)(base, K(clamp64)(at, low64, high64));
            __m128i tail = K(upright4)(base, K(clamp64)(_mm256_add_epi64(at, on), low64, high64));
            _mm256_storeu_si256((__m256i *)(dst + i), _mm256_inserti128_si256(_mm256_castsi128_si256(head), tail, 1));
        }
    }
    for (; i + 2 <= n; i += 2) {
        K(upright2)(dst + i, mixed, first, x0, x1, u, u + du);
        u += 2 * du;
    }
    if (i < n) {
        int64_t x = u >> 32;
        uint32_t fx = (uint32_t)(u >> 24) & 255;
        int32_t xa = K(clamp)(x, x0, x1), xb = K(clamp)(x + 1, x0, x1);
        dst[i] = K(bilerp)(top[xa], top[xb], low[xa], low[xb], fx, fy);
    }
}
#endif

#if AGATE_AVX2
// Samples eight pixels of a picture that is neither scaled nor rotated: all have the same position between their four texels. The sums
// are those of bilerp, with rows first.
static inline __m256i K(shifted8)(const uint32_t *top, const uint32_t *low, __m256i a, __m256i b, __m256i across) {
    const __m256i zero = _mm256_setzero_si256(), middle = _mm256_set1_epi16((short)0x8000), back = _mm256_set1_epi32(32768 * 256 + 32768);
    __m256i p = _mm256_loadu_si256((const __m256i *)top), q = _mm256_loadu_si256((const __m256i *)low);
    __m256i pn = _mm256_loadu_si256((const __m256i *)(top + 1)), qn = _mm256_loadu_si256((const __m256i *)(low + 1));
    __m256i lo = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpacklo_epi8(p, zero), a),
        _mm256_mullo_epi16(_mm256_unpacklo_epi8(q, zero), b));
    __m256i hi = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpackhi_epi8(p, zero), a),
        _mm256_mullo_epi16(_mm256_unpackhi_epi8(q, zero), b));
    __m256i ln = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpacklo_epi8(pn, zero), a),
        _mm256_mullo_epi16(_mm256_unpacklo_epi8(qn, zero), b));
    __m256i hn = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpackhi_epi8(pn, zero), a),
        _mm256_mullo_epi16(_mm256_unpackhi_epi8(qn, zero), b));
    lo = _mm256_xor_si256(lo, middle);
    hi = _mm256_xor_si256(hi, middle);
    ln = _mm256_xor_si256(ln, middle);
    hn = _mm256_xor_si256(hn, middle);
    __m256i m0 = _mm256_srli_epi32(_mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(lo, ln), across), back), 16);
    __m256i m1 = _mm256_srli_epi32(_mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(lo, ln), across), back), 16);
    __m256i m2 = _mm256_srli_epi32(_mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(hi, hn), across), back), 16);
    __m256i m3 = _mm256_srli_epi32(_mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(hi, hn), across), back), 16);
    return _mm256_packus_epi16(_mm256_packus_epi32(m0, m1), _mm256_packus_epi32(m2, m3));
}

// Samples a row of such a picture, whose first pixel is just after texel `x`.
static void K(sample_shifted)(uint32_t *dst, intptr_t n, const uint32_t *top, const uint32_t *low, uint32_t fx, uint32_t fy, int32_t x0,
                              int32_t x1, int64_t x) {
    // Before the first texel and after the last one, the texel is repeated.
    intptr_t first = x >= x0 ? 0 : x0 - x < n ? (intptr_t)(x0 - x) : n;
    intptr_t end = x1 <= x ? 0 : x1 - x < n ? (intptr_t)(x1 - x) : n;
    if (end < first) end = first;
    if (first > 0) K(fill32)(dst, first, K(bilerp)(top[x0], top[x0], low[x0], low[x0], 0, fy));
    if (end < n) K(fill32)(dst + end, n - end, K(bilerp)(top[x1], top[x1], low[x1], low[x1], 0, fy));
    const uint32_t *p = top + x, *q = low + x;
    if (end - first < 8) {
        for (intptr_t i = first; i < end; i++) dst[i] = K(bilerp)(p[i], p[i + 1], q[i], q[i + 1], fx, fy);
        return;
    }
    const __m256i a = _mm256_set1_epi16((short)(256 - fy)), b = _mm256_set1_epi16((short)fy),
        across = _mm256_set1_epi32((int)((256 - fx) | fx << 16));
    intptr_t i = first;
    for (; i + 8 <= end; i += 8) _mm256_storeu_si256((__m256i *)(dst + i), K(shifted8)(p + i, q + i, a, b, across));
    if (i < end) _mm256_storeu_si256((__m256i *)(dst + end - 8), K(shifted8)(p + end - 8, q + end - 8, a, b, across));
}
#endif

static void K(sample_bilinear)(uint32_t *dst, intptr_t n, const uint32_t *src, intptr_t stride, const int32_t *bounds, int64_t u,
                               int64_t v, int64_t du, int64_t dv) {
    int32_t x0 = bounds[0], y0 = bounds[1], x1 = bounds[2], y1 = bounds[3];
    intptr_t i = 0;
#if AGATE_AVX2
    const int64_t most = (int64_t)3 << 32, far = (int64_t)1 << 61;
    if (dv == 0 && du < most && du > -most && u < far && u > -far) {
        const uint32_t *top = src + (intptr_t)K(clamp)(v >> 32, y0, y1) * stride;
        const uint32_t *low = src + (intptr_t)K(clamp)((v >> 32) + 1, y0, y1) * stride;
        if (du == (int64_t)1 << 32) {
            K(sample_shifted)(dst, n, top, low, (uint32_t)(u >> 24) & 255, (uint32_t)(v >> 24) & 255, x0, x1, u >> 32);
            return;
        }
        for (; i < n; i += 256, u += du * 256)
            K(sample_upright)(dst + i, n - i < 256 ? n - i : 256, top, low, (uint32_t)(v >> 24) & 255, x0, x1, u, du);
        return;
    }
    if (n >= 8 && x1 > x0 && y1 > y0 && stride < INT32_MAX) {
        const __m256i across = K(steps64)((uint64_t)du), downwards = K(steps64)((uint64_t)dv);
        const __m256i across4 = _mm256_set1_epi64x((int64_t)(4 * (uint64_t)du)),
            downwards4 = _mm256_set1_epi64x((int64_t)(4 * (uint64_t)dv));
        const K(texels) t = {
            _mm256_set1_epi64x((int64_t)x0 << 32), _mm256_set1_epi64x((int64_t)x1 << 32), _mm256_set1_epi64x((int64_t)y0 << 32),
            _mm256_set1_epi64x((int64_t)y1 << 32), _mm256_set1_epi64x(x1 - 1), _mm256_set1_epi64x(y1 - 1), stride};
        for (; i + 8 <= n; i += 8) {
            const __m256i us = _mm256_add_epi64(_mm256_set1_epi64x(u), across), vs = _mm256_add_epi64(_mm256_set1_epi64x(v), downwards);
            __m128i head = K(bilerp4)(src, &t, us, vs);
            __m128i tail = K(bilerp4)(src, &t, _mm256_add_epi64(us, across4), _mm256_add_epi64(vs, downwards4));
            _mm256_storeu_si256((__m256i *)(dst + i), _mm256_inserti128_si256(_mm256_castsi128_si256(head), tail, 1));
            u = (int64_t)((uint64_t)u + 8 * (uint64_t)du);
            v = (int64_t)((uint64_t)v + 8 * (uint64_t)dv);
        }
    }
#endif
    while (i < n) {
#if AGATE_AVX2
        // Two pixels.
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

// Samples a projected picture bilinearly (or nearest). The sums are the same as above, with positions in doubles.
static void K(sample_projected)(uint32_t *dst, intptr_t n, const uint32_t *src, intptr_t stride, const int32_t *bounds, const double *m,
                                double x, double y, double back) {
    const int32_t x0 = bounds[0], y0 = bounds[1], x1 = bounds[2], y1 = bounds[3];
    const double lx = x0, ly = y0, hx = x1, hy = y1, wy = m[7] * y, uy = m[1] * y, vy = m[4] * y;
    int32_t tx[64], ty[64], fx[64], fy[64];
    for (intptr_t i = 0; i < n; i += 64) {
        intptr_t count = n - i < 64 ? n - i : 64;
        for (intptr_t k = 0; k < count; k++) {
            double px = x + (double)(i + k) + 0.5;
            double w = m[6] * px + wy + m[8], inverse = w != 0 ? 1 / w : 0;
            double u = (m[0] * px + uy + m[2]) * inverse - back, v = (m[3] * px + vy + m[5]) * inverse - back;
            u = u < hx ? u : hx;
            u = u > lx ? u : lx;
            v = v < hy ? v : hy;
            v = v > ly ? v : ly;
            int32_t ix = (int32_t)u, iy = (int32_t)v;
            tx[k] = ix;
            ty[k] = iy;
            fx[k] = (int32_t)((u - (double)ix) * 256);
            fy[k] = (int32_t)((v - (double)iy) * 256);
        }
        if (back <= 0) {
            for (intptr_t k = 0; k < count; k++) dst[i + k] = src[(intptr_t)ty[k] * stride + tx[k]];
            continue;
        }
        for (intptr_t k = 0; k < count; k++) {
            const uint32_t *a = src + (intptr_t)ty[k] * stride, *b = ty[k] < y1 ? a + stride : a;
#if AGATE_AVX2
            if (x1 > x0) {
                // The last texel of a row is the second of a pair, with full weight.
                int32_t is_last = tx[k] == x1, f = is_last ? 256 : fx[k];
                const uint32_t *pa = a + tx[k] - is_last, *pb = b + tx[k] - is_last;
                const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
                // Two texels of the upper row in the low half, two of the lower one in the high half.
                __m256i p = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(K(pair)(pa, pb), order));
                __m256i across = _mm256_madd_epi16(p, _mm256_set1_epi32((256 - f) | f << 16));
                __m128i sum = _mm_add_epi32(_mm_mullo_epi32(_mm256_castsi256_si128(across), _mm_set1_epi32(256 - fy[k])),
                                            _mm_mullo_epi32(_mm256_extracti128_si256(across, 1), _mm_set1_epi32(fy[k])));
                sum = _mm_srli_epi32(_mm_add_epi32(sum, _mm_set1_epi32(32768)), 16);
                sum = _mm_packus_epi32(sum, sum);
                dst[i + k] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
                continue;
            }
#endif
            int32_t xb = tx[k] < x1 ? tx[k] + 1 : x1;
            dst[i + k] = K(bilerp)(a[tx[k]], a[xb], b[tx[k]], b[xb], (uint32_t)fx[k], (uint32_t)fy[k]);
        }
    }
}
