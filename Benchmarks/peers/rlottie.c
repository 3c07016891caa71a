/* rlottie of Debian (librlottie-dev), through its C interface, plays Lottie files.

   cc -O2 rlottie.c -lrlottie -lm -o rlottie

   rlottie --film FILE WIDTH HEIGHT FRAMES writes a file's first frames to standard output as raw BGRA over white, for ffmpeg. */
#include <rlottie_capi.h>

#include "lottie.h"

static Lottie_Animation *animation;
static uint32_t *target;
static int size;
static size_t frames;

static int open_file(const char *path, uint32_t *pixels, int side) {
    animation = lottie_animation_from_file(path);
    if (!animation) return 0;
    (target = pixels, size = side, frames = lottie_animation_get_totalframe(animation));
    return 1;
}

static void draw_frame(double at) { lottie_animation_render(animation, (size_t)(at * frames), target, size, size, (size_t)size * 4); }

static void close_file(void) { lottie_animation_destroy(animation); }

static int film(char **arguments) {
    int width = atoi(arguments[1]), height = atoi(arguments[2]);
    size_t count = (size_t)width * height;
    uint32_t *pixels = malloc(count * 4);
    animation = lottie_animation_from_file(arguments[0]);
    if (!animation) return 1;
    frames = (size_t)atoi(arguments[3]);
    for (size_t i = 0; i < frames; i++) {
        lottie_animation_render(animation, i, pixels, width, height, (size_t)width * 4);
        for (size_t p = 0; p < count; p++) pixels[p] += (255 - (pixels[p] >> 24)) * 0x01010101u;
        if (fwrite(pixels, 4, count, stdout) < count) return 1;
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count == 6 && !strcmp(arguments[1], "--film")) return film(arguments + 2);
    return play_files(count, arguments);
}
