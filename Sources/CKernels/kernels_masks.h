// Masks, and pixels times masks.

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
