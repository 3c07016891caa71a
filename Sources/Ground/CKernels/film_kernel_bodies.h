// The loops of film_kernels.h, included once for each processor level. K(name) gives the level's name, and AGATE_AVX2 says whether AVX2
// may be used. All arithmetic uses integers.

#define B(p) ((int32_t)((p) & 255))
#define G(p) ((int32_t)((p) >> 8 & 255))
#define R(p) ((int32_t)((p) >> 16 & 255))

static void K(luma)(uint8_t *y, const uint32_t *pixels, intptr_t n) {
    intptr_t i = 0;
#if AGATE_NEON
    const uint32x4_t half = vdupq_n_u32((16 << 15) + (1 << 14));
    for (; i + 16 <= n; i += 16) {
        uint8x16x4_t p = vld4q_u8((const uint8_t *)(pixels + i));
        uint8x8_t bytes[2];
        for (int k = 0; k < 2; k++) {
            uint16x8_t b = vmovl_u8(k ? vget_high_u8(p.val[0]) : vget_low_u8(p.val[0])),
                g = vmovl_u8(k ? vget_high_u8(p.val[1]) : vget_low_u8(p.val[1]));
            uint16x8_t r = vmovl_u8(k ? vget_high_u8(p.val[2]) : vget_low_u8(p.val[2]));
            uint32x4_t low = vmlal_n_u16(half, vget_low_u16(b), luma_b), high = vmlal_n_u16(half, vget_high_u16(b), luma_b);
            low = vmlal_n_u16(vmlal_n_u16(low, vget_low_u16(g), luma_g), vget_low_u16(r), luma_r);
            high = vmlal_n_u16(vmlal_n_u16(high, vget_high_u16(g), luma_g), vget_high_u16(r), luma_r);
            bytes[k] = vmovn_u16(vcombine_u16(vshrn_n_u32(low, 15), vshrn_n_u32(high, 15)));
        }
        vst1q_u8(y + i, vcombine_u8(bytes[0], bytes[1]));
    }
#elif AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256(), weights = _mm256_set1_epi64x((int64_t)luma_r << 32 | (int64_t)luma_g << 16 | luma_b);
    const __m256i half = _mm256_set1_epi32((16 << 15) + (1 << 14)), order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (; i + 32 <= n; i += 32) {
        __m256i sums[4];
        for (int k = 0; k < 4; k++) {
            __m256i p = _mm256_loadu_si256((const __m256i *)(pixels + i + 8 * k));
            __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi8(p, zero), weights);
            __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi8(p, zero), weights);
            sums[k] = _mm256_srai_epi32(_mm256_add_epi32(_mm256_hadd_epi32(low, high), half), 15);
        }
        __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(sums[0], sums[1]), _mm256_packs_epi32(sums[2], sums[3]));
        _mm256_storeu_si256((__m256i *)(y + i), _mm256_permutevar8x32_epi32(bytes, order));
    }
#endif
    for (; i < n; i++) {
        uint32_t p = pixels[i];
        y[i] = (uint8_t)((R(p) * luma_r + G(p) * luma_g + B(p) * luma_b + (16 << 15) + (1 << 14)) >> 15);
    }
}

static inline void K(one_halved)(uint8_t *u, uint8_t *v, const uint32_t *top, const uint32_t *bottom, intptr_t n, intptr_t i) {
    intptr_t left = i > 0 ? 2 * i - 1 : 0, right = 2 * i + 1 < n ? 2 * i + 1 : n - 1;
    uint32_t a = top[left], b = bottom[left], c = top[2 * i], d = bottom[2 * i], e = top[right], f = bottom[right];
    int32_t red = R(a) + R(b) + 2 * (R(c) + R(d)) + R(e) + R(f);
    int32_t green = G(a) + G(b) + 2 * (G(c) + G(d)) + G(e) + G(f);
    int32_t blue = B(a) + B(b) + 2 * (B(c) + B(d)) + B(e) + B(f);
    u[i] = (uint8_t)((red * u_r + green * u_g + blue * u_b + (128 << 18) + (1 << 17)) >> 18);
    v[i] = (uint8_t)((red * v_r + green * v_g + blue * v_b + (128 << 18) + (1 << 17)) >> 18);
}

static void K(chroma_halved)(uint8_t *u, uint8_t *v, const uint32_t *top, const uint32_t *bottom, intptr_t n) {
    intptr_t count = (n + 1) / 2, i = 0;
    if (count > 0) K(one_halved)(u, v, top, bottom, n, i++);
#if AGATE_AVX2
    const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32((128 << 18) + (1 << 17));
    const __m256i u_weights = _mm256_setr_epi16(u_b, u_g, u_r, 0, u_b, u_g, u_r, 0, u_b, u_g, u_r, 0, u_b, u_g, u_r, 0);
    const __m256i v_weights = _mm256_setr_epi16(v_b, v_g, v_r, 0, v_b, v_g, v_r, 0, v_b, v_g, v_r, 0, v_b, v_g, v_r, 0);
    const __m256i order = _mm256_setr_epi32(0, 4, 0, 0, 1, 5, 0, 0);
    for (; 2 * i + 16 <= n; i += 8) {
        // Sums of both rows over (x - 1, x) and (x, x + 1), for four even columns each, so the middle column counts twice.
        __m256i sums[2];
        for (int k = 0; k < 2; k++) {
            intptr_t x = 2 * i + 8 * k;
            __m256i a = _mm256_loadu_si256((const __m256i *)(top + x)), b = _mm256_loadu_si256((const __m256i *)(bottom + x));
            __m256i c = _mm256_loadu_si256((const __m256i *)(top + x - 1)), d = _mm256_loadu_si256((const __m256i *)(bottom + x - 1));
            __m256i low = _mm256_add_epi16(
                _mm256_add_epi16(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(b, zero)),
                _mm256_add_epi16(_mm256_unpacklo_epi8(c, zero), _mm256_unpacklo_epi8(d, zero)));
            __m256i high = _mm256_add_epi16(
                _mm256_add_epi16(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(b, zero)),
                _mm256_add_epi16(_mm256_unpackhi_epi8(c, zero), _mm256_unpackhi_epi8(d, zero)));
            __m256i columns = _mm256_add_epi16(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
            __m256i both = _mm256_hadd_epi32(_mm256_madd_epi16(columns, u_weights), _mm256_madd_epi16(columns, v_weights));
            // u0 u1 v0 v1 | u2 u3 v2 v3
            sums[k] = _mm256_srai_epi32(_mm256_add_epi32(both, half), 18);
        }
        // u0 u1 v0 v1 u4 u5 v4 v5 | u2 u3 v2 v3 u6 u7 v6 v7, then pairs of columns as 16-bit units of bytes.
        __m256i words = _mm256_packs_epi32(sums[0], sums[1]);
        words = _mm256_shuffle_epi32(words, 0xd8);
        __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words, words), order);
        // Each half: u0 u1 u4 u5 | u2 u3 u6 u7 (the first two units), and the same for v.
        __m128i us = _mm256_castsi256_si128(bytes), vs = _mm256_extracti128_si256(bytes, 1);
        const __m128i interleave = _mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
        _mm_storel_epi64((__m128i *)(u + i), _mm_shuffle_epi8(us, interleave));
        _mm_storel_epi64((__m128i *)(v + i), _mm_shuffle_epi8(vs, interleave));
    }
#endif
    for (; i < count; i++) K(one_halved)(u, v, top, bottom, n, i);
}

static void K(chroma_visible)(uint8_t *u, uint8_t *v, const uint32_t *top, const uint32_t *bottom, intptr_t n) {
    for (intptr_t i = 0; 2 * i < n; i++) {
        intptr_t left = i > 0 ? 2 * i - 1 : 0, right = 2 * i + 1 < n ? 2 * i + 1 : n - 1;
        uint32_t a = top[left], b = bottom[left], c = top[2 * i], d = bottom[2 * i], e = top[right], f = bottom[right];
        int32_t alpha = (int32_t)((a >> 24) + (b >> 24) + 2 * ((c >> 24) + (d >> 24)) + (e >> 24) + (f >> 24));
        int32_t red = R(a) + R(b) + 2 * (R(c) + R(d)) + R(e) + R(f);
        int32_t green = G(a) + G(b) + 2 * (G(c) + G(d)) + G(e) + G(f);
        int32_t blue = B(a) + B(b) + 2 * (B(c) + B(d)) + B(e) + B(f);
        if (alpha == 0) {
            u[i] = v[i] = 128;
            continue;
        }
        if (alpha != 2040) {
            red = (red * 2040 + alpha / 2) / alpha;
            green = (green * 2040 + alpha / 2) / alpha;
            blue = (blue * 2040 + alpha / 2) / alpha;
        }
        u[i] = (uint8_t)((red * u_r + green * u_g + blue * u_b + (128 << 18) + (1 << 17)) >> 18);
        v[i] = (uint8_t)((red * v_r + green * v_g + blue * v_b + (128 << 18) + (1 << 17)) >> 18);
    }
}

static void K(chroma)(uint8_t *restrict u, uint8_t *restrict v, const uint32_t *restrict pixels, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) {
        uint32_t p = pixels[i];
        u[i] = (uint8_t)((R(p) * u_r + G(p) * u_g + B(p) * u_b + (128 << 15) + (1 << 14)) >> 15);
        v[i] = (uint8_t)((R(p) * v_r + G(p) * v_g + B(p) * v_b + (128 << 15) + (1 << 14)) >> 15);
    }
}

static void K(deep)(uint16_t *restrict y, uint16_t *restrict u, uint16_t *restrict v, uint16_t *restrict a,
    const uint32_t *restrict pixels, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) {
        uint32_t p = pixels[i];
        y[i] = (uint16_t)((R(p) * deep_r + G(p) * deep_g + B(p) * deep_b + (64 << 15) + (1 << 14)) >> 15);
        u[i] = (uint16_t)((R(p) * deep_u_r + G(p) * deep_u_g + B(p) * deep_u_b + (512 << 15) + (1 << 14)) >> 15);
        v[i] = (uint16_t)((R(p) * deep_v_r + G(p) * deep_v_g + B(p) * deep_v_b + (512 << 15) + (1 << 14)) >> 15);
        // a * 1023 / 255, rounded: 4 a and 3 a / 255.
        a[i] = (uint16_t)(4 * (p >> 24) + (3 * (p >> 24) + 127) / 255);
    }
}

static void K(straight)(uint32_t *dst, const uint32_t *src, intptr_t n) {
    for (intptr_t i = 0; i < n;) {
        // Most of most pictures is opaque or transparent.
        intptr_t end = i + 16 < n ? i + 16 : n;
        uint32_t all = 0xff000000, any = 0;
        for (intptr_t k = i; k < end; k++) {
            all &= src[k];
            any |= src[k];
        }
        if (all == 0xff000000 || any == 0) {
            __builtin_memmove(dst + i, src + i, (size_t)(end - i) * 4);
            i = end;
            continue;
        }
        for (; i < end; i++) {
            uint32_t p = src[i], alpha = p >> 24, round = alpha >> 1;
            // Exact: quotients of integers below 2^16 are no nearer to an integer from below than 1/255, far more than a float's error.
            float inverse = 1.0f / (float)(alpha ? alpha : 1);
            uint32_t r = (uint32_t)(((float)((p >> 16 & 255) * 255 + round) + 0.25f) * inverse);
            uint32_t g = (uint32_t)(((float)((p >> 8 & 255) * 255 + round) + 0.25f) * inverse);
            uint32_t b = (uint32_t)(((float)((p & 255) * 255 + round) + 0.25f) * inverse);
            r = r > 255 ? 255 : r;
            g = g > 255 ? 255 : g;
            b = b > 255 ? 255 : b;
            dst[i] = alpha ? alpha << 24 | r << 16 | g << 8 | b : 0;
        }
    }
}

static void K(alpha)(uint8_t *restrict dst, const uint32_t *restrict src, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) dst[i] = (uint8_t)(src[i] >> 24);
}

#undef R
#undef G
#undef B

static const agate_film_kernels K(table) = {
    K(luma), K(chroma_halved), K(chroma_visible), K(chroma), K(deep), K(straight), K(alpha),
};
