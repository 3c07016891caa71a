#ifndef AGATE_KERNELS_H
#define AGATE_KERNELS_H
#include <stdint.h>

// The innermost pixel loops. Each loop exists for the baseline processor and with vectors (AVX2 on x86-64, NEON on aarch64); both give the
// same bytes. Pixels are premultiplied 0xAARRGGBB; coverage and masks are 8 bit. Lengths may be zero, never negative.

/// A chord of a rounded corner, relative to the corner of its box, from the upright side (x 0) towards the level one (y 0).
typedef struct agate_chord {
    double x0, y0, x1, y1;
    /// Magnitudes of dx/dy and of dy/dx.
    double slope, steepness;
} agate_chord;

/// Where a row of pixels lies in a gradient's space: the middle of pixel x at ((x + 0.5) * a + cx + tx, (x + 0.5) * b + cy + ty).
typedef struct agate_place { double a, b, cx, cy, tx, ty; } agate_place;

/// What the winding of outlines makes of a pixel.
enum { agate_rule_winding, agate_rule_even_odd, agate_rule_plain };

/// A grid of pixels that outlines are summed up in, and their pieces. A piece is what a line has within a row.
typedef struct agate_grid {
    /// Signed areas by pixel, 1.0 = 65536, `stride` a row: all zero between shapes.
    int32_t *_Nonnull cells;
    /// One byte for eight cells, 1 where any was added to: all zero between shapes.
    uint8_t *_Nonnull touched;
    /// How often outlines come into each pixel (modulo 256), `stride` a row: all zero between shapes. Not used by the plain rule.
    uint8_t *_Nonnull passes;
    /// Where a piece begins and ends along its outline, in 4096ths of a pixel from the grid's left end.
    int32_t *_Nonnull xs, *_Nonnull xe;
    /// Heights below the row's top in 4096ths: of the beginning in the low 16 bits, of the end in the high ones.
    int32_t *_Nonnull ys;
    int32_t *_Nonnull row;
    /// Room for the pieces once more, in order of rows, x and height of the beginning and of the end each, and for rows + 2 numbers: those
    /// of row r are starts[r] ..< starts[r + 1].
    int32_t *_Nonnull sorted, *_Nonnull starts;
    /// The first and the last pixel that each of these passes through, as far as 16 bits go.
    int16_t *_Nonnull first, *_Nonnull last;
    /// Room for one row: width + 8 bytes.
    uint8_t *_Nonnull coverage;
    /// Pixels and rows; cells a row, a multiple of 64 that is at least width + 3.
    int32_t width, rows, stride;
    /// Winding, even-odd, or plain: the magnitude of signed areas, at most 1.
    int32_t rule;
    /// Pieces there are, at most, and how often they have been looked through; -1 once they are in order.
    int32_t count, capacity, looks;
    /// Room for the pieces of a crowded row by blocks of pixels, `agate_block_starts` numbers and `block_room` times five and 16 more; null
    /// where there is none, and each pixel looks through all of its row.
    int32_t *_Nullable blocks;
    int32_t block_room;
    /// The row that they hold; -1 for none.
    int32_t block_row;
} agate_grid;

/// Pixels of a block, as a power of two; blocks of a row, at most; and what is kept for them.
enum { agate_block_bits = 4, agate_most_blocks = 2048, agate_block_starts = agate_most_blocks + 4 };

/// Pixels of one row from x on: of one coverage, or (value < 0) as the row's coverage bytes say.
typedef struct agate_span { int32_t x, n, value; } agate_span;

/// A small picture on its way to pixels.
typedef struct agate_sprite {
    const uint32_t *_Nonnull texels;
    intptr_t stride;
    /// Texels that may be read, first and last of each row and column.
    int32_t bounds[4];
    /// Where pixel (0, 0) lies, 32.32 fixed point, 0 = centre of texel 0, and what a step in x and in y adds.
    int64_t u, v, u_x, v_x, u_y, v_y;
    /// How far inside of its first and of its upper side the pixel's middle lies, in 65536ths of a pixel, with the same steps, and how far
    /// the other sides lie from these.
    int32_t left, left_x, left_y, top, top_x, top_y, width, height;
    /// Multiplies the picture's channels.
    uint32_t tint;
    /// Pixels belong to it wholly or not at all; colours are added.
    int32_t hard, adds;
} agate_sprite;

/// One set of loops, all for the same processor level.
typedef struct agate_kernel_table {
    /// dst[i] = value
    void (*_Nonnull fill32)(uint32_t *_Nonnull dst, intptr_t n, uint32_t value);
    /// Source-over of one colour under one coverage.
    void (*_Nonnull over_solid)(uint32_t *_Nonnull dst, intptr_t n, uint32_t color, uint32_t coverage);
    /// Source-over of one colour under a coverage per pixel.
    void (*_Nonnull over_solid_coverage)(uint32_t *_Nonnull dst, intptr_t n, uint32_t color, const uint8_t *_Nonnull coverage);
    /// `rows` equal rows: one pixel of coverage `left`, `n` whole pixels, one pixel of coverage `right`.
    /// `dst` is the left pixel; either edge pixel is left alone where its coverage is 0.
    void (*_Nonnull over_solid_rows)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color,
                                     uint32_t left, uint32_t right);
    /// Source-over of a row of pixels under one coverage.
    void (*_Nonnull over_pixels)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n, uint32_t coverage);
    /// Source-over of a row of pixels under a coverage per pixel.
    void (*_Nonnull over_pixels_coverage)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n,
                                          const uint8_t *_Nonnull coverage);
    /// Running sum of signed areas (1.0 = 65536) from `carry`, as 8-bit coverage of the sum's magnitude, at most 255.
    /// Returns the last sum.
    int32_t (*_Nonnull scan_cells)(const int32_t *_Nonnull cells, intptr_t n, int32_t carry, uint8_t *_Nonnull coverage);
    /// `rows` rows of cells scanned as above (each from 0) and composited in one colour. Leaves the cells all zero. Cells
    /// from `lead` up to `tail`, both multiples of eight, must be zero already.
    void (*_Nonnull over_solid_cells)(uint32_t *_Nonnull dst, intptr_t stride, int32_t *_Nonnull cells, intptr_t cell_stride,
                                      intptr_t rows, intptr_t n, intptr_t lead, intptr_t tail, uint32_t color);
    /// Adds both sides of a box at two equal rounded corners to cells: the chords, the corners being at (left, y) and
    /// (right, y) and the box lying below them (sy 1) or above (sy -1), and the upright sides from the curves' ends to
    /// `end`. All within the cells.
    void (*_Nonnull corner_cells)(int32_t *_Nonnull cells, intptr_t cell_stride, intptr_t rows, const agate_chord *_Nonnull chords,
                                  intptr_t count, double left, double right, double y, double sy, double end);
    /// Asks for rows of pixels that are about to be written.
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
    /// A row of a mask that is moved right and down by 128ths of a pixel. `above` and `row` can be read one before their first byte.
    void (*_Nonnull shift_mask)(
        uint8_t *_Nonnull dst, const uint8_t *_Nonnull above, const uint8_t *_Nonnull row, intptr_t n, uint32_t right, uint32_t down);
    /// Bilinear samples at (u + i*du, v + i*dv), 32.32 fixed point, 0 = centre of texel 0. Texels outside
    /// [x0, x1] x [y0, y1] (inclusive) repeat the edge.
    void (*_Nonnull sample_bilinear)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull src, intptr_t stride,
                                     const int32_t *_Nonnull bounds, int64_t u, int64_t v, int64_t du, int64_t dv);
    /// Nearest samples; 0 = left edge of texel 0.
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
    /// Source and destination by a blend mode (numbered as CGBlendMode), mixed by a coverage per pixel where given. 0, with nothing
    /// done, for modes that have no loop of their own.
    int32_t (*_Nonnull blend_pixels)(uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, intptr_t n, int32_t mode,
                                     const uint8_t *_Nullable coverage);
    /// From pixel x on, colours by the distance from 0: dst[i] = table[min(1024 * distance, last)]
    void (*_Nonnull radial_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, int32_t last,
                                 const agate_place *_Nonnull place, int64_t x);
    /// From pixel x on, colours by the angle about 0 from +x towards +y; a table of 1024 for a whole turn.
    void (*_Nonnull conic_ramp)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull table, const agate_place *_Nonnull place,
                                int64_t x);
    /// Samples through a plane projection (nine numbers, rows first) of the middles of pixels from x on; `back` is 0.5 for bilinear
    /// samples and 0 for nearest ones. Texels outside the bounds repeat the edge.
    void (*_Nonnull sample_projected)(uint32_t *_Nonnull dst, intptr_t n, const uint32_t *_Nonnull src, intptr_t stride,
                                      const int32_t *_Nonnull bounds, const double *_Nonnull projection, double x, double y, double back);
    /// Lines (x0, y0, x1, y1) less an origin, in 4096ths of a pixel to nearest, with their bounds (least x and y, greatest x and y).
    /// 0 where a coordinate is further than 131072 from the origin: then what was written is of no use.
    int32_t (*_Nonnull quantise_lines)(int32_t *_Nonnull out, const double *_Nonnull lines, intptr_t n, double ox, double oy,
                                       int32_t *_Nonnull bounds);
    /// For each line one more in counts[r] for the first of the rows first ..< end that it touches, and one less behind the last.
    void (*_Nonnull count_rows)(int32_t *_Nonnull counts, const int32_t *_Nonnull lines, intptr_t n, int32_t first, int32_t end);
    /// Cuts lines into pieces of the rows first ..< end of a grid, whose left side is pixel `left`. Returns their number, or -1 where there
    /// is no room for them (eight more than there are).
    intptr_t (*_Nonnull split_lines)(agate_grid *_Nonnull grid, const int32_t *_Nonnull lines, intptr_t n, int32_t left, int32_t first,
                                     int32_t end);
    /// Adds the pieces to the cells.
    void (*_Nonnull add_pieces)(agate_grid *_Nonnull grid);
    /// The coverage of one row as spans from left to right; returns their number, at most width / 4 + 2. Its cells are zero then.
    intptr_t (*_Nonnull cover_row)(agate_grid *_Nonnull grid, intptr_t row, agate_span *_Nonnull spans);
    /// The first rows, composited in one colour. Their cells are zero then.
    void (*_Nonnull fill_rows_solid)(agate_grid *_Nonnull grid, intptr_t rows, uint32_t *_Nonnull dst, intptr_t stride, uint32_t color);
    /// A cubic (x and y of four points) as chords (x and y of both ends): parts by halving until the second differences at both ends
    /// are at most `tolerance` on either axis, or 2^most parts. Returns their number.
    intptr_t (*_Nonnull flatten_cubic)(double *_Nonnull out, const double *_Nonnull points, double tolerance, int32_t most);
    /// sums[i] += src[i]
    void (*_Nonnull add_bytes)(uint16_t *_Nonnull sums, const uint8_t *_Nonnull src, intptr_t n);
    /// Pixels as the sums of `factor` pixels each, divided by 2^shift to nearest.
    void (*_Nonnull shrink_sums)(uint8_t *_Nonnull dst, intptr_t n, const uint16_t *_Nonnull sums, intptr_t channels, intptr_t factor,
                                 uint32_t shift);
    /// Bytes between two rows (fy in 1/256) at at + i * step in 1/256, mixed from four.
    void (*_Nonnull grow_bytes)(uint8_t *_Nonnull dst, intptr_t n, const uint8_t *_Nonnull top, const uint8_t *_Nonnull low, uint32_t fy,
                                int64_t at, int64_t step);
    /// A box of pixels of a sprite, under a mask where one is given. `dst` and the mask are at the box's first pixel.
    void (*_Nonnull draw_sprite)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, const agate_sprite *_Nonnull sprite,
                                 const uint8_t *_Nullable mask, intptr_t mask_stride);
    /// Rows of `over_solid_coverage`.
    void (*_Nonnull over_solid_mask)(uint32_t *_Nonnull dst, intptr_t stride, intptr_t rows, intptr_t n, uint32_t color,
                                     const uint8_t *_Nonnull mask, intptr_t mask_stride);
    /// Those of at most 64 boxes of four numbers each that are less than the query in all four, a bit each, the first lowest.
    uint64_t (*_Nonnull boxes_below)(const int16_t *_Nonnull boxes, intptr_t n, const int16_t *_Nonnull query);
} agate_kernel_table;

/// The loops for this processor, chosen at the first call.
const agate_kernel_table *_Nonnull agate_kernels(void);

/// The loops of one level: 0 baseline, 1 vectors (AVX2 or NEON). NULL where this processor or build lacks them.
const agate_kernel_table *_Nullable agate_kernels_of_level(int level);

/// Asks for the cache line at `p`, which will be read soon. Any address may be given; one that can't be read does nothing.
static inline void agate_prefetch(const void *_Nonnull p) { __builtin_prefetch(p); }
#endif
