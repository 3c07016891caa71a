// Pixels that outlines pass through more than once: found again from the pieces within them, by sixteen lines, and slab by slab where these see
// more than one stretch of outline.

// The filled part by the lines, 1.0 = 16384; what they see of the area, and the winding at the pixel's upper left corner that makes up what is there.
// `n` is known where this is inlined for a few.
static inline __attribute__((always_inline)) int32_t K(by_lines)(const K(crowd) *p, intptr_t n, int32_t area, int even_odd, int32_t *seen, int32_t *corner) {
#if AGATE_AVX2
    const __m256i ones = _mm256_set1_epi16(1), one = _mm256_set1_epi16(1024), zero = _mm256_setzero_si256();
    __m256i v[agate_most_local], w = zero, total = zero;
    for (intptr_t k = 0; k < n; k++) {
        v[k] = K(lanes_of)(p, k, &w);
        __m256i d = _mm256_sub_epi16(_mm256_and_si256(v[k], _mm256_set1_epi16(3)), ones);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(d, _mm256_sub_epi16(one, _mm256_srli_epi16(v[k], 2))));
    }
    total = _mm256_add_epi32(total, _mm256_madd_epi16(w, one));
    *seen = K(sum8)(total);
    *corner = (area - *seen * 4 + 32768) >> 16;
    w = _mm256_add_epi16(w, _mm256_set1_epi16((short)*corner));
    for (intptr_t a = n - 1; a > 0; a--)
        for (intptr_t b = 0; b < a; b++) {
            __m256i l = v[b], h = v[b + 1];
            v[b] = _mm256_min_epi16(l, h);
            v[b + 1] = _mm256_max_epi16(l, h);
        }
    const __m256i inside = _mm256_set1_epi16(even_odd ? 1 : -1);
    __m256i last = zero, filled = zero;
    for (intptr_t k = 0; k < n; k++) {
        __m256i x = _mm256_srli_epi16(v[k], 2), out = _mm256_cmpeq_epi16(_mm256_and_si256(w, inside), zero);
        filled = _mm256_add_epi16(filled, _mm256_andnot_si256(out, _mm256_sub_epi16(x, last)));
        last = x;
        w = _mm256_add_epi16(w, _mm256_sub_epi16(_mm256_and_si256(v[k], _mm256_set1_epi16(3)), ones));
    }
    filled = _mm256_add_epi16(filled, _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_and_si256(w, inside), zero), _mm256_sub_epi16(one, last)));
    return K(sum8)(_mm256_madd_epi16(filled, ones));
#else
    int16_t keys[agate_most_local][agate_lanes], winding[agate_lanes] = {0};
    int32_t sum = 0;
    *seen = 0;
    for (intptr_t k = 0; k < n; k++) K(lanes_of)(p, k, keys[k], winding);
    for (int32_t s = 0; s < agate_lanes; s++) {
        *seen += winding[s] * 1024;
        for (intptr_t k = 0; k < n; k++) *seen += ((keys[k][s] & 3) - 1) * (1024 - (keys[k][s] >> 2));
    }
    *corner = (area - *seen * 4 + 32768) >> 16;
    for (intptr_t a = n - 1; a > 0; a--)
        for (intptr_t b = 0; b < a; b++)
            for (int32_t s = 0; s < agate_lanes; s++) {
                int16_t l = keys[b][s], h = keys[b + 1][s];
                keys[b][s] = l < h ? l : h;
                keys[b + 1][s] = l < h ? h : l;
            }
    for (int32_t s = 0; s < agate_lanes; s++) {
        int16_t w = (int16_t)(winding[s] + *corner);
        int32_t last = 0;
        for (intptr_t k = 0; k < n; k++) {
            int32_t x = keys[k][s] >> 2;
            sum += (even_odd ? w & 1 : w) ? x - last : 0;
            last = x;
            w = (int16_t)(w + (keys[k][s] & 3) - 1);
        }
        sum += (even_odd ? w & 1 : w) ? 1024 - last : 0;
    }
    return sum;
#endif
}

// The filled part of a pixel, 1.0 = 65536, from the pieces in it and the sum of signed areas there.
static int32_t K(resolve)(K(crowd) *p, intptr_t n, int32_t area, int even_odd) {
    int32_t seen, corner, sum;
    K(prepare)(p, n);
    switch (n) {
    case 2: sum = K(by_lines)(p, 2, area, even_odd, &seen, &corner); break;
    case 3: sum = K(by_lines)(p, 3, area, even_odd, &seen, &corner); break;
    case 4: sum = K(by_lines)(p, 4, area, even_odd, &seen, &corner); break;
    default: sum = K(by_lines)(p, n, area, even_odd, &seen, &corner);
    }
    // Where the lines see no windings but two neighbouring ones, and none is hidden between the lines, the sum of areas is the filled
    // part, and exact. Hostile crowds are left to the lines.
    int32_t shown = K(folded)(seen * 4 + corner * 65536, even_odd);
    if (sum * 4 == shown && !K(cross_each_other)(p, n)) return K(folded)(area, even_odd);
    return n <= agate_most_exact && K(has_level)(p, n) ? K(slabs)(p, (int32_t)n, corner, even_odd) : sum * 4;
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
#if AGATE_AVX2
    for (int32_t k = 0; k < g->count; k += 8) {
        __m256i xs = _mm256_loadu_si256((const __m256i *)(g->sorted_xs + k)), xe = _mm256_loadu_si256((const __m256i *)(g->sorted_xe + k));
        __m256i low = _mm256_min_epi32(xs, xe), high = _mm256_max_epi32(xs, xe);
        high = _mm256_add_epi32(high, _mm256_cmpgt_epi32(high, low));
        __m256i both = _mm256_packs_epi32(_mm256_srai_epi32(low, agate_sub_bits), _mm256_srai_epi32(high, agate_sub_bits));
        both = _mm256_permute4x64_epi64(both, 0xd8);
        _mm_storeu_si128((__m128i *)(g->first + k), _mm256_castsi256_si128(both));
        _mm_storeu_si128((__m128i *)(g->last + k), _mm256_extracti128_si256(both, 1));
    }
#endif
    g->looks = -1;
}

// Puts down those of eight pieces that `hits` has a bit for.
#if AGATE_AVX2
static inline __attribute__((always_inline)) intptr_t K(put4)(K(crowd) *p, intptr_t n, uint32_t hits, __m128i xs, __m128i xe, __m128i ys) {
    // Which lanes a set of four consists of, in order.
    static const uint32_t lanes[16] = {
        0, 0, 1, 0x0100, 2, 0x0200, 0x0201, 0x020100, 3, 0x0300, 0x0301, 0x030100, 0x0302, 0x030200, 0x030201, 0x03020100,
    };
    __m128i order = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)lanes[hits]));
#define AGATE_PUT(a, v) _mm_storeu_ps((float *)(p->a + n), _mm_permutevar_ps(_mm_castsi128_ps(v), order))
    AGATE_PUT(x0, xs);
    AGATE_PUT(x1, xe);
    AGATE_PUT(y0, _mm_and_si128(ys, _mm_set1_epi32(65535)));
    AGATE_PUT(y1, _mm_srai_epi32(ys, 16));
#undef AGATE_PUT
    return n + __builtin_popcount(hits);
}
#endif

// The pieces in a pixel that begins at `left`, of those from `k` to `end` (that are in a row, where `rows` tells); more than there is room for: too many.
static inline __attribute__((always_inline)) intptr_t K(gather)(K(crowd) *p, const int32_t *pxs, const int32_t *pxe, const int32_t *pys, const int32_t *rows,
                                                                int32_t row, intptr_t k, intptr_t end, int32_t left) {
    int32_t right = left + agate_sub;
    intptr_t n = 0;
#if AGATE_AVX2
    const __m256i begin = _mm256_set1_epi32(left - 1), stop = _mm256_set1_epi32(right), shift = _mm256_set1_epi32(left);
    for (; k + 8 <= end || (!rows && k < end); k += 8) {
        __m256i xs = _mm256_loadu_si256((const __m256i *)(pxs + k)), xe = _mm256_loadu_si256((const __m256i *)(pxe + k));
        __m256i low = _mm256_min_epi32(xs, xe), high = _mm256_max_epi32(xs, xe);
        high = _mm256_add_epi32(high, _mm256_cmpgt_epi32(high, low));
        __m256i in = _mm256_and_si256(_mm256_cmpgt_epi32(stop, low), _mm256_cmpgt_epi32(high, begin));
        if (rows) in = _mm256_and_si256(in, _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)(rows + k)), _mm256_set1_epi32(row)));
        uint32_t hits = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(in));
        if (end - k < 8) hits &= (1u << (end - k)) - 1;
        if (!hits) continue;
        __m256i ys = _mm256_loadu_si256((const __m256i *)(pys + k));
        xs = _mm256_sub_epi32(xs, shift);
        xe = _mm256_sub_epi32(xe, shift);
        n = K(put4)(p, n, hits & 15, _mm256_castsi256_si128(xs), _mm256_castsi256_si128(xe), _mm256_castsi256_si128(ys));
        n = K(put4)(p, n, hits >> 4, _mm256_extracti128_si256(xs, 1), _mm256_extracti128_si256(xe, 1), _mm256_extracti128_si256(ys, 1));
        if (n > agate_most_local) return n;
    }
#endif
    for (; k < end; k++) {
        int32_t xs = pxs[k], xe = pxe[k], low = K(min32)(xs, xe), high = K(max32)(xs, xe);
        if (low >= right || high - (high > low) < left || (rows && rows[k] != row)) continue;
        if (n == agate_most_local) return n + 1;
        p->x0[n] = xs - left;
        p->y0[n] = pys[k] & 65535;
        p->x1[n] = xe - left;
        p->y1[n++] = pys[k] >> 16;
    }
    return n;
}

#if AGATE_AVX2
// The same for pixel x of a row in order, by the pixels that pieces pass through: 64 pieces at a time.
static inline __attribute__((always_inline)) intptr_t K(gather_sorted)(K(crowd) *p, const agate_grid *g, intptr_t row, int32_t x) {
    intptr_t n = 0, k = g->starts[row], end = g->starts[row + 1];
    const __m256i here = _mm256_set1_epi16((short)x);
    int32_t left = x * agate_sub;
    for (; k < end; k += 64) {
        uint64_t hits = 0;
        intptr_t most = K(min32)((int32_t)(end - k), 64);
        for (intptr_t i = 0; i < most; i += 16) {
            __m256i first = _mm256_loadu_si256((const __m256i *)(g->first + k + i)), last = _mm256_loadu_si256((const __m256i *)(g->last + k + i));
            __m256i off = _mm256_or_si256(_mm256_cmpgt_epi16(first, here), _mm256_cmpgt_epi16(here, last));
            off = _mm256_packs_epi16(off, _mm256_setzero_si256());
            uint32_t set = (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(off, 0xd8));
            hits |= (uint64_t)(~set & 65535) << i;
        }
        if (most < 64) hits &= ((uint64_t)1 << most) - 1;
        for (; hits; hits &= hits - 1) {
            intptr_t i = k + __builtin_ctzll(hits);
            if (n == agate_most_local) return n + 1;
            int32_t y = g->sorted_ys[i];
            p->x0[n] = g->sorted_xs[i] - left;
            p->y0[n] = y & 65535;
            p->x1[n] = g->sorted_xe[i] - left;
            p->y1[n++] = y >> 16;
        }
    }
    return n;
}
#endif

// The pixel x of a row, whose signed areas are `area`; -1 to leave it at that.
static __attribute__((noinline)) int32_t K(resolve_pixel)(agate_grid *g, intptr_t row, int32_t x, int32_t area, int even_odd) {
    // To put pieces in order takes as long as to look through all of them many times.
    if (g->looks >= 0 && (g->looks == 4 || g->count > 4096)) K(sort_pieces)(g);
    K(crowd) p;
    intptr_t n;
    if (g->looks < 0) {
#if AGATE_AVX2
        if (g->width < 32767) n = K(gather_sorted)(&p, g, row, x);
        else
#endif
        n = K(gather)(&p, g->sorted_xs, g->sorted_xe, g->sorted_ys, NULL, 0, g->starts[row], g->starts[row + 1], x * agate_sub);
    } else {
        g->looks++;
        n = K(gather)(&p, g->xs, g->xe, g->ys, g->row, (int32_t)row, 0, g->count, x * agate_sub);
    }
    // Hostile crowds keep the sum of their areas.
    if (n < 2 || n > agate_most_local) return -1;
#if AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256();
    _mm256_storeu_si256((__m256i *)(p.x0 + n), zero);
    _mm256_storeu_si256((__m256i *)(p.y0 + n), zero);
    _mm256_storeu_si256((__m256i *)(p.x1 + n), zero);
    _mm256_storeu_si256((__m256i *)(p.y1 + n), zero);
#endif
    return K(resolve)(&p, n, area, even_odd);
}
