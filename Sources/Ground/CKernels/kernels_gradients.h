// Colours by position: a pixel's location in the gradient's space determines its index in a table.

// The middle of pixel x in gradient space.
#define AGATE_PLACE(p, x, gx, gy)                                  \
    double gx = ((double)(x) + 0.5) * (p)->a + (p)->cx + (p)->tx, \
           gy = ((double)(x) + 0.5) * (p)->b + (p)->cy + (p)->ty

static inline uint32_t K(radial1)(const agate_place *p, const uint32_t *table, int32_t last, int64_t x) {
    AGATE_PLACE(p, x, gx, gy);
    float fx = (float)gx, fy = (float)gy;
    float t = K(root)(fx * fx + fy * fy) * (float)agate_ramp_colors, end = (float)last;
    return table[(int32_t)(t < end ? t : end)];
}

// Computes quarter turns by a polynomial (error under 1e-6 turns), because the C library's arc tangent differs between machines.
static inline uint32_t K(conic1)(const agate_place *p, const uint32_t *table, int64_t x) {
    AGATE_PLACE(p, x, gx, gy);
    double ax = gx < 0 ? -gx : gx, ay = gy < 0 ? -gy : gy, high = ax > ay ? ax : ay, low = ax < ay ? ax : ay;
    double r = high > 0 ? low / high : 0, s = r * r;
    double q = -0.0117212 * s + 0.05265332;
    q = q * s - 0.11643287;
    q = q * s + 0.19354346;
    q = q * s - 0.33262347;
    q = q * s + 0.99997726;
    double turn = q * r / 6.283185307179586;
    turn = ay > ax ? 0.25 - turn : turn;
    turn = gx < 0 ? 0.5 - turn : turn;
    turn = gy < 0 ? 1 - turn : turn;
    double t = turn * agate_ramp_colors;
    t = t > 0 ? t : 0;
    return table[(int32_t)(t < agate_ramp_colors - 1 ? t : agate_ramp_colors - 1)];
}

static void K(radial_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, const agate_place *p, int64_t x) {
    intptr_t i = 0;
#if AGATE_AVX2
    const __m256d a = _mm256_set1_pd(p->a), b = _mm256_set1_pd(p->b), cx = _mm256_set1_pd(p->cx), cy = _mm256_set1_pd(p->cy);
    const __m256d tx = _mm256_set1_pd(p->tx), ty = _mm256_set1_pd(p->ty), four = _mm256_set1_pd(4);
    const __m256 scale = _mm256_set1_ps(agate_ramp_colors), end = _mm256_set1_ps((float)last);
    __m256d at = _mm256_add_pd(_mm256_set1_pd((double)x + 0.5), _mm256_setr_pd(0, 1, 2, 3));
    for (; i + 8 <= n; i += 8) {
        __m256d next = _mm256_add_pd(at, four);
        __m128 x0 = _mm256_cvtpd_ps(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(at, a), cx), tx));
        __m128 x1 = _mm256_cvtpd_ps(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(next, a), cx), tx));
        __m128 y0 = _mm256_cvtpd_ps(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(at, b), cy), ty));
        __m128 y1 = _mm256_cvtpd_ps(_mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(next, b), cy), ty));
        at = _mm256_add_pd(next, four);
        __m256 gx = _mm256_insertf128_ps(_mm256_castps128_ps256(x0), x1, 1), gy = _mm256_insertf128_ps(_mm256_castps128_ps256(y0), y1, 1);
        __m256 t = _mm256_mul_ps(_mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(gx, gx), _mm256_mul_ps(gy, gy))), scale);
        __m256i k = _mm256_cvttps_epi32(_mm256_min_ps(t, end));
        _mm256_storeu_si256((__m256i *)(dst + i), _mm256_i32gather_epi32((const int *)table, k, 4));
    }
#endif
    for (; i < n; i++) dst[i] = K(radial1)(p, table, last, x + i);
}

static void K(conic_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, const agate_place *p, int64_t x) {
    intptr_t i = 0;
#if AGATE_AVX2
#define AGATE_ALL(v) _mm256_set1_pd(v)
    const __m256d sign = AGATE_ALL(-0.0), zero = _mm256_setzero_pd();
    __m256d at = _mm256_add_pd(AGATE_ALL((double)x + 0.5), _mm256_setr_pd(0, 1, 2, 3));
    for (; i + 4 <= n; i += 4, at = _mm256_add_pd(at, AGATE_ALL(4))) {
        __m256d gx = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(at, AGATE_ALL(p->a)), AGATE_ALL(p->cx)), AGATE_ALL(p->tx));
        __m256d gy = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(at, AGATE_ALL(p->b)), AGATE_ALL(p->cy)), AGATE_ALL(p->ty));
        __m256d ax = _mm256_andnot_pd(sign, gx), ay = _mm256_andnot_pd(sign, gy), high = _mm256_max_pd(ax, ay), low = _mm256_min_pd(ax, ay);
        __m256d r = _mm256_and_pd(_mm256_div_pd(low, high), _mm256_cmp_pd(high, zero, _CMP_GT_OQ)), s = _mm256_mul_pd(r, r);
        __m256d q = _mm256_add_pd(_mm256_mul_pd(AGATE_ALL(-0.0117212), s), AGATE_ALL(0.05265332));
        q = _mm256_sub_pd(_mm256_mul_pd(q, s), AGATE_ALL(0.11643287));
        q = _mm256_add_pd(_mm256_mul_pd(q, s), AGATE_ALL(0.19354346));
        q = _mm256_sub_pd(_mm256_mul_pd(q, s), AGATE_ALL(0.33262347));
        q = _mm256_add_pd(_mm256_mul_pd(q, s), AGATE_ALL(0.99997726));
        __m256d turn = _mm256_div_pd(_mm256_mul_pd(q, r), AGATE_ALL(6.283185307179586));
        turn = _mm256_blendv_pd(turn, _mm256_sub_pd(AGATE_ALL(0.25), turn), _mm256_cmp_pd(ay, ax, _CMP_GT_OQ));
        turn = _mm256_blendv_pd(turn, _mm256_sub_pd(AGATE_ALL(0.5), turn), _mm256_cmp_pd(gx, zero, _CMP_LT_OQ));
        turn = _mm256_blendv_pd(turn, _mm256_sub_pd(AGATE_ALL(1), turn), _mm256_cmp_pd(gy, zero, _CMP_LT_OQ));
        __m256d t = _mm256_min_pd(_mm256_max_pd(_mm256_mul_pd(turn, AGATE_ALL(agate_ramp_colors)), zero), AGATE_ALL(agate_ramp_colors - 1));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_i32gather_epi32((const int *)table, _mm256_cvttpd_epi32(t), 4));
    }
#undef AGATE_ALL
#endif
    for (; i < n; i++) dst[i] = K(conic1)(p, table, x + i);
}

static void K(lookup_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, int64_t t, int64_t dt) {
    intptr_t i = 0;
#if AGATE_AVX2
    // Only if all integer parts fit 32 bits.
    double end = (double)t + (double)dt * (double)n;
    if (t < (int64_t)1 << 62 && t > -((int64_t)1 << 62) && end < 4e18 && end > -4e18) {
        const __m256i low = _mm256_setzero_si256(), high = _mm256_set1_epi32(last);
        __m256i step = _mm256_set1_epi64x(8 * dt);
        __m256i a = _mm256_add_epi64(_mm256_set1_epi64x(t), _mm256_setr_epi64x(0, dt, 2 * dt, 3 * dt)),
            b = _mm256_add_epi64(a, _mm256_set1_epi64x(4 * dt));
        for (; i + 8 <= n; i += 8) {
            __m256i k = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xdd));
            k = _mm256_min_epi32(_mm256_max_epi32(_mm256_permute4x64_epi64(k, 0xd8), low), high);
            _mm256_storeu_si256((__m256i *)(dst + i), _mm256_i32gather_epi32((const int *)table, k, 4));
            a = _mm256_add_epi64(a, step);
            b = _mm256_add_epi64(b, step);
        }
        t += dt * i;
    }
#endif
    for (; i < n; i++) {
        dst[i] = table[K(clamp)(t >> 32, 0, last)];
        t = (int64_t)((uint64_t)t + (uint64_t)dt);
    }
}
