// Blend modes other than source-over, on bytes of premultiplied pixels. All sums are of products of two bytes. Once no channel exceeds
// its alpha, they are in 0...65025, whatever the intermediate overflow. They are divided by 255, rounded to nearest, once.

#define AGATE_BLEND 64

// Passes each channel of a range of pixels through `sum` (or, with `value`, directly to a byte).
#define AGATE_EACH(expression)                                                                                  \
    for (intptr_t k = 0; k < m; k++) {                                                                          \
        uint16_t s = sc[k], d = dc[k], sa = sx[k], da = dx[k];                                                  \
        uint16_t si = (uint16_t)(255 - sa), di = (uint16_t)(255 - da);                                          \
        (void)si; (void)di; (void)s; (void)d;                                                                   \
        uint16_t t = (uint16_t)((uint16_t)(expression) + 128);                                                  \
        out[k] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);                                                      \
    }                                                                                                           \
    break

#define AGATE_U16(e) ((uint16_t)(e))
// The contributions of the areas that only one of them covers.
#define AGATE_APART AGATE_U16(s * di + d * si)
#define AGATE_LESS(a, b) (AGATE_U16(a) < AGATE_U16(b) ? AGATE_U16(a) : AGATE_U16(b))
#define AGATE_MORE(a, b) (AGATE_U16(a) > AGATE_U16(b) ? AGATE_U16(a) : AGATE_U16(b))

// Every mode is named: the compiler rejects a switch that lacks one.
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wswitch-enum"
static int32_t K(blend_pixels)(uint32_t *dst, const uint32_t *src, intptr_t n, agate_blend_mode mode, const uint8_t *cov) {
    uint8_t sc[4 * AGATE_BLEND], dc[4 * AGATE_BLEND], sx[4 * AGATE_BLEND], dx[4 * AGATE_BLEND], out[4 * AGATE_BLEND];
    for (intptr_t i = 0; i < n; i += AGATE_BLEND) {
        intptr_t pixels = n - i < AGATE_BLEND ? n - i : AGATE_BLEND, m = 4 * pixels;
        uint32_t spread[AGATE_BLEND];
        for (intptr_t k = 0; k < pixels; k++) spread[k] = (src[i + k] >> 24) * 0x01010101u;
        __builtin_memcpy(sx, spread, (size_t)m);
        for (intptr_t k = 0; k < pixels; k++) spread[k] = (dst[i + k] >> 24) * 0x01010101u;
        __builtin_memcpy(dx, spread, (size_t)m);
        __builtin_memcpy(sc, src + i, (size_t)m);
        __builtin_memcpy(dc, dst + i, (size_t)m);
        for (intptr_t k = 0; k < m; k++) sc[k] = sc[k] < sx[k] ? sc[k] : sx[k];
        for (intptr_t k = 0; k < m; k++) dc[k] = dc[k] < dx[k] ? dc[k] : dx[k];
        switch (mode) {
        case agate_blend_multiply: AGATE_EACH(AGATE_APART + s * d);
        case agate_blend_screen: AGATE_EACH(AGATE_U16(255 * AGATE_U16(s + d)) - AGATE_U16(s * d));
        case agate_blend_overlay:
            AGATE_EACH(AGATE_APART + (2 * d <= da ? AGATE_U16(2 * AGATE_U16(s * d))
                                                  : AGATE_U16(AGATE_U16(sa * da) - 2 * AGATE_U16(AGATE_U16(da - d) * AGATE_U16(sa - s)))));
        case agate_blend_darken: AGATE_EACH(AGATE_APART + AGATE_LESS(s * da, d * sa));
        case agate_blend_lighten: AGATE_EACH(AGATE_APART + AGATE_MORE(s * da, d * sa));
        case agate_blend_hard_light:
            AGATE_EACH(AGATE_APART + (2 * s <= sa ? AGATE_U16(2 * AGATE_U16(s * d))
                                                  : AGATE_U16(AGATE_U16(sa * da) - 2 * AGATE_U16(AGATE_U16(da - d) * AGATE_U16(sa - s)))));
        // In the next two modes the difference is of twice the same product. Their alphas are as in the others.
        case agate_blend_difference:
            AGATE_EACH((k & 3) == 3 ? AGATE_U16(AGATE_U16(255 * AGATE_U16(s + d)) - AGATE_U16(s * d))
                                    : AGATE_U16(AGATE_U16(255 * AGATE_U16(s + d)) - 2 * AGATE_LESS(s * da, d * sa)));
        case agate_blend_exclusion: AGATE_EACH(AGATE_U16(255 * AGATE_U16(s + d)) - ((k & 3) == 3 ? 1 : 2) * AGATE_U16(s * d));
        case agate_blend_source_in: AGATE_EACH(s * da);
        case agate_blend_source_out: AGATE_EACH(s * di);
        case agate_blend_source_atop: AGATE_EACH(s * da + d * si);
        case agate_blend_destination_over: AGATE_EACH(s * di + d * 255);
        case agate_blend_destination_in: AGATE_EACH(d * sa);
        case agate_blend_destination_out: AGATE_EACH(d * si);
        case agate_blend_destination_atop: AGATE_EACH(s * di + d * sa);
        case agate_blend_xor: AGATE_EACH(AGATE_APART);
        case agate_blend_plus_darker:
            for (intptr_t k = 0; k < m; k++) {
                int16_t a = (int16_t)(sx[k] + dx[k]), over = (int16_t)(a > 255 ? a - 255 : 0);
                int16_t v = (int16_t)(sc[k] + dc[k] - over);
                out[k] = (uint8_t)((k & 3) == 3 ? (a > 255 ? 255 : a) : (v < 0 ? 0 : v));
            }
            break;
        case agate_blend_plus_lighter:
            for (intptr_t k = 0; k < m; k++) {
                uint16_t v = (uint16_t)(sc[k] + dc[k]);
                out[k] = (uint8_t)(v > 255 ? 255 : v);
            }
            break;
        // No loops of their own.
        case agate_blend_normal: case agate_blend_clear: case agate_blend_copy: case agate_blend_color_dodge:
        case agate_blend_color_burn: case agate_blend_soft_light: case agate_blend_hue: case agate_blend_saturation:
        case agate_blend_color: case agate_blend_luminosity:
        default: return 0;
        }
        if (cov) {
            for (intptr_t k = 0; k < pixels; k++) spread[k] = cov[i + k] * 0x01010101u;
            __builtin_memcpy(sx, spread, (size_t)m);
            __builtin_memcpy(dc, dst + i, (size_t)m);
            for (intptr_t k = 0; k < m; k++) {
                uint16_t t = (uint16_t)(dc[k] * (255 - sx[k]) + out[k] * sx[k] + 128);
                out[k] = (uint8_t)((uint16_t)(t + (t >> 8)) >> 8);
            }
        }
        __builtin_memcpy(dst + i, out, (size_t)m);
    }
    return 1;
}
#pragma clang diagnostic pop
#undef AGATE_EACH
#undef AGATE_U16
#undef AGATE_APART
#undef AGATE_LESS
#undef AGATE_MORE
#undef AGATE_BLEND
