// fontconfig is loaded when the first font is looked for. It is not linked, so that a program can contain a FreeType of its own: a system's
// fontconfig uses the system's FreeType, and only text of files crosses the border between them, never a face. See Decisions/Text.md.
//
// The functions that CoreText calls are defined here under fontconfig's names, hidden from other libraries, and call the loaded ones.
// Without a loaded library they have no effect and return the value of a failure.
#include "fontconfig_loader.h"
#include <dlfcn.h>
#include <loaded_calls.h>
#include <pthread.h>
#include <stdio.h>

#define FcPublic __attribute__((visibility("hidden")))
#include <fontconfig/fontconfig.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;
static char failure[512];

static void load(void) {
    library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library) return;
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "fontconfig can't be loaded (%s)", reason ? reason : "no reason given");
}

const char *agate_fontconfig_failure(void) {
    pthread_once(&once, load);
    return library ? 0 : failure;
}

static void *symbol(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : 0;
}

#define LOADED_SYMBOL(name) symbol(name)
#define CALL(result, name, parameters, arguments, otherwise) LOADED_CALL(result, name, parameters, arguments, otherwise)
#define DO(name, parameters, arguments) LOADED_DO(name, parameters, arguments)

// The list of fonts.
CALL(FcConfig *, FcInitLoadConfigAndFonts, (void), (), 0)
CALL(FcFontSet *, FcConfigGetFonts, (FcConfig * config, FcSetName set), (config, set), 0)
DO(FcConfigDestroy, (FcConfig * config), (config))

// One font.
CALL(FcPattern *, FcFreeTypeQuery, (const FcChar8 *file, unsigned int id, FcBlanks *blanks, int *count), (file, id, blanks, count), 0)
DO(FcPatternDestroy, (FcPattern * pattern), (pattern))
CALL(FcResult, FcPatternGetInteger, (const FcPattern *pattern, const char *object, int n, int *i), (pattern, object, n, i),
    FcResultNoMatch)
CALL(FcResult, FcPatternGetDouble, (const FcPattern *pattern, const char *object, int n, double *d), (pattern, object, n, d),
    FcResultNoMatch)
CALL(FcResult, FcPatternGetString, (const FcPattern *pattern, const char *object, int n, FcChar8 **s), (pattern, object, n, s),
    FcResultNoMatch)
CALL(FcResult, FcPatternGetCharSet, (const FcPattern *pattern, const char *object, int n, FcCharSet **c), (pattern, object, n, c),
    FcResultNoMatch)
CALL(FcResult, FcPatternGetBool, (const FcPattern *pattern, const char *object, int n, FcBool *b), (pattern, object, n, b),
    FcResultNoMatch)
CALL(double, FcWeightToOpenTypeDouble, (double weight), (weight), -1)

// Sets of characters.
CALL(FcCharSet *, FcCharSetCopy, (FcCharSet * set), (set), 0)
DO(FcCharSetDestroy, (FcCharSet * set), (set))
CALL(FcBool, FcCharSetHasChar, (const FcCharSet *set, FcChar32 character), (set, character), FcFalse)
CALL(FcChar32, FcCharSetFirstPage, (const FcCharSet *set, FcChar32 map[FC_CHARSET_MAP_SIZE], FcChar32 *next), (set, map, next),
    FC_CHARSET_DONE)
CALL(FcChar32, FcCharSetNextPage, (const FcCharSet *set, FcChar32 map[FC_CHARSET_MAP_SIZE], FcChar32 *next), (set, map, next),
    FC_CHARSET_DONE)
