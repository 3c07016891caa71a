// The pieces in a pixel that outlines pass through more than once.

// The capacity for the pieces in one pixel. They are processed four at a time.
enum { K(room) = agate_most_local + 4 };

// The pieces in one pixel, with x measured from its left side.
typedef struct {
    // The beginning and end of each piece, in the order found.
    int32_t pieces[K(room)][4] __attribute__((aligned(16)));
    // The data for lines through the pixel.
    int32_t x0[K(room)], y0[K(room)], x1[K(room)], y1[K(room)];
    // The heights at which a piece enters and leaves the pixel: its ends, or its crossing of the left side.
    int32_t from[K(room)], to[K(room)];
    // The first and last height between these, and the heights below which the piece decreases and increases the winding at the left side
    // (far below if it never does).
    int32_t top[K(room)], low[K(room)], less[K(room)], more[K(room)];
    // 2 for a piece that runs downwards, 0 for one that runs upwards.
    int32_t direction[K(room)];
    // In 1024ths by 4096ths, and 1024ths.
    float slope[K(room)], start[K(room)], base[K(room)];
} K(pixel_edges);

// Prepares the pieces. Only the part to the right of the left side counts in the pixel. Returns whether a piece is so nearly horizontal
// that lines may miss much of the area that it bounds. If all are steeper, lines are off by at most 4 of 255.
static inline __attribute__((always_inline)) int K(prepare)(K(pixel_edges) *p, intptr_t n) {
    int is_level = 0;
#if AGATE_AVX2
    const __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi32(1), magic = _mm_set1_epi32(0x4b400000), far = _mm_set1_epi32(32767);
    const __m128 shift = _mm_set1_ps(12582912.0f), quarter = _mm_set1_ps(0.25f);
    // The last group of four may be incomplete.
    for (intptr_t k = 0; k < 3; k++) _mm_store_si128((__m128i *)p->pieces[n + k], zero);
    for (intptr_t k = 0; k < n; k += 4) {
#define AGATE_STORE(a, v) _mm_storeu_si128((__m128i *)(p->a + k), v)
        __m128i a = _mm_load_si128((const __m128i *)p->pieces[k]), b = _mm_load_si128((const __m128i *)p->pieces[k + 1]);
        __m128i c = _mm_load_si128((const __m128i *)p->pieces[k + 2]), d = _mm_load_si128((const __m128i *)p->pieces[k + 3]);
        __m128i ab = _mm_unpacklo_epi32(a, b), cd = _mm_unpacklo_epi32(c, d), x0 = _mm_unpacklo_epi64(ab, cd),
            y0 = _mm_unpackhi_epi64(ab, cd);
        ab = _mm_unpackhi_epi32(a, b);
        cd = _mm_unpackhi_epi32(c, d);
        __m128i x1 = _mm_unpacklo_epi64(ab, cd), y1 = _mm_unpackhi_epi64(ab, cd), w = _mm_sub_epi32(x1, x0), h = _mm_sub_epi32(y1, y0);
        AGATE_STORE(x0, x0);
        AGATE_STORE(y0, y0);
        AGATE_STORE(x1, x1);
        AGATE_STORE(y1, y1);
        __m128i level = _mm_cmpgt_epi32(_mm_abs_epi32(w), _mm_slli_epi32(_mm_abs_epi32(h), 3));
        is_level |= !_mm_testz_si128(level, level);
        __m128 dx = _mm_cvtepi32_ps(w), dy = _mm_cvtepi32_ps(h), inverse = _mm_div_ps(_mm_set1_ps(1), dx);
        __m128 in = _mm_mul_ps(_mm_cvtepi32_ps(_mm_sub_epi32(zero, x0)), inverse), out = _mm_mul_ps(_mm_cvtepi32_ps(x1), inverse);
        in = _mm_and_ps(in, _mm_castsi128_ps(_mm_cmpgt_epi32(zero, x0)));
        out = _mm_and_ps(out, _mm_castsi128_ps(_mm_cmpgt_epi32(zero, x1)));
        __m128i from = _mm_add_epi32(y0, _mm_sub_epi32(_mm_castps_si128(_mm_add_ps(_mm_mul_ps(dy, in), shift)), magic));
        __m128i to = _mm_add_epi32(y1, _mm_sub_epi32(_mm_castps_si128(_mm_add_ps(_mm_mul_ps(dy, out), shift)), magic));
        AGATE_STORE(from, from);
        AGATE_STORE(to, to);
        AGATE_STORE(top, _mm_min_epi32(from, to));
        AGATE_STORE(low, _mm_sub_epi32(_mm_max_epi32(from, to), one));
        AGATE_STORE(less, _mm_blendv_epi8(far, _mm_sub_epi32(from, one), _mm_cmpgt_epi32(one, x0)));
        AGATE_STORE(more, _mm_blendv_epi8(far, _mm_sub_epi32(to, one), _mm_cmpgt_epi32(one, x1)));
        AGATE_STORE(direction, _mm_and_si128(_mm_cmpgt_epi32(y1, y0), _mm_set1_epi32(2)));
        _mm_storeu_ps(p->slope + k, _mm_mul_ps(_mm_div_ps(dx, dy), quarter));
        _mm_storeu_ps(p->start + k, _mm_mul_ps(_mm_cvtepi32_ps(x0), quarter));
        _mm_storeu_ps(p->base + k, _mm_cvtepi32_ps(y0));
#undef AGATE_STORE
    }
#else
    for (intptr_t k = 0; k < n; k++) {
        int32_t x0 = p->x0[k] = p->pieces[k][0], y0 = p->y0[k] = p->pieces[k][1], x1 = p->x1[k] = p->pieces[k][2],
            y1 = p->y1[k] = p->pieces[k][3];
        is_level |= (x1 < x0 ? x0 - x1 : x1 - x0) > 8 * (y1 < y0 ? y0 - y1 : y1 - y0);
        float dx = (float)(x1 - x0), dy = (float)(y1 - y0), inverse = 1.0f / dx;
        float in = x0 < 0 ? (float)-x0 * inverse : 0, out = x1 < 0 ? (float)x1 * inverse : 0;
        p->from[k] = y0 + K(nearestf)(dy * in);
        p->to[k] = y1 + K(nearestf)(dy * out);
        p->top[k] = K(min32)(p->from[k], p->to[k]);
        p->low[k] = K(max32)(p->from[k], p->to[k]) - 1;
        p->less[k] = x0 <= 0 ? p->from[k] - 1 : 32767;
        p->more[k] = x1 <= 0 ? p->to[k] - 1 : 32767;
        p->direction[k] = y1 > y0 ? 2 : 0;
        p->slope[k] = dx / dy * 0.25f;
        p->start[k] = (float)x0 * 0.25f;
        p->base[k] = (float)y0;
    }
#endif
    return is_level;
}

// Returns the crossings of a piece with sixteen lines of a pixel, as keys for sorting: 1024ths from the left side times four, plus 0, 1
// or 2 for a change of the winding by -1, 0 or 1. Crossings beyond the pixel's right side count at that side. Adds the changes of the
// windings at the left side where the piece enters or leaves through that side.
#if AGATE_AVX2
static inline __attribute__((always_inline)) __m256i K(lanes_of)(const K(pixel_edges) *p, intptr_t k, __m256i *winding) {
    const __m256i y = _mm256_setr_epi16(128, 384, 640, 896, 1152, 1408, 1664, 1920, 2176, 2432, 2688, 2944, 3200, 3456, 3712, 3968);
    // In the order of packing.
    const __m256 ya = _mm256_setr_ps(128, 384, 640, 896, 2176, 2432, 2688, 2944);
    const __m256 yb = _mm256_setr_ps(1152, 1408, 1664, 1920, 3200, 3456, 3712, 3968);
    const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1024);
    __m256 base = _mm256_broadcast_ss(p->base + k), m = _mm256_broadcast_ss(p->slope + k), o = _mm256_broadcast_ss(p->start + k);
    __m256 a = _mm256_add_ps(o, _mm256_mul_ps(_mm256_sub_ps(ya, base), m)), b = _mm256_add_ps(o, _mm256_mul_ps(_mm256_sub_ps(yb, base), m));
    a = _mm256_min_ps(_mm256_max_ps(a, zero), one);
    b = _mm256_min_ps(_mm256_max_ps(b, zero), one);
    __m256i x = _mm256_packs_epi32(_mm256_cvttps_epi32(a), _mm256_cvttps_epi32(b));
    __m256i key = _mm256_add_epi16(_mm256_slli_epi16(x, 2), _mm256_set1_epi16((short)p->direction[k]));
    __m256i off = _mm256_or_si256(_mm256_cmpgt_epi16(_mm256_set1_epi16((short)p->top[k]), y),
                                  _mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)p->low[k])));
    // One less below the entry, one more below the exit.
    __m256i less = _mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)p->less[k])),
        more = _mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)p->more[k]));
    *winding = _mm256_add_epi16(*winding, _mm256_sub_epi16(less, more));
    return _mm256_blendv_epi8(key, _mm256_set1_epi16(4097), off);
}
#else
static inline void K(lanes_of)(const K(pixel_edges) *p, intptr_t k, int16_t *keys, int16_t *winding) {
    for (int32_t s = 0; s < agate_lanes; s++) {
        int32_t y = s * 256 + 128;
        float x = p->start[k] + ((float)y - p->base[k]) * p->slope[k];
        x = x > 0 ? x : 0;
        x = x < 1024 ? x : 1024;
        keys[s] = (int16_t)(p->top[k] <= y && y <= p->low[k] ? (int32_t)x * 4 + p->direction[k] : 4097);
        winding[s] = (int16_t)(winding[s] - (y > p->less[k]) + (y > p->more[k]));
    }
}
#endif

// Returns the filled part of a pixel for a sum of signed areas, if the windings in the pixel are two adjacent ones; 1.0 = 65536.
static inline int32_t K(folded)(int32_t sum, int even_odd) {
    uint32_t m = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
    if (even_odd) {
        m &= 131071;
        m = m > 65536 ? 131072 - m : m;
    }
    return (int32_t)(m > 65536 ? 65536 : m);
}

#if AGATE_AVX2
static inline int32_t K(sum8)(__m256i v) {
    __m128i t = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
}
#endif

// Returns whether two of the pieces cross each other: the ends of each are on different sides of the other. The products are exact.
static inline __attribute__((always_inline)) int K(cross_each_other)(const K(pixel_edges) *p, intptr_t n) {
    int crossing = 0;
#if AGATE_AVX2
    for (intptr_t k = 1; k < n; k++) {
        const __m256d ax = _mm256_set1_pd(p->x0[k]), ay = _mm256_set1_pd(p->y0[k]), bx = _mm256_set1_pd(p->x1[k]),
            by = _mm256_set1_pd(p->y1[k]);
        const __m256d dx = _mm256_sub_pd(bx, ax), dy = _mm256_sub_pd(by, ay), zero = _mm256_setzero_pd();
        for (intptr_t i = 0; i < k; i += 4) {
            __m256d cx = _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(p->x0 + i))),
                cy = _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(p->y0 + i)));
            __m256d ex = _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(p->x1 + i))),
                ey = _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(p->y1 + i)));
            __m256d fx = _mm256_sub_pd(ex, cx), fy = _mm256_sub_pd(ey, cy);
            __m256d c = _mm256_sub_pd(_mm256_mul_pd(dx, _mm256_sub_pd(cy, ay)), _mm256_mul_pd(dy, _mm256_sub_pd(cx, ax)));
            __m256d e = _mm256_sub_pd(_mm256_mul_pd(dx, _mm256_sub_pd(ey, ay)), _mm256_mul_pd(dy, _mm256_sub_pd(ex, ax)));
            __m256d a = _mm256_sub_pd(_mm256_mul_pd(fx, _mm256_sub_pd(ay, cy)), _mm256_mul_pd(fy, _mm256_sub_pd(ax, cx)));
            __m256d b = _mm256_sub_pd(_mm256_mul_pd(fx, _mm256_sub_pd(by, cy)), _mm256_mul_pd(fy, _mm256_sub_pd(bx, cx)));
            __m256d both = _mm256_and_pd(_mm256_cmp_pd(_mm256_mul_pd(c, e), zero, _CMP_LT_OQ),
                _mm256_cmp_pd(_mm256_mul_pd(a, b), zero, _CMP_LT_OQ));
            crossing |= _mm256_movemask_pd(both) & ((1 << (k - i < 4 ? k - i : 4)) - 1);
        }
    }
#else
#define AGATE_SIDE(a, x, y) ((double)(p->x1[a] - p->x0[a]) * (double)((y) - p->y0[a]) \
    - (double)(p->y1[a] - p->y0[a]) * (double)((x) - p->x0[a]))
    for (intptr_t k = 1; k < n; k++)
        for (intptr_t i = 0; i < k; i++)
            crossing |= AGATE_SIDE(k, p->x0[i], p->y0[i]) * AGATE_SIDE(k, p->x1[i], p->y1[i]) < 0
                && AGATE_SIDE(i, p->x0[k], p->y0[k]) * AGATE_SIDE(i, p->x1[k], p->y1[k]) < 0;
#undef AGATE_SIDE
#endif
    return crossing != 0;
}
