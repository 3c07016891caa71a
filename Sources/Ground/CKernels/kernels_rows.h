// Converts edges to pieces. Edges are chords of closed outlines in whole 4096ths of a pixel. They are cut where they cross from one row
// of pixels to the next.

static inline int32_t K(min32)(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t K(max32)(int32_t a, int32_t b) { return a > b ? a : b; }
static inline float K(leastf)(float a, float b) { return a < b ? a : b; }
// Rounds to the nearest integer, ties to even; |v| < 2^22.
static inline int32_t K(nearestf)(float v) {
    float shifted = v + 12582912.0f;
    int32_t bits;
    __builtin_memcpy(&bits, &shifted, 4);
    return bits - 0x4b400000;
}

static int32_t K(quantise_lines)(int32_t *out, const double *lines, intptr_t n, double ox, double oy, int32_t *bounds) {
#if AGATE_AVX2
    const __m256d origin = _mm256_setr_pd(ox, oy, ox, oy), scale = _mm256_set1_pd(agate_sub), limit = _mm256_set1_pd(1 << 29);
    const __m256d sign = _mm256_set1_pd(-0.0);
    __m256d far = _mm256_setzero_pd();
    __m128i low = _mm_set1_epi32(INT32_MAX), high = _mm_set1_epi32(INT32_MIN);
    for (intptr_t i = 0; i < n; i++) {
        __m256d v = _mm256_mul_pd(_mm256_sub_pd(_mm256_loadu_pd(lines + 4 * i), origin), scale);
        far = _mm256_or_pd(far, _mm256_cmp_pd(_mm256_andnot_pd(sign, v), limit, _CMP_NLE_UQ));
        __m128i q = _mm256_cvtpd_epi32(v);
        low = _mm_min_epi32(low, q);
        high = _mm_max_epi32(high, q);
        _mm_storeu_si128((__m128i *)(out + 4 * i), q);
    }
    low = _mm_min_epi32(low, _mm_shuffle_epi32(low, 0x4e));
    high = _mm_max_epi32(high, _mm_shuffle_epi32(high, 0x4e));
    bounds[0] = _mm_extract_epi32(low, 0);
    bounds[1] = _mm_extract_epi32(low, 1);
    bounds[2] = _mm_extract_epi32(high, 0);
    bounds[3] = _mm_extract_epi32(high, 1);
    return _mm256_movemask_pd(far) == 0;
#else
    int32_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    int32_t near = 1;
    for (intptr_t i = 0; i < 4 * n; i++) {
        double v = (lines[i] - (i & 1 ? oy : ox)) * agate_sub;
        if (!(v <= 1 << 29 && v >= -(1 << 29))) { near = 0; v = 0; }
        int32_t q = K(nearest)(v);
        low[i & 1] = K(min32)(low[i & 1], q);
        high[i & 1] = K(max32)(high[i & 1], q);
        out[i] = q;
    }
    bounds[0] = low[0];
    bounds[1] = low[1];
    bounds[2] = high[0];
    bounds[3] = high[1];
    return near;
#endif
}

// Computes the rows from `first` below `end` that a line touches. Horizontal lines between rows touch none. Returns 0 if there are none.
static inline int K(rows_of)(const int32_t *l, int32_t first, int32_t end, int32_t *from, int32_t *to) {
    int32_t top = K(min32)(l[1], l[3]), low = K(max32)(l[1], l[3]);
    // A horizontal line between rows belongs to neither. A line's lower end on such a boundary belongs to the row above.
    *from = K(max32)(top >> agate_sub_bits, first);
    *to = K(min32)((low - (low > top)) >> agate_sub_bits, end - 1);
    return *from <= *to && (low > top || ((top & (agate_sub - 1)) && l[0] != l[2]));
}

static void K(count_rows)(int32_t *counts, const int32_t *lines, intptr_t n, int32_t first, int32_t end) {
    for (intptr_t i = 0; i < n; i++) {
        int32_t from, to;
        if (!K(rows_of)(lines + 4 * i, first, end, &from, &to)) continue;
        counts[from - first]++;
        counts[to + 1 - first]--;
    }
}

// Returns the crossing of a line that begins at (x0, y0) with the upper side of a row. Each crossing is computed separately, so that it
// is independent of the row in which a part of a picture begins.
static inline int32_t K(crossing)(int32_t x0, int32_t below, double slope) { return x0 + K(nearest)((double)below * slope); }

static intptr_t K(split_lines)(agate_grid *g, const int32_t *lines, intptr_t n, int32_t left, int32_t first, int32_t end) {
    int32_t *xs = g->xs, *xe = g->xe, *ys = g->ys, *rows = g->row;
    const int32_t shift = left * agate_sub, right = g->width * agate_sub;
    intptr_t at = 0;
    for (intptr_t i = 0; i < n; i++) {
        const int32_t *l = lines + 4 * i;
        int32_t row, last;
        if (!K(rows_of)(l, first, end, &row, &last) || K(min32)(l[0], l[2]) - shift >= right) continue;
        int32_t count = last - row + 1;
        if (at + count + 8 > g->capacity) return -1;
        int32_t down = l[1] <= l[3];
        int32_t x0 = (down ? l[0] : l[2]) - shift, y0 = down ? l[1] : l[3], x1 = (down ? l[2] : l[0]) - shift, y1 = down ? l[3] : l[1];
        double slope = (double)(x1 - x0) / (double)(y1 - y0);
        int32_t below = row * agate_sub - y0, top = K(max32)(-below, 0);
        int32_t x = below > 0 ? K(crossing)(x0, below, slope) : x0;
        // The piece that contains the line's lower end, and the height of the end in its row.
        int32_t ending = (last + 1) * agate_sub < y1 ? count : count - 1, low = y1 - last * agate_sub;
#if AGATE_AVX2
        const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), turn = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
        const __m256d m = _mm256_set1_pd(slope);
        __m256i upward = _mm256_set1_epi32(down - 1);
        for (int32_t k = 0; k < count; k += 8) {
            __m256i lane = _mm256_add_epi32(lanes, _mm256_set1_epi32(k));
            __m256i d = _mm256_add_epi32(_mm256_set1_epi32(below + agate_sub), _mm256_slli_epi32(lane, agate_sub_bits));
            __m128i a = _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_cvtepi32_pd(_mm256_castsi256_si128(d)), m));
            __m128i b = _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_cvtepi32_pd(_mm256_extracti128_si256(d, 1)), m));
            __m256i to = _mm256_add_epi32(_mm256_set1_epi32(x0), _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1));
            __m256i ends = _mm256_cmpgt_epi32(lane, _mm256_set1_epi32(ending - 1));
            to = _mm256_blendv_epi8(to, _mm256_set1_epi32(x1), ends);
            __m256i turned = _mm256_permutevar8x32_epi32(to, turn);
            __m256i from = _mm256_blend_epi32(turned, _mm256_set1_epi32(x), 1);
            x = _mm256_cvtsi256_si32(turned);
            __m256i high = _mm256_zextsi128_si256(_mm_cvtsi32_si128(top));
            top = 0;
            __m256i deep = _mm256_blendv_epi8(_mm256_set1_epi32(agate_sub), _mm256_set1_epi32(low), ends);
            __m256i flip = _mm256_and_si256(_mm256_xor_si256(from, to), upward);
            _mm256_storeu_si256((__m256i *)(xs + at + k), _mm256_xor_si256(from, flip));
            _mm256_storeu_si256((__m256i *)(xe + at + k), _mm256_xor_si256(to, flip));
            flip = _mm256_and_si256(_mm256_xor_si256(high, deep), upward);
            high = _mm256_xor_si256(high, flip);
            deep = _mm256_xor_si256(deep, flip);
            _mm256_storeu_si256((__m256i *)(ys + at + k), _mm256_or_si256(high, _mm256_slli_epi32(deep, 16)));
            _mm256_storeu_si256((__m256i *)(rows + at + k), _mm256_add_epi32(lane, _mm256_set1_epi32(row - first)));
        }
#else
        for (int32_t k = 0; k < count; k++) {
            int32_t to = k < ending ? K(crossing)(x0, below + (k + 1) * agate_sub, slope) : x1, deep = k < ending ? agate_sub : low;
            xs[at + k] = down ? x : to;
            xe[at + k] = down ? to : x;
            ys[at + k] = down ? top | deep << 16 : deep | top << 16;
            rows[at + k] = row - first + k;
            x = to;
            top = 0;
        }
#endif
        at += count;
    }
    g->count = (int32_t)at;
    g->looks = 0;
    g->block_row = -1;
    return at;
}
