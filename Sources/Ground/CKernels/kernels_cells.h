// Converts signed areas to coverage, and draws boxes directly from their signed areas.

static int32_t K(scan_cells)(const int32_t *cells, intptr_t n, int32_t carry, uint8_t *cov) {
    intptr_t i = 0;
    uint32_t sum = (uint32_t)carry;
#if AGATE_AVX2
    __m256i run = _mm256_set1_epi32(carry);
    const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                           0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (; i + 8 <= n; i += 8) {
        __m256i m = K(coverage8)(K(scan8)(_mm256_loadu_si256((const __m256i *)(cells + i)), &run));
        m = _mm256_shuffle_epi8(m, order);
        uint32_t a = (uint32_t)_mm256_extract_epi32(m, 0), b = (uint32_t)_mm256_extract_epi32(m, 4);
        __builtin_memcpy(cov + i, &a, 4);
        __builtin_memcpy(cov + i + 4, &b, 4);
    }
    sum = (uint32_t)_mm256_extract_epi32(run, 0);
#endif
    for (; i < n; i++) {
        sum += (uint32_t)cells[i];
        uint32_t m = (int32_t)sum < 0 ? 0u - sum : sum;
        m = m > 65536 ? 65536 : m;
        cov[i] = (uint8_t)(((m << 8) - m + 32768) >> 16);
    }
    return (int32_t)sum;
}

#if AGATE_AVX2
// Returns eight pixels under the coverage of eight sums.
static inline __m256i K(cells8)(__m256i v, __m256i s, __m256i s16, __m256i d, int opaque) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12,
                                            0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    __m256i c = _mm256_shuffle_epi8(K(coverage8)(v), spread);
    __m256i lo = _mm256_unpacklo_epi8(c, zero), hi = _mm256_unpackhi_epi8(c, zero);
    return opaque ? K(opaque8)(s16, d, lo, hi) : K(over8)(s, d, lo, hi);
}

// `opaque` is a constant where this is inlined.
static inline __attribute__((always_inline)) void K(cell_rows)(uint32_t *dst, intptr_t stride, int32_t *cells,
                                                               intptr_t cell_stride, intptr_t rows, intptr_t n, intptr_t lead,
                                                               intptr_t tail, uint32_t color, int opaque) {
    const __m256i s = _mm256_set1_epi32((int)color), zero = _mm256_setzero_si256();
    const __m256i s16 = _mm256_unpacklo_epi8(s, zero);
    intptr_t whole = n & ~(intptr_t)7;
    if (lead > whole || tail <= lead) lead = tail = whole;
    if (tail > whole) tail = whole;
    for (intptr_t y = 0; y < rows; y++, dst += stride, cells += cell_stride) {
        __m256i run = zero;
        intptr_t i = 0;
        for (; i < lead; i += 8) {
            __m256i v = K(scan8)(_mm256_loadu_si256((const __m256i *)(cells + i)), &run);
            _mm256_storeu_si256((__m256i *)(cells + i), zero);
            _mm256_storeu_si256((__m256i *)(dst + i), K(cells8)(v, s, s16, _mm256_loadu_si256((const __m256i *)(dst + i)), opaque));
        }
        if (i < tail) {
            // Nothing was added between the sides: one coverage.
            uint32_t m = (uint32_t)_mm256_cvtsi256_si32(_mm256_min_epu32(_mm256_abs_epi32(run), _mm256_set1_epi32(65536)));
            K(over_solid)(dst + i, tail - i, color, ((m << 8) - m + 32768) >> 16);
            i = tail;
        }
        for (; i < whole; i += 8) {
            __m256i v = K(scan8)(_mm256_loadu_si256((const __m256i *)(cells + i)), &run);
            _mm256_storeu_si256((__m256i *)(cells + i), zero);
            _mm256_storeu_si256((__m256i *)(dst + i), K(cells8)(v, s, s16, _mm256_loadu_si256((const __m256i *)(dst + i)), opaque));
        }
        if (i < n) {
            __m256i v = K(scan8)(_mm256_loadu_si256((const __m256i *)(cells + i)), &run);
            K(store_part)(dst + i, n - i, K(cells8)(v, s, s16, K(load_part)(dst + i, n - i), opaque));
        }
        // Clears the cells after the last pixel, too.
        for (; i < cell_stride; i += 8) _mm256_storeu_si256((__m256i *)(cells + i), zero);
    }
}
#endif

static void K(over_solid_cells)(uint32_t *dst, intptr_t stride, int32_t *cells, intptr_t cell_stride, intptr_t rows, intptr_t n,
                                intptr_t lead, intptr_t tail, uint32_t color) {
#if AGATE_AVX2
    if ((color >> 24) == 255)
        K(cell_rows)(dst, stride, cells, cell_stride, rows, n, lead, tail, color, 1);
    else
        K(cell_rows)(dst, stride, cells, cell_stride, rows, n, lead, tail, color, 0);
#else
    (void)lead;
    (void)tail;
    uint8_t coverage[256];
    for (intptr_t y = 0; y < rows; y++, dst += stride, cells += cell_stride) {
        int32_t sum = 0;
        for (intptr_t i = 0; i < n; i += 256) {
            intptr_t m = n - i < 256 ? n - i : 256;
            sum = K(scan_cells)(cells + i, m, sum, coverage);
            K(over_solid_coverage)(dst + i, m, color, coverage);
        }
        for (intptr_t i = 0; i < cell_stride; i++) cells[i] = 0;
    }
#endif
}

// Rounds to the nearest integer, ties to even, without a branch; |v| < 2^31.
static inline int32_t K(nearest)(double v) {
    double shifted = v + 6755399441055744.0;
    int64_t bits;
    __builtin_memcpy(&bits, &shifted, 8);
    return (int32_t)bits;
}

static inline double K(least)(double a, double b) { return a < b ? a : b; }
static inline double K(most)(double a, double b) { return a > b ? a : b; }

// Adds the part of an edge in one row, from xa to xb, with the height h. Written without branches for the usual case of one or two
// pixels, which processors can't predict: an edge within one pixel has no height in the second.
static inline void K(piece)(int32_t *c, double xa, double xb, double h, double steepness, double sign) {
    double left = K(least)(xa, xb), right = K(most)(xa, xb);
    int32_t i = (int32_t)left;
    double side = (double)(i + 1);
    int32_t whole = K(nearest)(h * sign);
    if (__builtin_expect(right <= side + 1, 1)) {
        double here = K(least)(steepness * (side - left), h);
        int32_t a = K(nearest)(sign * (here * (side - (left + K(least)(side, right)) * 0.5)));
        int32_t b = K(nearest)(sign * (here + (h - here) * (side + 1 - (side + right) * 0.5)));
        c[i] += a;
        c[i + 1] += b - a;
        c[i + 2] += whole - b;
        return;
    }
    int32_t before = 0;
    double from = left;
    for (; (double)i < right; i++) {
        side = (double)(i + 1);
        double to = K(least)(side, right);
        int32_t sum = K(nearest)(sign * steepness * ((from - left) + (to - from) * (side - (from + to) * 0.5)));
        c[i] += sum - before;
        before = sum;
        from = to;
    }
    c[i] += whole - before;
}

// Adds the same part of an edge on the left and of its mirror image on the right, both at once, with the same sums.
static inline void K(pieces)(int32_t *c, double left, double right, double in_top, double in_bottom, double h, double steepness) {
#if AGATE_AVX2
    const __m128d sides = _mm_setr_pd(left, right), flip = _mm_setr_pd(0.0, -0.0), one = _mm_set1_pd(1), half = _mm_set1_pd(0.5);
    const __m128d sign = _mm_setr_pd(65536, -65536), height = _mm_set1_pd(h), shift = _mm_set1_pd(6755399441055744.0);
    __m128d xa = _mm_add_pd(sides, _mm_xor_pd(_mm_set1_pd(in_top), flip)), xb = _mm_add_pd(sides, _mm_xor_pd(_mm_set1_pd(in_bottom), flip));
    __m128d from = _mm_min_pd(xa, xb), to = _mm_max_pd(xa, xb);
    __m128i first = _mm_cvttpd_epi32(from);
    __m128d side = _mm_cvtepi32_pd(_mm_add_epi32(first, _mm_set1_epi32(1)));
    if (__builtin_expect(_mm_movemask_pd(_mm_cmple_pd(to, _mm_add_pd(side, one))) == 3, 1)) {
        __m128d here = _mm_min_pd(_mm_mul_pd(_mm_set1_pd(steepness), _mm_sub_pd(side, from)), height);
        __m128d a = _mm_mul_pd(here, _mm_sub_pd(side, _mm_mul_pd(_mm_add_pd(from, _mm_min_pd(side, to)), half)));
        __m128d b = _mm_add_pd(here, _mm_mul_pd(_mm_sub_pd(height, here),
            _mm_sub_pd(_mm_add_pd(side, one), _mm_mul_pd(_mm_add_pd(side, to), half))));
        __m128i an = _mm_castpd_si128(_mm_add_pd(_mm_mul_pd(sign, a), shift)),
            bn = _mm_castpd_si128(_mm_add_pd(_mm_mul_pd(sign, b), shift));
        __m128i whole = _mm_castpd_si128(_mm_add_pd(_mm_mul_pd(height, sign), shift));
        __m128i next = _mm_sub_epi32(bn, an), rest = _mm_sub_epi32(whole, bn);
        int32_t *l = c + _mm_cvtsi128_si32(first), *r = c + _mm_extract_epi32(first, 1);
        l[0] += _mm_cvtsi128_si32(an);
        l[1] += _mm_cvtsi128_si32(next);
        l[2] += _mm_cvtsi128_si32(rest);
        r[0] += _mm_extract_epi32(an, 2);
        r[1] += _mm_extract_epi32(next, 2);
        r[2] += _mm_extract_epi32(rest, 2);
        return;
    }
#endif
    K(piece)(c, left + in_top, left + in_bottom, h, steepness, 65536);
    K(piece)(c, right - in_top, right - in_bottom, h, steepness, -65536);
}

static inline void K(upright)(int32_t *c, double x, double d) {
    int32_t i = (int32_t)x;
    int32_t whole = K(nearest)(d), here = K(nearest)(d * ((double)(i + 1) - x));
    c[i] += here;
    c[i + 1] += whole - here;
}

static void K(corner_cells)(int32_t *cells, intptr_t cell_stride, intptr_t rows, const agate_chord *chords, intptr_t count, double left,
                            double right, double y, double sy, double end) {
    // The chords from the top downwards: towards the vertical sides at top corners, away from them at bottom ones. Each iteration
    // processes the next end of a chord or of a row, whichever comes first.
    const agate_chord *c = sy > 0 ? chords + count - 1 : chords;
    intptr_t step = sy > 0 ? -1 : 1;
    double side = y + sy * chords[0].y0;
    double top = sy > 0 ? y + c->y1 : side, in_top = sy > 0 ? c->x1 : 0;
    intptr_t row = (intptr_t)top;
    while (count > 0 && row < rows) {
        double in_low = sy > 0 ? c->x0 : c->x1, low = y + sy * (sy > 0 ? c->y0 : c->y1);
        double row_end = (double)(row + 1), bottom = K(least)(row_end, low);
        double in_bottom = in_low + sy * ((low - bottom) * c->slope), h = bottom - top;
        K(pieces)(cells + row * cell_stride, left, right, in_top, in_bottom, h, c->steepness);
        intptr_t done = low <= row_end;
        c += done ? step : 0;
        count -= done;
        row += row_end <= low;
        top = bottom;
        in_top = in_bottom;
    }
    top = K(least)(side, end);
    double low = K(most)(side, end);
    for (row = (intptr_t)top; row < rows && top < low; row++) {
        double bottom = K(least)((double)(row + 1), low), d = (bottom - top) * 65536;
        K(upright)(cells + row * cell_stride, left, d);
        K(upright)(cells + row * cell_stride, right, -d);
        top = bottom;
    }
}

static void K(prefetch)(const uint32_t *dst, intptr_t stride, intptr_t rows, intptr_t n) {
    for (intptr_t y = 0; y < rows; y++, dst += stride)
        for (intptr_t i = 0; i < n + 15; i += 16) __builtin_prefetch(dst + i, 1);
}
