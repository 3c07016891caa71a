// Finds the bounds that intersect a rectangle. A small damage tests every op of a long list.

static uint64_t K(boxes_below)(const int16_t *boxes, intptr_t n, const int16_t *query) {
    uint64_t found = 0;
    intptr_t i = 0;
#if AGATE_AVX2
    int64_t four;
    __builtin_memcpy(&four, query, 8);
    const __m256i limits = _mm256_set1_epi64x(four), whole = _mm256_set1_epi64x(-1);
    for (; i + 8 <= n; i += 8) {
        // A box is less in all four numbers if its 64 bits are all ones.
        __m256i a = _mm256_cmpgt_epi16(limits, _mm256_loadu_si256((const __m256i *)(boxes + 4 * i)));
        __m256i b = _mm256_cmpgt_epi16(limits, _mm256_loadu_si256((const __m256i *)(boxes + 4 * i + 16)));
        uint32_t low = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, whole)));
        uint32_t high = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(b, whole)));
        found |= (uint64_t)(low | high << 4) << i;
    }
#endif
    for (; i < n; i++) {
        const int16_t *box = boxes + 4 * i;
        uint64_t below = (box[0] < query[0]) & (box[1] < query[1]) & (box[2] < query[2]) & (box[3] < query[3]);
        found |= below << i;
    }
    return found;
}
