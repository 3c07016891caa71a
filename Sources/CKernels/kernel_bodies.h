// The loops themselves, included once for each processor level with K(name) giving the level's name and AGATE_AVX2
// saying whether AVX2 may be used. Everything is integer arithmetic, so that levels agree to the bit.
//
// Rounding: x / 255 to nearest is (t + (t >> 8)) >> 8 with t = x + 128, exact for 0...65025. A source channel s under
// coverage c over d is (s*c + d*(255 - a*c/255)) / 255, rounded once; what invalid premultiplied input would carry
// over is cut at 255.

static inline uint32_t K(div255)(uint32_t x) {
    uint32_t t = x + 128;
    return (t + (t >> 8)) >> 8;
}

static inline uint32_t K(over1)(uint32_t s, uint32_t d, uint32_t c) {
    uint32_t k = 255 - K(div255)((s >> 24) * c);
    uint32_t out = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t v = K(div255)(((s >> shift) & 255) * c + ((d >> shift) & 255) * k);
        out |= (v > 255 ? 255 : v) << shift;
    }
    return out;
}

#if AGATE_AVX2
// x / 255 sixteen at a time: t * 257 >> 16 is (t + (t >> 8)) >> 8. Sums that invalid input carries over 65535 are cut
// there and come out as 256, which packing cuts to 255.
static inline __m256i K(div255x16)(__m256i x) {
    return _mm256_mulhi_epu16(_mm256_adds_epu16(x, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

// Eight pixels: s over d under eight coverages spread over all channels (two halves of 16-bit lanes).
static inline __m256i K(over8)(__m256i s, __m256i d, __m256i clo, __m256i chi) {
    const __m256i zero = _mm256_setzero_si256();
    // The alpha of each pixel over all its channels.
    const __m256i alo = _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
                                         6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
    const __m256i full = _mm256_set1_epi16(255);
    __m256i slo = _mm256_mullo_epi16(_mm256_unpacklo_epi8(s, zero), clo);
    __m256i shi = _mm256_mullo_epi16(_mm256_unpackhi_epi8(s, zero), chi);
    __m256i klo = _mm256_sub_epi16(full, K(div255x16)(_mm256_shuffle_epi8(slo, alo)));
    __m256i khi = _mm256_sub_epi16(full, K(div255x16)(_mm256_shuffle_epi8(shi, alo)));
    __m256i lo = K(div255x16)(_mm256_adds_epu16(slo, _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), klo)));
    __m256i hi = K(div255x16)(_mm256_adds_epu16(shi, _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), khi)));
    return _mm256_packus_epi16(lo, hi);
}

// The same for one opaque colour, spread to 16 bits: what it leaves of d is 255 - c.
static inline __m256i K(opaque8)(__m256i s16, __m256i d, __m256i clo, __m256i chi) {
    const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
    __m256i lo = _mm256_add_epi16(_mm256_mullo_epi16(s16, clo),
                                  _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), _mm256_sub_epi16(full, clo)));
    __m256i hi = _mm256_add_epi16(_mm256_mullo_epi16(s16, chi),
                                  _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), _mm256_sub_epi16(full, chi)));
    return _mm256_packus_epi16(K(div255x16)(lo), K(div255x16)(hi));
}

// One to seven pixels at the end of a row; the other lanes are 0 and not written.
static inline __m256i K(load_part)(const uint32_t *p, intptr_t n) {
    __m128i head = _mm_setzero_si128(), rest = _mm_setzero_si128();
    const uint32_t *q = p + (n & 4);
    switch (n & 3) {
    case 1: rest = _mm_cvtsi32_si128((int)q[0]); break;
    case 2: rest = _mm_loadl_epi64((const __m128i *)q); break;
    case 3: rest = _mm_insert_epi32(_mm_loadl_epi64((const __m128i *)q), (int)q[2], 2); break;
    }
    if (!(n & 4)) return _mm256_inserti128_si256(_mm256_castsi128_si256(rest), head, 1);
    head = _mm_loadu_si128((const __m128i *)p);
    return _mm256_inserti128_si256(_mm256_castsi128_si256(head), rest, 1);
}

static inline void K(store_part)(uint32_t *p, intptr_t n, __m256i v) {
    __m128i rest = _mm256_castsi256_si128(v);
    if (n & 4) {
        _mm_storeu_si128((__m128i *)p, rest);
        rest = _mm256_extracti128_si256(v, 1);
        p += 4;
    }
    switch (n & 3) {
    case 1: p[0] = (uint32_t)_mm_cvtsi128_si32(rest); break;
    case 2: _mm_storel_epi64((__m128i *)p, rest); break;
    case 3:
        _mm_storel_epi64((__m128i *)p, rest);
        p[2] = (uint32_t)_mm_extract_epi32(rest, 2);
        break;
    }
}

static inline uint64_t K(load_bytes)(const uint8_t *p, intptr_t n) {
    uint64_t c = 0;
    for (intptr_t i = 0; i < n; i++) c |= (uint64_t)p[i] << (8 * i);
    return c;
}

// Running sums of eight cells after `run`, which becomes the last of them in every lane.
static inline __m256i K(scan8)(__m256i v, __m256i *run) {
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    __m256i low4 = _mm256_shuffle_epi32(_mm256_permute2x128_si256(v, v, 0x08), 0xff);
    v = _mm256_add_epi32(v, low4);
    __m256i out = _mm256_add_epi32(v, *run);
    *run = _mm256_add_epi32(*run, _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(7)));
    return out;
}

// Sums to coverage 0...255, one in each 32-bit lane.
static inline __m256i K(coverage8)(__m256i v) {
    __m256i m = _mm256_min_epu32(_mm256_abs_epi32(v), _mm256_set1_epi32(65536));
    return _mm256_srli_epi32(
        _mm256_add_epi32(_mm256_sub_epi32(_mm256_slli_epi32(m, 8), m), _mm256_set1_epi32(32768)), 16);
}

// Eight coverage bytes spread over the channels of eight pixels in the order of unpacklo / unpackhi.
static inline void K(spread8)(uint64_t c, __m256i *lo, __m256i *hi) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                            4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)c), spread);
    *lo = _mm256_unpacklo_epi8(all, zero);
    *hi = _mm256_unpackhi_epi8(all, zero);
}
#endif

static inline void K(fill32)(uint32_t *dst, intptr_t n, uint32_t value) {
#if AGATE_AVX2
    if (n >= 8) {
        __m256i v = _mm256_set1_epi32((int)value);
        intptr_t i = 0;
        for (; i + 8 < n; i += 8) _mm256_storeu_si256((__m256i *)(dst + i), v);
        _mm256_storeu_si256((__m256i *)(dst + n - 8), v);
        return;
    }
#endif
    for (intptr_t i = 0; i < n; i++) dst[i] = value;
}

static inline void K(over_solid)(uint32_t *dst, intptr_t n, uint32_t color, uint32_t c) {
    if (c == 0) return;
    if (c == 255 && (color >> 24) == 255) { K(fill32)(dst, n, color); return; }
    intptr_t i = 0;
#if AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256();
    __m256i sc = _mm256_mullo_epi16(_mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero), _mm256_set1_epi16((short)c));
    __m256i k = _mm256_set1_epi16((short)(255 - K(div255)((color >> 24) * c)));
    for (; i + 8 <= n; i += 8) {
        __m256i d = _mm256_loadu_si256((const __m256i *)(dst + i));
        __m256i lo = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), k)));
        __m256i hi = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), k)));
        _mm256_storeu_si256((__m256i *)(dst + i), _mm256_packus_epi16(lo, hi));
    }
    if (i < n) {
        __m256i d = K(load_part)(dst + i, n - i);
        __m256i lo = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), k)));
        __m256i hi = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), k)));
        K(store_part)(dst + i, n - i, _mm256_packus_epi16(lo, hi));
    }
#else
    for (; i < n; i++) dst[i] = K(over1)(color, dst[i], c);
#endif
}

static void K(over_solid_coverage)(uint32_t *dst, intptr_t n, uint32_t color, const uint8_t *cov) {
    intptr_t i = 0;
    int opaque = (color >> 24) == 255;
#if AGATE_AVX2
    const __m256i s = _mm256_set1_epi32((int)color);
    for (; i + 8 <= n; i += 8) {
        uint64_t c;
        __builtin_memcpy(&c, cov + i, 8);
        if (c == 0) continue;
        if (opaque && c == UINT64_MAX) { _mm256_storeu_si256((__m256i *)(dst + i), s); continue; }
        __m256i lo, hi;
        K(spread8)(c, &lo, &hi);
        _mm256_storeu_si256((__m256i *)(dst + i), K(over8)(s, _mm256_loadu_si256((const __m256i *)(dst + i)), lo, hi));
    }
    if (i < n) {
        __m256i lo, hi;
        K(spread8)(K(load_bytes)(cov + i, n - i), &lo, &hi);
        K(store_part)(dst + i, n - i, K(over8)(s, K(load_part)(dst + i, n - i), lo, hi));
    }
#else
    for (; i < n; i++) {
        uint32_t c = cov[i];
        if (c == 0) continue;
        dst[i] = opaque && c == 255 ? color : K(over1)(color, dst[i], c);
    }
#endif
}

static void K(over_solid_rows)(uint32_t *dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color, uint32_t left,
                               uint32_t right) {
#if AGATE_AVX2
    // Both edge pixels at once: the left one in the low half.
    const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi16(128);
    uint32_t kl = 255 - K(div255)((color >> 24) * left), kr = 255 - K(div255)((color >> 24) * right);
    __m128i c = _mm_unpacklo_epi64(_mm_set1_epi16((short)left), _mm_set1_epi16((short)right));
    __m128i k = _mm_unpacklo_epi64(_mm_set1_epi16((short)kl), _mm_set1_epi16((short)kr));
    __m128i sc = _mm_add_epi16(_mm_mullo_epi16(_mm_unpacklo_epi8(_mm_set1_epi32((int)color), zero), c), half);
    for (intptr_t y = 0; y < rows; y++, dst += stride) {
        __m128i d = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)dst[0]), _mm_cvtsi32_si128((int)dst[n + 1]));
        __m128i t = _mm_adds_epu16(sc, _mm_mullo_epi16(_mm_unpacklo_epi8(d, zero), k));
        t = _mm_mulhi_epu16(t, _mm_set1_epi16(257));
        t = _mm_packus_epi16(t, t);
        dst[0] = (uint32_t)_mm_cvtsi128_si32(t);
        dst[n + 1] = (uint32_t)_mm_extract_epi32(t, 1);
        K(over_solid)(dst + 1, n, color, 255);
    }
#else
    for (intptr_t y = 0; y < rows; y++, dst += stride) {
        if (left) dst[0] = K(over1)(color, dst[0], left);
        K(over_solid)(dst + 1, n, color, 255);
        if (right) dst[n + 1] = K(over1)(color, dst[n + 1], right);
    }
#endif
}

static void K(over_pixels)(uint32_t *dst, const uint32_t *src, intptr_t n, uint32_t c) {
    if (c == 0) return;
    intptr_t i = 0;
#if AGATE_AVX2
    const __m256i cc = _mm256_set1_epi16((short)c);
    const __m256i top = _mm256_set1_epi32((int)0xff000000u);
    for (; i + 8 <= n; i += 8) {
        __m256i s = _mm256_loadu_si256((const __m256i *)(src + i));
        if (_mm256_testz_si256(s, s)) continue;
        if (c == 255 && _mm256_testc_si256(s, top)) { _mm256_storeu_si256((__m256i *)(dst + i), s); continue; }
        _mm256_storeu_si256((__m256i *)(dst + i), K(over8)(s, _mm256_loadu_si256((const __m256i *)(dst + i)), cc, cc));
    }
    if (i < n)
        K(store_part)(dst + i, n - i, K(over8)(K(load_part)(src + i, n - i), K(load_part)(dst + i, n - i), cc, cc));
#else
    for (; i < n; i++) dst[i] = K(over1)(src[i], dst[i], c);
#endif
}

static void K(over_pixels_coverage)(uint32_t *dst, const uint32_t *src, intptr_t n, const uint8_t *cov) {
    intptr_t i = 0;
#if AGATE_AVX2
    for (; i + 8 <= n; i += 8) {
        uint64_t c;
        __builtin_memcpy(&c, cov + i, 8);
        if (c == 0) continue;
        __m256i lo, hi;
        K(spread8)(c, &lo, &hi);
        __m256i s = _mm256_loadu_si256((const __m256i *)(src + i));
        _mm256_storeu_si256((__m256i *)(dst + i), K(over8)(s, _mm256_loadu_si256((const __m256i *)(dst + i)), lo, hi));
    }
    if (i < n) {
        __m256i lo, hi;
        K(spread8)(K(load_bytes)(cov + i, n - i), &lo, &hi);
        K(store_part)(dst + i, n - i, K(over8)(K(load_part)(src + i, n - i), K(load_part)(dst + i, n - i), lo, hi));
    }
#else
    for (; i < n; i++) if (cov[i]) dst[i] = K(over1)(src[i], dst[i], cov[i]);
#endif
}

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
// Eight pixels under the coverage of eight sums.
static inline __m256i K(cells8)(__m256i v, __m256i s, __m256i s16, __m256i d, int opaque) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12,
                                            0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    __m256i c = _mm256_shuffle_epi8(K(coverage8)(v), spread);
    __m256i lo = _mm256_unpacklo_epi8(c, zero), hi = _mm256_unpackhi_epi8(c, zero);
    return opaque ? K(opaque8)(s16, d, lo, hi) : K(over8)(s, d, lo, hi);
}

// `opaque` is known where this is inlined.
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
        // And what spilled behind the last pixel.
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

// To the nearest integer, ties to even, without a branch; |v| < 2^31.
static inline int32_t K(nearest)(double v) {
    double shifted = v + 6755399441055744.0;
    int64_t bits;
    __builtin_memcpy(&bits, &shifted, 8);
    return (int32_t)bits;
}

static inline double K(least)(double a, double b) { return a < b ? a : b; }
static inline double K(most)(double a, double b) { return a > b ? a : b; }

// The part of an edge in one row, from xa to xb, covering height h of it. Written without branches for the usual case of
// one or two pixels, which no processor could guess: an edge within one pixel leaves no height for the second.
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

static inline void K(upright)(int32_t *c, double x, double d) {
    int32_t i = (int32_t)x;
    int32_t whole = K(nearest)(d), here = K(nearest)(d * ((double)(i + 1) - x));
    c[i] += here;
    c[i + 1] += whole - here;
}

static void K(corner_cells)(int32_t *cells, intptr_t cell_stride, intptr_t rows, const agate_chord *chords, intptr_t count, double left,
                            double right, double y, double sy, double end) {
    // Chords from the top down: towards the upright sides at top corners, away from them at bottom ones. Each round takes
    // the next end of a chord or of a row, whichever comes first.
    const agate_chord *c = sy > 0 ? chords + count - 1 : chords;
    intptr_t step = sy > 0 ? -1 : 1;
    double side = y + sy * chords[0].y0;
    double top = sy > 0 ? y + c->y1 : side, in_top = sy > 0 ? c->x1 : 0;
    intptr_t row = (intptr_t)top;
    while (count > 0 && row < rows) {
        double in_low = sy > 0 ? c->x0 : c->x1, low = y + sy * (sy > 0 ? c->y0 : c->y1);
        double row_end = (double)(row + 1), bottom = K(least)(row_end, low);
        double in_bottom = in_low + sy * ((low - bottom) * c->slope), h = bottom - top;
        K(piece)(cells + row * cell_stride, left + in_top, left + in_bottom, h, c->steepness, 65536);
        K(piece)(cells + row * cell_stride, right - in_top, right - in_bottom, h, c->steepness, -65536);
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

static void K(multiply_mask)(uint8_t *dst, const uint8_t *src, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) {
        uint16_t t = (uint16_t)(dst[i] * src[i] + 128);
        dst[i] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);
    }
}

static void K(scale_mask)(uint8_t *dst, intptr_t n, uint32_t value) {
    uint16_t f = (uint16_t)value;
    for (intptr_t i = 0; i < n; i++) {
        uint16_t t = (uint16_t)(dst[i] * f + 128);
        dst[i] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);
    }
}

static void K(over_mask)(uint8_t *dst, const uint8_t *cov, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) {
        uint16_t t = (uint16_t)(dst[i] * (255 - cov[i]) + 128);
        dst[i] = (uint8_t)(cov[i] + (uint8_t)((uint16_t)(t + (t >> 8)) >> 8));
    }
}

static inline uint32_t K(scale1)(uint32_t p, uint32_t m) {
    uint32_t even = (p & 0xff00ff) * m + 0x800080;
    uint32_t odd = ((p >> 8) & 0xff00ff) * m + 0x800080;
    even = ((even + ((even >> 8) & 0xff00ff)) >> 8) & 0xff00ff;
    odd = (odd + ((odd >> 8) & 0xff00ff)) & 0xff00ff00;
    return even | odd;
}

static void K(multiply_pixels)(uint32_t *dst, const uint8_t *mask, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) dst[i] = K(scale1)(dst[i], mask[i]);
}

static void K(scale_pixels)(uint32_t *dst, intptr_t n, uint32_t value) {
    for (intptr_t i = 0; i < n; i++) dst[i] = K(scale1)(dst[i], value);
}

static void K(extract_alpha)(uint8_t *dst, const uint32_t *src, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) dst[i] = (uint8_t)(src[i] >> 24);
}

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

static void K(sample_bilinear)(uint32_t *dst, intptr_t n, const uint32_t *src, intptr_t stride, const int32_t *bounds, int64_t u,
                               int64_t v, int64_t du, int64_t dv) {
    int32_t x0 = bounds[0], y0 = bounds[1], x1 = bounds[2], y1 = bounds[3];
    for (intptr_t i = 0; i < n; i++) {
        int64_t ix = u >> 32, iy = v >> 32;
        uint32_t fx = (uint32_t)(u >> 24) & 255, fy = (uint32_t)(v >> 24) & 255;
        int32_t xa = K(clamp)(ix, x0, x1), xb = K(clamp)(ix + 1, x0, x1);
        const uint32_t *ra = src + (intptr_t)K(clamp)(iy, y0, y1) * stride;
        const uint32_t *rb = src + (intptr_t)K(clamp)(iy + 1, y0, y1) * stride;
        dst[i] = K(bilerp)(ra[xa], ra[xb], rb[xa], rb[xb], fx, fy);
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

// Sums of a stretch of the row stay in the first cache while the taps go by.
#define AGATE_STRETCH 128

static void K(convolve8)(uint16_t *dst, intptr_t n, const uint8_t *src, intptr_t step, const uint32_t *weights, intptr_t taps) {
    uint32_t sums[AGATE_STRETCH];
    for (intptr_t i = 0; i < n; i += AGATE_STRETCH) {
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
    for (intptr_t i = 0; i < n; i += AGATE_STRETCH) {
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

static void K(lookup_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, int64_t t, int64_t dt) {
    for (intptr_t i = 0; i < n; i++) {
        dst[i] = table[K(clamp)(t >> 32, 0, last)];
        t = (int64_t)((uint64_t)t + (uint64_t)dt);
    }
}

static const agate_kernel_table K(table) = {
    K(fill32), K(over_solid), K(over_solid_coverage), K(over_solid_rows), K(over_pixels), K(over_pixels_coverage),
    K(scan_cells), K(over_solid_cells), K(corner_cells), K(prefetch), K(multiply_mask), K(scale_mask), K(over_mask), K(multiply_pixels), K(scale_pixels), K(extract_alpha),
    K(sample_bilinear), K(sample_nearest), K(convolve8), K(convolve16), K(lookup_ramp),
};
