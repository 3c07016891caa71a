/* Plays Lottie files as `bench peer-lottie` does: a line for each file with the milliseconds of a frame (the best of some passes of 60
   frames spread over the file), of loading, and from the file to the end of the first pass, and how much of four frames is painted.

   PROGRAM SIDE PASSES FILE... */
#include "clock.h"

/* Set by each player. Opens a file to be drawn as large as it fits into a square of pixels; returns 0 where it can't. */
static int open_file(const char *path, uint32_t *pixels, int side);
/* Draws the frame at a part of the file's length, at least 0 and less than 1. */
static void draw_frame(double at);
static void close_file(void);

static int play_files(int count, char **arguments) {
    if (count < 4) {
        fprintf(stderr, "usage: %s SIDE PASSES FILE...\n", arguments[0]);
        return 64;
    }
    int side = atoi(arguments[1]), passes = atoi(arguments[2]);
    uint32_t *pixels = calloc((size_t)side * side, 4);
    for (int i = 3; i < count; i++) {
        const char *slash = strrchr(arguments[i], '/'), *name = slash ? slash + 1 : arguments[i];
        memset(pixels, 0, (size_t)side * side * 4);
        double begin = now();
        if (!open_file(arguments[i], pixels, side)) {
            printf("%s\tERR\n", name);
            continue;
        }
        double load = now() - begin, whole = 0, best = 1e9;
        for (int pass = 0; pass < passes; pass++) {
            double start = now();
            for (int k = 0; k < 60; k++) draw_frame(k / 60.0);
            double time = now() - start;
            if (time < best) best = time;
            if (!pass) whole = now() - begin;
        }
        double painted = 0;
        for (int k = 5; k < 60; k += 15) {
            draw_frame(k / 60.0);
            for (int p = 0; p < side * side; p++) painted += pixels[p] >> 24;
        }
        printf("%s\t%.5f\t%.4f\t%.3f\t%.4f\n", name, best / 60, load, whole, painted / (4.0 * 255 * side * side));
        fflush(stdout);
        close_file();
    }
    return 0;
}
