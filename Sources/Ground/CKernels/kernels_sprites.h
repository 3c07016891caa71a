// Draws small pictures under an affine map, with a tint and with soft edges on their own four sides. There is one call for each picture,
// since one for each row would cost as much as the pixels.

// Returns 0...256: the part of a pixel between two edges, from the pixel's distances `low` and `high` inside them (65536ths of a pixel).
static inline int32_t K(between)(int32_t low, int32_t high) {
    int32_t a = (low >> 8) + 128, b = (high >> 8) + 128;
    a = a < 0 ? 0 : a > 256 ? 256 : a;
    b = b < 0 ? 0 : b > 256 ? 256 : b;
    return a + b > 256 ? a + b - 256 : 0;
}

static inline uint32_t K(tinted)(uint32_t p, uint32_t tint) {
    uint32_t out = 0;
    for (int shift = 0; shift < 32; shift += 8) out |= K(div255)(((p >> shift) & 255) * ((tint >> shift) & 255)) << shift;
    return out;
}

// Returns each channel of s times c / 255, plus d, clamped to 255.
static inline uint32_t K(plus1)(uint32_t s, uint32_t d, uint32_t c) {
    uint32_t out = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t v = K(div255)(((s >> shift) & 255) * c) + ((d >> shift) & 255);
        out |= (v > 255 ? 255 : v) << shift;
    }
    return out;
}

#if AGATE_AVX2
static inline __m256i K(between8)(__m256i low, __m256i high) {
    const __m256i half = _mm256_set1_epi32(128), full = _mm256_set1_epi32(256), zero = _mm256_setzero_si256();
    __m256i a = _mm256_add_epi32(_mm256_srai_epi32(low, 8), half), b = _mm256_add_epi32(_mm256_srai_epi32(high, 8), half);
    a = _mm256_min_epi32(_mm256_max_epi32(a, zero), full);
    b = _mm256_min_epi32(_mm256_max_epi32(b, zero), full);
    return _mm256_max_epi32(_mm256_sub_epi32(_mm256_add_epi32(a, b), full), zero);
}
#endif

// Returns whether both of two opposite sides are at least half a pixel away.
static inline int K(inside)(int32_t low, int32_t size) { return low >= 32768 && size - low >= 32768; }

// Draws pixels i ..< end of a row from samples, whose number is a multiple of eight. The edges' distances are those of pixel 0.
static inline void K(sprite_span)(uint32_t *dst, const uint32_t *samples, intptr_t i, intptr_t end, const agate_sprite *sprite,
    int32_t left,
                                  int32_t top, const uint8_t *mask) {
    const uint32_t tint = sprite->tint;
    const int32_t lx = sprite->left_x, tx = sprite->top_x;
#if AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256(), steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i t16 = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)tint), zero);
    const __m256i lstep = _mm256_mullo_epi32(steps, _mm256_set1_epi32(lx)), tstep = _mm256_mullo_epi32(steps, _mm256_set1_epi32(tx));
    const __m256i width = _mm256_set1_epi32(sprite->width), height = _mm256_set1_epi32(sprite->height);
    for (; i < end; i += 8) {
        intptr_t n = end - i < 8 ? end - i : 8;
        const __m256i lanes = K(part_mask)(n);
        __m256i s = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(samples + i)), lanes);
        if (_mm256_testz_si256(s, s)) continue;
        if (tint != 0xFFFFFFFFu)
            s = _mm256_packus_epi16(K(div255x16)(_mm256_mullo_epi16(_mm256_unpacklo_epi8(s, zero), t16)),
                                    K(div255x16)(_mm256_mullo_epi16(_mm256_unpackhi_epi8(s, zero), t16)));
        __m256i d = n == 8 ? _mm256_loadu_si256((const __m256i *)(dst + i)) : K(load_part)(dst + i, n);
        // Distances are monotonic: if both ends are inside by half a pixel, all pixels are.
        int32_t l0 = left + (int32_t)i * lx, l1 = l0 + 7 * lx, t0 = top + (int32_t)i * tx, t1 = t0 + 7 * tx;
        if (!mask && K(inside)(l0, sprite->width) && K(inside)(l1, sprite->width) && K(inside)(t0, sprite->height)
            && K(inside)(t1, sprite->height)) {
            __m256i whole;
            if (sprite->adds) {
                whole = _mm256_adds_epu8(s, d);
            } else {
                // As in over8 under a coverage of 255.
                const __m256i alo = _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
                                                     6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
                const __m256i full = _mm256_set1_epi16(255);
                __m256i lo = _mm256_unpacklo_epi8(s, zero), hi = _mm256_unpackhi_epi8(s, zero);
                __m256i klo = _mm256_sub_epi16(full, _mm256_shuffle_epi8(lo, alo)),
                    khi = _mm256_sub_epi16(full, _mm256_shuffle_epi8(hi, alo));
                lo = _mm256_adds_epu16(_mm256_mullo_epi16(lo, full), _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), klo));
                hi = _mm256_adds_epu16(_mm256_mullo_epi16(hi, full), _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), khi));
                whole = _mm256_packus_epi16(K(div255x16)(lo), K(div255x16)(hi));
            }
            if (n == 8) _mm256_storeu_si256((__m256i *)(dst + i), whole);
            else K(store_part)(dst + i, n, whole);
            continue;
        }
        __m256i l = _mm256_add_epi32(_mm256_set1_epi32(left + (int32_t)i * lx), lstep);
        __m256i t = _mm256_add_epi32(_mm256_set1_epi32(top + (int32_t)i * tx), tstep);
        __m256i c = _mm256_mullo_epi32(K(between8)(l, _mm256_sub_epi32(width, l)), K(between8)(t, _mm256_sub_epi32(height, t)));
        // From 65536ths to 255ths, rounded to nearest.
        c = _mm256_srli_epi32(_mm256_add_epi32(_mm256_sub_epi32(_mm256_slli_epi32(c, 8), c), _mm256_set1_epi32(32768)), 16);
        if (sprite->hard) {
            const __m256i before = _mm256_set1_epi32(-1);
            __m256i in = _mm256_and_si256(_mm256_cmpgt_epi32(l, before), _mm256_cmpgt_epi32(width, l));
            in = _mm256_and_si256(in, _mm256_and_si256(_mm256_cmpgt_epi32(t, before), _mm256_cmpgt_epi32(height, t)));
            c = _mm256_and_si256(in, _mm256_set1_epi32(255));
        }
        if (mask) {
            uint64_t bytes = 0;
            for (intptr_t k = 0; k < n; k++) bytes |= (uint64_t)mask[i + k] << (8 * k);
            __m256i m = _mm256_add_epi32(_mm256_mullo_epi32(c, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes))),
                _mm256_set1_epi32(128));
            c = _mm256_srli_epi32(_mm256_add_epi32(m, _mm256_srli_epi32(m, 8)), 8);
        }
        c = _mm256_or_si256(c, _mm256_slli_epi32(c, 16));
        __m256i clo = _mm256_unpacklo_epi32(c, c), chi = _mm256_unpackhi_epi32(c, c);
        __m256i out;
        if (sprite->adds)
            out = _mm256_adds_epu8(_mm256_packus_epi16(K(div255x16)(_mm256_mullo_epi16(_mm256_unpacklo_epi8(s, zero), clo)),
                                                       K(div255x16)(_mm256_mullo_epi16(_mm256_unpackhi_epi8(s, zero), chi))), d);
        else
            out = K(over8)(s, d, clo, chi);
        if (n == 8) _mm256_storeu_si256((__m256i *)(dst + i), out);
        else K(store_part)(dst + i, n, out);
    }
#else
    for (; i < end; i++) {
        int32_t l = left + (int32_t)i * lx, t = top + (int32_t)i * tx;
        uint32_t c = (uint32_t)(K(between)(l, sprite->width - l) * K(between)(t, sprite->height - t));
        c = (c * 255 + 32768) >> 16;
        if (sprite->hard) c = l >= 0 && l < sprite->width && t >= 0 && t < sprite->height ? 255 : 0;
        if (mask) c = K(div255)(c * mask[i]);
        uint32_t s = tint == 0xFFFFFFFFu ? samples[i] : K(tinted)(samples[i], tint);
        dst[i] = sprite->adds ? K(plus1)(s, dst[i], c) : K(over1)(s, dst[i], c);
    }
#endif
}

static void K(draw_sprite)(uint32_t *dst, intptr_t stride, intptr_t rows, intptr_t n, const agate_sprite *sprite, const uint8_t *mask,
                           intptr_t mask_stride) {
    // Samples are written and read in groups of eight.
    uint32_t samples[264];
    int64_t u = sprite->u, v = sprite->v;
    int32_t left = sprite->left, top = sprite->top;
    const int32_t lx = sprite->left_x, tx = sprite->top_x, most = -32768, width = sprite->width + 32768, height = sprite->height + 32768;
    for (intptr_t y = 0; y < rows; y++) {
        // Pixels outside the picture's sides are left out at both ends.
        intptr_t first = 0, end = n;
        for (int32_t l = left, t = top; first < end; first++, l += lx, t += tx)
            if (l > most && t > most && l < width && t < height) break;
        for (int32_t l = left + (int32_t)(n - 1) * lx, t = top + (int32_t)(n - 1) * tx; end > first; end--, l -= lx, t -= tx)
            if (l > most && t > most && l < width && t < height) break;
        for (intptr_t i = first; i < end; i += 256) {
            intptr_t count = end - i < 256 ? end - i : 256;
            K(sample_bilinear)(samples, (count + 7) & ~(intptr_t)7, sprite->texels, sprite->stride, sprite->bounds, u + i * sprite->u_x,
                v + i * sprite->v_x,
                               sprite->u_x, sprite->v_x);
            K(sprite_span)(dst + i, samples, 0, count, sprite, left + (int32_t)i * lx, top + (int32_t)i * tx, mask ? mask + i : 0);
        }
        dst += stride;
        if (mask) mask += mask_stride;
        u += sprite->u_y;
        v += sprite->v_y;
        left += sprite->left_y;
        top += sprite->top_y;
    }
}
