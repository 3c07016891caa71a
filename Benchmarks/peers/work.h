/* The work that the programs of the peers share: the same shapes and colours, by the same numbers, as `bench peer-context` draws, in pixels
   from the top left corner, and lines of a name, a tab and milliseconds. */
#include "clock.h"

enum { WIDTH = 1920, HEIGHT = 1080, PATHS = 1000, BOXES = 10000 };

typedef struct { double x, y; } Point;
/* A start, and 8 or 3 curves of two control points and an end. */
static Point blobs[PATHS][1 + 8 * 3], curves[PATHS][1 + 3 * 3], boxes[BOXES];
/* RGB; the alpha of all is 176 of 255. */
static uint32_t colors[PATHS];

static uint64_t state = 12345;

static double next(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* From the bottom, as CGContext has it, to the top. */
static Point placed(double x, double y) { return (Point){x, HEIGHT - y}; }

static void make_work(void) {
    for (int i = 0; i < PATHS; i++) {
        double mx = next() * 1820 + 50, my = next() * 980 + 50, x[8], y[8];
        for (int k = 0; k < 8; k++) {
            double a = k * M_PI / 4, radius = 24 + 16 * next();
            x[k] = mx + radius * cos(a);
            y[k] = my + radius * sin(a);
        }
        blobs[i][0] = placed(x[0], y[0]);
        for (int k = 0; k < 8; k++) {
            int n = (k + 1) % 8;
            double a = k * M_PI / 4, b = a + M_PI / 4;
            blobs[i][1 + k * 3] = placed(x[k] - 10 * sin(a), y[k] + 10 * cos(a));
            blobs[i][2 + k * 3] = placed(x[n] + 10 * sin(b), y[n] - 10 * cos(b));
            blobs[i][3 + k * 3] = placed(x[n], y[n]);
        }
        double ex = next() * 1700 + 50, ey = next() * 900 + 50;
        curves[i][0] = placed(ex, ey);
        for (int k = 0; k < 3; k++) {
            double sx = ex, sy = ey;
            for (int p = 1; p <= 3; p++) {
                ex = sx + next() * 120 - 50;
                ey = sy + next() * 120 - 50;
                curves[i][k * 3 + p] = placed(ex, ey);
            }
        }
        colors[i] = (uint32_t)(next() * 0xffffff);
    }
    for (int i = 0; i < BOXES; i++) {
        double x = next() * 1870, y = next() * 1030;
        boxes[i] = placed(x, y + 40);
    }
}

static int is_wanted(const char *name, int count, char **names) {
    for (int i = 1; i < count; i++)
        if (!strcmp(names[i], name)) return 1;
    return count < 2;
}

/* A translucent ramp from corner to corner, premultiplied BGRA: (1, 0.125, 0.0625) of alpha 0.25 below left to (0.0625, 0.25, 1) of
   0.875. */
static uint32_t *make_ramp(int width, int height) {
    uint32_t *pixels = malloc((size_t)width * height * 4);
    double from[4] = {1, 0.125, 0.0625, 0.25}, to[4] = {0.0625, 0.25, 1, 0.875};
    double length = (double)width * width + (double)height * height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double t = ((x + 0.5) * width + (height - y - 0.5) * height) / length, v[4];
            for (int c = 0; c < 4; c++) v[c] = from[c] + (to[c] - from[c]) * t;
            uint32_t out = (uint32_t)lround(v[3] * 255) << 24;
            for (int c = 0; c < 3; c++) out |= (uint32_t)lround(v[c] * v[3] * 255) << (16 - 8 * c);
            pixels[y * width + x] = out;
        }
    return pixels;
}

/* Coverage; CGContext's image mask has the same turned round. */
static uint8_t *make_mask(void) {
    uint8_t *bytes = malloc(WIDTH * HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) bytes[y * WIDTH + x] = 255 - (uint8_t)fmin(239, hypot(x - 960, y - 540) / 900 * 239);
    return bytes;
}

/* Prints the least time of some runs; with AGATE_PEER_PICTURES, writes what one run draws over white into that folder. */
static void figure(const char *name, int runs, void (*draw)(void), void *pixels) {
    const char *folder = getenv("AGATE_PEER_PICTURES");
    if (folder) {
        memset(pixels, 255, WIDTH * HEIGHT * 4);
        draw();
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.bgra", folder, name);
        FILE *file = fopen(path, "wb");
        if (file) {
            fwrite(pixels, 4, WIDTH * HEIGHT, file);
            fclose(file);
        }
    }
    double best = 1e9;
    for (int i = 0; i < runs; i++) {
        double start = now();
        draw();
        double time = now() - start;
        if (time < best) best = time;
    }
    printf("%s\t%.4f\n", name, best);
    fflush(stdout);
}
