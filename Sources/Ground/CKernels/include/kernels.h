#ifndef AGATE_KERNELS_H
#define AGATE_KERNELS_H
#include "levels.h"
#include <stdint.h>

// The innermost pixel loops. Each loop exists for the baseline processor and with vectors (AVX2 on x86-64, NEON on aarch64); both give
// the same bytes. Pixels are premultiplied 0xAARRGGBB; coverage and masks are 8 bit. Lengths may be zero, never negative.

/// A chord of a rounded corner, relative to the corner of its box, from the vertical side (x 0) towards the horizontal one (y 0).
typedef struct agate_chord {
    double x0, y0, x1, y1;
    /// The magnitudes of dx/dy and of dy/dx.
    double slope, steepness;
} agate_chord;

/// The location of a row of pixels in a gradient's space: the middle of pixel x is at ((x + 0.5) * a + cx + tx, (x + 0.5) * b + cy + ty).
typedef struct agate_place { double a, b, cx, cy, tx, ty; } agate_place;

/// The circles of a radial gradient: at t, the centre is at center + t * step and the radius is radius + t * growth. `spread` is
/// |step|^2 - growth^2 and `inverse` 1 / spread. Circles from `first_t` to `last_t` are shown if their radius is not negative.
typedef struct agate_circles {
    double center_x, center_y, radius, step_x, step_y, growth, spread, inverse, first_t, last_t;
} agate_circles;

/// The rule that converts the winding of outlines to coverage.
enum { agate_rule_winding, agate_rule_even_odd, agate_rule_plain };

/// The combination of a source with the destination, in the order of CGBlendMode. `PixelBlendMode` of Raster has the same cases.
typedef enum agate_blend_mode {
    agate_blend_normal, agate_blend_multiply, agate_blend_screen, agate_blend_overlay, agate_blend_darken, agate_blend_lighten,
    agate_blend_color_dodge, agate_blend_color_burn, agate_blend_soft_light, agate_blend_hard_light, agate_blend_difference,
    agate_blend_exclusion, agate_blend_hue, agate_blend_saturation, agate_blend_color, agate_blend_luminosity, agate_blend_clear,
    agate_blend_copy, agate_blend_source_in, agate_blend_source_out, agate_blend_source_atop, agate_blend_destination_over,
    agate_blend_destination_in, agate_blend_destination_out, agate_blend_destination_atop, agate_blend_xor, agate_blend_plus_darker,
    agate_blend_plus_lighter,
} agate_blend_mode;

/// The number of colours of a gradient's ramp.
enum { agate_ramp_colors = 1024 };

/// A grid of pixels in which outlines are summed, and their pieces. A piece is the part of a line within a row.
typedef struct agate_grid {
    /// The signed areas by pixel, 1.0 = 65536, `stride` a row. All zero between shapes.
    int32_t *_Nonnull cells;
    /// One byte for eight cells, 1 if any of them was changed. All zero between shapes.
    uint8_t *_Nonnull touched;
    /// The number of entries of outlines into each pixel (modulo 256), `stride` a row. All zero between shapes. Not used by the plain
    /// rule.
    uint8_t *_Nonnull passes;
    /// The beginning and end of each piece along its outline, in 4096ths of a pixel from the grid's left side.
    int32_t *_Nonnull xs, *_Nonnull xe;
    /// The heights below the row's top in 4096ths: of the beginning in the low 16 bits, of the end in the high ones.
    int32_t *_Nonnull ys;
    int32_t *_Nonnull row;
    /// Memory for the pieces in order of rows, with x and height of the beginning and of the end of each, and for rows + 2 numbers: the
    /// pieces of row r are starts[r] ..< starts[r + 1].
    int32_t *_Nonnull sorted, *_Nonnull starts;
    /// The first and the last pixel that each of these passes through, as far as 16 bits allow.
    int16_t *_Nonnull first, *_Nonnull last;
    /// Memory for one row: width + 8 bytes.
    uint8_t *_Nonnull coverage;
    /// The numbers of pixels and rows, and the cells a row, a multiple of 64 that is at least width + 3.
    int32_t width, rows, stride;
    /// The rule: winding, even-odd, or plain, which is the magnitude of signed areas, at most 1.
    int32_t rule;
    /// The number of pieces, its maximum, and the number of searches through all of them so far, or -1 once they are in order.
    int32_t count, capacity, looks;
    /// Memory for the pieces of a row with many pieces by blocks of pixels, `agate_block_starts` numbers and `block_room` times five and
    /// 16 more. If it is null, each pixel searches its whole row.
    int32_t *_Nullable blocks;
    int32_t block_room;
    /// The row that the blocks contain, or -1 for none.
    int32_t block_row;
} agate_grid;

/// The number of pixels of a block, as a power of two; the maximum number of blocks of a row; and the number of their starts.
enum { agate_block_bits = 4, agate_most_blocks = 2048, agate_block_starts = agate_most_blocks + 4 };

/// Pixels of one row, starting at x: of one coverage or, if value < 0, with the row's coverage bytes.
typedef struct agate_span { int32_t x, n, value; } agate_span;

/// The parameters for drawing a small picture.
typedef struct agate_sprite {
    const uint32_t *_Nonnull texels;
    intptr_t stride;
    /// The texels that may be read: first and last of each row and column.
    int32_t bounds[4];
    /// The location of pixel (0, 0), 32.32 fixed point, 0 = centre of texel 0, and the steps in x and in y.
    int64_t u, v, u_x, v_x, u_y, v_y;
    /// The distances of the pixel's middle from the picture's first and upper side, positive inside, in 65536ths of a pixel, with their
    /// steps in x and in y, and the distances of the other sides from these.
    int32_t left, left_x, left_y, top, top_x, top_y, width, height;
    /// The factors of the picture's channels.
    uint32_t tint;
    /// `hard`: pixels are entirely inside or outside. `adds`: colours are added.
    int32_t hard, adds;
} agate_sprite;

/// One set of loops, all for the same processor level.
typedef struct agate_kernel_table {
    /// dst[i] = value
    void (*_Nonnull fill32)(uint32_t *_Nonnull dst, intptr_t n, uint32_t value);
    /// Composites one colour under one coverage (source-over).
    void (*_Nonnull over_solid)(uint32_t *_Nonnull dst, intptr_t n, uint32_t color, uint32_t coverage);
    /// Composites one colour under a coverage per pixel (source-over).
    void (*_Nonnull over_solid_coverage)(uint32_t *_Nonnull dst, intptr_t n, uint32_t color, const uint8_t *_Nonnull coverage);
    /// Composites `rows` equal rows: one pixel of coverage `left`, `n` whole pixels, one pixel of coverage `right`. `dst` is the left
    /// pixel. An edge pixel with a coverage of 0 is not changed.
    void (*_Nonnull over_solid_rows)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color,
                                     uint32_t left, uint32_t right);
    /// Composites a row of pixels under one coverage (source-over).
    void (*_Nonnull over_pixels)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n, uint32_t coverage);
    /// Composites a row of pixels under a coverage per pixel (source-over).
    void (*_Nonnull over_pixels_coverage)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n,
                                          const uint8_t *_Nonnull coverage);
    /// Writes the running sum of signed areas (1.0 = 65536), starting from `carry`, as 8-bit coverage of the sum's magnitude, at most
    /// 255. Returns the last sum.
    int32_t (*_Nonnull scan_cells)(const int32_t *_Nonnull cells, intptr_t n, int32_t carry, uint8_t *_Nonnull coverage);
    /// Composites `rows` rows of cells, scanned as above (each from 0), in one colour. Leaves the cells all zero. Cells from `lead` up to
    /// `tail`, both multiples of eight, must already be zero.
    void (*_Nonnull over_solid_cells)(uint32_t *_Nonnull dst, intptr_t stride, int32_t *_Nonnull cells, intptr_t cell_stride,
                                      intptr_t rows, intptr_t n, intptr_t lead, intptr_t tail, uint32_t color);
    /// Adds both sides of a box at two equal rounded corners to cells: the chords, with the corners at (left, y) and (right, y) and the
    /// box below them (sy 1) or above (sy -1), and the vertical sides from the curves' ends to `end`. All must be within the cells.
    void (*_Nonnull corner_cells)(int32_t *_Nonnull cells, intptr_t cell_stride, intptr_t rows, const agate_chord *_Nonnull chords,
                                  intptr_t count, double left, double right, double y, double sy, double end);
    /// Prefetches rows of pixels that are about to be written.
    void (*_Nonnull prefetch)(const uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n);
    /// dst[i] = dst[i] * src[i] / 255
    void (*_Nonnull multiply_mask)(uint8_t *_Nonnull dst, const uint8_t *_Nonnull src, intptr_t n);
    /// dst[i] = dst[i] * value / 255
    void (*_Nonnull scale_mask)(uint8_t *_Nonnull dst, intptr_t n, uint32_t value);
    /// dst[i] = coverage[i] + dst[i] * (255 - coverage[i]) / 255
    void (*_Nonnull over_mask)(uint8_t *_Nonnull dst, const uint8_t *_Nonnull coverage, intptr_t n);
    /// Each channel of dst[i] times mask[i] / 255
    void (*_Nonnull multiply_pixels)(uint32_t *_Nonnull dst, const uint8_t *_Nonnull mask, intptr_t n);
    /// Each channel of dst[i] times value / 255
    void (*_Nonnull scale_pixels)(uint32_t *_Nonnull dst, intptr_t n, uint32_t value);
    /// dst[i] = alpha of src[i]
    void (*_Nonnull extract_alpha)(uint8_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n);
    /// Moves a row of a mask to the right and down by 128ths of a pixel. `above` and `row` must be readable one byte before their first.
    void (*_Nonnull shift_mask)(
        uint8_t *_Nonnull dst, const uint8_t *_Nonnull above, const uint8_t *_Nonnull row, intptr_t n, uint32_t right, uint32_t down);
    /// Samples bilinearly at (u + i*du, v + i*dv), 32.32 fixed point, 0 = centre of texel 0. Texels outside [x0, x1] x [y0, y1]
    /// (inclusive) repeat the edge.
    void (*_Nonnull sample_bilinear)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull src, intptr_t stride,
                                     const int32_t *_Nonnull bounds, int64_t u, int64_t v, int64_t du, int64_t dv);
    /// Samples the nearest texels; 0 = left edge of texel 0.
    void (*_Nonnull sample_nearest)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull src, intptr_t stride,
                                    const int32_t *_Nonnull bounds, int64_t u, int64_t v, int64_t du, int64_t dv);
    /// dst[i] = sum over k of src[i + k * step] * weights[k], in 1/256 (rounded); weights in 1/65536 with sum 65536.
    void (*_Nonnull convolve8)(uint16_t *_Nonnull dst, intptr_t n, const uint8_t *_Nonnull src, intptr_t step,
                               const uint32_t *_Nonnull weights, intptr_t taps);
    /// dst[i] = sum over k of src[i + k * stride] * weights[k], from 1/256 to whole bytes (rounded).
    void (*_Nonnull convolve16)(uint8_t *_Nonnull dst, intptr_t n, const uint16_t *_Nonnull src, intptr_t stride,
                                const uint32_t *_Nonnull weights, intptr_t taps);
    /// dst[i] = table[clamp((t + i * dt) >> 32, 0, last)]
    void (*_Nonnull lookup_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, int32_t last, int64_t t,
                                 int64_t dt);
    /// Blends source and destination by a mode, interpolated by a coverage per pixel if given. Returns 0, without effect, for modes
    /// without a loop of their own.
    int32_t (*_Nonnull blend_pixels)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n, agate_blend_mode mode,
                                     const uint8_t *_Nullable coverage);
    /// Writes colours by the distance from 0, starting at pixel x: dst[i] = table[min(agate_ramp_colors * distance, last)]
    void (*_Nonnull radial_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, int32_t last,
                                 const agate_place *_Nonnull place, int64_t x);
    /// Writes colours by the angle around 0 from +x towards +y, starting at pixel x. The table has `agate_ramp_colors` entries for a whole
    /// turn.
    void (*_Nonnull conic_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, const agate_place *_Nonnull place,
                                int64_t x);
    /// Writes colours by the greatest t whose circle passes through a pixel's middle and is shown: dst[i] = table[clamp(last * t, -1,
    /// last)], rounded down, 0 where there is none. The table has an entry at -1.
    void (*_Nonnull circles_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, int32_t last,
                                  const agate_place *_Nonnull place, const agate_circles *_Nonnull circles, int64_t x);
    /// Samples through a plane projection (nine numbers, in row-major order) of the middles of pixels, starting at x. `back` is 0.5 for
    /// bilinear samples and 0 for nearest ones. Texels outside the bounds repeat the edge.
    void (*_Nonnull sample_projected)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull src, intptr_t stride,
                                      const int32_t *_Nonnull bounds, const double *_Nonnull projection, double x, double y, double back);
    /// Converts lines (x0, y0, x1, y1) minus an origin to 4096ths of a pixel, rounded to nearest, with their bounds (least x and y,
    /// greatest x and y). Returns 0 if a coordinate is further than 131072 from the origin: the written values are then invalid.
    int32_t (*_Nonnull quantise_lines)(int32_t *_Nonnull out, const double *_Nonnull lines, intptr_t n, double ox, double oy,
                                       int32_t *_Nonnull bounds);
    /// For each line, adds one to counts[r] for the first of the rows first ..< end that it touches, and subtracts one after the last.
    void (*_Nonnull count_rows)(int32_t *_Nonnull counts, const int32_t *_Nonnull lines, intptr_t n, int32_t first, int32_t end);
    /// Cuts lines into pieces of the rows first ..< end of a grid, whose left side is pixel `left`. Returns the number of pieces, or -1
    /// if there is not enough memory for them (eight more than there are).
    intptr_t (*_Nonnull split_lines)(agate_grid *_Nonnull grid, const int32_t *_Nonnull lines, intptr_t n, int32_t left, int32_t first,
                                     int32_t end);
    /// Adds the pieces to the cells.
    void (*_Nonnull add_pieces)(agate_grid *_Nonnull grid);
    /// Computes the coverage of one row as spans from left to right. Returns the number of spans, at most width / 4 + 2. Leaves the row's
    /// cells zero.
    intptr_t (*_Nonnull cover_row)(agate_grid *_Nonnull grid, intptr_t row, agate_span *_Nonnull spans);
    /// Composites the first rows in one colour. Leaves their cells zero.
    void (*_Nonnull fill_rows_solid)(agate_grid *_Nonnull grid, intptr_t rows, uint32_t *_Nonnull dst, intptr_t stride, uint32_t color);
    /// Converts a cubic (x and y of four points) to chords (x and y of both ends). Parts are halved until the second differences at both
    /// ends are at most `tolerance` on either axis, or there are 2^most parts. Returns the number of chords.
    intptr_t (*_Nonnull flatten_cubic)(double *_Nonnull out, const double *_Nonnull points, double tolerance, int32_t most);
    /// sums[i] += src[i]
    void (*_Nonnull add_bytes)(uint16_t *_Nonnull sums, const uint8_t *_Nonnull src, intptr_t n);
    /// Computes pixels as the sums of `factor` pixels each, divided by 2^shift, rounded to nearest.
    void (*_Nonnull shrink_sums)(uint8_t *_Nonnull dst, intptr_t n, const uint16_t *_Nonnull sums, intptr_t channels, intptr_t factor,
                                 uint32_t shift);
    /// Interpolates bytes from four, between two rows (fy in 1/256) at at + i * step in 1/256.
    void (*_Nonnull grow_bytes)(uint8_t *_Nonnull dst, intptr_t n, const uint8_t *_Nonnull top, const uint8_t *_Nonnull low, uint32_t fy,
                                int64_t at, int64_t step);
    /// Draws a box of pixels of a sprite, under a mask if given. `dst` and the mask are at the box's first pixel.
    void (*_Nonnull draw_sprite)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, const agate_sprite *_Nonnull sprite,
                                 const uint8_t *_Nullable mask, intptr_t mask_stride);
    /// Performs `over_solid_coverage` for rows.
    void (*_Nonnull over_solid_mask)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color,
                                     const uint8_t *_Nonnull mask, intptr_t mask_stride);
    /// Finds the boxes, of at most 64 with four numbers each, that are less than the query in all four numbers. Returns a bit for each,
    /// the first box in the lowest bit.
    uint64_t (*_Nonnull boxes_below)(const int16_t *_Nonnull boxes, intptr_t n, const int16_t *_Nonnull query);
} agate_kernel_table;

/// Returns the loops for this processor, chosen at the first call.
const agate_kernel_table *_Nonnull agate_kernels(void);

/// Returns the loops of one level. NULL if this processor or build lacks them.
const agate_kernel_table *_Nullable agate_kernels_of_level(agate_level level);

/// Prefetches the cache line at `p`, which will be read soon. Any address is allowed. An unreadable address has no effect.
static inline void agate_prefetch(const void *_Nonnull p) { __builtin_prefetch(p); }
#endif
