#include "graphics_fonts.h"

// Defined by CoreText. Weak, so that programs without it link.
__attribute__((weak)) void *agate_coretext_fonts(void);

void *agate_graphics_fonts(void) { return agate_coretext_fonts ? agate_coretext_fonts() : 0; }
