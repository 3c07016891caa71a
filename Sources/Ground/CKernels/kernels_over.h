// Source-over on rows of pixels.
//
// Rounding: x / 255 to nearest is (t + (t >> 8)) >> 8 with t = x + 128, exact for 0...65025. A source channel s under coverage c over d
// is (s*c + d*(255 - a*c/255)) / 255, rounded once. Invalid premultiplied input that exceeds 255 is clamped to it.

static inline float K(root)(float v) { return __builtin_sqrtf(v); }

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

#if AGATE_NEON
// Returns x / 255 of eight sums. Sums of invalid input above 65535 are clamped, and give 255.
static inline uint8x8_t K(div255x8)(uint16x8_t x) {
    uint16x8_t t = vqaddq_u16(x, vdupq_n_u16(128));
    return vshrn_n_u16(vqaddq_u16(t, vshrq_n_u16(t, 8)), 8);
}

// Composites eight pixels by channels: s over d under eight coverages.
static inline uint8x8x4_t K(over_channels)(uint8x8x4_t s, uint8x8x4_t d, uint8x8_t c) {
    uint16x8_t alpha = vmull_u8(s.val[3], c);
    uint8x8_t left = vmvn_u8(K(div255x8)(alpha));
    for (int i = 0; i < 3; i++) d.val[i] = K(div255x8)(vqaddq_u16(vmull_u8(s.val[i], c), vmull_u8(d.val[i], left)));
    d.val[3] = K(div255x8)(vqaddq_u16(alpha, vmull_u8(d.val[3], left)));
    return d;
}

static inline uint8x8x4_t K(load_channels)(const uint32_t *p) { return vld4_u8((const uint8_t *)p); }
static inline void K(store_channels)(uint32_t *p, uint8x8x4_t v) { vst4_u8((uint8_t *)p, v); }
static inline uint8x8x4_t K(channels_of)(uint32_t color) {
    return (uint8x8x4_t){{vdup_n_u8((uint8_t)color), vdup_n_u8((uint8_t)(color >> 8)), vdup_n_u8((uint8_t)(color >> 16)),
        vdup_n_u8((uint8_t)(color >> 24))}};
}
static inline uint64_t K(bits)(uint8x8_t v) { return vget_lane_u64(vreinterpret_u64_u8(v), 0); }
#endif

#if AGATE_AVX2
// Returns x / 255, sixteen at a time: t * 257 >> 16 is (t + (t >> 8)) >> 8. Sums of invalid input above 65535 are clamped and give 256,
// which packing clamps to 255.
static inline __m256i K(div255x16)(__m256i x) {
    return _mm256_mulhi_epu16(_mm256_adds_epu16(x, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

// Composites eight pixels: s over d under eight coverages, expanded to all channels (two halves of 16-bit lanes).
static inline __m256i K(over8)(__m256i s, __m256i d, __m256i clo, __m256i chi) {
    const __m256i zero = _mm256_setzero_si256();
    // The alpha of each pixel in all its channels.
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

// Composites one opaque colour, expanded to 16 bits: the factor of d is 255 - c.
static inline __m256i K(opaque8)(__m256i s16, __m256i d, __m256i clo, __m256i chi) {
    const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
    __m256i lo = _mm256_add_epi16(_mm256_mullo_epi16(s16, clo),
                                  _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), _mm256_sub_epi16(full, clo)));
    __m256i hi = _mm256_add_epi16(_mm256_mullo_epi16(s16, chi),
                                  _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), _mm256_sub_epi16(full, chi)));
    return _mm256_packus_epi16(K(div255x16)(lo), K(div255x16)(hi));
}

// One to seven pixels at the end of a row. The other lanes are 0 and not written. Without branches, which processors can't predict.
static inline __m256i K(part_mask)(intptr_t n) {
    static const int32_t lanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
    return _mm256_loadu_si256((const __m256i *)(lanes + 8 - n));
}
#if AGATE_AVX512
// Mask registers are several times faster than a vector of masks on some processors.
static inline __m256i K(load_part)(const uint32_t *p, intptr_t n) { return _mm256_maskz_loadu_epi32((__mmask8)((1u << n) - 1), p); }
static inline void K(store_part)(uint32_t *p, intptr_t n, __m256i v) { _mm256_mask_storeu_epi32(p, (__mmask8)((1u << n) - 1), v); }
#else
static inline __m256i K(load_part)(const uint32_t *p, intptr_t n) { return _mm256_maskload_epi32((const int *)p, K(part_mask)(n)); }
static inline void K(store_part)(uint32_t *p, intptr_t n, __m256i v) { _mm256_maskstore_epi32((int *)p, K(part_mask)(n), v); }
#endif

// Composites eight pixels over others, with full coverage: s + d * (255 - a) / 255, the same bytes as over8 under a coverage of 255.
static inline __m256i K(whole8)(__m256i s, __m256i d) {
    const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
    const __m256i alo = _mm256_setr_epi8(3, -1, 3, -1, 3, -1, 3, -1, 7, -1, 7, -1, 7, -1, 7, -1,
                                         3, -1, 3, -1, 3, -1, 3, -1, 7, -1, 7, -1, 7, -1, 7, -1);
    const __m256i ahi = _mm256_setr_epi8(11, -1, 11, -1, 11, -1, 11, -1, 15, -1, 15, -1, 15, -1, 15, -1,
                                         11, -1, 11, -1, 11, -1, 11, -1, 15, -1, 15, -1, 15, -1, 15, -1);
    __m256i lo = _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), _mm256_sub_epi16(full, _mm256_shuffle_epi8(s, alo)));
    __m256i hi = _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), _mm256_sub_epi16(full, _mm256_shuffle_epi8(s, ahi)));
    return _mm256_adds_epu8(s, _mm256_packus_epi16(K(div255x16)(lo), K(div255x16)(hi)));
}

// Composites one colour that is already multiplied by its coverage. `k` is the factor of d.
static inline __m256i K(solid8)(__m256i sc, __m256i d, __m256i k) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i lo = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), k)));
    __m256i hi = K(div255x16)(_mm256_adds_epu16(sc, _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), k)));
    return _mm256_packus_epi16(lo, hi);
}

static inline uint64_t K(load_bytes)(const uint8_t *p, intptr_t n) {
    // Up to four bytes from either end, which may overlap.
    uint32_t head, tail;
    if (n >= 4) {
        __builtin_memcpy(&head, p, 4);
        __builtin_memcpy(&tail, p + n - 4, 4);
        return head | (uint64_t)tail << (8 * (n - 4));
    }
    uint64_t c = 0;
    for (intptr_t i = 0; i < n; i++) c |= (uint64_t)p[i] << (8 * i);
    return c;
}

// Returns running sums of eight cells after `run`. `run` becomes the last of them in every lane.
static inline __m256i K(scan8)(__m256i v, __m256i *run) {
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    __m256i low4 = _mm256_shuffle_epi32(_mm256_permute2x128_si256(v, v, 0x08), 0xff);
    v = _mm256_add_epi32(v, low4);
    __m256i out = _mm256_add_epi32(v, *run);
    *run = _mm256_add_epi32(*run, _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(7)));
    return out;
}

// Converts sums to coverage 0...255, one in each 32-bit lane.
static inline __m256i K(coverage8)(__m256i v) {
    __m256i m = _mm256_min_epu32(_mm256_abs_epi32(v), _mm256_set1_epi32(65536));
    return _mm256_srli_epi32(
        _mm256_add_epi32(_mm256_sub_epi32(_mm256_slli_epi32(m, 8), m), _mm256_set1_epi32(32768)), 16);
}

// Expands eight coverage bytes to the channels of eight pixels in the order of unpacklo / unpackhi.
static inline void K(spread8)(uint64_t c, __m256i *lo, __m256i *hi) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                            4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)c), spread);
    *lo = _mm256_unpacklo_epi8(all, zero);
    *hi = _mm256_unpackhi_epi8(all, zero);
}
#endif

#if AGATE_AVX512
// The same operations with sixteen pixels.
static inline __m512i K(div255x32)(__m512i x) {
    return _mm512_mulhi_epu16(_mm512_adds_epu16(x, _mm512_set1_epi16(128)), _mm512_set1_epi16(257));
}

static inline __m512i K(four_lanes)(__m128i v) { return _mm512_broadcast_i32x4(v); }

static inline __m512i K(over16)(__m512i s, __m512i d, __m512i clo, __m512i chi) {
    const __m512i zero = _mm512_setzero_si512(), full = _mm512_set1_epi16(255);
    const __m512i alo = K(four_lanes)(_mm_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15));
    __m512i slo = _mm512_mullo_epi16(_mm512_unpacklo_epi8(s, zero), clo);
    __m512i shi = _mm512_mullo_epi16(_mm512_unpackhi_epi8(s, zero), chi);
    __m512i klo = _mm512_sub_epi16(full, K(div255x32)(_mm512_shuffle_epi8(slo, alo)));
    __m512i khi = _mm512_sub_epi16(full, K(div255x32)(_mm512_shuffle_epi8(shi, alo)));
    __m512i lo = K(div255x32)(_mm512_adds_epu16(slo, _mm512_mullo_epi16(_mm512_unpacklo_epi8(d, zero), klo)));
    __m512i hi = K(div255x32)(_mm512_adds_epu16(shi, _mm512_mullo_epi16(_mm512_unpackhi_epi8(d, zero), khi)));
    return _mm512_packus_epi16(lo, hi);
}

static inline __m512i K(whole16)(__m512i s, __m512i d) {
    const __m512i zero = _mm512_setzero_si512(), full = _mm512_set1_epi16(255);
    const __m512i alo = K(four_lanes)(_mm_setr_epi8(3, -1, 3, -1, 3, -1, 3, -1, 7, -1, 7, -1, 7, -1, 7, -1));
    const __m512i ahi = K(four_lanes)(_mm_setr_epi8(11, -1, 11, -1, 11, -1, 11, -1, 15, -1, 15, -1, 15, -1, 15, -1));
    __m512i lo = _mm512_mullo_epi16(_mm512_unpacklo_epi8(d, zero), _mm512_sub_epi16(full, _mm512_shuffle_epi8(s, alo)));
    __m512i hi = _mm512_mullo_epi16(_mm512_unpackhi_epi8(d, zero), _mm512_sub_epi16(full, _mm512_shuffle_epi8(s, ahi)));
    return _mm512_adds_epu8(s, _mm512_packus_epi16(K(div255x32)(lo), K(div255x32)(hi)));
}

static inline __m512i K(solid16)(__m512i sc, __m512i d, __m512i k) {
    const __m512i zero = _mm512_setzero_si512();
    __m512i lo = K(div255x32)(_mm512_adds_epu16(sc, _mm512_mullo_epi16(_mm512_unpacklo_epi8(d, zero), k)));
    __m512i hi = K(div255x32)(_mm512_adds_epu16(sc, _mm512_mullo_epi16(_mm512_unpackhi_epi8(d, zero), k)));
    return _mm512_packus_epi16(lo, hi);
}

// Expands sixteen coverage bytes to the channels of sixteen pixels in the order of unpacklo and unpackhi.
static inline void K(spread16)(__m128i c, __m512i *lo, __m512i *hi) {
    const __m512i zero = _mm512_setzero_si512();
    const __m512i spread = _mm512_set_epi32(0x0f0f0f0f, 0x0e0e0e0e, 0x0d0d0d0d, 0x0c0c0c0c, 0x0b0b0b0b, 0x0a0a0a0a, 0x09090909, 0x08080808,
        0x07070707, 0x06060606, 0x05050505, 0x04040404, 0x03030303, 0x02020202, 0x01010101, 0);
    __m512i all = _mm512_shuffle_epi8(K(four_lanes)(c), spread);
    *lo = _mm512_unpacklo_epi8(all, zero);
    *hi = _mm512_unpackhi_epi8(all, zero);
}

// Returns a mask of the first n of sixteen, at most.
static inline __mmask16 K(first16)(intptr_t n) { return n >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << n) - 1); }
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
#if AGATE_NEON
    const uint8x8_t left = vdup_n_u8((uint8_t)(255 - K(div255)((color >> 24) * c)));
    uint16x8_t part[4];
    for (int k = 0; k < 4; k++) part[k] = vdupq_n_u16((uint16_t)(((color >> (8 * k)) & 255) * c));
    for (; i + 8 <= n; i += 8) {
        uint8x8x4_t d = K(load_channels)(dst + i);
        for (int k = 0; k < 4; k++) d.val[k] = K(div255x8)(vqaddq_u16(part[k], vmull_u8(d.val[k], left)));
        K(store_channels)(dst + i, d);
    }
    for (; i < n; i++) dst[i] = K(over1)(color, dst[i], c);
#elif AGATE_AVX512
    __m512i sc = _mm512_mullo_epi16(_mm512_unpacklo_epi8(_mm512_set1_epi32((int)color), _mm512_setzero_si512()),
        _mm512_set1_epi16((short)c));
    __m512i k = _mm512_set1_epi16((short)(255 - K(div255)((color >> 24) * c)));
    // The last sixteen are computed from the original contents. They overlap the previous ones, with the same result. Loads that overlap
    // a recent store only partially would have to wait for it.
    const intptr_t last = n - 16;
    __m512i end = _mm512_setzero_si512();
    if (last >= 0 && (n & 15)) end = K(solid16)(sc, _mm512_loadu_si512(dst + last), k);
    for (; i + 16 <= n; i += 16) _mm512_storeu_si512(dst + i, K(solid16)(sc, _mm512_loadu_si512(dst + i), k));
    if (i < n && last >= 0) {
        _mm512_storeu_si512(dst + last, end);
    } else if (i < n) {
        __mmask16 lanes = K(first16)(n - i);
        _mm512_mask_storeu_epi32(dst + i, lanes, K(solid16)(sc, _mm512_maskz_loadu_epi32(lanes, dst + i), k));
    }
#elif AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256();
    __m256i sc = _mm256_mullo_epi16(_mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero), _mm256_set1_epi16((short)c));
    __m256i k = _mm256_set1_epi16((short)(255 - K(div255)((color >> 24) * c)));
    // The last eight are computed from the original contents. They overlap the previous ones, with the same result. Loads that overlap a
    // recent store only partially would have to wait for it.
    const intptr_t last = n - 8;
    __m256i end = zero;
    if (last >= 0 && (n & 7)) end = K(solid8)(sc, _mm256_loadu_si256((const __m256i *)(dst + last)), k);
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_si256((__m256i *)(dst + i), K(solid8)(sc, _mm256_loadu_si256((const __m256i *)(dst + i)), k));
    if (i < n && last >= 0) _mm256_storeu_si256((__m256i *)(dst + last), end);
    else if (i < n) K(store_part)(dst + i, n - i, K(solid8)(sc, K(load_part)(dst + i, n - i), k));
#else
    for (; i < n; i++) dst[i] = K(over1)(color, dst[i], c);
#endif
}

static void K(over_solid_coverage)(uint32_t *dst, intptr_t n, uint32_t color, const uint8_t *cov) {
    intptr_t i = 0;
    int opaque = (color >> 24) == 255;
#if AGATE_NEON
    const uint8x8x4_t s = K(channels_of)(color);
    for (; i + 8 <= n; i += 8) {
        uint8x8_t c = vld1_u8(cov + i);
        if (K(bits)(c) == 0) continue;
        K(store_channels)(dst + i, opaque && K(bits)(c) == UINT64_MAX ? s : K(over_channels)(s, K(load_channels)(dst + i), c));
    }
#elif AGATE_AVX512
    const __m512i s = _mm512_set1_epi32((int)color);
    __m512i lo, hi, end = s;
    const intptr_t last = n - 16;
    if (last >= 0 && (n & 15)) {
        K(spread16)(_mm_loadu_si128((const __m128i *)(cov + last)), &lo, &hi);
        end = K(over16)(s, _mm512_loadu_si512(dst + last), lo, hi);
    }
    for (; i + 16 <= n; i += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(cov + i));
        if (_mm_testz_si128(c, c)) continue;
        if (opaque && _mm_test_all_ones(c)) { _mm512_storeu_si512(dst + i, s); continue; }
        K(spread16)(c, &lo, &hi);
        _mm512_storeu_si512(dst + i, K(over16)(s, _mm512_loadu_si512(dst + i), lo, hi));
    }
    if (i < n && last >= 0) {
        _mm512_storeu_si512(dst + last, end);
    } else if (i < n) {
        __mmask16 lanes = K(first16)(n - i);
        K(spread16)(_mm_maskz_loadu_epi8(lanes, cov + i), &lo, &hi);
        _mm512_mask_storeu_epi32(dst + i, lanes, K(over16)(s, _mm512_maskz_loadu_epi32(lanes, dst + i), lo, hi));
    }
    i = n;
#elif AGATE_AVX2
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
        i = n;
    }
#endif
    for (; i < n; i++) {
        uint32_t c = cov[i];
        if (c == 0) continue;
        dst[i] = opaque && c == 255 ? color : K(over1)(color, dst[i], c);
    }
}

static void K(over_solid_mask)(uint32_t *dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color, const uint8_t *mask,
    intptr_t mask_stride) {
    for (intptr_t y = 0; y < rows; y++, dst += stride, mask += mask_stride) {
        intptr_t i = 0;
#if AGATE_AVX2
        // Much of most masks is empty: 32 pixels are tested at once, and those that are not empty are prefetched some rows ahead.
        const uint8_t *below = y + 6 < rows ? mask + 6 * mask_stride : mask;
        for (; i + 32 <= n; i += 32) {
            __m256i next = _mm256_loadu_si256((const __m256i *)(below + i));
            if (!_mm256_testz_si256(next, next)) {
                __builtin_prefetch(dst + 6 * stride + i, 1);
                __builtin_prefetch(dst + 6 * stride + i + 16, 1);
            }
            __m256i c = _mm256_loadu_si256((const __m256i *)(mask + i));
            if (!_mm256_testz_si256(c, c)) K(over_solid_coverage)(dst + i, 32, color, mask + i);
        }
        uint64_t rest = 0, c;
        for (intptr_t k = i; k + 8 <= n; k += 8) {
            __builtin_memcpy(&c, mask + k, 8);
            rest |= c;
        }
        rest |= K(load_bytes)(mask + (n & ~(intptr_t)7), n & 7);
        if (rest == 0) continue;
#endif
        K(over_solid_coverage)(dst + i, n - i, color, mask + i);
    }
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
        // Stored last: the pixels between them are loaded in wide vectors, which would have to wait.
        K(over_solid)(dst + 1, n, color, 255);
        dst[0] = (uint32_t)_mm_cvtsi128_si32(t);
        dst[n + 1] = (uint32_t)_mm_extract_epi32(t, 1);
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
    // The edge of a box: a masked store would delay loads beside it.
    if (n == 1) { dst[0] = K(over1)(src[0], dst[0], c); return; }
#if AGATE_NEON
    const uint8x8_t all = vdup_n_u8((uint8_t)c);
    for (; i + 8 <= n; i += 8) {
        uint8x8x4_t s = K(load_channels)(src + i);
        if (c == 255 && K(bits)(s.val[3]) == UINT64_MAX) {
            K(store_channels)(dst + i, s);
            continue;
        }
        K(store_channels)(dst + i, K(over_channels)(s, K(load_channels)(dst + i), all));
    }
#elif AGATE_AVX512
    const __m512i cc = _mm512_set1_epi16((short)c), top = _mm512_set1_epi32((int)0xff000000u);
    const intptr_t last = n - 16;
    __m512i end = _mm512_setzero_si512();
    if (last >= 0 && (n & 15)) {
        __m512i s = _mm512_loadu_si512(src + last), d = _mm512_loadu_si512(dst + last);
        end = c == 255 ? K(whole16)(s, d) : K(over16)(s, d, cc, cc);
    }
    for (; i + 16 <= n; i += 16) {
        __m512i s = _mm512_loadu_si512(src + i);
        if (!_mm512_test_epi32_mask(s, s)) continue;
        if (c == 255 && _mm512_cmpge_epu32_mask(s, top) == 0xffff) { _mm512_storeu_si512(dst + i, s); continue; }
        __m512i d = _mm512_loadu_si512(dst + i);
        _mm512_storeu_si512(dst + i, c == 255 ? K(whole16)(s, d) : K(over16)(s, d, cc, cc));
    }
    if (i < n && last >= 0) {
        _mm512_storeu_si512(dst + last, end);
    } else if (i < n) {
        __mmask16 lanes = K(first16)(n - i);
        __m512i s = _mm512_maskz_loadu_epi32(lanes, src + i), d = _mm512_maskz_loadu_epi32(lanes, dst + i);
        _mm512_mask_storeu_epi32(dst + i, lanes, c == 255 ? K(whole16)(s, d) : K(over16)(s, d, cc, cc));
    }
    i = n;
#elif AGATE_AVX2
    const __m256i cc = _mm256_set1_epi16((short)c);
    const __m256i top = _mm256_set1_epi32((int)0xff000000u);
    __m256i end = _mm256_setzero_si256();
    const intptr_t last = n - 8;
    if (last >= 0 && (n & 7)) {
        __m256i s = _mm256_loadu_si256((const __m256i *)(src + last)), d = _mm256_loadu_si256((const __m256i *)(dst + last));
        end = c == 255 ? K(whole8)(s, d) : K(over8)(s, d, cc, cc);
    }
    for (; i + 8 <= n; i += 8) {
        __m256i s = _mm256_loadu_si256((const __m256i *)(src + i));
        if (_mm256_testz_si256(s, s)) continue;
        if (c == 255 && _mm256_testc_si256(s, top)) { _mm256_storeu_si256((__m256i *)(dst + i), s); continue; }
        __m256i d = _mm256_loadu_si256((const __m256i *)(dst + i));
        _mm256_storeu_si256((__m256i *)(dst + i), c == 255 ? K(whole8)(s, d) : K(over8)(s, d, cc, cc));
    }
    if (i < n && last >= 0)
        _mm256_storeu_si256((__m256i *)(dst + last), end);
    else if (i < n)
        K(store_part)(dst + i, n - i, K(over8)(K(load_part)(src + i, n - i), K(load_part)(dst + i, n - i), cc, cc));
    i = n;
#endif
    for (; i < n; i++) dst[i] = K(over1)(src[i], dst[i], c);
}

static void K(over_pixels_coverage)(uint32_t *dst, const uint32_t *src, intptr_t n, const uint8_t *cov) {
    intptr_t i = 0;
#if AGATE_NEON
    for (; i + 8 <= n; i += 8) {
        uint8x8_t c = vld1_u8(cov + i);
        if (K(bits)(c) == 0) continue;
        K(store_channels)(dst + i, K(over_channels)(K(load_channels)(src + i), K(load_channels)(dst + i), c));
    }
#elif AGATE_AVX512
    __m512i lo, hi;
    for (; i + 16 <= n; i += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(cov + i));
        if (_mm_testz_si128(c, c)) continue;
        K(spread16)(c, &lo, &hi);
        _mm512_storeu_si512(dst + i, K(over16)(_mm512_loadu_si512(src + i), _mm512_loadu_si512(dst + i), lo, hi));
    }
    if (i < n) {
        __mmask16 lanes = K(first16)(n - i);
        K(spread16)(_mm_maskz_loadu_epi8(lanes, cov + i), &lo, &hi);
        __m512i s = _mm512_maskz_loadu_epi32(lanes, src + i), d = _mm512_maskz_loadu_epi32(lanes, dst + i);
        _mm512_mask_storeu_epi32(dst + i, lanes, K(over16)(s, d, lo, hi));
        i = n;
    }
#elif AGATE_AVX2
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
        i = n;
    }
#endif
    for (; i < n; i++) if (cov[i]) dst[i] = K(over1)(src[i], dst[i], cov[i]);
}
