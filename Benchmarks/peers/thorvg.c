/* ThorVG plays Lottie files: the library that PyPI's thorvg-python brings, through its C interface, whose part that is used is declared
   here.

   cc -O2 thorvg.c -ldl -lm -o thorvg
   THORVG=SITE-PACKAGES/thorvg_python/libthorvg-1.so thorvg SIDE PASSES FILE... */
#include <dlfcn.h>
#include <stdbool.h>

#include "lottie.h"

enum { ARGB8888 = 1, SMART_RENDER = 2 };

static int (*engine_init)(unsigned threads);
static int (*engine_version)(uint32_t *, uint32_t *, uint32_t *, const char **);
static void *(*canvas_create)(int option);
static int (*canvas_set_target)(void *, uint32_t *, uint32_t stride, uint32_t width, uint32_t height, int colorspace);
static int (*canvas_destroy)(void *), (*canvas_update)(void *), (*canvas_draw)(void *, bool clear), (*canvas_sync)(void *);
static int (*canvas_add)(void *, void *paint);
static void *(*animation_new)(void), *(*animation_picture)(void *);
static int (*animation_set_frame)(void *, float), (*animation_frames)(void *, float *), (*animation_del)(void *);
static int (*picture_load)(void *, const char *), (*picture_size)(void *, float *, float *), (*picture_set_size)(void *, float, float);

static void *canvas, *animation;
static float frames;

static int open_file(const char *path, uint32_t *pixels, int side) {
    animation = animation_new();
    void *picture = animation_picture(animation);
    float width, height;
    if (picture_load(picture, path) || picture_size(picture, &width, &height) || animation_frames(animation, &frames)) {
        animation_del(animation);
        return 0;
    }
    float fit = fminf(side / width, side / height);
    picture_set_size(picture, width * fit, height * fit);
    canvas = canvas_create(SMART_RENDER);
    canvas_set_target(canvas, pixels, side, side, side, ARGB8888);
    canvas_add(canvas, picture);
    return 1;
}

static void draw_frame(double at) {
    /* Setting the frame that is shown is refused, and changes nothing. */
    animation_set_frame(animation, (float)(at * frames));
    canvas_update(canvas);
    canvas_draw(canvas, true);
    canvas_sync(canvas);
}

static void close_file(void) {
    canvas_destroy(canvas);
    animation_del(animation);
}

int main(int count, char **arguments) {
    const char *path = getenv("THORVG");
    void *library = dlopen(path ? path : "libthorvg-1.so", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    struct { void *place; const char *name; } symbols[] = {
        {&engine_init, "tvg_engine_init"}, {&engine_version, "tvg_engine_version"}, {&canvas_create, "tvg_swcanvas_create"},
        {&canvas_set_target, "tvg_swcanvas_set_target"}, {&canvas_destroy, "tvg_canvas_destroy"}, {&canvas_update, "tvg_canvas_update"},
        {&canvas_draw, "tvg_canvas_draw"}, {&canvas_sync, "tvg_canvas_sync"}, {&canvas_add, "tvg_canvas_add"},
        {&animation_new, "tvg_animation_new"}, {&animation_picture, "tvg_animation_get_picture"},
        {&animation_set_frame, "tvg_animation_set_frame"}, {&animation_frames, "tvg_animation_get_total_frame"},
        {&animation_del, "tvg_animation_del"}, {&picture_load, "tvg_picture_load"}, {&picture_size, "tvg_picture_get_size"},
        {&picture_set_size, "tvg_picture_set_size"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!(*(void **)symbols[i].place = dlsym(library, symbols[i].name))) {
            fprintf(stderr, "%s is missing\n", symbols[i].name);
            return 1;
        }
    const char *version = "";
    engine_version(NULL, NULL, NULL, &version);
    fprintf(stderr, "ThorVG %s\n", version);
    engine_init(0);
    int status = play_files(count, arguments);
    fflush(stdout);
    /* Its own end may crash after all is printed. */
    _Exit(status);
}
