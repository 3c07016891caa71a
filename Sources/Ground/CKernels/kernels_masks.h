// Masks, and products of pixels and masks.

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

// Moves a mask to the right and down by 128ths of a pixel. Each byte is computed from itself, the previous one and the two above these.
// The rows must be readable at -1.
static void K(shift_mask)(uint8_t *restrict dst, const uint8_t *above, const uint8_t *row, intptr_t n, uint32_t right, uint32_t down) {
    const uint16_t x = (uint16_t)right, rest = (uint16_t)(128 - right);
    const int32_t y = (int32_t)down;
    for (intptr_t i = 0; i < n; i++) {
        uint16_t a = (uint16_t)(above[i] * rest + above[i - 1] * x), b = (uint16_t)(row[i] * rest + row[i - 1] * x);
        dst[i] = (uint8_t)(((int32_t)a * y + (int32_t)b * (128 - y) + 8192) >> 14);
    }
}

static void K(extract_alpha)(uint8_t *dst, const uint32_t *src, intptr_t n) {
    for (intptr_t i = 0; i < n; i++) dst[i] = (uint8_t)(src[i] >> 24);
}
