#pragma once

/// CoreText's source of faces, for CoreGraphics, which stands below it: an object that lives as long as the program. Null where CoreText is
/// not linked.
void *_Nullable agate_graphics_fonts(void);
