// From edges to the coverage of rows. Edges come as chords of closed outlines in whole 4096ths of a pixel, are cut where they
// cross from one row of pixels to the next, and what lies in a row is summed up as signed areas by pixel.
//
// Signed areas are the coverage wherever the winding takes two neighbouring values within a pixel, one of them 0, or never is 0: that
// is, wherever one stretch of outline passes through a pixel. Pixels that outlines pass through more than once are marked, and found
// again from the pieces within them, by sixteen lines with exact crossings (`resolve`).

static inline int32_t K(min32)(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t K(max32)(int32_t a, int32_t b) { return a > b ? a : b; }
static inline float K(leastf)(float a, float b) { return a < b ? a : b; }
// To the nearest integer, ties to even; |v| < 2^22.
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

// The rows from `first` below `end` that a line touches, level lines between rows not at all. 0 where there are none.
static inline int K(rows_of)(const int32_t *l, int32_t first, int32_t end, int32_t *from, int32_t *to) {
    int32_t top = K(min32)(l[1], l[3]), low = K(max32)(l[1], l[3]);
    // A level line between rows belongs to neither; a line's lower end on one belongs to the row above.
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

static void K(split_rows)(const agate_pieces *p, int32_t *cursor, const int32_t *lines, intptr_t n, int32_t left, int32_t first, int32_t end) {
    int32_t *xs = p->xs, *xe = p->xe, *ys = p->ys;
    const int32_t shift = left * agate_sub;
    for (intptr_t i = 0; i < n; i++) {
        const int32_t *l = lines + 4 * i;
        int32_t row, last;
        if (!K(rows_of)(l, first, end, &row, &last)) continue;
        int down = l[1] <= l[3];
        int32_t x0 = (down ? l[0] : l[2]) - shift, y0 = down ? l[1] : l[3], x1 = (down ? l[2] : l[0]) - shift, y1 = down ? l[3] : l[1];
        if (y0 == y1) {
            int32_t k = cursor[row - first]++, y = y0 & (agate_sub - 1);
            xs[k] = x0;
            xe[k] = x1;
            ys[k] = y | y << 16;
            continue;
        }
        double slope = (double)(x1 - x0) / (double)(y1 - y0);
        int32_t top = K(max32)(y0 - row * agate_sub, 0);
        int32_t x = row * agate_sub > y0 ? x0 + K(nearest)((double)(row * agate_sub - y0) * slope) : x0;
        double down_to = (double)((row + 1) * agate_sub - y0);
        for (;; row++) {
            // Each crossing by itself, so that it does not depend on the row where a part of a picture begins.
            int over = (row + 1) * agate_sub < y1;
            int32_t low = over ? agate_sub : y1 - row * agate_sub;
            int32_t next = over ? x0 + K(nearest)(down_to * slope) : x1;
            int32_t k = cursor[row - first]++;
            xs[k] = down ? x : next;
            xe[k] = down ? next : x;
            ys[k] = down ? top | low << 16 : low | top << 16;
            if (row == last) break;
            x = next;
            top = 0;
            down_to += agate_sub;
        }
    }
}

// Adds the signed area of a piece to the cells of its row: the sum at each pixel is rounded by itself, so that it is the same wherever
// the row begins.
static inline void K(add_piece)(int32_t *c, int32_t width, int32_t xs, int32_t xe, int32_t h) {
    int32_t left = K(min32)(xs, xe), right = K(max32)(xs, xe), i = left >> agate_sub_bits;
    int32_t whole = h * 16;
    if (__builtin_expect(i >= width, 0)) return;
    float height = (float)h, steepness = 1.0f / (float)(right - left), unit = 1.0f / 256;
    int32_t side = (i + 1) * agate_sub;
    if (__builtin_expect(right - side <= agate_sub, 1)) {
        // One or two pixels, without a branch: a piece within one leaves no height for the second.
        float here = K(leastf)(steepness * (float)(side - left), 1.0f) * height;
        int32_t a = K(nearestf)(here * (float)(2 * side - left - K(min32)(side, right)) * (unit * 0.5f));
        int32_t rest = K(max32)(right - side, 0);
        int32_t b = K(nearestf)((here * (float)agate_sub + (height - here) * (float)(agate_sub - 0.5f * (float)rest)) * unit);
        if (__builtin_expect(i >= 0, 1)) {
            c[i] += a;
            c[i + 1] += b - a;
            c[i + 2] += whole - b;
        } else if (i == -1) {
            c[0] += b;
            c[1] += whole - b;
        } else {
            c[0] += whole;
        }
        return;
    }
    float slant = height * steepness;
#if AGATE_AVX2
    if (i >= 0 && right < (i + 7) * agate_sub && i + 8 <= width + 8) {
        // Eight sums at once; behind the piece they are all of its height.
        const __m256i lanes = _mm256_setr_epi32(0, 4096, 8192, 12288, 16384, 20480, 24576, 28672), step = _mm256_set1_epi32(agate_sub);
        __m256i low = _mm256_set1_epi32(left), high = _mm256_set1_epi32(right), ends = _mm256_add_epi32(lanes, _mm256_set1_epi32(side));
        __m256i from = _mm256_max_epi32(low, _mm256_sub_epi32(ends, step)), to = _mm256_min_epi32(high, ends);
        from = _mm256_min_epi32(from, high);
        __m256 half = _mm256_set1_ps(0.5f);
        __m256 mean = _mm256_sub_ps(_mm256_sub_ps(_mm256_cvtepi32_ps(ends), _mm256_mul_ps(half, _mm256_cvtepi32_ps(from))),
                                    _mm256_mul_ps(half, _mm256_cvtepi32_ps(to)));
        __m256 sum = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(from, low)), _mm256_set1_ps(agate_sub));
        sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(to, from)), mean));
        sum = _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(slant), sum), _mm256_set1_ps(unit));
        __m256i v = _mm256_sub_epi32(_mm256_castps_si256(_mm256_add_ps(sum, _mm256_set1_ps(12582912.0f))), _mm256_set1_epi32(0x4b400000));
        // From the pixel with the last part on: the whole.
        v = _mm256_blendv_epi8(v, _mm256_set1_epi32(whole), _mm256_cmpgt_epi32(_mm256_sub_epi32(ends, step), _mm256_set1_epi32(right - 1)));
        __m256i before = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6)), _mm256_setzero_si256(), 1);
        __m256i *at = (__m256i *)(c + i);
        _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), _mm256_sub_epi32(v, before)));
        return;
    }
#endif
    int32_t last = K(min32)((right - 1) >> agate_sub_bits, width - 1), before = 0, k = K(max32)(i, 0);
    for (; k <= last; k++) {
        int32_t from = K(max32)(left, k * agate_sub), to = K(min32)(right, (k + 1) * agate_sub);
        float mean = ((float)((k + 1) * agate_sub) - 0.5f * (float)from) - 0.5f * (float)to;
        int32_t sum = K(nearestf)(slant * ((float)(from - left) * (float)agate_sub + (float)(to - from) * mean) * unit);
        c[k] += sum - before;
        before = sum;
    }
    c[k] += whole - before;
}

// The first and last pixel that a piece passes through.
static inline void K(passed)(int32_t xs, int32_t xe, int32_t *i, int32_t *j) {
    int32_t left = K(min32)(xs, xe), right = K(max32)(xs, xe);
    *i = left >> agate_sub_bits;
    *j = (right - (right > left)) >> agate_sub_bits;
}

static inline void K(set_bits)(uint64_t *once, uint64_t *twice, int32_t i, int32_t j) {
    for (int32_t w = i >> 6; w <= j >> 6; w++) {
        uint64_t bits = ~(uint64_t)0 << (w == i >> 6 ? i & 63 : 0);
        if (w == j >> 6) bits &= ~(uint64_t)0 >> (63 - (j & 63));
        twice[w] |= once[w] & bits;
        once[w] |= bits;
    }
}

// Marks the pixels that a piece touches, and those it comes into: where it goes on from one in the same pixel, that one has come in.
static inline void K(mark_piece)(const agate_pieces *p, int32_t width, int32_t xs, int32_t xe, int32_t y) {
    int32_t i, j;
    K(passed)(xs, xe, &i, &j);
    int goes_on = (y & (agate_sub - 1)) != 0 && (xs & (agate_sub - 1)) != 0;
    int32_t from = K(max32)(i, 0), to = K(min32)(j, width - 1);
    if (from > to) return;
    i = K(max32)(i + (goes_on & (xe >= xs)), 0);
    j = K(min32)(j - (goes_on & (xe < xs)), width - 1);
    if (__builtin_expect(from >> 6 == to >> 6, 1)) {
        int32_t w = from >> 6;
        p->touched[w] |= ((uint64_t)2 << (to & 63)) - ((uint64_t)1 << (from & 63));
        uint64_t bits = i <= j ? ((uint64_t)2 << (j & 63)) - ((uint64_t)1 << (i & 63)) : 0;
        p->twice[w] |= p->once[w] & bits;
        p->once[w] |= bits;
        return;
    }
    K(set_bits)(p->touched, p->touched, from, to);
    if (i <= j) K(set_bits)(p->once, p->twice, i, j);
}

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

// The filled part of a pixel, 1.0 = 65536, from the pieces in it (x from the pixel's left side) and the sum of signed areas there.
static int32_t K(resolve)(const int32_t (*local)[4], intptr_t n, int32_t area, int even_odd) {
    // Windings differ by at most one a piece: far from 0 there is nothing to find out.
    if (!even_odd && (area > n * 65536 || -area > n * 65536)) return 65536;
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
    return sum * 4;
}

static inline uint8_t K(share)(int32_t sum, int even_odd) {
    uint32_t m = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
    if (even_odd) {
        m &= 131071;
        m = m > 65536 ? 131072 - m : m;
    }
    m = m > 65536 ? 65536 : m;
    return (uint8_t)(((m << 8) - m + 32768) >> 16);
}

// Running sums of n cells (a multiple of eight) into coverage; the cells then hold the sums.
static inline int32_t K(scan_sums)(int32_t *cells, intptr_t n, int32_t carry, uint8_t *cov, int even_odd) {
#if AGATE_AVX2
    __m256i run = _mm256_set1_epi32(carry);
    const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                           0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (intptr_t i = 0; i < n; i += 8) {
        __m256i v = K(scan8)(_mm256_loadu_si256((const __m256i *)(cells + i)), &run);
        _mm256_storeu_si256((__m256i *)(cells + i), v);
        if (even_odd) {
            v = _mm256_and_si256(_mm256_abs_epi32(v), _mm256_set1_epi32(131071));
            v = _mm256_min_epi32(v, _mm256_sub_epi32(_mm256_set1_epi32(131072), v));
        }
        __m256i m = _mm256_shuffle_epi8(K(coverage8)(v), order);
        _mm_storel_epi64((__m128i *)(cov + i), _mm_unpacklo_epi32(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1)));
    }
    return _mm256_extract_epi32(run, 0);
#else
    uint32_t sum = (uint32_t)carry;
    for (intptr_t i = 0; i < n; i++) {
        sum += (uint32_t)cells[i];
        cells[i] = (int32_t)sum;
        cov[i] = K(share)((int32_t)sum, even_odd);
    }
    return (int32_t)sum;
#endif
}

// Pixels of [from, to) that are marked, from the pieces of their row.
static void K(resolve_row)(const agate_pieces *p, intptr_t first, intptr_t end, intptr_t from, intptr_t to, int even_odd) {
    for (intptr_t w = from >> 6; w <= (to - 1) >> 6; w++) {
        uint64_t bits = p->twice[w];
        while (bits) {
            int32_t x = (int32_t)(w * 64) + __builtin_ctzll(bits);
            bits &= bits - 1;
            if (x < from || x >= to) continue;
            int32_t local[agate_most_local][4];
            intptr_t n = 0;
            int32_t left = x * agate_sub, right = left + agate_sub;
            intptr_t k = first;
#if AGATE_AVX2
            for (; k < end && n <= agate_most_local - 8; k += 8) {
                __m256i xs = _mm256_loadu_si256((const __m256i *)(p->xs + k)), xe = _mm256_loadu_si256((const __m256i *)(p->xe + k));
                __m256i low = _mm256_min_epi32(xs, xe), high = _mm256_max_epi32(xs, xe);
                high = _mm256_add_epi32(high, _mm256_cmpgt_epi32(high, low));
                __m256i in = _mm256_and_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(right), low),
                                              _mm256_cmpgt_epi32(high, _mm256_set1_epi32(left - 1)));
                uint32_t hits = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(in));
                if (end - k < 8) hits &= (1u << (end - k)) - 1;
                while (hits) {
                    intptr_t i = k + __builtin_ctz(hits);
                    hits &= hits - 1;
                    local[n][0] = p->xs[i] - left;
                    local[n][1] = p->ys[i] & 65535;
                    local[n][2] = p->xe[i] - left;
                    local[n++][3] = p->ys[i] >> 16;
                }
            }
#endif
            for (; k < end; k++) {
                int32_t xs = p->xs[k], xe = p->xe[k], low = K(min32)(xs, xe), high = K(max32)(xs, xe);
                if (low >= right || high - (high > low) < left) continue;
                if (n == agate_most_local) { n++; break; }
                local[n][0] = xs - left;
                local[n][1] = p->ys[k] & 65535;
                local[n][2] = xe - left;
                local[n++][3] = p->ys[k] >> 16;
            }
            // Hostile crowds keep the sum of their areas.
            if (n <= agate_most_local && n > 1) p->coverage[x] = K(share)(K(resolve)(local, n, p->cells[x], even_odd), 0);
        }
    }
}

// The next multiple of eight pixels from `x` at which something begins (or, with `set` 0, ends), at most `end`.
static inline intptr_t K(next_block)(const uint64_t *touched, intptr_t x, intptr_t end, int set) {
    while (x < end) {
        uint64_t bits = touched[x >> 6];
        // What a pixel passes on to the next one: up to two.
        uint64_t carried = x >> 6 ? touched[(x >> 6) - 1] >> 62 : 0;
        bits |= bits << 1 | bits << 2 | carried | carried >> 1;
        if (x < 64) bits |= 1;
        bits |= bits >> 4;
        bits |= bits >> 2;
        bits |= bits >> 1;
        bits &= 0x0101010101010101u;
        if (!set) bits ^= 0x0101010101010101u;
        bits >>= x & 63;
        if (bits) return K(min32)((int32_t)(x + __builtin_ctzll(bits)), (int32_t)end);
        x = (x | 63) + 1;
    }
    return end;
}

static inline __attribute__((always_inline)) intptr_t K(row_spans)(const agate_pieces *p, intptr_t row, agate_span *spans) {
    intptr_t first = p->starts[row], end = p->starts[row + 1];
    if (first == end) return 0;
    int32_t width = p->width;
    int exact = p->rule != agate_rule_plain, even_odd = p->rule == agate_rule_even_odd;
    intptr_t words = (width + 63) >> 6;
    const int32_t *xs = p->xs, *xe = p->xe, *ys = p->ys;
    int32_t *cells = p->cells;
    const uint64_t *touched = p->touched;
    for (intptr_t k = first; k < end; k++) {
        int32_t y = ys[k], h = (y >> 16) - (y & 65535);
        if (h) K(add_piece)(cells, width, xs[k], xe[k], h);
        K(mark_piece)(p, width, xs[k], xe[k], y & 65535);
    }
    uint64_t any = 0;
    for (intptr_t w = 0; w < words; w++) any |= p->twice[w];
    intptr_t count = 0, x = 0;
    int32_t carry = 0;
    while (x < width) {
        intptr_t stop = K(next_block)(touched, x, width, 0), go;
        // Short gaps are not worth a span of their own.
        while ((go = K(next_block)(touched, stop, width, 1)) < width && go - stop < 32) stop = K(next_block)(touched, go, width, 0);
        if (stop > x) {
            carry = K(scan_sums)(p->cells + x, (stop - x + 7) & ~(intptr_t)7, carry, p->coverage + x, even_odd);
            if (exact && any) K(resolve_row)(p, first, end, x, stop, even_odd);
            memset(p->cells + x, 0, (size_t)((stop - x + 7) & ~(intptr_t)7) * 4);
            spans[count++] = (agate_span){(int32_t)x, (int32_t)(stop - x), -1};
        }
        uint8_t value = K(share)(carry, even_odd);
        if (value && go > stop) spans[count++] = (agate_span){(int32_t)stop, (int32_t)(go - stop), value};
        x = go;
    }
    // And what spilled behind the last pixel.
    for (intptr_t i = 0; i < 16; i++) p->cells[width + i] = 0;
    for (intptr_t w = 0; w < words; w++) p->touched[w] = p->once[w] = p->twice[w] = 0;
    return count;
}

static intptr_t K(cover_row)(const agate_pieces *p, intptr_t row, agate_span *spans) { return K(row_spans)(p, row, spans); }

static void K(fill_rows_solid)(const agate_pieces *p, intptr_t rows, uint32_t *dst, intptr_t stride, uint32_t color, agate_span *spans) {
    for (intptr_t row = 0; row < rows; row++, dst += stride) {
        if (row + agate_ahead < rows) for (intptr_t i = 0; i < p->width + 15; i += 16) __builtin_prefetch(dst + agate_ahead * stride + i, 1);
        intptr_t n = K(row_spans)(p, row, spans);
        for (intptr_t i = 0; i < n; i++) {
            agate_span s = spans[i];
            if (s.value < 0) K(over_solid_coverage)(dst + s.x, s.n, color, p->coverage + s.x);
            else K(over_solid)(dst + s.x, s.n, color, (uint32_t)s.value);
        }
    }
}

// A cubic as chords, x and y of both ends each: halved until the second differences at both ends of a part are within the tolerance.
// Those of a part are the curve's second derivative, which runs straight from one end to the other: so the parts are known without
// halving, and their ends are points of the polynomial.
static intptr_t K(flatten_cubic)(double *out, const double *p, double tolerance, int32_t most) {
    double ax = p[0] - 2 * p[2] + p[4], ay = p[1] - 2 * p[3] + p[5], bx = p[2] - 2 * p[4] + p[6], by = p[3] - 2 * p[5] + p[7];
    double size = K(most)(K(most)(ax < 0 ? -ax : ax, ay < 0 ? -ay : ay), K(most)(bx < 0 ? -bx : bx, by < 0 ? -by : by));
    int32_t levels = 0;
    double limits[20];
    // limits[i]: what a part of 2^i of the smallest parts may have; 4^(levels - i) times the tolerance.
    double limit = tolerance;
    while (size > limit && levels < most) {
        limit *= 4;
        levels++;
    }
    if (levels == 0) {
        out[0] = p[0];
        out[1] = p[1];
        out[2] = p[6];
        out[3] = p[7];
        return 1;
    }
    for (int32_t i = 0; i <= levels; i++, limit *= 0.25) limits[i] = limit;
    limits[0] = 1e300;
    int32_t end = 1 << levels;
    double step = 1.0 / (double)end;
    double c1x = 3 * (p[2] - p[0]), c1y = 3 * (p[3] - p[1]), c2x = 3 * ax, c2y = 3 * ay, c3x = bx - ax, c3y = by - ay;
    double x = p[0], y = p[1];
    intptr_t n = 0;
    double here = K(most)(ax < 0 ? -ax : ax, ay < 0 ? -ay : ay);
    for (int32_t i = 0; i < end;) {
        int32_t size_bits = i ? __builtin_ctz((unsigned)i) : levels;
        double t, there;
        for (;;) {
            t = (double)(i + (1 << size_bits)) * step;
            double dx = ax + c3x * t, dy = ay + c3y * t;
            there = K(most)(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
            if (K(most)(here, there) <= limits[size_bits]) break;
            size_bits--;
        }
        here = there;
        i += 1 << size_bits;
        double nx = i == end ? p[6] : ((c3x * t + c2x) * t + c1x) * t + p[0];
        double ny = i == end ? p[7] : ((c3y * t + c2y) * t + c1y) * t + p[1];
        out[0] = x;
        out[1] = y;
        out[2] = nx;
        out[3] = ny;
        out += 4;
        n++;
        x = nx;
        y = ny;
    }
    return n;
}
