/* cairo of Debian (libcairo2-dev) does the work of `bench peer-context`.

   cc -O2 cairo.c $(pkg-config --cflags --libs cairo) -lm -o cairo */
#include <cairo.h>

#include "work.h"

static cairo_t *context;
static cairo_path_t *fills[PATHS], *strokes[PATHS];
static cairo_surface_t *source, *half, *square, *sprite, *mask;
static cairo_pattern_t *linear, *radial;

static void set_color(int i) {
    uint32_t c = colors[i % PATHS];
    cairo_set_source_rgba(context, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0, 176 / 255.0);
}
static void clear(void) {
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_rgb(context, 1, 1, 1);
    cairo_paint(context);
}
static void solid(void) {
    cairo_set_source_rgba(context, 0.2, 0.4, 0.6, 0.5);
    cairo_paint(context);
}
static void fill(void) {
    for (int i = 0; i < PATHS; i++) {
        set_color(i);
        cairo_append_path(context, fills[i]);
        cairo_fill(context);
    }
}
static void stroke(void) {
    cairo_set_line_width(context, 3);
    for (int i = 0; i < PATHS; i++) {
        set_color(i);
        cairo_append_path(context, strokes[i]);
        cairo_stroke(context);
    }
}
static void stroke_round(void) {
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    stroke();
}
static void round_rects(void) {
    for (int i = 0; i < BOXES; i++) {
        double x = boxes[i].x, y = boxes[i].y;
        set_color(i);
        cairo_new_sub_path(context);
        cairo_arc(context, x + 32, y + 8, 8, -M_PI / 2, 0);
        cairo_arc(context, x + 32, y + 32, 8, 0, M_PI / 2);
        cairo_arc(context, x + 8, y + 32, 8, M_PI / 2, M_PI);
        cairo_arc(context, x + 8, y + 8, 8, M_PI, M_PI * 1.5);
        cairo_close_path(context);
        cairo_fill(context);
    }
}
static void rects(void) {
    for (int i = 0; i < BOXES; i++) {
        set_color(i);
        cairo_rectangle(context, boxes[i].x, boxes[i].y, 40, 40);
        cairo_fill(context);
    }
}
static void draw_image(cairo_surface_t *image, double x, double y, double alpha) {
    cairo_set_source_surface(context, image, x, y);
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR);
    cairo_paint_with_alpha(context, alpha);
}
static void image(void) { draw_image(source, 0, 0, 1); }
static void image_half(void) { draw_image(source, 0, 0, 0.5); }
static void image_twice(void) {
    cairo_scale(context, 2, 2);
    draw_image(half, 0, 0, 1);
}
static void image_turned(void) {
    cairo_translate(context, WIDTH / 2, HEIGHT / 2);
    cairo_rotate(context, -10 * M_PI / 180);
    draw_image(square, -512, -512, 1);
}
static void sprites(void) { for (int i = 0; i < BOXES; i++) draw_image(sprite, boxes[i].x, boxes[i].y, 1); }
static void masked(void) {
    cairo_set_source_rgba(context, 0.2, 0.4, 0.6, 0.69);
    cairo_mask_surface(context, mask, 0, 0);
}
static void linear_gradient(void) {
    cairo_set_source(context, linear);
    cairo_paint(context);
}
static void radial_gradient(void) {
    cairo_set_source(context, radial);
    cairo_paint(context);
}

static void (*drawing)(void);
static void draw(void) {
    cairo_save(context);
    drawing();
    cairo_restore(context);
    cairo_surface_flush(cairo_get_target(context));
}

static cairo_surface_t *wrapped(void *data, int width, int height, cairo_format_t format) {
    return cairo_image_surface_create_for_data(data, format, width, height, width * (format == CAIRO_FORMAT_A8 ? 1 : 4));
}

int main(int count, char **names) {
    make_work();
    fprintf(stderr, "cairo %s\n", cairo_version_string());
    uint32_t *pixels = aligned_alloc(64, WIDTH * HEIGHT * 4);
    memset(pixels, 255, WIDTH * HEIGHT * 4);
    context = cairo_create(wrapped(pixels, WIDTH, HEIGHT, CAIRO_FORMAT_ARGB32));
    source = wrapped(make_ramp(1920, 1080), 1920, 1080, CAIRO_FORMAT_ARGB32);
    half = wrapped(make_ramp(960, 540), 960, 540, CAIRO_FORMAT_ARGB32);
    square = wrapped(make_ramp(1024, 1024), 1024, 1024, CAIRO_FORMAT_ARGB32);
    sprite = wrapped(make_ramp(40, 40), 40, 40, CAIRO_FORMAT_ARGB32);
    mask = wrapped(make_mask(), WIDTH, HEIGHT, CAIRO_FORMAT_A8);
    for (int i = 0; i < PATHS; i++)
        for (int which = 0; which < 2; which++) {
            const Point *p = which ? curves[i] : blobs[i];
            cairo_move_to(context, p->x, p->y);
            for (int k = 0; k < (which ? 3 : 8); k++, p += 3) cairo_curve_to(context, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
            if (!which) cairo_close_path(context);
            *(which ? &strokes[i] : &fills[i]) = cairo_copy_path(context);
            cairo_new_path(context);
        }
    linear = cairo_pattern_create_linear(0, HEIGHT, WIDTH, HEIGHT / 2);
    radial = cairo_pattern_create_radial(WIDTH / 2, HEIGHT / 2, 0, WIDTH / 2, HEIGHT / 2, 900);
    cairo_pattern_t *patterns[2] = {linear, radial};
    for (int i = 0; i < 2; i++) {
        cairo_pattern_add_color_stop_rgba(patterns[i], 0, 1, 0, 0, 0.75);
        cairo_pattern_add_color_stop_rgba(patterns[i], 0.5, 0, 1, 0, 0.5);
        cairo_pattern_add_color_stop_rgba(patterns[i], 1, 0, 0, 1, 0.75);
    }
    struct { const char *name; int runs; void (*draw)(void); } rows[] = {
        {"clear", 20, clear}, {"solid-over", 10, solid}, {"1000-fill-paths", 3, fill}, {"1000-stroke-paths", 3, stroke},
        {"1000-stroke-round", 3, stroke_round}, {"10000-rrect40", 3, round_rects}, {"10000-rect40", 3, rects}, {"image-over", 10, image},
        {"image-over-alpha.5", 10, image_half}, {"image-2x-bilinear", 3, image_twice}, {"image-rot10", 3, image_turned},
        {"10000-image40", 3, sprites}, {"a8-mask-solid", 5, masked}, {"linear-gradient", 5, linear_gradient},
        {"radial-gradient", 5, radial_gradient},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawing = rows[i].draw;
        if (is_wanted(rows[i].name, count, names)) figure(rows[i].name, rows[i].runs, draw, pixels);
    }
    return 0;
}
