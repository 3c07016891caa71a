/* Blend2D does the work of `bench peer-context`. The library is that of PyPI's blend2d-python, which has libblend2d.a inside, called
   through its C interface, whose part that is used is declared here: no binding is in between.

   cc -O2 blend2d.c SITE-PACKAGES/blend2d/libblend2d.a -lstdc++ -lpthread -lrt -lm -o blend2d */
#include "work.h"

typedef struct { void *impl; uint64_t info; } Object;
typedef struct { double x, y, w, h, rx, ry; } RoundRect;
typedef struct { double x, y, w, h; } Rect;
typedef struct { int x, y; } PointI;
typedef struct { int x, y, w, h; } RectI;
typedef struct { double x0, y0, x1, y1, r0, r1; } RadialValues;
typedef struct {
    uint32_t flags, thread_count, cpu_features, command_queue_limit, saved_state_limit;
    PointI origin;
    uint32_t reserved;
} CreateInfo;
enum { PRGB32 = 1, A8 = 3, SRC_OVER = 0, SRC_COPY = 1, ROUND_RECT = 7, RADIAL = 1, LINEAR = 0, PAD = 0 };
enum { MITER_BEVEL = 1, ROUND_JOIN = 4, ROUND_CAP = 2, ACCESS_RW = 3, TRANSLATE = 2, ROTATE = 5, PATTERN_QUALITY = 2, BILINEAR = 1 };

uint32_t blRuntimeQueryInfo(uint32_t type, void *out);
uint32_t blImageInitAsFromData(Object *, int w, int h, uint32_t format, void *pixels, intptr_t stride, uint32_t access, void *destroy,
                               void *data);
uint32_t blContextInitAs(Object *, Object *image, const CreateInfo *);
uint32_t blContextFlush(Object *, uint32_t flags);
uint32_t blContextSave(Object *, void *cookie);
uint32_t blContextRestore(Object *, const void *cookie);
uint32_t blContextSetCompOp(Object *, uint32_t);
uint32_t blContextSetGlobalAlpha(Object *, double);
uint32_t blContextSetHint(Object *, uint32_t hint, uint32_t value);
uint32_t blContextApplyTransformOp(Object *, uint32_t op, const void *data);
uint32_t blContextSetFillStyle(Object *, const void *style);
uint32_t blContextSetStrokeWidth(Object *, double);
uint32_t blContextSetStrokeCaps(Object *, uint32_t);
uint32_t blContextSetStrokeJoin(Object *, uint32_t);
uint32_t blContextSetStrokeMiterLimit(Object *, double);
uint32_t blContextFillAll(Object *);
uint32_t blContextFillAllRgba32(Object *, uint32_t);
uint32_t blContextFillRectDRgba32(Object *, const Rect *, uint32_t);
uint32_t blContextFillPathDRgba32(Object *, const Point *origin, const Object *path, uint32_t);
uint32_t blContextFillGeometryRgba32(Object *, uint32_t type, const void *data, uint32_t);
uint32_t blContextStrokePathDRgba32(Object *, const Point *origin, const Object *path, uint32_t);
uint32_t blContextFillMaskIRgba32(Object *, const PointI *origin, const Object *mask, const RectI *area, uint32_t);
uint32_t blContextBlitImageD(Object *, const Point *origin, const Object *image, const RectI *area);
uint32_t blContextBlitScaledImageD(Object *, const Rect *, const Object *image, const RectI *area);
uint32_t blPathInit(Object *);
uint32_t blPathMoveTo(Object *, double, double);
uint32_t blPathCubicTo(Object *, double, double, double, double, double, double);
uint32_t blPathClose(Object *);
uint32_t blGradientInitAs(Object *, uint32_t type, const void *values, uint32_t extend, const void *stops, size_t count,
                          const void *transform);
uint32_t blGradientAddStopRgba32(Object *, double offset, uint32_t argb);

static uint32_t *pixels;
static Object target, context, fills[PATHS], strokes[PATHS], source, half, square, sprite, mask, linear, radial;
static const Point origin;

static uint32_t color(int i) { return 176u << 24 | colors[i]; }

static void clear(void) {
    blContextSetCompOp(&context, SRC_COPY);
    blContextFillAllRgba32(&context, 0xffffffff);
    blContextSetCompOp(&context, SRC_OVER);
}
static void solid(void) { blContextFillAllRgba32(&context, 0x80336699); }
static void fill(void) { for (int i = 0; i < PATHS; i++) blContextFillPathDRgba32(&context, &origin, &fills[i], color(i)); }
static void stroke(void) {
    blContextSetStrokeWidth(&context, 3);
    for (int i = 0; i < PATHS; i++) blContextStrokePathDRgba32(&context, &origin, &strokes[i], color(i));
}
static void stroke_round(void) {
    blContextSave(&context, NULL);
    blContextSetStrokeCaps(&context, ROUND_CAP);
    blContextSetStrokeJoin(&context, ROUND_JOIN);
    stroke();
    blContextRestore(&context, NULL);
}
static void round_rects(void) {
    for (int i = 0; i < BOXES; i++) {
        RoundRect box = {boxes[i].x, boxes[i].y, 40, 40, 8, 8};
        blContextFillGeometryRgba32(&context, ROUND_RECT, &box, color(i % PATHS));
    }
}
static void rects(void) {
    for (int i = 0; i < BOXES; i++) {
        Rect box = {boxes[i].x, boxes[i].y, 40, 40};
        blContextFillRectDRgba32(&context, &box, color(i % PATHS));
    }
}
static void image(void) { blContextBlitImageD(&context, &origin, &source, NULL); }
static void image_half(void) {
    blContextSetGlobalAlpha(&context, 0.5);
    image();
    blContextSetGlobalAlpha(&context, 1);
}
static void image_twice(void) {
    Rect all = {0, 0, WIDTH, HEIGHT};
    blContextBlitScaledImageD(&context, &all, &half, NULL);
}
static void image_turned(void) {
    double middle[2] = {WIDTH / 2, HEIGHT / 2}, angle = -10 * M_PI / 180;
    Point corner = {-512, -512};
    blContextSave(&context, NULL);
    blContextApplyTransformOp(&context, TRANSLATE, middle);
    blContextApplyTransformOp(&context, ROTATE, &angle);
    blContextBlitImageD(&context, &corner, &square, NULL);
    blContextRestore(&context, NULL);
}
static void sprites(void) { for (int i = 0; i < BOXES; i++) blContextBlitImageD(&context, &boxes[i], &sprite, NULL); }
static void masked(void) {
    PointI zero = {0, 0};
    blContextFillMaskIRgba32(&context, &zero, &mask, NULL, 0xb0336699);
}
static void gradient(Object *style) {
    blContextSave(&context, NULL);
    blContextSetFillStyle(&context, style);
    blContextFillAll(&context);
    blContextRestore(&context, NULL);
}
static void linear_gradient(void) { gradient(&linear); }
static void radial_gradient(void) { gradient(&radial); }

static Object wrapped(void *data, int width, int height, uint32_t format) {
    Object object;
    blImageInitAsFromData(&object, width, height, format, data, (intptr_t)width * (format == A8 ? 1 : 4), ACCESS_RW, NULL, NULL);
    return object;
}

int main(int count, char **names) {
    make_work();
    uint32_t version[64] = {0};
    blRuntimeQueryInfo(0, version);
    fprintf(stderr, "Blend2D %u.%u.%u\n", version[0], version[1], version[2]);
    pixels = aligned_alloc(64, WIDTH * HEIGHT * 4);
    memset(pixels, 255, WIDTH * HEIGHT * 4);
    target = wrapped(pixels, WIDTH, HEIGHT, PRGB32);
    CreateInfo info = {0};
    if (blContextInitAs(&context, &target, &info)) return 1;
    source = wrapped(make_ramp(1920, 1080), 1920, 1080, PRGB32);
    half = wrapped(make_ramp(960, 540), 960, 540, PRGB32);
    square = wrapped(make_ramp(1024, 1024), 1024, 1024, PRGB32);
    sprite = wrapped(make_ramp(40, 40), 40, 40, PRGB32);
    mask = wrapped(make_mask(), WIDTH, HEIGHT, A8);
    blContextSetHint(&context, PATTERN_QUALITY, BILINEAR);
    /* Quartz's miters, where they aren't round. */
    blContextSetStrokeJoin(&context, MITER_BEVEL);
    blContextSetStrokeMiterLimit(&context, 10);
    for (int i = 0; i < PATHS; i++) {
        blPathInit(&fills[i]);
        blPathInit(&strokes[i]);
        for (int which = 0; which < 2; which++) {
            Object *path = which ? &strokes[i] : &fills[i];
            const Point *p = which ? curves[i] : blobs[i];
            blPathMoveTo(path, p->x, p->y);
            for (int k = 0; k < (which ? 3 : 8); k++, p += 3) blPathCubicTo(path, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
            if (!which) blPathClose(path);
        }
    }
    double line[4] = {0, HEIGHT, WIDTH, HEIGHT / 2};
    RadialValues circle = {WIDTH / 2, HEIGHT / 2, WIDTH / 2, HEIGHT / 2, 900, 0};
    blGradientInitAs(&linear, LINEAR, line, PAD, NULL, 0, NULL);
    blGradientInitAs(&radial, RADIAL, &circle, PAD, NULL, 0, NULL);
    Object *styles[2] = {&linear, &radial};
    for (int i = 0; i < 2; i++) {
        blGradientAddStopRgba32(styles[i], 0, 0xbfff0000);
        blGradientAddStopRgba32(styles[i], 0.5, 0x8000ff00);
        blGradientAddStopRgba32(styles[i], 1, 0xbf0000ff);
    }
    struct { const char *name; int runs; void (*draw)(void); } rows[] = {
        {"clear", 20, clear}, {"solid-over", 10, solid}, {"1000-fill-paths", 5, fill}, {"1000-stroke-paths", 5, stroke},
        {"1000-stroke-round", 5, stroke_round}, {"10000-rrect40", 5, round_rects}, {"10000-rect40", 5, rects}, {"image-over", 10, image},
        {"image-over-alpha.5", 10, image_half}, {"image-2x-bilinear", 5, image_twice}, {"image-rot10", 5, image_turned},
        {"10000-image40", 5, sprites}, {"a8-mask-solid", 5, masked}, {"linear-gradient", 5, linear_gradient},
        {"radial-gradient", 5, radial_gradient},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_wanted(rows[i].name, count, names)) figure(rows[i].name, rows[i].runs, rows[i].draw, pixels);
    return 0;
}
