// The files of Page, put into the program by the assembler. As an array literal of SwiftPM's embedInCode they took 25 seconds of each
// build.
#include "inspector_page.h"

// Names of files that this one is compiled again for when they change.
#if !__has_include("Page/page.html") || !__has_include("Page/style.css") || !__has_include("Page/connection.js") \
    || !__has_include("Page/tree.js") || !__has_include("Page/measure.js") || !__has_include("Page/picture.js") \
    || !__has_include("Page/values.js") || !__has_include("Page/curve.js") || !__has_include("Page/timeline.js") \
    || !__has_include("Page/lists.js") || !__has_include("Page/main.js")
#error "A file of the inspector's page is missing."
#endif

// PAGE_FOLDER comes from the manifest: the assembler searches from the folder in which the compiler runs.
#define FILE_NAMED(name) ".incbin \"" PAGE_FOLDER "/" name "\"\n.byte 10\n"
#define TEXT(symbol, files) \
    __asm__(".section .rodata.agate_page,\"a\"\n" #symbol "_begin:\n" files #symbol "_end:\n.previous\n"); \
    extern const char symbol##_begin[] __attribute__((visibility("hidden"))); \
    extern const char symbol##_end[] __attribute__((visibility("hidden"))); \
    agate_page_text symbol(void) { return (agate_page_text){symbol##_begin, symbol##_end - symbol##_begin}; }

TEXT(agate_page_html, FILE_NAMED("page.html"))
TEXT(agate_page_style, FILE_NAMED("style.css"))
TEXT(agate_page_scripts,
    FILE_NAMED("connection.js") FILE_NAMED("tree.js") FILE_NAMED("measure.js") FILE_NAMED("picture.js") FILE_NAMED("values.js")
    FILE_NAMED("curve.js") FILE_NAMED("timeline.js") FILE_NAMED("lists.js") FILE_NAMED("main.js"))
