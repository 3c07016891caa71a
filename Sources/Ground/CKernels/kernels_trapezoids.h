// The exact filled part of a pixel that a few pieces pass through.

#if AGATE_AVX2
// Stores those of four heights that are within the pixel.
static inline __attribute__((always_inline)) int32_t K(put_heights)(double *ys, int32_t n, __m256d y, __m256d given) {
    // Pairs of 32-bit lanes that move each set of four heights to the front, in order.
    static const uint64_t lanes[16] = {
        0, 0x0100, 0x0302, 0x03020100, 0x0504, 0x05040100, 0x05040302, 0x050403020100, 0x0706, 0x07060100, 0x07060302, 0x070603020100,
        0x07060504, 0x070605040100, 0x070605040302, 0x0706050403020100,
    };
    given = _mm256_and_pd(given, _mm256_and_pd(_mm256_cmp_pd(y, _mm256_setzero_pd(), _CMP_GT_OQ),
        _mm256_cmp_pd(y, _mm256_set1_pd(agate_sub), _CMP_LT_OQ)));
    int32_t set = _mm256_movemask_pd(given);
    __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)lanes[set]));
    _mm256_storeu_ps((float *)(ys + n), _mm256_permutevar8x32_ps(_mm256_castpd_ps(y), order));
    return n + __builtin_popcount((unsigned)set);
}

// Sorts eight heights without branches, which processors can't predict.
static inline void K(sort_heights)(double *ys) {
    double a = ys[0], b = ys[1], c = ys[2], d = ys[3], e = ys[4], f = ys[5], g = ys[6], h = ys[7], t;
#define AGATE_ORDER(l, r) (t = K(least)(l, r), r = K(most)(l, r), l = t)
    AGATE_ORDER(a, c), AGATE_ORDER(b, d), AGATE_ORDER(e, g), AGATE_ORDER(f, h);
    AGATE_ORDER(a, e), AGATE_ORDER(b, f), AGATE_ORDER(c, g), AGATE_ORDER(d, h);
    AGATE_ORDER(a, b), AGATE_ORDER(c, d), AGATE_ORDER(e, f), AGATE_ORDER(g, h);
    AGATE_ORDER(c, e), AGATE_ORDER(d, f);
    AGATE_ORDER(b, e), AGATE_ORDER(d, g);
    AGATE_ORDER(b, c), AGATE_ORDER(d, e), AGATE_ORDER(f, g);
#undef AGATE_ORDER
    ys[0] = a, ys[1] = b, ys[2] = c, ys[3] = d, ys[4] = e, ys[5] = f, ys[6] = g, ys[7] = h;
}

// Merges sixteen heights of which both halves are sorted.
static inline void K(merge_heights)(double *ys) {
    for (int32_t i = 8; i < 12; i++) {
        double y = ys[i];
        ys[i] = ys[23 - i];
        ys[23 - i] = y;
    }
    for (int32_t half = 8; half > 0; half >>= 1)
        for (int32_t i = 0; i < 16; i++) {
            if (i & half) continue;
            double l = ys[i], r = ys[i + half];
            ys[i] = K(least)(l, r);
            ys[i + half] = K(most)(l, r);
        }
}

// Returns the filled length of lines across a pixel, at the four heights `y`. `n` is a constant where this is inlined for small numbers.
static inline __attribute__((always_inline)) __m256d K(filled_at)(const K(pixel_edges) *p, const double *slopes, intptr_t n, __m256d y,
    int32_t corner, int even_odd) {
    const __m256d zero = _mm256_setzero_pd(), side = _mm256_set1_pd(agate_sub);
    const __m256i none = _mm256_setzero_si256(), inside = _mm256_set1_epi64x(even_odd ? 1 : -1);
    __m256d x[agate_most_exact];
    __m256i change[agate_most_exact], w = _mm256_set1_epi64x(corner);
    for (intptr_t k = 0; k < n; k++) {
        __m256d less = _mm256_cmp_pd(y, _mm256_set1_pd(p->less[k] + 1), _CMP_GE_OQ),
            more = _mm256_cmp_pd(y, _mm256_set1_pd(p->more[k] + 1), _CMP_GE_OQ);
        w = _mm256_add_epi64(w, _mm256_sub_epi64(_mm256_castpd_si256(less), _mm256_castpd_si256(more)));
        __m256d on = _mm256_and_pd(_mm256_cmp_pd(y, _mm256_set1_pd(p->top[k]), _CMP_GE_OQ),
            _mm256_cmp_pd(y, _mm256_set1_pd(p->low[k] + 1), _CMP_LT_OQ));
        __m256d at = _mm256_add_pd(_mm256_set1_pd(p->x0[k]),
            _mm256_mul_pd(_mm256_sub_pd(y, _mm256_set1_pd(p->y0[k])), _mm256_set1_pd(slopes[k])));
        x[k] = _mm256_blendv_pd(side, _mm256_min_pd(_mm256_max_pd(at, zero), side), on);
        change[k] = _mm256_and_si256(_mm256_castpd_si256(on), _mm256_set1_epi64x(p->direction[k] - 1));
    }
    for (intptr_t a = n - 1; a > 0; a--)
        for (intptr_t b = 0; b < a; b++) {
            __m256d l = x[b], h = x[b + 1], turn = _mm256_cmp_pd(l, h, _CMP_GT_OQ), c = _mm256_castsi256_pd(change[b]),
                d = _mm256_castsi256_pd(change[b + 1]);
            x[b] = _mm256_min_pd(l, h);
            x[b + 1] = _mm256_max_pd(l, h);
            change[b] = _mm256_castpd_si256(_mm256_blendv_pd(c, d, turn));
            change[b + 1] = _mm256_castpd_si256(_mm256_blendv_pd(d, c, turn));
        }
    __m256d sum = zero, last = zero;
    for (intptr_t k = 0; k < n; k++) {
        __m256d out = _mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_and_si256(w, inside), none));
        sum = _mm256_add_pd(sum, _mm256_andnot_pd(out, _mm256_sub_pd(x[k], last)));
        last = x[k];
        w = _mm256_add_epi64(w, change[k]);
    }
    __m256d out = _mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_and_si256(w, inside), none));
    return _mm256_add_pd(sum, _mm256_andnot_pd(out, _mm256_sub_pd(side, last)));
}
#else
// Inserts a height in order, unless it is already present.
static inline int32_t K(insert)(double *ys, int32_t n, double y) {
    if (!(y > 0 && y < agate_sub)) return n;
    int32_t k = n;
    while (ys[k - 1] > y) k--;
    if (ys[k - 1] == y) return n;
    for (int32_t i = n; i > k; i--) ys[i] = ys[i - 1];
    ys[k] = y;
    return n + 1;
}
#endif

// Returns the filled part of a pixel, 1.0 = 65536, exactly. Between heights at which pieces begin, end, cross each other or leave at the
// sides, the filled length changes linearly, so that its middle determines the area. `corner` is the winding at the pixel's upper left
// corner.
static int32_t K(trapezoids)(const K(pixel_edges) *c, int32_t n, int32_t corner, int even_odd) {
#if AGATE_AVX2
    double ys[4 + agate_most_exact * 4 + agate_most_exact * agate_most_exact / 2 + 16], slopes[8], offsets[8];
    const __m256d zero = _mm256_setzero_pd(), side = _mm256_set1_pd(agate_sub), all_ones = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    int32_t count = 1;
    for (int32_t k = 0; k < n; k += 4) {
#define AGATE_LOAD(a) _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(c->a + k)))
        __m256d x0 = AGATE_LOAD(x0), y0 = AGATE_LOAD(y0), x1 = AGATE_LOAD(x1), y1 = AGATE_LOAD(y1), from = AGATE_LOAD(from);
#undef AGATE_LOAD
        __m256d dx = _mm256_sub_pd(x1, x0), dy = _mm256_sub_pd(y1, y0), upright = _mm256_cmp_pd(dy, zero, _CMP_NEQ_OQ);
        __m256d slope = _mm256_and_pd(_mm256_div_pd(dx, dy), upright);
        // Horizontal pieces cross no other one.
        _mm256_storeu_pd(slopes + k, slope);
        _mm256_storeu_pd(offsets + k, _mm256_or_pd(_mm256_sub_pd(x0, _mm256_mul_pd(y0, slope)), _mm256_andnot_pd(upright, all_ones)));
        __m256d known = _mm256_castsi256_pd(_mm256_cmpgt_epi64(_mm256_set1_epi64x(n - k), _mm256_setr_epi64x(0, 1, 2, 3)));
        __m256d crosses = _mm256_and_pd(_mm256_cmp_pd(x1, zero, _CMP_LT_OQ), _mm256_cmp_pd(x0, zero, _CMP_GT_OQ));
        __m256d passes = _mm256_xor_pd(_mm256_cmp_pd(x0, side, _CMP_GT_OQ), _mm256_cmp_pd(x1, side, _CMP_GT_OQ));
        count = K(put_heights)(ys, count, from, known);
        count = K(put_heights)(ys, count, y1, known);
        count = K(put_heights)(ys, count, _mm256_sub_pd(y0, _mm256_div_pd(_mm256_mul_pd(x0, dy), dx)), _mm256_and_pd(known, crosses));
        count = K(put_heights)(ys, count, _mm256_add_pd(y0, _mm256_div_pd(_mm256_mul_pd(_mm256_sub_pd(side, x0), dy), dx)),
            _mm256_and_pd(known, passes));
    }
    for (int32_t k = 1; k < n; k++)
        for (int32_t i = 0; i < k; i += 4) {
            __m256d bend = _mm256_sub_pd(_mm256_set1_pd(slopes[k]), _mm256_loadu_pd(slopes + i));
            __m256d y = _mm256_div_pd(_mm256_sub_pd(_mm256_loadu_pd(offsets + i), _mm256_set1_pd(offsets[k])), bend);
            __m256d known = _mm256_castsi256_pd(_mm256_cmpgt_epi64(_mm256_set1_epi64x(k - i), _mm256_setr_epi64x(0, 1, 2, 3)));
            count = K(put_heights)(ys, count, y, known);
        }
    ys[0] = 0;
    for (int32_t i = 0; i < 16; i += 4) _mm256_storeu_pd(ys + count + i, side);
    if (count <= 17) {
        K(sort_heights)(ys + 1);
        if (count > 9) {
            K(sort_heights)(ys + 9);
            K(merge_heights)(ys + 1);
        }
    } else {
        for (int32_t i = 2; i < count; i++) {
            double y = ys[i];
            int32_t k = i;
            for (; ys[k - 1] > y; k--) ys[k] = ys[k - 1];
            ys[k] = y;
        }
    }
    double all = 0, parts[4];
    for (int32_t s = 0; s < count; s += 4) {
        __m256d top = _mm256_loadu_pd(ys + s), low = _mm256_loadu_pd(ys + s + 1),
            y = _mm256_mul_pd(_mm256_add_pd(top, low), _mm256_set1_pd(0.5)), sum;
        switch (n) {
        case 2: sum = K(filled_at)(c, slopes, 2, y, corner, even_odd); break;
        case 3: sum = K(filled_at)(c, slopes, 3, y, corner, even_odd); break;
        case 4: sum = K(filled_at)(c, slopes, 4, y, corner, even_odd); break;
        default: sum = K(filled_at)(c, slopes, n, y, corner, even_odd);
        }
        _mm256_storeu_pd(parts, _mm256_mul_pd(sum, _mm256_sub_pd(low, top)));
        all = (((all + parts[0]) + parts[1]) + parts[2]) + parts[3];
    }
#else
    struct { double x0, y0, slope; int32_t from, to, top, bottom, enters, leaves, direction; } p[agate_most_exact];
    double ys[2 + agate_most_exact * 4 + agate_most_exact * agate_most_exact / 2];
    int32_t count = 2;
    ys[0] = 0;
    ys[1] = agate_sub;
    for (int32_t k = 0; k < n; k++) {
        int32_t x0 = c->x0[k], y0 = c->y0[k], x1 = c->x1[k], y1 = c->y1[k];
        p[k].from = c->from[k];
        p[k].to = c->to[k];
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
        if ((x0 > agate_sub) != (x1 > agate_sub)) count = K(insert)(ys, count, (double)y0
            + (double)(agate_sub - x0) * (double)(y1 - y0) / (double)(x1 - x0));
        if (y0 == y1) continue;
        for (int32_t i = 0; i < k; i++) {
            if (c->y0[i] == c->y1[i]) continue;
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
#endif
    int32_t filled = K(nearest)(all * (1.0 / 256));
    return filled < 0 ? 0 : filled > 65536 ? 65536 : filled;
}
