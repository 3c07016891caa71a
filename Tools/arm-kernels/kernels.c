// Every kernel of CKernels with random input, at one level. Prints a hash of all that it wrote, so that levels and processors can be
// compared.
//   kernels list                    the names
//   kernels NAME LEVEL REPEATS      one kernel; the hash is of the last repeat, and nothing is done for 0 repeats
#include "film_kernels.h"
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 1003, rows = 16, stride = 1088, texels = 96 };

static uint64_t state;
static uint32_t next(void) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}
static double unit(void) { return next() / 4294967296.0; }

static uint32_t pixels[rows * stride], source[rows * stride], table[1024];
static uint8_t bytes[rows * stride], coverage[rows * stride], more[rows * stride];
static uint16_t words[4 * rows * stride], deep[4][stride];
static int32_t cells[rows * stride], lines[4 * 256];
static double reals[4 * 4096];

static uint64_t hash = 0xcbf29ce484222325u;
static void note(const void *data, size_t n) {
    const uint8_t *p = data;
    for (size_t i = 0; i < n; i++) hash = (hash ^ p[i]) * 0x100000001b3u;
}

static uint32_t premultiplied(void) {
    uint32_t v = next(), a = next() % 4 == 0 ? 255 : next() % 5 == 0 ? 0 : v >> 24, out = a << 24;
    for (int shift = 0; shift < 24; shift += 8) out |= (((v >> shift) & 255) * a / 255) << shift;
    return out;
}

static void fill_inputs(uint64_t seed) {
    state = seed;
    for (size_t i = 0; i < rows * stride; i++) {
        pixels[i] = premultiplied();
        source[i] = premultiplied();
        uint32_t kind = (i / 24) % 4;
        coverage[i] = kind == 0 ? 0 : kind == 1 ? 255 : (uint8_t)next();
        bytes[i] = (uint8_t)next();
        more[i] = (uint8_t)next();
        cells[i] = next() % 6 ? 0 : (int32_t)(next() % 131072) - 65536;
    }
    for (size_t i = 0; i < 4 * rows * stride; i++) words[i] = (uint16_t)next();
    for (size_t i = 0; i < 1024; i++) table[i] = premultiplied();
}

static const agate_kernel_table *k;
static const agate_film_kernels *film;
static intptr_t length(int r) { return r % 3 == 0 ? width : (intptr_t)(next() % width); }

#define EACH_ROW for (int r = 0; r < rows; r++)
#define ROW(a) ((a) + r * stride)

static void k_fill32(void) { EACH_ROW k->fill32(ROW(pixels), length(r), next()); }
static void k_over_solid(void) { EACH_ROW k->over_solid(ROW(pixels), length(r), premultiplied(), next() & 255); }
static void k_over_solid_coverage(void) { EACH_ROW k->over_solid_coverage(ROW(pixels), length(r), premultiplied(), ROW(coverage)); }
static void k_over_solid_rows(void) { k->over_solid_rows(pixels, stride, rows, width - 2, premultiplied(), next() & 255, next() & 255); }
static void k_over_pixels(void) { EACH_ROW k->over_pixels(ROW(pixels), ROW(source), length(r), r & 1 ? 255 : next() & 255); }
static void k_over_pixels_coverage(void) { EACH_ROW k->over_pixels_coverage(ROW(pixels), ROW(source), length(r), ROW(coverage)); }
static void k_scan_cells(void) { EACH_ROW { int32_t s = k->scan_cells(ROW(cells), length(r), (int32_t)(next() % 65536), ROW(bytes));
    note(&s, 4); } }
static void k_over_solid_cells(void) {
    EACH_ROW for (int i = 256; i < 512; i++) ROW(cells)[i] = 0;
    k->over_solid_cells(pixels, stride, cells, stride, rows, width, 256, 512, premultiplied());
}
static void k_corner_cells(void) {
    agate_chord chords[3];
    double x = 0, y = 12.25, slopes[3] = {0.2, 1, 4};
    for (int i = 0; i < 3; i++) {
        double dy = 4, dx = dy * slopes[i] * 0.7;
        chords[i] = (agate_chord){x, y, x + dx, y - dy, slopes[i] * 0.7, 1 / (slopes[i] * 0.7)};
        x += dx;
        y -= dy;
    }
    k->corner_cells(cells, stride, rows, chords, 3, 3.3 + unit(), 700.2 + unit(), 1.4, 1, 15.5);
}
static void k_multiply_mask(void) { EACH_ROW k->multiply_mask(ROW(bytes), ROW(more), length(r)); }
static void k_scale_mask(void) { EACH_ROW k->scale_mask(ROW(bytes), length(r), next() & 255); }
static void k_over_mask(void) { EACH_ROW k->over_mask(ROW(bytes), ROW(coverage), length(r)); }
static void k_multiply_pixels(void) { EACH_ROW k->multiply_pixels(ROW(pixels), ROW(coverage), length(r)); }
static void k_scale_pixels(void) { EACH_ROW k->scale_pixels(ROW(pixels), length(r), next() & 255); }
static void k_extract_alpha(void) { EACH_ROW k->extract_alpha(ROW(bytes), ROW(source), length(r)); }
static void sample(int turned, int nearest) {
    const int32_t bounds[4] = {0, 0, texels - 1, rows - 1};
    EACH_ROW {
        int64_t u = (int64_t)(unit() * 20 * 4294967296.0) - ((int64_t)8 << 32), v = (int64_t)(unit() * 16 * 4294967296.0);
        int64_t du = (int64_t)((unit() * 2 - 0.5) * 4294967296.0), dv = turned ? (int64_t)((unit() - 0.5) * 0.1 * 4294967296.0) : 0;
        (nearest ? k->sample_nearest : k->sample_bilinear)(ROW(pixels), length(r), source, stride, bounds, u, v, du, dv);
    }
}
static void k_sample_bilinear(void) { sample(0, 0); }
static void k_sample_bilinear_turned(void) { sample(1, 0); }
static void k_sample_nearest(void) { sample(1, 1); }
static void k_convolve8(void) {
    uint32_t weights[9] = {2048, 4096, 8192, 12288, 12288, 12288, 8192, 4096, 2048};
    EACH_ROW k->convolve8(words + r * stride, width - 36, ROW(bytes), 4, weights, 9);
}
static void k_convolve16(void) {
    uint32_t weights[9] = {2048, 4096, 8192, 12288, 12288, 12288, 8192, 4096, 2048};
    for (size_t i = 0; i < rows * stride; i++) words[i] = (uint16_t)(words[i] % 65281);
    for (int r = 0; r + 9 <= rows; r++) k->convolve16(ROW(bytes), width, words + r * stride, stride, weights, 9);
}
static void k_lookup_ramp(void) {
    EACH_ROW k->lookup_ramp(ROW(pixels), length(r), table, 1023, (int64_t)(unit() * 4e12) - 1000000000000,
        (int64_t)((unit() - 0.3) * 2e10));
}
static void k_blend_pixels(void) {
    for (int mode = 0; mode < 32; mode++) {
        int32_t done = k->blend_pixels(pixels + (mode % rows) * stride, source + (mode % rows) * stride, width, mode,
            mode & 1 ? coverage : 0);
        note(&done, 4);
    }
}
static agate_place place(void) { return (agate_place){unit() * 0.01, unit() * 0.01, unit() - 2, unit() - 2, -unit(), unit()}; }
static void k_radial_ramp(void) { EACH_ROW { agate_place p = place(); k->radial_ramp(ROW(pixels), length(r), table, 1023, &p, r); } }
static void k_conic_ramp(void) { EACH_ROW { agate_place p = place(); k->conic_ramp(ROW(pixels), length(r), table, &p, r); } }
static void k_circles_ramp(void) {
    EACH_ROW {
        agate_place p = place();
        double growth = r % 5 ? unit() : 0, sx = unit() - 0.5, sy = unit() - 0.5, spread = r % 7 ? sx * sx + sy * sy - growth * growth : 0;
        agate_circles c = {unit() - 0.5, unit() - 0.5, unit(), sx, sy, growth, spread, 1 / spread, r % 2 ? 0 : -1e300, r % 3 ? 1e300 : 1};
        k->circles_ramp(ROW(pixels), length(r), table + 1, 1022, &p, &c, r);
    }
}
static void k_sample_projected(void) {
    const int32_t bounds[4] = {0, 0, texels - 1, rows - 1};
    EACH_ROW {
        double m[9] = {0.1 + unit() * 0.1, 0.01, 2, 0.002, 0.9, 0.3, 0.0003, 0.0001, 1};
        k->sample_projected(ROW(pixels), length(r), source, stride, bounds, m, r, r * 0.8, r & 1 ? 0.5 : 0);
    }
}

// The rasteriser's kernels, in their order: lines, rows, pieces, areas, coverage.
static int32_t xs[65536], xe[65536], ys[65536], row_of[65536], sorted[4 * 65536], starts[rows + 2];
static int16_t first_pixel[65536], last_pixel[65536];
static uint8_t touched[rows * stride / 8], passes[rows * stride], row_coverage[stride];
static int32_t grid_cells[rows * stride];
static void rasterise(int solid, int rule) {
    for (int i = 0; i < 200; i++) {
        reals[4 * i] = unit() * 1000, reals[4 * i + 1] = unit() * rows, reals[4 * i + 2] = unit() * 1000, reals[4 * i + 3] = unit() * rows;
        if (i) reals[4 * i] = reals[4 * i - 2], reals[4 * i + 1] = reals[4 * i - 1];
    }
    reals[4 * 199 + 2] = reals[0], reals[4 * 199 + 3] = reals[1];
    int32_t bounds[4] = {0}, counts[rows + 2] = {0};
    int32_t fits = k->quantise_lines(lines, reals, 200, 0, 0, bounds);
    k->count_rows(counts, lines, 200, 0, rows);
    note(&fits, 4), note(bounds, 16), note(lines, 4 * 4 * 200), note(counts, sizeof counts);
    agate_grid grid = {grid_cells, touched, passes, xs, xe, ys, row_of, sorted, starts, first_pixel, last_pixel, row_coverage,
                       width, rows, stride, rule, 0, 65536, 0};
    intptr_t pieces = k->split_lines(&grid, lines, 200, 0, 0, rows);
    note(&pieces, sizeof pieces);
    if (pieces < 0) return;
    grid.count = (int32_t)pieces;
    k->add_pieces(&grid);
    note(grid_cells, sizeof grid_cells), note(passes, sizeof passes);
    if (solid) {
        k->fill_rows_solid(&grid, rows, pixels, stride, premultiplied());
    } else {
        static agate_span spans[width / 4 + 8];
        for (intptr_t r = 0; r < rows; r++) {
            intptr_t n = k->cover_row(&grid, r, spans);
            note(&n, sizeof n), note(spans, (size_t)n * sizeof *spans);
            for (intptr_t i = 0; i < n; i++)
                if (spans[i].value < 0) note(row_coverage + spans[i].x, (size_t)spans[i].n);
        }
    }
    memset(grid_cells, 0, sizeof grid_cells), memset(touched, 0, sizeof touched), memset(passes, 0, sizeof passes);
}
static void k_rasterise_rows(void) { rasterise(0, agate_rule_winding); }
static void k_rasterise_even_odd(void) { rasterise(0, agate_rule_even_odd); }
static void k_rasterise_solid(void) { rasterise(1, agate_rule_winding); }
static void k_rasterise_plain(void) { rasterise(1, agate_rule_plain); }

static void k_flatten_cubic(void) {
    for (int i = 0; i < 64; i++) {
        double points[8];
        for (int j = 0; j < 8; j++) points[j] = unit() * 300;
        intptr_t n = k->flatten_cubic(reals, points, 0.067, 8);
        note(&n, sizeof n), note(reals, (size_t)n * 32);
    }
}
static void k_add_bytes(void) { EACH_ROW k->add_bytes(words + r * stride, ROW(bytes), length(r)); }
static void k_shrink_sums(void) { EACH_ROW k->shrink_sums(ROW(bytes), 200, words + r * stride, 4, 4, 4 + (uint32_t)(r & 1)); }
static void k_grow_bytes(void) { EACH_ROW k->grow_bytes(ROW(pixels) ? ROW(coverage) : 0, width - 8, ROW(bytes), ROW(more), next() & 255,
    next() & 4095, 32 + (next() & 127)); }
static void k_draw_sprite(void) {
    for (int i = 0; i < 12; i++) {
        double turn = unit() * 6.28, c = 1 - turn * turn / 40, s = unit();
        agate_sprite sprite = {source, stride, {0, 0, 31, 15}, (int64_t)(-unit() * 4e9), (int64_t)(-unit() * 4e9),
            (int64_t)(c * 4294967296.0),
                               (int64_t)(-s * 4294967296.0), (int64_t)(s * 4294967296.0), (int64_t)(c * 4294967296.0),
                                   (int32_t)(unit() * 65536), (int32_t)(c * 65536), (int32_t)(s * 65536),
                               (int32_t)(unit() * 65536), (int32_t)(-s * 65536), (int32_t)(c * 65536), 32 * 65536, 16 * 65536,
                                   premultiplied(), i % 3 == 0, i % 2};
        k->draw_sprite(pixels + i * 40, stride, rows, 36, &sprite, i & 1 ? coverage : 0, stride);
    }
}
static void k_over_solid_mask(void) { k->over_solid_mask(pixels, stride, rows, width, premultiplied(), coverage, stride); }

static void f_luma(void) { EACH_ROW film->luma(ROW(bytes), ROW(source), length(r)); }
static void f_chroma_halved(void) { for (int r = 0; r + 1 < rows; r += 2) film->chroma_halved(ROW(bytes), ROW(more), ROW(source),
    ROW(source) + stride, length(r)); }
static void f_chroma_visible(void) { for (int r = 0; r + 1 < rows; r += 2) film->chroma_visible(ROW(bytes), ROW(more), ROW(source),
    ROW(source) + stride, length(r)); }
static void f_chroma(void) { EACH_ROW film->chroma(ROW(bytes), ROW(more), ROW(source), length(r)); }
static void f_deep(void) { EACH_ROW { film->deep(deep[0], deep[1], deep[2], deep[3], ROW(source), length(r)); note(deep, sizeof deep); } }
static void f_straight(void) { EACH_ROW film->straight(ROW(pixels), ROW(source), length(r)); }
static void f_alpha(void) { EACH_ROW film->alpha(ROW(bytes), ROW(source), length(r)); }

static const struct { const char *name; void (*run)(void); } all[] = {
#define K(n) {#n, k_##n}
#define F(n) {"film_" #n, f_##n}
    K(fill32), K(over_solid), K(over_solid_coverage), K(over_solid_rows), K(over_pixels), K(over_pixels_coverage), K(scan_cells),
        K(over_solid_cells),
    K(corner_cells), K(multiply_mask), K(scale_mask), K(over_mask), K(multiply_pixels), K(scale_pixels), K(extract_alpha),
        K(sample_bilinear),
    K(sample_bilinear_turned), K(sample_nearest), K(convolve8), K(convolve16), K(lookup_ramp), K(blend_pixels), K(radial_ramp),
        K(conic_ramp), K(circles_ramp),
    K(sample_projected), K(rasterise_rows), K(rasterise_even_odd), K(rasterise_solid), K(rasterise_plain), K(flatten_cubic), K(add_bytes),
    K(shrink_sums), K(grow_bytes), K(draw_sprite), K(over_solid_mask),
    F(luma), F(chroma_halved), F(chroma_visible), F(chroma), F(deep), F(straight), F(alpha),
};

int main(int argc, char **argv) {
    size_t count = sizeof all / sizeof *all;
    if (argc == 2 && !strcmp(argv[1], "list")) {
        for (size_t i = 0; i < count; i++) puts(all[i].name);
        return 0;
    }
    if (argc != 4) return fprintf(stderr, "usage: kernels list | kernels NAME LEVEL REPEATS\n"), 64;
    k = agate_kernels_of_level(atoi(argv[2]));
    film = agate_film_kernels_of_level(atoi(argv[2]));
    if (!k || !film) return fprintf(stderr, "this processor lacks level %s\n", argv[2]), 3;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(all[i].name, argv[1])) continue;
        fill_inputs(i + 1);
        for (int repeat = atoi(argv[3]); repeat > 0; repeat--) all[i].run();
        note(pixels, sizeof pixels), note(bytes, sizeof bytes), note(more, sizeof more), note(cells, sizeof cells),
            note(words, sizeof words);
        note(coverage, sizeof coverage);
        printf("%s %016llx\n", argv[1], (unsigned long long)hash);
        return 0;
    }
    return fprintf(stderr, "no kernel %s\n", argv[1]), 64;
}
