// Colours by position: a pixel's location in the gradient's space determines its index in a table.

// The middle of pixel x in gradient space.
#define AGATE_PLACE(p, x, gx, gy)                                  \
    double gx = ((double)(x) + 0.5) * (p)->a + (p)->cx + (p)->tx, \
           gy = ((double)(x) + 0.5) * (p)->b + (p)->cy + (p)->ty

// Eight pixels from a multiple of eight share one place in doubles; the steps within such a group are floats.
enum { K(group) = 8 };

static inline float K(group_place)(double step, double row, double shift, int64_t x) {
    return (float)(((double)(x & -K(group)) + 0.5) * step + row + shift);
}

static inline uint32_t K(radial1)(const agate_place *p, const uint32_t *table, int32_t last, int64_t x) {
    float step = (float)(x & (K(group) - 1)), end = (float)last;
    float fx = K(group_place)(p->a, p->cx, p->tx, x) + step * (float)p->a, fy = K(group_place)(p->b, p->cy, p->ty, x) + step * (float)p->b;
    float t = K(root)(fx * fx + fy * fy) * (float)agate_ramp_colors;
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

#if AGATE_AVX2
// Colours by index, in two steps: a row's indices, then the table's entries in their place. On many processors four loads take less time
// than a gather. NEON has none, so the loads follow each vector of indices.
static inline void K(put_eight)(uint32_t *dst, __m256i indices, const uint32_t *table) {
#if AGATE_NEON
    indices = _mm256_i32gather_epi32((const int *)table, indices, 4);
#endif
    _mm256_storeu_si256((__m256i *)dst, indices);
}

static inline void K(put_four)(uint32_t *dst, __m128i indices, const uint32_t *table) {
#if AGATE_NEON
    indices = _mm_i32gather_epi32((const int *)table, indices, 4);
#endif
    _mm_storeu_si128((__m128i *)dst, indices);
}

static inline void K(look_up)(uint32_t *dst, intptr_t n, const uint32_t *table) {
#if !AGATE_NEON
    intptr_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i v = _mm_cvtsi32_si128((int)table[(int32_t)dst[i]]);
        v = _mm_insert_epi32(v, (int)table[(int32_t)dst[i + 1]], 1);
        v = _mm_insert_epi32(v, (int)table[(int32_t)dst[i + 2]], 2);
        v = _mm_insert_epi32(v, (int)table[(int32_t)dst[i + 3]], 3);
        _mm_storeu_si128((__m128i *)(dst + i), v);
    }
    for (; i < n; i++) dst[i] = table[(int32_t)dst[i]];
#endif
}
#endif

static void K(radial_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, const agate_place *p, int64_t x) {
    intptr_t i = 0;
#if AGATE_AVX2
    const __m256 lanes = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256 a = _mm256_mul_ps(lanes, _mm256_set1_ps((float)p->a)), b = _mm256_mul_ps(lanes, _mm256_set1_ps((float)p->b));
    const __m256 scale = _mm256_set1_ps(agate_ramp_colors), end = _mm256_set1_ps((float)last);
    for (; i < n && ((x + i) & (K(group) - 1)); i++) dst[i] = K(radial1)(p, table, last, x + i);
    const intptr_t first = i;
    const __m128d step = _mm_setr_pd(p->a, p->b), row = _mm_setr_pd(p->cx, p->cy), shift = _mm_setr_pd(p->tx, p->ty);
    __m128d at = _mm_set1_pd((double)(x + i) + 0.5);
    for (; i + 8 <= n; i += 8, at = _mm_add_pd(at, _mm_set1_pd(8))) {
        __m128 place = _mm_cvtpd_ps(_mm_add_pd(_mm_add_pd(_mm_mul_pd(at, step), row), shift));
        __m256 gx = _mm256_add_ps(_mm256_broadcastss_ps(place), a);
        __m256 gy = _mm256_add_ps(_mm256_broadcastss_ps(_mm_shuffle_ps(place, place, 1)), b);
        __m256 t = _mm256_mul_ps(_mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(gx, gx), _mm256_mul_ps(gy, gy))), scale);
        K(put_eight)(dst + i, _mm256_cvttps_epi32(_mm256_min_ps(t, end)), table);
    }
    K(look_up)(dst + first, i - first, table);
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
        K(put_four)(dst + i, _mm256_cvttpd_epi32(t), table);
    }
#undef AGATE_ALL
    K(look_up)(dst, i, table);
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
            K(put_eight)(dst + i, k, table);
            a = _mm256_add_epi64(a, step);
            b = _mm256_add_epi64(b, step);
        }
        t += dt * i;
        K(look_up)(dst, i, table);
    }
#endif
    for (; i < n; i++) {
        dst[i] = table[K(clamp)(t >> 32, 0, last)];
        t = (int64_t)((uint64_t)t + (uint64_t)dt);
    }
}

// The equation of a row of pixels for t: spread * t^2 - 2 b t + q = 0, where b is linear in x and q is dx^2 + dy^2 - radius^2.
typedef struct K(circle_row) { double dx, dx_step, dy, dy_step, b, b_step, square; } K(circle_row);

static inline K(circle_row) K(circles_of_row)(const agate_place *p, const agate_circles *c) {
    double dx = p->cx + p->tx - c->center_x, dy = p->cy + p->ty - c->center_y;
    return (K(circle_row)){dx, p->a, dy, p->b, dx * c->step_x + dy * c->step_y + c->radius * c->growth,
        p->a * c->step_x + p->b * c->step_y, c->radius * c->radius};
}

// The colour at the greatest t whose circle passes through the middle of the pixel and is shown; 0 where there is none.
static inline uint32_t K(circles1)(const K(circle_row) *r, const uint32_t *table, double last, const agate_circles *c, int64_t x) {
    double at = (double)x + 0.5, dx = at * r->dx_step + r->dx, dy = at * r->dy_step + r->dy, b = at * r->b_step + r->b;
    double q = dx * dx + dy * dy - r->square, t;
#define AGATE_SHOWN(t) (c->radius + (t) * c->growth >= 0 && (t) >= c->first_t && (t) <= c->last_t)
    if (c->spread == 0) {
        t = q / (b + b);
        if (b == 0 || !AGATE_SHOWN(t)) return 0;
    } else {
        double square = b * b - c->spread * q;
        if (!(square >= 0)) return 0;
        double root = __builtin_sqrt(square), side = c->spread < 0 ? -root : root;
        t = (b + side) * c->inverse;
        if (!AGATE_SHOWN(t)) {
            t = (b - side) * c->inverse;
            if (!AGATE_SHOWN(t)) return 0;
        }
    }
#undef AGATE_SHOWN
    // The bounds are whole numbers, so clamping before rounding down gives the same index.
    double k = t * last;
    return table[k < 0 ? -1 : (int32_t)(k < last ? k : last)];
}

static void K(circles_ramp)(uint32_t *dst, intptr_t n, const uint32_t *table, int32_t last, const agate_place *p, const agate_circles *c,
                            int64_t x) {
    const K(circle_row) r = K(circles_of_row)(p, c);
    intptr_t i = 0;
    // Two roots at a time are no faster than one after the other on the ARM processors that are estimated.
#if AGATE_AVX2 && !AGATE_NEON
#define AGATE_ALL(v) _mm256_set1_pd(v)
#define AGATE_LINE(v) _mm256_add_pd(_mm256_mul_pd(at, AGATE_ALL(r.v##_step)), AGATE_ALL(r.v))
#define AGATE_SHOWN(t)                                                                                  \
    _mm256_and_pd(_mm256_cmp_pd(_mm256_add_pd(radius, _mm256_mul_pd(t, growth)), zero, _CMP_GE_OQ),       \
        _mm256_and_pd(_mm256_cmp_pd(t, first_t, _CMP_GE_OQ), _mm256_cmp_pd(t, last_t, _CMP_LE_OQ)))
    const __m256d zero = _mm256_setzero_pd(), radius = AGATE_ALL(c->radius), growth = AGATE_ALL(c->growth), end = AGATE_ALL((double)last);
    const __m256d first_t = AGATE_ALL(c->first_t), last_t = AGATE_ALL(c->last_t);
    const int touching = c->spread == 0;
    // The sign of the root in the greater solution.
    const __m256d sign = AGATE_ALL(c->spread < 0 ? -0.0 : 0.0);
    __m256d at = _mm256_add_pd(AGATE_ALL((double)x + 0.5), _mm256_setr_pd(0, 1, 2, 3));
    for (; i + 4 <= n; i += 4, at = _mm256_add_pd(at, AGATE_ALL(4))) {
        __m256d dx = AGATE_LINE(dx), dy = AGATE_LINE(dy), b = AGATE_LINE(b);
        __m256d q = _mm256_sub_pd(_mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy)), AGATE_ALL(r.square)), t, shown;
        if (touching) {
            t = _mm256_div_pd(q, _mm256_add_pd(b, b));
            shown = _mm256_and_pd(AGATE_SHOWN(t), _mm256_cmp_pd(b, zero, _CMP_NEQ_UQ));
        } else {
            // A negative square has no root, and NaN is not shown.
            __m256d root = _mm256_sqrt_pd(_mm256_sub_pd(_mm256_mul_pd(b, b), _mm256_mul_pd(AGATE_ALL(c->spread), q)));
            root = _mm256_xor_pd(root, sign);
            t = _mm256_mul_pd(_mm256_add_pd(b, root), AGATE_ALL(c->inverse));
            shown = AGATE_SHOWN(t);
            if (_mm256_movemask_pd(shown) != 15) {
                t = _mm256_blendv_pd(_mm256_mul_pd(_mm256_sub_pd(b, root), AGATE_ALL(c->inverse)), t, shown);
                shown = AGATE_SHOWN(t);
            }
        }
        __m256d k = _mm256_floor_pd(_mm256_max_pd(_mm256_and_pd(_mm256_mul_pd(t, end), shown), AGATE_ALL(-1)));
        __m128i index = _mm256_cvttpd_epi32(_mm256_min_pd(k, end)), colors = _mm_i32gather_epi32((const int *)table, index, 4);
        __m128 low = _mm_castpd_ps(_mm256_castpd256_pd128(shown)), high = _mm_castpd_ps(_mm256_extractf128_pd(shown, 1));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_and_si128(colors, _mm_castps_si128(_mm_shuffle_ps(low, high, 0x88))));
    }
#undef AGATE_SHOWN
#undef AGATE_LINE
#undef AGATE_ALL
#endif
    for (; i < n; i++) dst[i] = K(circles1)(&r, table, last, c, x + i);
}
