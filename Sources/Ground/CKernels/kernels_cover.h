// Sums pieces as signed areas by pixel, and converts the sums to coverage.
//
// Signed areas are the coverage if the winding takes two adjacent values within a pixel, one of them 0, or is never 0. This is the case
// if one part of an outline passes through the pixel. Therefore the entries of outlines into each pixel are counted.

// Adds the signed area of a piece that passes through more than two pixels. The sum at each pixel is rounded separately, so that it is
// independent of the beginning of the row.
static __attribute__((noinline)) void K(add_wide)(agate_grid *g, intptr_t row, int32_t xs, int32_t xe, int32_t y, int is_counted) {
    int32_t *c = g->cells + row * g->stride, width = g->width;
    int32_t left = K(min32)(xs, xe), right = K(max32)(xs, xe), i = left >> agate_sub_bits;
    if (i >= width) return;
    int32_t h = (y >> 16) - (y & 65535), whole = h * 16;
    float height = (float)h, steepness = 1.0f / (float)(right - left), unit = 1.0f / 256, slant = height * steepness;
    int32_t j = (right - 1) >> agate_sub_bits, from = K(max32)(i, 0), to = K(min32)(j, width - 1);
    uint8_t *touched = g->touched + row * (g->stride >> 3), *passes = g->passes + row * g->stride;
    // If the piece continues another one in the same pixel, the entry was already counted.
    int goes_on = (y & (agate_sub - 1)) != 0 && (xs & (agate_sub - 1)) != 0;
    int32_t first = K(max32)(i + (goes_on & (xe >= xs)), 0), last = K(min32)(j - (goes_on & (xe < xs)), width - 1);
#if AGATE_AVX2
    if (i >= 0 && j < i + 7 && i + 8 <= g->stride) {
        touched[i >> 3] = 1;
        touched[(j + 1) >> 3] = 1;
        if (is_counted) {
            // A one for each of the eight pixels, from the first one on, that the piece enters.
            uint64_t ones = ~(uint64_t)0 << (8 * (first - i)) & ~(uint64_t)0 >> (8 * (7 - (last - i))) & 0x0101010101010101u;
            __m128i counts = _mm_loadl_epi64((const __m128i *)(passes + i));
            _mm_storel_epi64((__m128i *)(passes + i), _mm_add_epi8(counts, _mm_cvtsi64_si128((long long)ones)));
        }
        // Eight sums at once. After the piece they all equal its height.
        const __m256i lanes = _mm256_setr_epi32(0, 4096, 8192, 12288, 16384, 20480, 24576, 28672), step = _mm256_set1_epi32(agate_sub);
        __m256i low = _mm256_set1_epi32(left), high = _mm256_set1_epi32(right),
            ends = _mm256_add_epi32(lanes, _mm256_set1_epi32((i + 1) * agate_sub));
        __m256i begin = _mm256_max_epi32(low, _mm256_sub_epi32(ends, step)), stop = _mm256_min_epi32(high, ends);
        begin = _mm256_min_epi32(begin, high);
        // Computed from differences only, as everything here: independent of the beginning of the row and of its length.
        __m256i twice = _mm256_add_epi32(_mm256_sub_epi32(ends, begin), _mm256_sub_epi32(ends, stop));
        __m256 mean = _mm256_mul_ps(_mm256_set1_ps(0.5f), _mm256_cvtepi32_ps(twice));
        __m256 sum = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(begin, low)), _mm256_set1_ps(agate_sub));
        sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(stop, begin)), mean));
        sum = _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(slant), sum), _mm256_set1_ps(unit));
        __m256i v = _mm256_sub_epi32(_mm256_castps_si256(_mm256_add_ps(sum, _mm256_set1_ps(12582912.0f))), _mm256_set1_epi32(0x4b400000));
        // From the pixel with the last part on: the whole height.
        v = _mm256_blendv_epi8(v, _mm256_set1_epi32(whole), _mm256_cmpgt_epi32(_mm256_sub_epi32(ends, step), _mm256_set1_epi32(right - 1)));
        __m256i before = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6)),
            _mm256_setzero_si256(), 1);
        __m256i *at = (__m256i *)(c + i);
        _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), _mm256_sub_epi32(v, before)));
        return;
    }
#endif
    for (int32_t b = from >> 3; b <= K(min32)(K(max32)(j, from) + 1, g->stride - 1) >> 3; b++) touched[b] = 1;
    for (int32_t x = first; is_counted && x <= last; x++) passes[x]++;
    int32_t before = 0, k = from;
    for (; k <= to; k++) {
        int32_t begin = K(max32)(left, k * agate_sub), stop = K(min32)(right, (k + 1) * agate_sub);
        float mean = 0.5f * (float)(((k + 1) * agate_sub - begin) + ((k + 1) * agate_sub - stop));
        int32_t sum = K(nearestf)(slant * ((float)(begin - left) * (float)agate_sub + (float)(stop - begin) * mean) * unit);
        c[k] += sum - before;
        before = sum;
    }
    c[k] += whole - before;
}

// The values that pieces add to three cells, from a pixel of their row on, and the entries into the first two.
typedef struct { int32_t at[8], a[8], b[8], c[8], passes[8]; } K(eight);

static inline __attribute__((always_inline)) void K(scatter)(agate_grid *g, const K(eight) *e, intptr_t k, int is_counted) {
    int32_t *c = g->cells + e->at[k];
    c[0] += e->a[k];
    c[1] += e->b[k];
    c[2] += e->c[k];
    g->touched[e->at[k] >> 3] = 1;
    g->touched[(e->at[k] + 2) >> 3] = 1;
    if (is_counted) {
        uint16_t two;
        __builtin_memcpy(&two, g->passes + e->at[k], 2);
        two = (uint16_t)(two + e->passes[k]);
        __builtin_memcpy(g->passes + e->at[k], &two, 2);
    }
}

#if AGATE_AVX2
// Computes the values of eight pieces at once. Returns a bit for each piece that requires the general path, and stores nothing for it.
static inline __attribute__((always_inline)) uint32_t K(weigh8)(const agate_grid *g, intptr_t k, K(eight) *e) {
    const __m256i zero = _mm256_setzero_si256(), part = _mm256_set1_epi32(agate_sub - 1), one = _mm256_set1_epi32(1);
    __m256i xs = _mm256_loadu_si256((const __m256i *)(g->xs + k)), xe = _mm256_loadu_si256((const __m256i *)(g->xe + k));
    __m256i ys = _mm256_loadu_si256((const __m256i *)(g->ys + k)), row = _mm256_loadu_si256((const __m256i *)(g->row + k));
    __m256i left = _mm256_min_epi32(xs, xe), right = _mm256_max_epi32(xs, xe), i = _mm256_srai_epi32(left, agate_sub_bits);
    __m256i side = _mm256_slli_epi32(_mm256_add_epi32(i, one), agate_sub_bits);
    __m256i h = _mm256_sub_epi32(_mm256_srai_epi32(ys, 16), _mm256_and_si256(ys, _mm256_set1_epi32(65535)));
    __m256i beyond = _mm256_sub_epi32(right, side), near = _mm256_sub_epi32(side, left);
    __m256 height = _mm256_cvtepi32_ps(h), magic = _mm256_set1_ps(12582912.0f), sub = _mm256_set1_ps(agate_sub);
    __m256 steepness = _mm256_div_ps(_mm256_set1_ps(1), _mm256_cvtepi32_ps(_mm256_sub_epi32(right, left)));
    __m256 here = _mm256_mul_ps(_mm256_min_ps(_mm256_mul_ps(steepness, _mm256_cvtepi32_ps(near)), _mm256_set1_ps(1)), height);
    __m256i twice = _mm256_add_epi32(near, _mm256_sub_epi32(side, _mm256_min_epi32(side, right)));
    __m256 a = _mm256_mul_ps(_mm256_mul_ps(here, _mm256_cvtepi32_ps(twice)), _mm256_set1_ps(1.0f / 512));
    __m256 rest = _mm256_cvtepi32_ps(_mm256_max_epi32(beyond, zero));
    __m256 b = _mm256_mul_ps(_mm256_sub_ps(height, here), _mm256_sub_ps(sub, _mm256_mul_ps(_mm256_set1_ps(0.5f), rest)));
    b = _mm256_mul_ps(_mm256_add_ps(_mm256_mul_ps(here, sub), b), _mm256_set1_ps(1.0f / 256));
    __m256i bias = _mm256_set1_epi32(0x4b400000), whole = _mm256_slli_epi32(h, 4);
    __m256i va = _mm256_sub_epi32(_mm256_castps_si256(_mm256_add_ps(a, magic)), bias);
    __m256i vb = _mm256_sub_epi32(_mm256_castps_si256(_mm256_add_ps(b, magic)), bias);
    __m256i ca = va, cb = _mm256_sub_epi32(vb, va), cc = _mm256_sub_epi32(whole, vb);
    // If the piece continues another one in the same pixel, the entry was already counted.
    __m256i level = _mm256_cmpeq_epi32(_mm256_and_si256(ys, part), zero), upright = _mm256_cmpeq_epi32(_mm256_and_si256(xs, part), zero);
    __m256i enters = _mm256_or_si256(level, upright), back = _mm256_cmpgt_epi32(xs, xe);
    __m256i j = _mm256_srai_epi32(_mm256_add_epi32(right, _mm256_cmpgt_epi32(right, left)), agate_sub_bits);
    __m256i two = _mm256_cmpgt_epi32(j, i);
    __m256i first = _mm256_or_si256(enters, _mm256_and_si256(back, two));
    __m256i second = _mm256_and_si256(two, _mm256_or_si256(enters, _mm256_xor_si256(back, _mm256_set1_epi32(-1))));
    __m256i passes = _mm256_or_si256(_mm256_and_si256(first, one), _mm256_and_si256(second, _mm256_set1_epi32(256)));
    __m256i out = _mm256_cmpgt_epi32(zero, i);
    if (!_mm256_testz_si256(out, out)) {
        // Left of the grid: the visible part of the piece, at the grid's left side.
        __m256i far = _mm256_cmpgt_epi32(_mm256_set1_epi32(-1), i);
        ca = _mm256_blendv_epi8(ca, _mm256_blendv_epi8(vb, whole, far), out);
        cb = _mm256_blendv_epi8(cb, _mm256_andnot_si256(far, cc), out);
        cc = _mm256_andnot_si256(out, cc);
        passes = _mm256_blendv_epi8(passes, _mm256_andnot_si256(far, _mm256_srli_epi32(passes, 8)), out);
    }
    i = _mm256_min_epi32(_mm256_max_epi32(i, zero), _mm256_set1_epi32(g->width));
    __m256i wide = _mm256_cmpgt_epi32(beyond, _mm256_set1_epi32(agate_sub));
    _mm256_storeu_si256((__m256i *)e->at, _mm256_add_epi32(_mm256_mullo_epi32(row, _mm256_set1_epi32(g->stride)), i));
    _mm256_storeu_si256((__m256i *)e->a, _mm256_andnot_si256(wide, ca));
    _mm256_storeu_si256((__m256i *)e->b, _mm256_andnot_si256(wide, cb));
    _mm256_storeu_si256((__m256i *)e->c, _mm256_andnot_si256(wide, cc));
    _mm256_storeu_si256((__m256i *)e->passes, _mm256_andnot_si256(wide, passes));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(wide));
}
#endif

// Computes the values of one piece of at most two pixels. Returns 0 if it requires the general path.
static inline int K(weigh)(const agate_grid *g, intptr_t k, K(eight) *e) {
    int32_t xs = g->xs[k], xe = g->xe[k], y = g->ys[k], h = (y >> 16) - (y & 65535);
    int32_t left = K(min32)(xs, xe), right = K(max32)(xs, xe), i = left >> agate_sub_bits, side = (i + 1) * agate_sub, whole = h * 16;
    if (right - side > agate_sub) return 0;
    // Without a branch: a piece within one pixel has no height in the second.
    float height = (float)h, steepness = 1.0f / (float)(right - left);
    float here = K(leastf)(steepness * (float)(side - left), 1.0f) * height;
    int32_t a = K(nearestf)(here * (float)((side - left) + (side - K(min32)(side, right))) * (1.0f / 512));
    float rest = (float)K(max32)(right - side, 0);
    int32_t b = K(nearestf)((here * (float)agate_sub + (height - here) * ((float)agate_sub - 0.5f * rest)) * (1.0f / 256));
    int enters = !(y & (agate_sub - 1)) || !(xs & (agate_sub - 1)), back = xs > xe, two = (right - (right > left)) >> agate_sub_bits > i;
    int32_t passes = (enters | (back & two)) | (two & (enters | !back)) << 8;
    e->a[0] = i >= 0 ? a : i == -1 ? b : whole;
    e->b[0] = i >= 0 ? b - a : i == -1 ? whole - b : 0;
    e->c[0] = i >= 0 ? whole - b : 0;
    e->passes[0] = i >= 0 ? passes : i == -1 ? passes >> 8 : 0;
    e->at[0] = g->row[k] * g->stride + K(min32)(K(max32)(i, 0), g->width);
    return 1;
}

static inline __attribute__((always_inline)) void K(add_all)(agate_grid *g, int is_counted) {
    K(eight) e;
    intptr_t k = 0;
#if AGATE_AVX2
    for (; k + 8 <= g->count; k += 8) {
        uint32_t wide = K(weigh8)(g, k, &e);
        for (intptr_t i = 0; i < 8; i++) K(scatter)(g, &e, i, is_counted);
        for (; wide; wide &= wide - 1) {
            intptr_t i = k + __builtin_ctz(wide);
            K(add_wide)(g, g->row[i], g->xs[i], g->xe[i], g->ys[i], is_counted);
        }
    }
#endif
    for (; k < g->count; k++) {
        if (K(weigh)(g, k, &e)) K(scatter)(g, &e, 0, is_counted);
        else K(add_wide)(g, g->row[k], g->xs[k], g->xe[k], g->ys[k], is_counted);
    }
}

static void K(add_pieces)(agate_grid *g) {
    if (g->rule == agate_rule_plain) K(add_all)(g, 0);
    else K(add_all)(g, 1);
}

#if AGATE_AVX2
#define AGATE_RUN __m256i
static inline int32_t K(last_sum)(__m256i run) { return _mm256_cvtsi256_si32(run); }
#else
#define AGATE_RUN int32_t
static inline int32_t K(last_sum)(int32_t run) { return run; }
#endif

// An iteration over the touched blocks of a row, from left to right, which clears the touched flags.
typedef struct { uint8_t *touched; intptr_t words, at; uint64_t bytes; } K(walk);

static inline __attribute__((always_inline)) K(walk) K(walk_of)(const agate_grid *g, intptr_t row) {
    intptr_t words = g->stride >> 6;
    return (K(walk)){g->touched + row * words * 8, words, -1, 0};
}

// Returns the first pixel of the next block, or -1 after the last.
static inline __attribute__((always_inline)) intptr_t K(next_block)(K(walk) *w) {
    while (!w->bytes) {
        if (++w->at == w->words) return -1;
        __builtin_memcpy(&w->bytes, w->touched + w->at * 8, 8);
        if (w->bytes) memset(w->touched + w->at * 8, 0, 8);
    }
    intptr_t x = w->at * 64 + (__builtin_ctzll(w->bytes) & 56);
    w->bytes &= w->bytes - 1;
    return x;
}

// Returns the coverage of eight pixels, and clears their cells. `rule` is a constant where this is inlined.
static inline __attribute__((always_inline)) uint64_t K(block)(agate_grid *g, intptr_t row, intptr_t x, AGATE_RUN *run, int rule) {
    int even_odd = rule == agate_rule_even_odd;
    intptr_t at = row * g->stride + x;
    int32_t *cells = g->cells + at;
    uint64_t c = 0;
#if AGATE_AVX2
    const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                           0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i v = K(scan8)(_mm256_loadu_si256((const __m256i *)cells), run), m = v;
    _mm256_storeu_si256((__m256i *)cells, _mm256_setzero_si256());
    if (even_odd) {
        m = _mm256_and_si256(_mm256_abs_epi32(m), _mm256_set1_epi32(131071));
        m = _mm256_min_epi32(m, _mm256_sub_epi32(_mm256_set1_epi32(131072), m));
    }
    m = _mm256_shuffle_epi8(K(coverage8)(m), order);
    c = (uint64_t)_mm_cvtsi128_si64(_mm_unpacklo_epi32(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1)));
#else
    int32_t v[8];
    for (int32_t i = 0; i < 8; i++) {
        *run += cells[i];
        v[i] = *run;
        cells[i] = 0;
        c |= (uint64_t)K(share)(v[i], even_odd) << (8 * i);
    }
#endif
    if (rule == agate_rule_plain) return c;
    uint64_t passes, none = 0;
    __builtin_memcpy(&passes, g->passes + at, 8);
    __builtin_memcpy(g->passes + at, &none, 8);
    uint64_t counts = passes;
    passes &= 0xfefefefefefefefeu;
    if (__builtin_expect(passes == 0, 1)) return c;
#if AGATE_AVX2
    int32_t sums[8];
    _mm256_storeu_si256((__m256i *)sums, v);
#else
    const int32_t *sums = v;
#endif
    do {
        int32_t i = __builtin_ctzll(passes) >> 3, sum = sums[i];
        // Windings in a pixel differ by at most one for each pass. If their mean is greater than that, none is 0 and the pixel need not
        // be resolved.
        int32_t most = (int32_t)(counts >> (8 * i) & 255) * 65536 + agate_slack;
        passes &= ~((uint64_t)255 << (8 * i));
        if (x + i >= g->width || (!even_odd && (sum >= most || -sum >= most))) continue;
        int32_t filled = K(resolve_pixel)(g, row, (int32_t)x + i, sum, even_odd);
        if (filled >= 0) c = (c & ~((uint64_t)255 << (8 * i))) | (uint64_t)K(share)(filled, 0) << (8 * i);
    } while (passes);
    return c;
}

// Composites eight pixels, or the first `n` of them, in one colour under eight coverages.
static inline __attribute__((always_inline)) void K(over_block)(uint32_t *dst, intptr_t n, uint32_t color, uint64_t c) {
#if AGATE_AVX2
    // Without a test of the coverage: a value that is known late is not worth a branch.
    const __m256i s = _mm256_set1_epi32((int)color);
    int opaque = (color >> 24) == 255;
    if (__builtin_expect(n >= 8, 1)) {
        __m256i lo, hi, d = _mm256_loadu_si256((const __m256i *)dst);
        K(spread8)(c, &lo, &hi);
        if (opaque) d = K(opaque8)(_mm256_unpacklo_epi8(s, _mm256_setzero_si256()), d, lo, hi);
        else d = K(over8)(s, d, lo, hi);
        _mm256_storeu_si256((__m256i *)dst, d);
        return;
    }
    __m256i lo, hi;
    K(spread8)(c, &lo, &hi);
    K(store_part)(dst, n, K(over8)(s, K(load_part)(dst, n), lo, hi));
#else
    uint8_t coverage[8];
    __builtin_memcpy(coverage, &c, 8);
    K(over_solid_coverage)(dst, n < 8 ? n : 8, color, coverage);
#endif
}

static inline __attribute__((always_inline)) void K(solid_rows)(agate_grid *g, intptr_t rows, uint32_t *dst, intptr_t stride,
    uint32_t color, int rule) {
    intptr_t width = g->width;
    int even_odd = rule == agate_rule_even_odd;
    for (intptr_t row = 0; row < rows; row++, dst += stride) {
        if (row + agate_ahead < rows) for (intptr_t i = 0; i < width + 15; i += 16) __builtin_prefetch(dst + agate_ahead * stride + i, 1);
        K(walk) walk = K(walk_of)(g, row);
        AGATE_RUN run = {0};
        intptr_t at = 0;
        for (intptr_t x; (x = K(next_block)(&walk)) >= 0; at = x + 8) {
            if (x > at && at < width) K(over_solid)(dst + at, K(min32)((int32_t)x, (int32_t)width) - at, color,
                K(share)(K(last_sum)(run), even_odd));
            uint64_t c = K(block)(g, row, x, &run, rule);
            if (x < width) K(over_block)(dst + x, width - x, color, c);
        }
        if (at < width) K(over_solid)(dst + at, width - at, color, K(share)(K(last_sum)(run), even_odd));
    }
}

static void K(fill_rows_solid)(agate_grid *g, intptr_t rows, uint32_t *dst, intptr_t stride, uint32_t color) {
    if (g->rule == agate_rule_plain) K(solid_rows)(g, rows, dst, stride, color, agate_rule_plain);
    else if (g->rule == agate_rule_winding) K(solid_rows)(g, rows, dst, stride, color, agate_rule_winding);
    else K(solid_rows)(g, rows, dst, stride, color, agate_rule_even_odd);
}

static intptr_t K(cover_row)(agate_grid *g, intptr_t row, agate_span *spans) {
    intptr_t width = g->width, count = 0, at = 0;
    int even_odd = g->rule == agate_rule_even_odd;
    uint8_t *coverage = g->coverage;
    K(walk) walk = K(walk_of)(g, row);
    AGATE_RUN run = {0};
    for (intptr_t x; (x = K(next_block)(&walk)) >= 0; at = x + 8) {
        intptr_t gap = K(min32)((int32_t)x, (int32_t)width) - at;
        uint8_t value = K(share)(K(last_sum)(run), even_odd);
        // Short gaps are not worth a span of their own.
        int goes_on = count && spans[count - 1].value < 0;
        if (gap > 0 && goes_on && gap < 32) {
            memset(coverage + at, value, (size_t)gap);
            spans[count - 1].n += (int32_t)gap;
        } else if (gap > 0) {
            if (value) spans[count++] = (agate_span){(int32_t)at, (int32_t)gap, value};
            goes_on = 0;
        }
        uint64_t c = K(block)(g, row, x, &run, g->rule);
        if (x >= width) continue;
        __builtin_memcpy(coverage + x, &c, 8);
        if (!goes_on) spans[count++] = (agate_span){(int32_t)x, 0, -1};
        spans[count - 1].n = (int32_t)(K(min32)((int32_t)(x + 8), (int32_t)width) - spans[count - 1].x);
    }
    uint8_t value = K(share)(K(last_sum)(run), even_odd);
    if (at < width && value) spans[count++] = (agate_span){(int32_t)at, (int32_t)(width - at), value};
    return count;
}
#undef AGATE_RUN
