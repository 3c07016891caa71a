// Pixels that outlines pass through more than once: found again from the pieces within them, by sixteen lines, and slab by slab where these see
// more than one stretch of outline.

// Where a piece crosses sixteen lines of a pixel, as keys to sort by: 1024ths from the left side times four, plus 0, 1 or 2 for a
// change of the winding by -1, 0 or 1; those behind the pixel's right side count at it. Adds to the windings at the left side what
// changes where the piece comes in or leaves over it.
static inline __attribute__((always_inline)) void K(lanes_of)(int16_t *keys, int16_t *winding, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    float dx = (float)(x1 - x0), dy = (float)(y1 - y0), inverse = 1.0f / dx;
    float in = x0 < 0 ? (float)-x0 * inverse : 0, out = x1 < 0 ? (float)x1 * inverse : 0;
    // Only what lies right of the left side counts in the pixel.
    int32_t from = y0 + K(nearestf)(dy * in), to = y1 + K(nearestf)(dy * out);
    int32_t enters = x0 <= 0, leaves = x1 <= 0;
    int32_t top = K(min32)(from, to), bottom = K(max32)(from, to), direction = y1 > y0 ? 2 : 0;
    float slope = dx / dy * 0.25f, start = (float)x0 * 0.25f;
#if AGATE_AVX2
    const __m256i y = _mm256_setr_epi16(128, 384, 640, 896, 1152, 1408, 1664, 1920, 2176, 2432, 2688, 2944, 3200, 3456, 3712, 3968);
    const __m256 ya = _mm256_setr_ps(128, 384, 640, 896, 1152, 1408, 1664, 1920);
    const __m256 yb = _mm256_setr_ps(2176, 2432, 2688, 2944, 3200, 3456, 3712, 3968);
    __m256 base = _mm256_set1_ps((float)y0), m = _mm256_set1_ps(slope), o = _mm256_set1_ps(start);
    __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1024);
    __m256 a = _mm256_add_ps(o, _mm256_mul_ps(_mm256_sub_ps(ya, base), m)), b = _mm256_add_ps(o, _mm256_mul_ps(_mm256_sub_ps(yb, base), m));
    a = _mm256_min_ps(_mm256_max_ps(a, zero), one);
    b = _mm256_min_ps(_mm256_max_ps(b, zero), one);
    __m256i x = _mm256_permute4x64_epi64(_mm256_packs_epi32(_mm256_cvttps_epi32(a), _mm256_cvttps_epi32(b)), 0xd8);
    __m256i key = _mm256_add_epi16(_mm256_slli_epi16(x, 2), _mm256_set1_epi16((short)direction));
    __m256i off = _mm256_or_si256(_mm256_cmpgt_epi16(_mm256_set1_epi16((short)top), y),
                                  _mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)(bottom - 1))));
    _mm256_storeu_si256((__m256i *)keys, _mm256_blendv_epi8(key, _mm256_set1_epi16(4097), off));
    // Below where it enters one less, below where it leaves one more.
    __m256i less = _mm256_and_si256(_mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)(from - 1))), _mm256_set1_epi16((short)-enters));
    __m256i more = _mm256_and_si256(_mm256_cmpgt_epi16(y, _mm256_set1_epi16((short)(to - 1))), _mm256_set1_epi16((short)-leaves));
    __m256i w = _mm256_loadu_si256((const __m256i *)winding);
    _mm256_storeu_si256((__m256i *)winding, _mm256_sub_epi16(_mm256_add_epi16(w, less), more));
#else
    for (int32_t s = 0; s < agate_lanes; s++) {
        int32_t y = s * 256 + 128;
        float x = start + ((float)y - (float)y0) * slope;
        x = x > 0 ? x : 0;
        x = x < 1024 ? x : 1024;
        keys[s] = (int16_t)(top <= y && y < bottom ? (int32_t)x * 4 + direction : 4097);
        winding[s] = (int16_t)(winding[s] - (y >= from && enters) + (y >= to && leaves));
    }
#endif
}

// What a sum of signed areas fills of a pixel, if the windings in it are two neighbouring ones; 1.0 = 65536.
static inline int32_t K(folded)(int32_t sum, int even_odd) {
    uint32_t m = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
    if (even_odd) {
        m &= 131071;
        m = m > 65536 ? 131072 - m : m;
    }
    return (int32_t)(m > 65536 ? 65536 : m);
}

// On which side of a piece a point lies. The products are exact.
static inline double K(side)(const int32_t *a, int32_t x, int32_t y) {
    return (double)(a[2] - a[0]) * (double)(y - a[1]) - (double)(a[3] - a[1]) * (double)(x - a[0]);
}

static int K(cross_each_other)(const int32_t (*local)[4], intptr_t n) {
    for (intptr_t i = 1; i < n; i++)
        for (intptr_t k = 0; k < i; k++) {
            const int32_t *a = local[i], *b = local[k];
            if (K(side)(a, b[0], b[1]) * K(side)(a, b[2], b[3]) < 0 && K(side)(b, a[0], a[1]) * K(side)(b, a[2], a[3]) < 0) return 1;
        }
    return 0;
}

// Whether a piece is so level that lines may miss much of what it bounds: with all others steeper than this they are off by 4 of 255 at most.
static int K(has_level)(const int32_t (*local)[4], intptr_t n) {
    for (intptr_t i = 0; i < n; i++) {
        int64_t dx = local[i][2] - local[i][0], dy = local[i][3] - local[i][1];
        if ((dx < 0 ? -dx : dx) > 8 * (dy < 0 ? -dy : dy)) return 1;
    }
    return 0;
}

// Where a height joins the others, in order and once.
static inline int32_t K(insert)(double *ys, int32_t n, double y) {
    if (!(y > 0 && y < agate_sub)) return n;
    int32_t k = n;
    while (ys[k - 1] > y) k--;
    if (ys[k - 1] == y) return n;
    for (int32_t i = n; i > k; i--) ys[i] = ys[i - 1];
    ys[k] = y;
    return n + 1;
}

// The filled part of a pixel, 1.0 = 65536, exactly: between heights at which pieces begin, end, cross each other or leave at the sides, what is filled
// grows evenly, so that its middle tells it. `corner` is the winding at the pixel's upper left corner.
static int32_t K(slabs)(const int32_t (*local)[4], int32_t n, int32_t corner, int even_odd) {
    struct { double x0, y0, slope; int32_t from, to, top, bottom, enters, leaves, direction; } p[agate_most_exact];
    double ys[2 + agate_most_exact * 4 + agate_most_exact * agate_most_exact / 2];
    int32_t count = 2;
    ys[0] = 0;
    ys[1] = agate_sub;
    for (int32_t k = 0; k < n; k++) {
        int32_t x0 = local[k][0], y0 = local[k][1], x1 = local[k][2], y1 = local[k][3];
        float dx = (float)(x1 - x0), dy = (float)(y1 - y0), inverse = 1.0f / dx;
        // As the lines have it.
        float in = x0 < 0 ? (float)-x0 * inverse : 0, out = x1 < 0 ? (float)x1 * inverse : 0;
        p[k].from = y0 + K(nearestf)(dy * in);
        p[k].to = y1 + K(nearestf)(dy * out);
        p[k].enters = x0 <= 0;
        p[k].leaves = x1 <= 0;
        p[k].top = K(min32)(p[k].from, p[k].to);
        p[k].bottom = K(max32)(p[k].from, p[k].to);
        p[k].direction = y1 > y0 ? 1 : -1;
        p[k].x0 = (double)x0;
        p[k].y0 = (double)y0;
        p[k].slope = y0 != y1 ? (double)(x1 - x0) / (double)(y1 - y0) : 0;
        count = K(insert)(ys, count, (double)p[k].from);
        count = K(insert)(ys, count, (double)y1);
        if (x1 < 0 && x0 > 0) count = K(insert)(ys, count, (double)y0 - (double)x0 * (double)(y1 - y0) / (double)(x1 - x0));
        if ((x0 > agate_sub) != (x1 > agate_sub)) count = K(insert)(ys, count, (double)y0 + (double)(agate_sub - x0) * (double)(y1 - y0) / (double)(x1 - x0));
        if (y0 == y1) continue;
        for (int32_t i = 0; i < k; i++) {
            if (local[i][1] == local[i][3]) continue;
            double bend = p[k].slope - p[i].slope;
            if (bend != 0) count = K(insert)(ys, count, ((p[i].x0 - p[i].y0 * p[i].slope) - (p[k].x0 - p[k].y0 * p[k].slope)) / bend);
        }
    }
    double all = 0;
    for (int32_t s = 0; s + 1 < count; s++) {
        double y = (ys[s] + ys[s + 1]) * 0.5, x[agate_most_exact], sum = 0, last = 0;
        int32_t change[agate_most_exact], found = 0, w = corner;
        for (int32_t k = 0; k < n; k++) {
            w += (p[k].leaves && y >= (double)p[k].to) - (p[k].enters && y >= (double)p[k].from);
            if (y < (double)p[k].top || y >= (double)p[k].bottom) continue;
            double at = p[k].x0 + (y - p[k].y0) * p[k].slope;
            at = at > 0 ? at : 0;
            at = at < agate_sub ? at : agate_sub;
            int32_t i = found++;
            for (; i > 0 && x[i - 1] > at; i--) {
                x[i] = x[i - 1];
                change[i] = change[i - 1];
            }
            x[i] = at;
            change[i] = p[k].direction;
        }
        for (int32_t i = 0; i < found; i++) {
            if (even_odd ? w & 1 : w) sum += x[i] - last;
            last = x[i];
            w += change[i];
        }
        if (even_odd ? w & 1 : w) sum += agate_sub - last;
        all += sum * (ys[s + 1] - ys[s]);
    }
    int32_t filled = K(nearest)(all * (1.0 / 256));
    return filled < 0 ? 0 : filled > 65536 ? 65536 : filled;
}

// The filled part of a pixel, 1.0 = 65536, from the pieces in it (x from the pixel's left side) and the sum of signed areas there.
static int32_t K(resolve)(const int32_t (*local)[4], intptr_t n, int32_t area, int even_odd) {
    int16_t keys[agate_most_local][agate_lanes], winding[agate_lanes] = {0};
    for (intptr_t k = 0; k < n; k++) K(lanes_of)(keys[k], winding, local[k][0], local[k][1], local[k][2], local[k][3]);
    int32_t seen = 0, sum = 0;
    // What the pieces and changes make of the area, and the winding at the pixel's corner to make up what is there.
#if AGATE_AVX2
    const __m256i ones = _mm256_set1_epi16(1), one = _mm256_set1_epi16(1024);
    __m256i w = _mm256_loadu_si256((const __m256i *)winding), total = _mm256_madd_epi16(w, one);
    __m256i v[agate_most_local];
    for (intptr_t k = 0; k < n; k++) {
        v[k] = _mm256_loadu_si256((const __m256i *)keys[k]);
        __m256i d = _mm256_sub_epi16(_mm256_and_si256(v[k], _mm256_set1_epi16(3)), ones);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(d, _mm256_sub_epi16(one, _mm256_srli_epi16(v[k], 2))));
    }
    __m128i t = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    seen = _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
#else
    for (int32_t s = 0; s < agate_lanes; s++) {
        seen += winding[s] * 1024;
        for (intptr_t k = 0; k < n; k++) seen += ((keys[k][s] & 3) - 1) * (1024 - (keys[k][s] >> 2));
    }
#endif
    int32_t corner = (area - seen * 4 + 32768) >> 16;
#if AGATE_AVX2
    w = _mm256_add_epi16(w, _mm256_set1_epi16((short)corner));
    for (intptr_t a = n - 1; a > 0; a--)
        for (intptr_t b = 0; b < a; b++) {
            __m256i p = v[b], q = v[b + 1];
            v[b] = _mm256_min_epi16(p, q);
            v[b + 1] = _mm256_max_epi16(p, q);
        }
    const __m256i zero = _mm256_setzero_si256(), inside = _mm256_set1_epi16(even_odd ? 1 : -1);
    __m256i last = zero, filled = zero;
    for (intptr_t k = 0; k < n; k++) {
        __m256i x = _mm256_srli_epi16(v[k], 2), out = _mm256_cmpeq_epi16(_mm256_and_si256(w, inside), zero);
        filled = _mm256_add_epi16(filled, _mm256_andnot_si256(out, _mm256_sub_epi16(x, last)));
        last = x;
        w = _mm256_add_epi16(w, _mm256_sub_epi16(_mm256_and_si256(v[k], _mm256_set1_epi16(3)), ones));
    }
    filled = _mm256_add_epi16(filled, _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_and_si256(w, inside), zero), _mm256_sub_epi16(one, last)));
    total = _mm256_madd_epi16(filled, ones);
    t = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    sum = _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
#else
    for (intptr_t a = n - 1; a > 0; a--)
        for (intptr_t b = 0; b < a; b++)
            for (int32_t s = 0; s < agate_lanes; s++) {
                int16_t p = keys[b][s], q = keys[b + 1][s];
                keys[b][s] = p < q ? p : q;
                keys[b + 1][s] = p < q ? q : p;
            }
    for (int32_t s = 0; s < agate_lanes; s++) {
        int16_t w = (int16_t)(winding[s] + corner);
        int32_t last = 0;
        for (intptr_t k = 0; k < n; k++) {
            int32_t x = keys[k][s] >> 2;
            sum += (even_odd ? w & 1 : w) ? x - last : 0;
            last = x;
            w = (int16_t)(w + (keys[k][s] & 3) - 1);
        }
        sum += (even_odd ? w & 1 : w) ? 1024 - last : 0;
    }
#endif
    // Where the lines see no windings but two neighbouring ones, and none is hidden between the lines, the sum of areas is the filled
    // part, and exact. Hostile crowds are left to the lines.
    int32_t shown = K(folded)(seen * 4 + corner * 65536, even_odd);
    if (sum * 4 == shown && !K(cross_each_other)(local, n)) return K(folded)(area, even_odd);
    return n <= agate_most_exact && K(has_level)(local, n) ? K(slabs)(local, (int32_t)n, corner, even_odd) : sum * 4;
}


static inline uint8_t K(share)(int32_t sum, int even_odd) {
    uint32_t m = (uint32_t)K(folded)(sum, even_odd);
    return (uint8_t)(((m << 8) - m + 32768) >> 16);
}

// Puts the pieces in order of rows.
static __attribute__((noinline)) void K(sort_pieces)(agate_grid *g) {
    int32_t *starts = g->starts;
    memset(starts, 0, (size_t)(g->rows + 2) * 4);
    for (int32_t k = 0; k < g->count; k++) starts[g->row[k] + 2]++;
    for (int32_t r = 2; r < g->rows + 2; r++) starts[r] += starts[r - 1];
    for (int32_t k = 0; k < g->count; k++) {
        int32_t at = starts[g->row[k] + 1]++;
        g->sorted_xs[at] = g->xs[k];
        g->sorted_xe[at] = g->xe[k];
        g->sorted_ys[at] = g->ys[k];
    }
    g->is_sorted = 1;
}

// The pixel x of a row, whose signed areas are `area`; -1 to leave it at that.
static __attribute__((noinline)) int32_t K(resolve_pixel)(agate_grid *g, intptr_t row, int32_t x, int32_t area, int even_odd) {
    if (!g->is_sorted) K(sort_pieces)(g);
    const int32_t *pxs = g->sorted_xs, *pxe = g->sorted_xe, *pys = g->sorted_ys;
    int32_t local[agate_most_local][4];
    intptr_t n = 0, k = g->starts[row], end = g->starts[row + 1];
    int32_t left = x * agate_sub, right = left + agate_sub;
#if AGATE_AVX2
    for (; k < end && n <= agate_most_local - 8; k += 8) {
        __m256i xs = _mm256_loadu_si256((const __m256i *)(pxs + k)), xe = _mm256_loadu_si256((const __m256i *)(pxe + k));
        __m256i low = _mm256_min_epi32(xs, xe), high = _mm256_max_epi32(xs, xe);
        high = _mm256_add_epi32(high, _mm256_cmpgt_epi32(high, low));
        __m256i in = _mm256_and_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(right), low), _mm256_cmpgt_epi32(high, _mm256_set1_epi32(left - 1)));
        uint32_t hits = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(in));
        if (end - k < 8) hits &= (1u << (end - k)) - 1;
        while (hits) {
            intptr_t i = k + __builtin_ctz(hits);
            hits &= hits - 1;
            local[n][0] = pxs[i] - left;
            local[n][1] = pys[i] & 65535;
            local[n][2] = pxe[i] - left;
            local[n++][3] = pys[i] >> 16;
        }
    }
#endif
    for (; k < end; k++) {
        int32_t xs = pxs[k], xe = pxe[k], low = K(min32)(xs, xe), high = K(max32)(xs, xe);
        if (low >= right || high - (high > low) < left) continue;
        // Hostile crowds keep the sum of their areas.
        if (n == agate_most_local) return -1;
        local[n][0] = xs - left;
        local[n][1] = pys[k] & 65535;
        local[n][2] = xe - left;
        local[n++][3] = pys[k] >> 16;
    }
    return n > 1 ? K(resolve)(local, n, area, even_odd) : -1;
}
