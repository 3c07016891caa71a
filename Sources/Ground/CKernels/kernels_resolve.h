// Pixels that outlines pass through more than once. They are resolved again from the pieces within them, by sixteen lines, and by
// trapezoids if the lines find more than one part of an outline.

// Returns the filled part by the lines, 1.0 = 16384. Also returns their measure of the area, and the winding at the pixel's upper left
// corner that accounts for `area`. `n` is a constant where this is inlined for small numbers.
static inline __attribute__((always_inline)) int32_t K(by_lines)(const K(pixel_edges) *p, intptr_t n, int32_t area, int even_odd,
    int32_t *seen, int32_t *corner) {
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
    filled = _mm256_add_epi16(filled, _mm256_andnot_si256(_mm256_cmpeq_epi16(_mm256_and_si256(w, inside), zero),
        _mm256_sub_epi16(one, last)));
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

// Returns the filled part of a pixel, 1.0 = 65536, from the pieces in it and the sum of signed areas there. `n` is a constant where this
// is inlined for small numbers. There is then no branch on the final result, and the next pixel need not wait for it.
static inline __attribute__((always_inline)) int32_t K(resolve)(K(pixel_edges) *p, intptr_t n, int is_few, int32_t area, int even_odd) {
    int32_t seen, corner, is_level = K(prepare)(p, n) && n <= agate_most_exact, sum = K(by_lines)(p, n, area, even_odd, &seen, &corner);
    // If the lines find only two adjacent windings, and none is hidden between the lines, the sum of areas is exactly the filled part. If
    // more pieces meet than are tested, the lines decide.
    int32_t shown = K(folded)(seen * 4 + corner * 65536, even_odd), folded = K(folded)(area, even_odd);
    if (is_few && !is_level) {
        int32_t exact = -((sum * 4 == shown) & !K(cross_each_other)(p, n));
        return (folded & exact) | (sum * 4 & ~exact);
    }
    if (sum * 4 == shown && ((sum * 4 == folded && !is_level) || !K(cross_each_other)(p, n))) return folded;
    return is_level ? K(trapezoids)(p, (int32_t)n, corner, even_odd) : sum * 4;
}

static inline uint8_t K(share)(int32_t sum, int even_odd) {
    uint32_t m = (uint32_t)K(folded)(sum, even_odd);
    return (uint8_t)(((m << 8) - m + 32768) >> 16);
}

// Sorts the pieces by rows.
static __attribute__((noinline)) void K(sort_pieces)(agate_grid *g) {
    int32_t *starts = g->starts;
    memset(starts, 0, (size_t)(g->rows + 2) * 4);
    for (int32_t k = 0; k < g->count; k++) starts[g->row[k] + 2]++;
    for (int32_t r = 2; r < g->rows + 2; r++) starts[r] += starts[r - 1];
    starts++;
    int32_t k = 0;
#if AGATE_AVX2
    for (; k + 4 <= g->count; k += 4) {
        __m128i xs = _mm_loadu_si128((const __m128i *)(g->xs + k)), xe = _mm_loadu_si128((const __m128i *)(g->xe + k));
        __m128i ys = _mm_loadu_si128((const __m128i *)(g->ys + k)), y0 = _mm_and_si128(ys, _mm_set1_epi32(65535)),
            y1 = _mm_srai_epi32(ys, 16);
        __m128i low = _mm_min_epi32(xs, xe), high = _mm_max_epi32(xs, xe);
        high = _mm_add_epi32(high, _mm_cmpgt_epi32(high, low));
        int16_t pixels[8];
        _mm_storeu_si128((__m128i *)pixels, _mm_packs_epi32(_mm_srai_epi32(low, agate_sub_bits), _mm_srai_epi32(high, agate_sub_bits)));
        __m128i a = _mm_unpacklo_epi32(xs, y0), b = _mm_unpackhi_epi32(xs, y0), c = _mm_unpacklo_epi32(xe, y1),
            d = _mm_unpackhi_epi32(xe, y1);
        __m128i all[4] = {_mm_unpacklo_epi64(a, c), _mm_unpackhi_epi64(a, c), _mm_unpacklo_epi64(b, d), _mm_unpackhi_epi64(b, d)};
        for (int32_t i = 0; i < 4; i++) {
            int32_t at = starts[g->row[k + i]]++;
            _mm_storeu_si128((__m128i *)(g->sorted + 4 * (intptr_t)at), all[i]);
            g->first[at] = pixels[i];
            g->last[at] = pixels[i + 4];
        }
    }
#endif
    for (; k < g->count; k++) {
        int32_t at = starts[g->row[k]]++, *p = g->sorted + 4 * (intptr_t)at, low = K(min32)(g->xs[k], g->xe[k]),
            high = K(max32)(g->xs[k], g->xe[k]);
        p[0] = g->xs[k];
        p[1] = g->ys[k] & 65535;
        p[2] = g->xe[k];
        p[3] = g->ys[k] >> 16;
        low >>= agate_sub_bits;
        high = (high - (g->xs[k] != g->xe[k])) >> agate_sub_bits;
        g->first[at] = (int16_t)K(max32)(K(min32)(low, 32767), -32768);
        g->last[at] = (int16_t)K(max32)(K(min32)(high, 32767), -32768);
    }
    g->looks = -1;
}

// Returns whether a piece passes through the pixel that begins at `left`.
static inline int K(is_in)(int32_t xs, int32_t xe, int32_t left) {
    int32_t low = K(min32)(xs, xe), high = K(max32)(xs, xe);
    return low < left + agate_sub && high - (high > low) >= left;
}

// Sorts the pieces of a row by blocks of pixels, so that a pixel of a row with many pieces searches only those of its block. Long pieces
// are in many blocks. Returns false if there is not enough memory for all.
static __attribute__((noinline)) int K(sort_blocks)(agate_grid *g, intptr_t row) {
    const int32_t room = g->block_room, blocks = ((g->width - 1) >> agate_block_bits) + 1;
    int32_t *starts = g->blocks, *pieces = starts + agate_block_starts;
    int16_t *firsts = (int16_t *)(pieces + 4 * (intptr_t)room), *lasts = firsts + room + 16;
    intptr_t begin = g->starts[row], end = g->starts[row + 1];
    g->block_row = (int32_t)row;
    starts[0] = -1;
    if (blocks > agate_most_blocks || end - begin > room) return 0;
    memset(starts, 0, (size_t)(blocks + 2) * 4);
    intptr_t total = 0;
    for (intptr_t k = begin; k < end; k++) {
        int32_t a = K(max32)(g->first[k], 0) >> agate_block_bits, b = K(min32)(g->last[k], g->width - 1) >> agate_block_bits;
        if (g->last[k] < 0 || a > b) continue;
        total += b - a + 1;
        if (total > room) {
            starts[0] = -1;
            return 0;
        }
        for (int32_t i = a; i <= b; i++) starts[i + 2]++;
    }
    for (int32_t i = 2; i < blocks + 2; i++) starts[i] += starts[i - 1];
    for (intptr_t k = begin; k < end; k++) {
        int32_t a = K(max32)(g->first[k], 0) >> agate_block_bits, b = K(min32)(g->last[k], g->width - 1) >> agate_block_bits;
        if (g->last[k] < 0) continue;
        for (int32_t i = a; i <= b; i++) {
            int32_t at = starts[i + 1]++;
            memcpy(pieces + 4 * (intptr_t)at, g->sorted + 4 * k, 16);
            firsts[at] = g->first[k];
            lasts[at] = g->last[k];
        }
    }
    return 1;
}

// Collects the pieces in pixel x, by the first and the last pixel of each, which are known up to the widest picture's last pixel. Returns
// one more than the capacity if there are too many.
static inline __attribute__((always_inline)) intptr_t K(gather_from)(K(pixel_edges) *p, const int32_t *pieces, const int16_t *first,
    const int16_t *last,
                                                                     intptr_t k, intptr_t end, int32_t x) {
    intptr_t n = 0;
    int32_t left = x * agate_sub;
#if AGATE_AVX2
    const __m256i here = _mm256_set1_epi16((short)x);
    const __m128i shift = _mm_setr_epi32(left, 0, left, 0);
    for (; k < end; k += 64) {
        uint64_t hits = 0;
        intptr_t most = K(min32)((int32_t)(end - k), 64);
        for (intptr_t i = 0; i < most; i += 16) {
            __m256i off = _mm256_or_si256(_mm256_cmpgt_epi16(_mm256_loadu_si256((const __m256i *)(first + k + i)), here),
                                          _mm256_cmpgt_epi16(here, _mm256_loadu_si256((const __m256i *)(last + k + i))));
            off = _mm256_permute4x64_epi64(_mm256_packs_epi16(off, _mm256_setzero_si256()), 0xd8);
            hits |= (uint64_t)(~(uint32_t)_mm256_movemask_epi8(off) & 65535) << i;
        }
        if (most < 64) hits &= ((uint64_t)1 << most) - 1;
        for (; hits; hits &= hits - 1) {
            if (n == agate_most_local) return n + 1;
            intptr_t at = k + __builtin_ctzll(hits);
            const int32_t *from = pieces + 4 * at;
            if (__builtin_expect(x == 32767, 0) && !K(is_in)(from[0], from[2], left)) continue;
            __m128i piece = _mm_loadu_si128((const __m128i *)from);
            _mm_store_si128((__m128i *)p->pieces[n++], _mm_sub_epi32(piece, shift));
        }
    }
#else
    for (; k < end; k++) {
        const int32_t *from = pieces + 4 * k;
        if (first[k] > x || last[k] < x || (x == 32767 && !K(is_in)(from[0], from[2], left))) continue;
        if (n == agate_most_local) return n + 1;
        int32_t *to = p->pieces[n++];
        to[0] = from[0] - left;
        to[1] = from[1];
        to[2] = from[2] - left;
        to[3] = from[3];
    }
#endif
    return n;
}

static inline __attribute__((always_inline)) intptr_t K(gather_sorted)(K(pixel_edges) *p, agate_grid *g, intptr_t row, int32_t x) {
    intptr_t k = g->starts[row], end = g->starts[row + 1];
    if (end - k > 192 && g->blocks && x < g->width) {
        if (g->block_row != row) K(sort_blocks)(g, row);
        const int32_t *starts = g->blocks, *pieces = starts + agate_block_starts;
        const int16_t *firsts = (const int16_t *)(pieces + 4 * (intptr_t)g->block_room), *lasts = firsts + g->block_room + 16;
        int32_t block = x >> agate_block_bits;
        if (starts[0] >= 0) return K(gather_from)(p, pieces, firsts, lasts, starts[block], starts[block + 1], x);
    }
    return K(gather_from)(p, g->sorted, g->first, g->last, k, end, x);
}

// Collects the pieces in a pixel from all pieces, which are unsorted.
static intptr_t K(gather)(K(pixel_edges) *p, const agate_grid *g, int32_t row, int32_t x) {
    int32_t left = x * agate_sub;
    intptr_t n = 0;
    for (intptr_t k = 0; k < g->count; k++) {
#if AGATE_AVX2
        // Skips eight that are not in the row at once.
        for (; k + 8 <= g->count; k += 8) {
            __m256i in = _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)(g->row + k)), _mm256_set1_epi32(row));
            if (!_mm256_testz_si256(in, in)) break;
        }
        if (k == g->count) break;
#endif
        int32_t xs = g->xs[k], xe = g->xe[k];
        if (g->row[k] != row || !K(is_in)(xs, xe, left)) continue;
        if (n == agate_most_local) return n + 1;
        int32_t *to = p->pieces[n++];
        to[0] = xs - left;
        to[1] = g->ys[k] & 65535;
        to[2] = xe - left;
        to[3] = g->ys[k] >> 16;
    }
    return n;
}

// Resolves the pixel x of a row, whose signed areas are `area`. Returns -1 to keep the sum of areas.
static __attribute__((noinline)) int32_t K(resolve_pixel)(agate_grid *g, intptr_t row, int32_t x, int32_t area, int even_odd) {
    // Sorting the pieces takes as long as searching all of them a few times.
    if (g->looks >= 0 && (g->looks == 4 || g->count > 4096)) K(sort_pieces)(g);
    K(pixel_edges) p;
    intptr_t n;
    if (g->looks < 0) {
        n = K(gather_sorted)(&p, g, row, x);
    } else {
        g->looks++;
        n = K(gather)(&p, g, (int32_t)row, x);
    }
    // With more pieces than that, the sum of their areas is kept.
    if (n < 2 || n > agate_most_local) return -1;
    switch (n) {
    case 2: return K(resolve)(&p, 2, 1, area, even_odd);
    case 3: return K(resolve)(&p, 3, 1, area, even_odd);
    case 4: return K(resolve)(&p, 4, 1, area, even_odd);
    default: return K(resolve)(&p, n, 0, area, even_odd);
    }
}
