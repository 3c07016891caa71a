// The loops, included once for each processor level. K(name) gives the level's name, and AGATE_AVX2 says whether AVX2 may be used. Pixels
// use integer arithmetic. The geometry of corners uses doubles that no compiler may contract, so that levels agree to the bit.

#include "kernels_over.h"
#include "kernels_cells.h"
#include "kernels_masks.h"
#include "kernels_blend.h"
#include "kernels_sampling.h"
#include "kernels_sprites.h"
#include "kernels_gradients.h"
#include "kernels_blur.h"
#include "kernels_rows.h"
#include "kernels_pixel_edges.h"
#include "kernels_trapezoids.h"
#include "kernels_resolve.h"
#include "kernels_cover.h"
#include "kernels_flatten.h"
#include "kernels_boxes.h"

static const agate_kernel_table K(table) = {
    K(fill32), K(over_solid), K(over_solid_coverage), K(over_solid_rows), K(over_pixels), K(over_pixels_coverage),
    K(scan_cells), K(over_solid_cells), K(corner_cells), K(prefetch), K(multiply_mask), K(scale_mask), K(over_mask), K(multiply_pixels),
        K(scale_pixels), K(extract_alpha), K(shift_mask),
    K(sample_bilinear), K(sample_nearest), K(convolve8), K(convolve16), K(lookup_ramp), K(blend_pixels), K(radial_ramp), K(conic_ramp),
        K(circles_ramp),
        K(sample_projected),
    K(quantise_lines), K(count_rows), K(split_lines), K(add_pieces), K(cover_row), K(fill_rows_solid), K(flatten_cubic),
    K(add_bytes), K(shrink_sums), K(grow_bytes),
    K(draw_sprite), K(over_solid_mask), K(boxes_below),
};
